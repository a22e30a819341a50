package assistant_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"genplanx/actions"
	"genplanx/domain/assistant"
)

func TestWording(t *testing.T) {
	p, err := assistant.Pack()
	if err != nil {
		t.Fatal(err)
	}
	chart := []actions.Object{
		{Name: "db1", Type: "database", Value: "db1"},
		{Name: "dataframe1", Type: "dataframe", Value: ""},
		{Name: "dataframe2", Type: "dataframe"},
		{Name: "bar-chart1", Type: "bar-chart"},
		{Name: "slide1", Type: "slide"},
		{Name: "title1", Type: "title", Value: "Balance over years"},
		{Name: "presentation1", Type: "presentation"},
		{Name: "presentation-file1", Type: "powerpoint-file", Value: "out/graph.pptx"},
		{Name: "column1", Type: "column", Value: "WillPurchase"},
		{Name: "text1", Type: "text", Value: strings.Repeat("long ", 40)},
		{Name: "nameless", Type: "csv-file"},
		{Name: "bar-chart1", Type: "slide"}, // a second object of one name says nothing
		{Name: "model1", Type: "model", Value: map[string]any{"a": 1}},
		{Name: "odd", Type: "spaceship"},
	}
	one := []actions.Object{{Name: "dataframe1", Type: "dataframe"}, {Name: "csv-file2", Type: "csv-file", Value: "copy.csv"}}
	for _, c := range []struct {
		objects []actions.Object
		fact    string
		words   string
		means   bool
	}{
		{chart, "(in bar-chart1 slide1)", "the bar chart on the slide", false},
		{chart, "(in title1 slide1)", `the title "Balance over years" on the slide`, false},
		{chart, "(in slide1 presentation1)", "the slide in the presentation", false},
		{chart, "(in presentation1 presentation-file1)", "the presentation saved in out/graph.pptx", false},
		{chart, "(in dataframe1 nameless)", "dataframe1 saved in nameless", false},
		{one, "(in dataframe1 csv-file2)", "the data saved in copy.csv", false},
		{one, "(in dataframe1 unknown)", "the data in unknown", false},
		{chart, "(in-graph dataframe1 dataframe2 bar-chart1)", "the bar chart with its data", false},
		{chart, "(available dataframe1)", "dataframe1 at hand", true},
		{chart, "(done-prediction model1 dataframe1 column1 dataframe2)", "predictions of WillPurchase for dataframe1", false},
		{chart, "(asked-in bar-chart1 slide1)", "a request for the bar chart on the slide", true},
		{chart, " ( asked-in  bar-chart1 slide1 ) ", "a request for the bar chart on the slide", true},
		{chart, "(asked-before)", "", false},
		{chart, "(not (in bar-chart1 slide1))", "not the bar chart on the slide", false},
		{chart, "(not (available dataframe1))", "not dataframe1 at hand", true},
		{chart, "(in text1 slide1)", `the text "` + strings.Repeat("long ", 12) + `..." on the slide`, false},
		{chart, "(in odd slide1)", "the spaceship in the slide", false}, // no type of the domain
		{chart, "(no-such-predicate dataframe1)", "", false},
		{chart, "(available ?d)", "", false},
		{chart, "(forall (?x - slide) (available ?x))", "", false},
		{chart, "(not (forall (?x - slide) (available ?x)))", "", false},
		{chart, "()", "", false},
		{chart, "in bar-chart1 slide1", "", false},
		{chart, "", "", false},
		{chart, "(tried 4 times)", "", false},
	} {
		words, means := p.Wording(c.objects).Fact(c.fact)
		if words != c.words || means != c.means {
			t.Errorf("%s: %q, means %v; want %q, %v", c.fact, words, means, c.words, c.means)
		}
	}
}

var place = regexp.MustCompile(`\{(\w+)\}`)

// TestPhrasesFitTheModel: every predicate has a phrase, and no phrase speaks of
// something that the model does not have.
func TestPhrasesFitTheModel(t *testing.T) {
	p, err := assistant.Pack()
	if err != nil {
		t.Fatal(err)
	}
	types := p.Model.TypeTree()
	told := map[string]bool{}
	for _, phrases := range []map[string]string{p.Phrases.Goals, p.Phrases.Means} {
		for key, phrase := range phrases {
			fields := strings.Fields(key)
			told[fields[0]] = true
			sig := p.Model.Predicate(fields[0])
			if sig == nil {
				t.Errorf("%q is no predicate", key)
				continue
			}
			if n := len(fields) - 1; n != 0 && n != len(sig.Params) {
				t.Errorf("%q has %d types, the predicate has %d", key, n, len(sig.Params))
			}
			if i := slices.IndexFunc(fields[1:], func(f string) bool { return !types.Has(f) }); i >= 0 {
				t.Errorf("%q: %s is no type", key, fields[i+1])
			}
			for _, m := range place.FindAllStringSubmatch(phrase, -1) {
				if n, err := strconv.Atoi(m[1]); err != nil || n < 1 || n > len(sig.Params) {
					t.Errorf("%q: %s is no argument", key, m[0])
				}
			}
		}
	}
	for _, s := range p.Model.Predicates {
		if !told[strings.TrimPrefix(s.Name.Text, "asked-")] && !told[s.Name.Text] {
			t.Errorf("no phrase tells (%s)", s.Name.Text)
		}
	}
	for typ := range p.Phrases.Things {
		if !types.Has(typ) {
			t.Errorf("%q is no type", typ)
		}
	}
}
