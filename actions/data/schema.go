package data

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"genplanx/actions"
	"genplanx/actions/table"
)

// Source is one data file of the workspace and what it holds.
type Source struct {
	Path string
	// Columns have names and kinds and no cells; nil when Err is set.
	Columns []table.Column
	Err     error
}

const (
	mostSources = 50
	// headBytes of a text file are read to see its columns.
	headBytes = 64 << 10
	// Larger workbooks and databases must be unpacked as a whole; they are listed
	// with an error in place of their columns.
	mostUnpacked = 20 << 20
)

// Sources lists the data files of a workspace with their columns, at most 50,
// in the order of their paths. Of text files only the head is read.
func Sources(ctx context.Context, ws *actions.Workspace) []Source {
	files := dataFiles(ws, mostSources)
	sources := make([]Source, len(files))
	for i, f := range files {
		columns, err := Schema(ctx, ws, f)
		sources[i] = Source{Path: f, Columns: columns, Err: err}
	}
	return sources
}

// Schema returns the columns of a data file, without cells. The kinds of a text
// file are those of its first rows, a later row can make one text.
func Schema(ctx context.Context, ws *actions.Workspace, name string) ([]table.Column, error) {
	l := standardLimits()
	l.bytes = mostUnpacked
	t, err := head(ctx, ws, name, l)
	if err != nil {
		return nil, err
	}
	return withoutCells(t), nil
}

func withoutCells(t *table.Table) []table.Column {
	columns := make([]table.Column, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = table.Column{Name: c.Name, Kind: c.Kind}
	}
	return columns
}

// head reads the first rows of a text file, and other files whole within the limits.
func head(ctx context.Context, ws *actions.Workspace, name string, l limits) (*table.Table, error) {
	content, err := loadHead(ws, name)
	if err != nil {
		return nil, readFault(name, err)
	}
	if content == nil {
		g, err := readGrid(ctx, ws, name, Part{}, l)
		if err != nil {
			return nil, err
		}
		return g.table()
	}
	g, err := readText(ctx, content, isTabbed(name), standardLimits())
	if err != nil {
		return nil, readFault(name, err)
	}
	return g.table()
}

// loadHead returns the whole lines in the head of a text file; nil when the file
// must be read as a whole.
func loadHead(ws *actions.Workspace, name string) ([]byte, error) {
	lower := strings.ToLower(name)
	if !strings.HasSuffix(lower, ".csv") && !strings.HasSuffix(lower, ".tsv") && !strings.HasSuffix(lower, ".txt") {
		return nil, nil
	}
	info, err := ws.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() <= headBytes {
		return nil, nil
	}
	f, err := ws.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only: nothing is lost
	content := make([]byte, headBytes)
	n, err := io.ReadFull(f, content)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	content = content[:n]
	if kind, err := sniff(content); err != nil || kind != textFormat {
		return nil, err
	}
	return wholeLines(content), nil
}

// wholeLines cuts after the last line end outside quotes; nil when there is none.
func wholeLines(content []byte) []byte {
	for end := bytes.LastIndexByte(content, '\n'); end > 0; end = bytes.LastIndexByte(content[:end], '\n') {
		if bytes.Count(content[:end], []byte{'"'})%2 == 0 {
			return content[:end+1]
		}
	}
	return nil
}
