package chart

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"path"
	"strings"

	"genplanx/actions"
)

// SaveGraph is (save-graph ?a ?g - graph ?f - image-file): the chart as a PNG or
// SVG file, by the extension of the path.
func SaveGraph() actions.Action {
	return actions.Action{
		Class: actions.Writes,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("save graph %s into %v", c.Args[1].Name, c.Args[2].Value)
		},
		Effects:   saveGraphEffects,
		Preflight: saveGraphPreflight,
		Run:       saveGraph,
		Check:     checkSavedGraph,
	}
}

// target returns the path of an image file and its format.
func target(f actions.Object) (name, format string, err error) {
	name, _ = f.Value.(string)
	if strings.TrimSpace(name) == "" {
		return "", "", &actions.Fault{Doing: "saving a graph into " + f.Name, Err: errors.New("the file has no path"), Hint: "name a file such as chart.png"}
	}
	switch ext := strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/"))); ext {
	case ".png", ".svg":
		return name, ext[1:], nil
	default:
		return "", "", &actions.Fault{Doing: fmt.Sprintf("saving a graph into %q", name), Err: fmt.Errorf("extension %q is not a picture format", ext), Hint: "use .png or .svg"}
	}
}

func saveGraphEffects(call *actions.Call) []actions.Effect {
	name, _, err := target(call.Args[2])
	if err != nil {
		return nil
	}
	rel, verb, err := call.Workspace.Target(name)
	if err != nil {
		return nil
	}
	return []actions.Effect{{Class: actions.Writes, Verb: verb, Target: rel, Detail: "picture of " + call.Args[1].Name}}
}

func saveGraphPreflight(_ context.Context, call *actions.Call) error {
	name, _, err := target(call.Args[2])
	if err != nil {
		return err
	}
	if _, _, err := call.Workspace.Target(name); err != nil {
		return &actions.Fault{Doing: fmt.Sprintf("saving graph %s into %q", call.Args[1].Name, name), Err: errors.Unwrap(err), Hint: actions.HintOf(err)}
	}
	return nil
}

func saveGraph(ctx context.Context, call *actions.Call) (actions.Result, error) {
	g, f := call.Args[1], call.Args[2]
	if err := saveGraphPreflight(ctx, call); err != nil {
		return actions.Result{}, err
	}
	name, format, err := target(f)
	if err != nil {
		return actions.Result{}, err
	}
	fail := func(err error) (actions.Result, error) {
		return actions.Result{}, &actions.Fault{Doing: fmt.Sprintf("saving graph %s into %q", g.Name, name), Err: err, Hint: actions.HintOf(err)}
	}
	c, err := of(g)
	if err != nil {
		return fail(err)
	}
	rel, err := call.Workspace.Rel(name)
	if err != nil {
		return fail(err)
	}
	if err := ctx.Err(); err != nil {
		return fail(err)
	}
	if err := call.Workspace.Write(rel, func(w io.Writer) error { return c.Write(w, format) }); err != nil {
		return fail(err)
	}
	return actions.Result{
		Made:    []actions.Artifact{{Kind: "file", Object: f.Name, Path: rel, Text: fmt.Sprintf("%s: %s", c.Kind, c.Heading())}},
		Summary: fmt.Sprintf("saved graph %s into %s", g.Name, rel),
	}, nil
}

// checkSavedGraph opens the picture again and decodes it.
func checkSavedGraph(_ context.Context, call *actions.Call) ([]actions.Observation, error) {
	g, f := call.Args[1], call.Args[2]
	seen := actions.Observation{Predicate: "in", Args: []string{g.Name, f.Name}, Truth: actions.False}
	name, format, err := target(f)
	if err != nil {
		return nil, err
	}
	note, err := look(call.Workspace, name, format)
	if err != nil {
		seen.Note = fmt.Sprintf("file %s is not a readable picture: %v", name, err)
		return []actions.Observation{seen}, nil
	}
	seen.Truth, seen.Note = actions.True, fmt.Sprintf("file %s is a picture of %s", name, note)
	return []actions.Observation{seen}, nil
}

// look decodes a picture and says how large it is.
func look(ws *actions.Workspace, name, format string) (string, error) {
	file, err := ws.Open(name)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(io.LimitReader(file, 64<<20))
	if err = errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	if format == "png" {
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return "", err
		}
		size := picture.Bounds().Size()
		return fmt.Sprintf("%d by %d pixels", size.X, size.Y), nil
	}
	return lookSVG(data)
}

func lookSVG(data []byte) (string, error) {
	shapes, root := 0, ""
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
		if start, ok := token.(xml.StartElement); ok {
			if root == "" {
				root = start.Name.Local
			}
			if start.Name.Local == "path" || start.Name.Local == "text" {
				shapes++
			}
		}
	}
	if root != "svg" || shapes == 0 {
		return "", fmt.Errorf("it holds no svg drawing (root %q, %d shapes)", root, shapes)
	}
	return fmt.Sprintf("%d shapes", shapes), nil
}
