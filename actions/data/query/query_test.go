package query

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"genplanx/actions/table"
)

var frame = Frame{Name: "dataframe1", Columns: []table.Column{
	{Name: "year", Kind: table.Integer}, {Name: "net-value", Kind: table.Real}, {Name: "Sector", Kind: table.Text}, {Name: "dataframe1", Kind: table.Text},
}}

// The answers to queries are tested in package data; here is what only the
// translation knows: the columns that an index would help.
func TestConditions(t *testing.T) {
	for text, want := range map[string]string{
		"df['year']":                                             "",
		"df[df['year'] == 2024]":                                 "year",
		"net-value > 5 and not Sector in ['a']":                  "net-value Sector",
		"df[df.year > 2000].head(3)[df['Sector'] == 'x']":        "year",
		"df.groupby('year')['net-value'].sum()":                  "",
		"SELECT year FROM df WHERE sector = 'year' AND year > 1": "Sector year",
		"SELECT year FROM df ORDER BY year":                      "",
		"df[df['net-value'] > df['net-value'].mean()]['year']":   "net-value",
		"dataframe1 == 'x'":                                      "dataframe1",
	} {
		s, err := Translate(text, frame)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, strings.Join(s.Conditions, " ")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}

func TestTranslationKeepsKinds(t *testing.T) {
	s, err := Translate("df[['Sector', 'year']]", frame)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]table.Kind{table.Text, table.Integer}, s.Kinds); diff != "" {
		t.Error(diff)
	}
}

func TestFind(t *testing.T) {
	for name, want := range map[string]string{"year": "year", "YEAR": "year", "Net Value": "net-value", " sector ": "Sector", "yeer": `no column "yeer"; did you mean "year"? columns: year, Year2`, "y": `no column "y"; columns: year, Year2`} {
		names := []string{"year", "Year2", "net-value", "Sector"}
		if strings.HasPrefix(want, "no column") {
			names = names[:2]
		}
		got, err := Find(name, names)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	if _, err := Find("a b", []string{"a_b", "a-b"}); err == nil {
		t.Error("two columns fit, one was taken")
	}
}
