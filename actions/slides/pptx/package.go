package pptx

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Limits on what is read, so that a small hostile file cannot fill the memory.
const (
	maxPart   = 16 << 20
	maxTotal  = 96 << 20
	maxPoints = 2_000_000
	maxSlides = 2_000
)

// bundle reads the parts of a package and counts what it has read.
type bundle struct {
	files  map[string]*zip.File
	read   int
	points int
}

func open(r io.ReaderAt, size int64) (*bundle, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("it is not a zip file: %w", err)
	}
	b := &bundle{files: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		b.files[f.Name] = f
	}
	return b, nil
}

// part returns the bytes of a part.
func (b *bundle) part(name string) (data []byte, err error) {
	f, ok := b.files[name]
	if !ok {
		return nil, fmt.Errorf("part %q is missing", name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("part %q: %w", name, err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	data, err = io.ReadAll(io.LimitReader(r, maxPart+1))
	if err != nil {
		return nil, fmt.Errorf("part %q: %w", name, err)
	}
	b.read += len(data)
	if len(data) > maxPart || b.read > maxTotal {
		return nil, fmt.Errorf("part %q: the file is too large", name)
	}
	return data, nil
}

func (b *bundle) decode(name string, into any) error {
	data, err := b.part(name)
	if err != nil {
		return err
	}
	if err := xml.Unmarshal(data, into); err != nil {
		return fmt.Errorf("part %q: %w", name, err)
	}
	return nil
}

// targets returns the parts that a part refers to, by relationship id.
func (b *bundle) targets(name string) (map[string]target, error) {
	var rels struct {
		Items []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	relsName := path.Join(path.Dir(name), "_rels", path.Base(name)+".rels")
	if _, ok := b.files[relsName]; !ok {
		return map[string]target{}, nil
	}
	if err := b.decode(relsName, &rels); err != nil {
		return nil, err
	}
	out := make(map[string]target, len(rels.Items))
	for _, it := range rels.Items {
		to := path.Join(path.Dir(name), it.Target)
		if strings.HasPrefix(it.Target, "/") {
			to = strings.TrimPrefix(path.Clean(it.Target), "/")
		}
		out[it.ID] = target{kind: path.Base(it.Type), part: to}
	}
	return out, nil
}

// target is the other end of a relationship; kind is the last word of its type.
type target struct{ kind, part string }
