package data

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"genplanx/actions"
	"genplanx/pddl/diag"
)

// Resolve finds the file that a file or database object stands for: the path in
// its value, or, for a name without extension such as "db1", the one file of the
// workspace with that name and an extension that can be read.
func Resolve(ws *actions.Workspace, o actions.Object) (string, error) {
	name := o.Text()
	doing := "reading data from " + strconv.Quote(name)
	rel, err := ws.Rel(name)
	if err != nil {
		return "", &actions.Fault{Doing: doing, Err: err, Hint: "name a file inside the workspace " + ws.Dir()}
	}
	info, err := ws.Stat(rel)
	switch {
	case err == nil && !info.IsDir():
		return rel, nil
	case err == nil && slices.Contains(extensions(), strings.ToLower(path.Ext(rel))):
		return "", &actions.Fault{Doing: doing, Err: errors.New("it is a folder"), Hint: "name a file in it"}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", &actions.Fault{Doing: doing, Err: err, Hint: "check that the file can be read and lies in the workspace " + ws.Dir()}
	}
	candidates := named(ws, rel)
	switch len(candidates) {
	case 1:
		return candidates[0], nil
	case 0:
		return "", missing(ws, o, name, doing)
	}
	return "", &actions.Fault{Doing: doing, Err: fmt.Errorf("several files fit %q: %s", name, strings.Join(candidates, ", ")), Hint: "name the file with its extension"}
}

// named lists the files in the folder of rel whose name without a known extension
// is that of rel: exactly, else in any letter case.
func named(ws *actions.Workspace, rel string) []string {
	if slices.Contains(extensions(), strings.ToLower(path.Ext(rel))) {
		return nil
	}
	entries, err := fs.ReadDir(ws.FS(), path.Dir(rel))
	if err != nil {
		return nil
	}
	var exact, folded []string
	for _, e := range entries {
		ext := path.Ext(e.Name())
		base := strings.TrimSuffix(e.Name(), ext)
		if e.IsDir() || !slices.Contains(extensions(), strings.ToLower(ext)) {
			continue
		}
		switch {
		case base == path.Base(rel):
			exact = append(exact, path.Join(path.Dir(rel), e.Name()))
		case strings.EqualFold(base, path.Base(rel)):
			folded = append(folded, path.Join(path.Dir(rel), e.Name()))
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return folded
}

func missing(ws *actions.Workspace, o actions.Object, name, doing string) error {
	err := fmt.Errorf("no file %q", name)
	if path.Ext(name) == "" {
		err = fmt.Errorf("no file for %s %s", o.Type, name)
	}
	files := dataFiles(ws, 1000)
	if slices.Contains(files, path.Clean(name)) {
		return &actions.Fault{Doing: doing, Err: fmt.Errorf("%q is a link to a file that does not exist", name), Hint: "put the file itself into " + ws.Dir()}
	}
	holds := "the workspace holds no data files"
	const most = 12
	if len(files) > 0 {
		holds = "the workspace holds " + strings.Join(files[:min(len(files), most)], ", ")
	}
	if len(files) > most {
		holds += fmt.Sprintf(" and %d more", len(files)-most)
	}
	if f := alike(name, files); f != "" {
		holds = "did you mean " + strconv.Quote(f) + "? " + holds
	}
	return &actions.Fault{Doing: doing, Err: fmt.Errorf("%w; %s", err, holds), Hint: "put the file into " + ws.Dir() + " or name one that is there"}
}

// alike is the file that a name was probably meant for: the same name elsewhere or
// in other letter case, else one spelled almost so; "" for none.
func alike(name string, files []string) string {
	lower := func(s string) string { return strings.ToLower(path.Base(s)) }
	bases := make([]string, len(files))
	for i, f := range files {
		if bases[i] = lower(f); bases[i] == lower(name) {
			return f
		}
	}
	if i := slices.Index(bases, diag.Suggest(lower(name), bases)); i >= 0 {
		return files[i]
	}
	if path.Ext(name) == "" && len(name) < 4 {
		return "" // db2 is not a slip for db3
	}
	for i := range bases {
		bases[i] = strings.TrimSuffix(bases[i], path.Ext(bases[i]))
	}
	if i := slices.Index(bases, diag.Suggest(strings.TrimSuffix(lower(name), path.Ext(lower(name))), bases)); i >= 0 {
		return files[i]
	}
	return ""
}

// dataFiles lists up to most files that can be read, in the order of their paths.
// Hidden files and folders are skipped, and folders more than four deep.
func dataFiles(ws *actions.Workspace, most int) []string {
	var files []string
	visited := 0
	_ = fs.WalkDir(ws.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		visited++
		switch {
		case visited > 10_000 || len(files) >= most:
			return fs.SkipAll
		case err != nil && e != nil && e.IsDir():
			return fs.SkipDir
		case err != nil:
			return nil
		case p != "." && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir() && strings.Count(p, "/") >= 4:
			return fs.SkipDir
		case !e.IsDir() && slices.Contains(extensions(), strings.ToLower(path.Ext(p))):
			files = append(files, p)
		}
		return nil
	})
	return files
}
