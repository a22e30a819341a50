package table

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func date(s string) time.Time {
	at, err := time.Parse("2006-01-02 15:04:05", s)
	if err != nil {
		panic(err)
	}
	return at
}

// Columns of text, each with what becomes of it; the files that csv readers give
// are tested in package data.
func TestInferredKinds(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cells []string
		o     Options
		kind  Kind
		want  []any
	}{
		{"integers", []string{"1", "-2", "", "0"}, Options{}, Integer, []any{int64(1), int64(-2), nil, int64(0)}},
		{"largest", []string{"9223372036854775807"}, Options{}, Integer, []any{int64(9223372036854775807)}},
		{"too large", []string{"9223372036854775808"}, Options{}, Text, []any{"9223372036854775808"}},
		{"reals", []string{"1", ".5", "-2.", "1e3", "2.5E-1"}, Options{}, Real, []any{1.0, 0.5, -2.0, 1000.0, 0.25}},
		{"not numbers", []string{"0x1F"}, Options{}, Text, []any{"0x1F"}},
		{"not numbers either", []string{"1_000"}, Options{}, Text, []any{"1_000"}},
		{"infinity", []string{"Inf"}, Options{}, Text, []any{"Inf"}},
		{"overflow", []string{"1e999"}, Options{}, Text, []any{"1e999"}},
		{"a dash", []string{"-"}, Options{}, Text, []any{"-"}},
		{"minus zero in front", []string{"-05"}, Options{}, Text, []any{"-05"}},
		{"booleans", []string{"TRUE", "false", "True"}, Options{}, Bool, []any{true, false, true}},
		{"yes and no stay text", []string{"Yes", "No"}, Options{}, Text, []any{"Yes", "No"}},
		{"one word spoils the column", []string{"1", "2", "x"}, Options{}, Text, []any{"1", "2", "x"}},
		{"a marker only", []string{"NA", ""}, Options{}, Text, []any{"NA", nil}},
		{"ISO", []string{"2024-05-03", "2024/5/4"}, Options{}, Date, []any{date("2024-05-03 00:00:00"), date("2024-05-04 00:00:00")}},
		{"ISO with time", []string{"2024-05-03T10:00", "2024-05-03 10:00:30", "2024-05-03"}, Options{}, DateTime,
			[]any{date("2024-05-03 10:00:00"), date("2024-05-03 10:00:30"), date("2024-05-03 00:00:00")}},
		{"day first with points", []string{"03.04.2024"}, Options{}, Date, []any{date("2024-04-03 00:00:00")}},
		{"same both ways", []string{"05/05/2024"}, Options{}, Date, []any{date("2024-05-05 00:00:00")}},
		{"noon and midnight", []string{"13/05/2024 12:30 AM", "13/05/2024 12:30 PM", "13/05/2024 1:05 pm"}, Options{}, DateTime,
			[]any{date("2024-05-13 00:30:00"), date("2024-05-13 12:30:00"), date("2024-05-13 13:05:00")}},
		{"leap day", []string{"29/02/2023"}, Options{}, Text, []any{"29/02/2023"}},
		{"hour 13 PM", []string{"13/05/2024 13:30 PM"}, Options{}, Text, []any{"13/05/2024 13:30 PM"}},
		{"two-digit years", []string{"16-07-24"}, Options{}, Text, []any{"16-07-24"}},
		{"comma decimals", []string{"1.234,56", "7"}, Options{DecimalComma: true}, Real, []any{1234.56, 7.0}},
		{"comma decimals elsewhere", []string{"1.234,56"}, Options{}, Text, []any{"1.234,56"}},
		{"wrong groups", []string{"12.34,5"}, Options{DecimalComma: true}, Text, []any{"12.34,5"}},
		{"groups", []string{"1,234", "-12,345,678"}, Options{}, Integer, []any{int64(1234), int64(-12345678)}},
		{"ISO only", []string{"1", "2"}, Options{ISODatesOnly: true}, Text, []any{"1", "2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := make([][]string, len(tt.cells))
			for i, c := range tt.cells {
				rows[i] = []string{c}
			}
			got, err := FromText([]string{"a"}, rows, tt.o)
			if err != nil {
				t.Fatal(err)
			}
			want := Column{Name: "a", Kind: tt.kind, Cells: tt.want}
			if diff := cmp.Diff(want, got.Columns[0]); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if _, err := New(got.Columns...); err != nil {
				t.Error(err)
			}
		})
	}
	if _, err := FromText([]string{"a", "b"}, [][]string{{"1"}}, Options{}); err == nil {
		t.Error("a short row is accepted")
	}
}

