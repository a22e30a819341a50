package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"genplanx/actions"
)

// workbook builds a workbook in a workspace and returns its path there.
func workbook(t testing.TB, build func(f *excelize.File)) *actions.Workspace {
	t.Helper()
	ws := workspace(t, nil)
	f := excelize.NewFile()
	build(f)
	if err := f.SaveAs(filepath.Join(ws.Dir(), "in.xlsx")); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return ws
}

func set(f *excelize.File, sheet string, rows ...[]any) {
	for r, row := range rows {
		for c, v := range row {
			name, _ := excelize.CoordinatesToCellName(c+1, r+1)
			_ = f.SetCellValue(sheet, name, v)
		}
	}
}

func style(f *excelize.File, cells, format string) {
	id, _ := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
	from, to, _ := strings.Cut(cells, ":")
	_ = f.SetCellStyle("Sheet1", from, to, id)
}

func TestReadWorkbook(t *testing.T) {
	day := time.Date(2024, 5, 3, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		part  Part
		build func(f *excelize.File)
		want  string
	}{
		{"kinds", Part{}, func(f *excelize.File) {
			set(f, "Sheet1", []any{"n", "x", "ok", "zip", "day", "when", "month"},
				[]any{1, 1.5, true, "00501", 45415, 45415.5, 45415}, []any{2, 2, false, "10001", 45416, 45416.25, 45416})
			style(f, "E2:E3", "dd/mm/yyyy")
			style(f, "F2:F3", `[$-409]d\. mmm yy hh:mm`)
			style(f, "G2:G3", "mmm-yy")
		}, "n:integer | x:real | ok:boolean | zip:text | day:date | when:date-time | month:date\n" +
			"1 | 1.5 | TRUE | 00501 | 2024-05-03 | 2024-05-03 12:00 | 2024-05-03\n2 | 2 | FALSE | 10001 | 2024-05-04 | 2024-05-04 06:00 | 2024-05-04\n"},
		{"times, built-in dates, numbers in formats with d in quotes", Part{}, func(f *excelize.File) {
			set(f, "Sheet1", []any{"t", "d", "n"}, []any{0.375, day, 1200})
			style(f, "A2:A2", "hh:mm")
			style(f, "C2:C2", `#,##0 "days"`)
		}, "t:text | d:date | n:integer\n09:00:00 | 2024-05-03 | 1200\n"},
		{"title, empty rows and columns", Part{}, func(f *excelize.File) {
			_ = f.SetCellValue("Sheet1", "B2", "Annual report")
			_ = f.MergeCell("Sheet1", "B2", "C2")
			_ = f.SetSheetRow("Sheet1", "B4", &[]any{"year", "balance"})
			_ = f.SetSheetRow("Sheet1", "B5", &[]any{2024, 300})
			_ = f.SetSheetRow("Sheet1", "B7", &[]any{2025, 310})
		}, "year:integer | balance:integer\n2024 | 300\n2025 | 310\nnote: the line \"Annual report\" above the table was skipped\nnote: 1 blank rows were left out\n"},
		{"merged cells", Part{}, func(f *excelize.File) {
			set(f, "Sheet1", []any{"q", "n"}, []any{"Q1", 1}, []any{nil, 2}, []any{"Q2", 3})
			_ = f.MergeCell("Sheet1", "A2", "A3")
		}, "q:text | n:integer\nQ1 | 1\nQ1 | 2\nQ2 | 3\n"},
		{"second sheet", Part{Sheet: "more"}, func(f *excelize.File) {
			_, _ = f.NewSheet("More")
			set(f, "More", []any{"a"}, []any{"x"})
			set(f, "Sheet1", []any{"b"}, []any{"y"})
		}, "a:text\nx\n"},
		{"first sheet with cells", Part{}, func(f *excelize.File) {
			_, _ = f.NewSheet("2024")
			set(f, "2024", []any{"a"}, []any{"x"})
			_, _ = f.NewSheet("2025")
			set(f, "2025", []any{"b"}, []any{"y"})
		}, "a:text\nx\nnote: sheet 2024 of 3 sheets: Sheet1, 2024, 2025\n"},
		{"unknown sheet", Part{Sheet: "none"}, func(f *excelize.File) { set(f, "Sheet1", []any{"b"}) },
			"error: reading data from \"in.xlsx\": no sheet \"none\"\nhint: the workbook has the sheets \"Sheet1\"\n"},
		{"empty", Part{}, func(*excelize.File) {}, "error: reading data from \"in.xlsx\": sheet \"Sheet1\": the file is empty\nhint: \n"},
		{"formula without a result", Part{}, func(f *excelize.File) {
			set(f, "Sheet1", []any{"a", "b"}, []any{1, nil})
			_ = f.SetCellFormula("Sheet1", "B2", "A2*2")
		}, "a:integer | b:integer\n1 | 2\n"},
		{"numbers with many digits", Part{}, func(f *excelize.File) {
			set(f, "Sheet1", []any{"a", "b"}, []any{123456789012345, 0.1}, []any{-5, 1e-9})
		}, "a:integer | b:real\n123456789012345 | 0.1\n-5 | 1e-09\n"},
		{"one cell far away", Part{}, func(f *excelize.File) {
			set(f, "Sheet1", []any{"a"}, []any{1})
			_ = f.SetCellValue("Sheet1", "XFD1", "far")
		}, "error: reading data from \"in.xlsx\": it has more than 2000 columns\nhint: \n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ws := workbook(t, tt.build)
			if diff := cmp.Diff(tt.want, outcome(Read(t.Context(), ws, "in.xlsx", tt.part))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A workbook that is cut off or changed anywhere is an error, never a panic.
func TestDamagedWorkbooks(t *testing.T) {
	ws := workbook(t, func(f *excelize.File) { set(f, "Sheet1", []any{"a", "b"}, []any{1, "x"}) })
	content, err := os.ReadFile(filepath.Join(ws.Dir(), "in.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for at := 4; at < len(content); at += 97 {
		for _, damaged := range [][]byte{content[:at], append(append(append([]byte{}, content[:at]...), content[at]^0x55), content[at+1:]...)} {
			if _, err := readWorkbook(t.Context(), damaged, "", standardLimits()); err != nil {
				refused++
			}
		}
	}
	if refused < 20 {
		t.Errorf("only %d damaged workbooks were refused", refused)
	}
}
