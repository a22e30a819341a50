package data

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"genplanx/actions"
)

// Parts of the smallest workbook there is: no styles, no shared strings.
const (
	smallTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
	smallRels  = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	smallBook  = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`
	smallLinks = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
	sheetStart = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
	sheetEnd   = `</sheetData></worksheet>`
)

// smallWorkbook zips a sheet given as a start, a part repeated n times and an end.
func smallWorkbook(t *testing.T, start, part string, n int, end string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name string, write func(w io.Writer) error) {
		w, err := z.Create(name)
		if err == nil {
			err = write(w)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"[Content_Types].xml": smallTypes, "_rels/.rels": smallRels, "xl/workbook.xml": smallBook, "xl/_rels/workbook.xml.rels": smallLinks} {
		add(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	}
	add("xl/worksheets/sheet1.xml", func(w io.Writer) error {
		const batch = 1000
		many := strings.Repeat(part, min(n, batch))
		_, err := io.WriteString(w, start)
		for ; n > 0 && err == nil; n -= batch {
			_, err = io.WriteString(w, many)
		}
		if err == nil {
			_, err = io.WriteString(w, end)
		}
		return err
	})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Workbooks of programs that write no styles are sound.
func TestWorkbookWithoutStyles(t *testing.T) {
	row := `<row r="1"><c r="A1" t="inlineStr"><is><t>n</t></is></c></row><row r="2"><c r="A2"><v>7</v></c></row>`
	ws := workspace(t, map[string]string{"in.xlsx": smallWorkbook(t, sheetStart, row, 1, sheetEnd)})
	table, err := Read(t.Context(), ws, "in.xlsx", Part{})
	if err != nil || table.Rows() != 1 || table.Columns[0].Cells[0] != int64(7) {
		t.Errorf("got %+v, %v", table, err)
	}
}

// Small files that unpack to much are refused before they cost anything.
func TestBombs(t *testing.T) {
	cell := `<row r="1"><c r="A1" t="inlineStr"><is><t>`
	for name, tt := range map[string]struct{ file, content, want string }{
		"unpacked size": {"in.xlsx", smallWorkbook(t, sheetStart, strings.Repeat(" ", 1<<10), 150_000, sheetEnd), "unpacked it has more than 128 MB"},
		"rows":          {"in.xlsx", smallWorkbook(t, sheetStart, "<row></row>", 2_000_000, sheetEnd), "more than 1048576 rows"},
		"name":          {"in.xlsx", smallWorkbook(t, sheetStart+cell, "x", 2_000_000, `</t></is></c></row>`+sheetEnd), "the name of column 1 has"},
		"name in text":  {"in.csv", strings.Repeat("x", 2_000_000) + ",b\n1,2\n", "the name of column 1 has 2000000 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			ws := workspace(t, map[string]string{tt.file: tt.content})
			start := time.Now()
			_, err := Read(t.Context(), ws, tt.file, Part{})
			if err == nil || !strings.Contains(err.Error(), tt.want) || actions.HintOf(err) == "" {
				t.Errorf("got %v (hint %q), want %s", err, actions.HintOf(err), tt.want)
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}

// Objects are named after columns; the names stay short enough for a plan.
func TestObjectNameIsShort(t *testing.T) {
	if n := len(objectName(strings.Repeat("long ", 300))); n > longestObject {
		t.Errorf("%d characters", n)
	}
}

func TestReadLinkToNothing(t *testing.T) {
	ws := workspace(t, nil)
	if err := os.Symlink("nothing.csv", filepath.Join(ws.Dir(), "a.csv")); err != nil {
		t.Skip("skipped: no symbolic links: ", err)
	}
	_, err := Resolve(ws, actions.Object{Name: "f", Type: "csv-file", Value: "a.csv"})
	if want := `"a.csv" is a link to a file that does not exist`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// What is shown before the user agrees is the path that will be written, and a
// link that would be lost counts as replaced.
func TestSaveEffects(t *testing.T) {
	ws := workspace(t, map[string]string{"old.csv": "a\n1\n", "folder.csv/x": "x"})
	if err := os.Symlink("nothing.csv", filepath.Join(ws.Dir(), "link.csv")); err != nil {
		t.Skip("skipped: no symbolic links: ", err)
	}
	for name, want := range map[string]string{
		"new.csv": "create new.csv", "./old.csv": "replace old.csv", "link.csv": "replace link.csv",
		filepath.Join(ws.Dir(), "b.csv"): "create b.csv", "folder.csv": "", "../out.csv": "", "https://example.com/out.csv": "",
	} {
		effects := SaveData().Effects(callOf(ws, actions.Object{Name: "d"}, actions.Object{Name: "f", Value: name}))
		got := ""
		for _, e := range effects {
			got += fmt.Sprintf("%s %s", e.Verb, e.Target)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