func TestNew(t *testing.T) {
	one := []any{int64(1)}
	for _, tt := range []struct {
		name    string
		columns []Column
		want    string
	}{
		{"sound", []Column{{"a", Integer, one}, {"b", Text, []any{nil}}}, ""},
		{"none", nil, ""},
		{"no name", []Column{{"", Integer, one}}, "column 1 has no name"},
		{"same name", []Column{{"a", Integer, one}, {"a", Text, []any{"x"}}}, `two columns are named "a"`},
		{"lengths", []Column{{"a", Integer, one}, {"b", Text, nil}}, `column "b" has 0 cells, column "a" has 1`},
		{"kinds", []Column{{"a", Text, one}}, `row 1 of column "a" holds int64 in a column of kind text`},
		{"foreign cell", []Column{{"a", Integer, []any{1}}}, "holds int in a column of kind integer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := New(tt.columns...)
			if (err == nil) != (tt.want == "") || (err != nil && !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestText(t *testing.T) {
	tenth := 0.1
	for _, tt := range []struct {
		kind        Kind
		cell        any
		text, exact string
	}{
		{Integer, int64(-7), "-7", "-7"},
		{Real, tenth + 0.2, "0.3", "0.30000000000000004"},
		{Real, 1234567.5, "1234567.5", "1234567.5"},
		{Real, 5.0, "5", "5"},
		{Real, math.Copysign(0, -1), "0", "0"},
		{Real, 1e20, "1e+20", "1e+20"},
		{Real, 1e-9, "1e-09", "1e-09"},
		{Bool, true, "TRUE", "TRUE"},
		{Bool, false, "FALSE", "FALSE"},
		{Date, date("2024-05-03 00:00:00"), "2024-05-03", "2024-05-03"},
		{DateTime, date("2024-05-03 00:00:00"), "2024-05-03 00:00", "2024-05-03"},
		{DateTime, date("2024-05-03 09:30:00"), "2024-05-03 09:30", "2024-05-03 09:30"},
		{DateTime, date("2024-05-03 09:30:15"), "2024-05-03 09:30:15", "2024-05-03 09:30:15"},
		{Text, "x", "x", "x"},
		{Text, nil, "", ""},
	} {
		c := Column{Name: "a", Kind: tt.kind, Cells: []any{tt.cell}}
		if got := c.Text(0); got != tt.text {
			t.Errorf("Text(%v) = %q, want %q", tt.cell, got, tt.text)
		}
		if got := Format(tt.cell); got != tt.exact {
			t.Errorf("Format(%v) = %q, want %q", tt.cell, got, tt.exact)
		}
	}
}

func TestPreview(t *testing.T) {
	small := &Table{Columns: []Column{
		{"name", Text, []any{"Zoë", "a\nb\x1b[2J", nil}},
		{"n", Integer, []any{int64(5), int64(1000), nil}},
		{"last", Text, []any{strings.Repeat("x", 50), "y", "z"}},
	}}
	want := "name           n  last\n" +
		"Zoë            5  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\n" +
		"a b [2J     1000  y\n… 1 more rows\n"
	got := small.Preview(2)
	if diff := cmp.Diff(strings.Join(strings.Fields(want), " "), strings.Join(strings.Fields(got), " ")); diff != "" {
		t.Errorf("(-want +got)\n%s\n%s", diff, got)
	}
	lines := strings.Split(got, "\n")
	if !strings.HasSuffix(lines[1][:strings.Index(lines[1], "xxx")], "   5  ") || !strings.Contains(lines[2], "1000  y") {
		t.Errorf("numbers are not flush right:\n%s", got)
	}
	if strings.ContainsRune(got, 0x1b) {
		t.Error("a control character is printed")
	}
	wide := &Table{}
	for i := range 15 {
		wide.Columns = append(wide.Columns, Column{fmt.Sprint("c", i), Text, nil})
	}
	if got := wide.Preview(5); !strings.HasSuffix(got, "… 3 more columns: c12, c13, c14\n") {
		t.Error(got)
	}
	if got := (&Table{}).Preview(5); got != "\n" {
		t.Errorf("%q", got)
	}
}

func TestParseDate(t *testing.T) {
	for s, want := range map[string]string{
		"2024-05-03": "2024-05-03", "3 May 2024": "2024-05-03", "May 3, 2024": "2024-05-03", "31/01/2024": "2024-01-31", "01/31/2024": "2024-01-31",
		"05/05/2024": "2024-05-05", "03.04.2024": "2024-04-03", "2024-05-03T10:30Z": "2024-05-03 10:30",
		"03/04/2024": "", "2024": "", "hello": "", "": "", "2024-13-01": "", "32/01/2024": "", "2024-05-03 25:00": "",
	} {
		at, _, ok := ParseDate(s)
		if got := Format(at); ok != (want != "") || (ok && got != want) {
			t.Errorf("%q: %s %v, want %q", s, got, ok, want)
		}
	}
}

// What Format writes is inferred as the same cells again.
func TestFormatIsReadAgain(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom([]Kind{Integer, Real, Bool, Date, DateTime}).Draw(rt, "kind")
		n := rapid.IntRange(1, 8).Draw(rt, "rows")
		var cells []any
		var rows [][]string
		for range n {
			cell := drawCell(rt, kind)
			cells = append(cells, cell)
			rows = append(rows, []string{Format(cell)})
		}
		got, err := FromText([]string{"a"}, rows, Options{})
		if err != nil {
			rt.Fatal(err)
		}
		for i, cell := range got.Columns[0].Cells {
			if Format(cell) != Format(cells[i]) {
				rt.Fatalf("%v (%s) became %v", cells[i], rows[i][0], cell)
			}
		}
		if k := got.Columns[0].Kind; k != kind && (kind != Real || k != Integer) && (kind != DateTime || k != Date) {
			rt.Fatalf("%s became %s: %v", kind, k, rows)
		}
	})
}

func drawCell(rt *rapid.T, kind Kind) any {
	switch kind {
	case Integer:
		return rapid.Int64().Draw(rt, "integer")
	case Real:
		return rapid.Float64Range(-1e12, 1e12).Draw(rt, "real")
	case Bool:
		return rapid.Bool().Draw(rt, "bool")
	}
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(-300_000, 300_000).Draw(rt, "day"))
	if kind == DateTime {
		at = at.Add(time.Duration(rapid.IntRange(0, 86399).Draw(rt, "second")) * time.Second)
	}
	return at
}

// Reading never changes the kind when rows are put in another order.
func TestInferenceIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cell := rapid.SampledFrom([]string{"1", "2.5", "", "NA", "007", "x", "TRUE", "2024-01-02", "13/01/2024", "03/04/2024", "1,234", "3 May 2024"})
		rows := rapid.SliceOfN(cell, 1, 8).Draw(rt, "cells")
		shuffled := rapid.Permutation(rows).Draw(rt, "shuffled")
		if a, b := kindOf(rt, rows), kindOf(rt, shuffled); a != b {
			rt.Fatalf("%v is %s, %v is %s", rows, a, shuffled, b)
		}
	})
}

func kindOf(rt *rapid.T, cells []string) Kind {
	rows := make([][]string, len(cells))
	for i, c := range cells {
		rows[i] = []string{c}
	}
	t, err := FromText([]string{"a"}, rows, Options{})
	if err != nil {
		rt.Fatal(err)
	}
	return t.Columns[0].Kind
}
