package offline_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"genplanx/compiler"
	"genplanx/compiler/offline"
	"genplanx/domain"
)

// Sentences that do not lean on each other's order mean the same in any order.
func TestOrderOfSentences(t *testing.T) {
	p := pack(t)
	f := offline.New(p)
	groups := [][]string{
		{"The available databases to read from are db1 with cost of reading 1 and db2 with cost of reading 3.", "db1 supports basic query.", "db2 supports optimized query.", "Read data and generate a barchart from 'balance' against reference column 'year'."},
		{"Make a deck with a chart of sales against month.", "The data is in q3.xlsx.", "Save the presentation as q3.pptx."},
		{"Read a.csv and make a bar chart of x by y in a deck saved as a.pptx.", "Export my calendar to cal.xlsx.", "Mail report.pdf to ann@example.com with subject 'Report'."},
		{"Learn the Class column with the DecisionTreeClassifier algorithm.", "The name of the model is judge.", "Read d.csv and e.csv.", "Use the trained model to predict the Class column for the data in the file e.csv."},
	}
	for _, g := range groups {
		want := meaning(f, p, testCase{request: strings.Join(g, " ")})
		if strings.Contains(want, "refused") || strings.Contains(want, "asks") || strings.Contains(want, "NO PLAN") {
			t.Errorf("%v: %s", g, want)
		}
		r := rand.New(rand.NewSource(1))
		for range 6 {
			h := slices.Clone(g)
			r.Shuffle(len(h), func(i, j int) { h[i], h[j] = h[j], h[i] })
			got := meaning(f, p, testCase{request: strings.Join(h, " ")})
			if normalSources(got) != normalSources(want) {
				t.Errorf("%s\ngot\n%swant\n%s", strings.Join(h, " "), got, want)
			}
		}
	}
}

// normalSources forgets the order of alternative databases.
func normalSources(s string) string { return strings.ReplaceAll(s, "[db2 or db1]", "[db1 or db2]") }

// Other names give the same problem with other names.
func TestOtherNames(t *testing.T) {
	p := pack(t)
	f := offline.New(p)
	rapid.Check(t, func(t *rapid.T) {
		name := func(label string) string {
			return "q" + rapid.StringMatching(`[a-z]{3,8}[0-9]{1,2}`).Draw(t, label)
		}
		old := []string{"annual", "balance", "yearx", "Over", "graphfile"}
		request := "Read \"annual.csv\" and generate a barchart from balance against reference column yearx. Create a slide with bar chart with title \"Over\", and add it to a presentation. Save the presentation on file genplanx/graphfile.pptx."
		var pairs []string
		for _, o := range old {
			n := name(o)
			if slices.Contains(pairs, n) {
				t.Skip("the same name twice")
			}
			pairs = append(pairs, o, n)
		}
		r := strings.NewReplacer(pairs...)
		want := strings.Split(strings.TrimSpace(r.Replace(meaning(f, p, testCase{request: request}))), "\n")
		got := strings.Split(strings.TrimSpace(meaning(f, p, testCase{request: r.Replace(request)})), "\n")
		for _, lines := range [][]string{want, got} {
			for i := range lines {
				lines[i] = strings.TrimSpace(lines[i])
			}
			slices.Sort(lines)
		}
		if !slices.Equal(want, got) {
			t.Fatalf("got %q\nwant %q", got, want)
		}
	})
}

// A word that means nothing here is refused wherever it stands, with that word
// quoted; or it is taken as part of a text or a name that was asked for.
func TestUnknownWord(t *testing.T) {
	p := pack(t)
	f := offline.New(p)
	words := []string{"frobnicate", "unless", "not"} // in turn: all at each place takes three times as long
	for k, c := range slices.Concat(readCases(t, "testdata/paper.txt"), readCases(t, "testdata/charts.txt"), readCases(t, "testdata/tables.txt"),
		readCases(t, "testdata/learning.txt"), readCases(t, "testdata/mail.txt"), readCases(t, "testdata/databases.txt")) {
		if !strings.Contains(c.want, "cost ") {
			continue
		}
		fields := strings.Fields(c.request)
		for i := range fields {
			before := strings.Join(fields[:i], " ")
			if strings.Count(before, `"`)%2 == 1 || strings.Count(before, "'")%2 == 1 || strings.Count(before, "“") != strings.Count(before, "”") {
				continue // within quotes
			}
			for _, word := range words[(i+k)%3 : (i+k)%3+1] {
				changed := strings.Join(slices.Insert(slices.Clone(fields), i, word), " ")
				got := meaning(f, p, testCase{request: changed, files: c.files})
				if strings.HasPrefix(got, "  refused") || strings.HasPrefix(got, "  asks") || strings.Contains(got, word) {
					continue
				}
				if word == "not" && got != c.want { // understood
					continue
				}
				t.Errorf("%q was dropped: %s\n%s", word, changed, got)
			}
		}
	}
}

func FuzzFormalize(f *testing.F) {
	p := pack(f)
	front := offline.New(p)
	for _, name := range []string{"paper", "charts", "tables", "refused", "newcomer", "mail", "learning", "databases"} {
		for _, c := range readCases(f, "testdata/"+name+".txt") {
			f.Add(c.request)
		}
	}
	f.Add("read “a.csv and 'it’s\x00\xff")
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		a, err := front.Formalize(context.Background(), compiler.Request{Text: text, Sources: sources("a.csv(x, net value); sales-2024.csv(sales, region)")}, nil)
		if d := time.Since(start); d > 3*time.Second && len(text) < 20000 {
			t.Errorf("%d characters took %v", len(text), d)
		}
		if err != nil {
			return
		}
		if problem, list := compiler.Decode(a.Text, p); !list.HasErrors() && len(problem.Asks) == 0 {
			if _, list := compiler.Lower(problem, p); list.HasErrors() {
				t.Errorf("%q: %v\n%s", text, list.Err(), a.Text)
			}
		}
	})
}

func TestLongRequests(t *testing.T) {
	f := offline.New(pack(t))
	for _, unit := range []string{"Read a.csv and make a bar chart of sales by region. ", "and ", "\"", "the ", "a chart of x by y and ", "x ", "where a is 1 and ", "(", "slide with a chart on a "} {
		text := strings.Repeat(unit, 20000/len(unit))
		start := time.Now()
		_, _ = f.Formalize(context.Background(), compiler.Request{Text: text}, nil)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%d characters of %q took %v", len(text), unit, d)
		} else {
			t.Logf("%q %v", unit, d)
		}
	}
}

// A pack without words understands nothing, and says so; one with a few kinds
// of its own works without those of the office.
func TestOtherPacks(t *testing.T) {
	empty := offline.New(&domain.Pack{})
	for _, c := range slices.Concat(readCases(t, "testdata/paper.txt"), readCases(t, "testdata/tables.txt"), readCases(t, "testdata/newcomer.txt")) {
		var no *compiler.NotUnderstood
		if _, err := empty.Formalize(context.Background(), compiler.Request{Text: c.request}, nil); !errors.As(err, &no) {
			t.Errorf("%s: %v", c.request, err)
		}
	}
	lamps := offline.New(&domain.Pack{Lexicon: &domain.Lexicon{
		Skip: "please",
		Kinds: []domain.Kind{
			{Name: "lamp", Nouns: "lamp, light", Type: "lamp", Object: "lamp", Slots: []domain.Slot{{Name: "room", Marks: "in, of", Takes: "room", Ask: "In which room is %s?"}}},
			{Name: "room", Type: "room", Object: "room", Variants: []domain.Variant{{Name: "kitchen", Nouns: "kitchen"}, {Name: "hall", Nouns: "hall, hallway"}}},
		},
		Verbs: []domain.Verb{{Name: "light", Words: "switch on, turn on", Slots: []domain.Slot{{Name: "object", Marks: "-", Takes: "lamp", Many: true}}}},
		Rules: []domain.Rule{
			{For: "lamp", If: "room", Init: "(in $self $room)"},
			{For: "light", Each: "object", Goals: "(lit $each)"},
		},
	}})
	a, err := lamps.Formalize(context.Background(), compiler.Request{Text: "Please switch on the lamp in the kitchen and the light of the hallway."}, nil)
	if err != nil || !strings.Contains(a.Text, "(and (lit lamp1) (lit lamp2))") || !strings.Contains(a.Text, "(in lamp1 room1) (in lamp2 room2)") {
		t.Errorf("%s %v", a.Text, err)
	}
	a, err = lamps.Formalize(context.Background(), compiler.Request{Text: "Turn on the light."}, nil)
	if err != nil || !strings.Contains(a.Text, "In which room is \\\"the light\\\"?") {
		t.Errorf("%s %v", a.Text, err)
	}
}

// The files of the workspace do not change what the requests mean that name
// their files and columns.
func TestWithFiles(t *testing.T) {
	p := pack(t)
	f := offline.New(p)
	const office = "annual-report.csv(year, balance, net-value); db1.csv(year, balance, net-value); db2.csv(year, balance, net-value); " +
		"apps.csv(subject, start, year, month, day, hour, minutes, duration, organizer, alldayevent, isrecurring, busystatus, numrecipients); " +
		"genplanx/investment_data.csv(CompanyID, Years, Revenue, PE, Sector, PreviousPurchases, ProductInterest, WillPurchase); " +
		"genplanx/investment_pred.csv(CompanyID, Years, Revenue, PE, Sector, PreviousPurchases, ProductInterest, WillPurchase)"
	for _, name := range []string{"paper", "calendar", "databases", "mail", "refused", "learning"} {
		for _, c := range readCases(t, "testdata/"+name+".txt") {
			if c.files != "" {
				continue
			}
			got := meaning(f, p, testCase{request: c.request, files: office})
			if got != c.want && !(strings.HasPrefix(c.want, "  asks") && strings.HasPrefix(got, "  asks")) {
				t.Errorf("%s\nwith files\n%swithout\n%s", c.request, got, c.want)
			}
		}
	}
}

func TestFeedback(t *testing.T) {
	f := offline.New(pack(t))
	_, err := f.Formalize(context.Background(), compiler.Request{Text: "Read a.csv."}, []compiler.Feedback{{Answer: "{}", Faults: "no goals"}})
	if err == nil || !strings.Contains(err.Error(), "no goals") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Formalize(ctx, compiler.Request{Text: "Read a.csv."}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkPaper(b *testing.B) {
	p := pack(b)
	f := offline.New(p)
	for i, c := range readCases(b, "testdata/paper.txt") {
		b.Run(fmt.Sprint(i+1), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.Formalize(context.Background(), compiler.Request{Text: c.request}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
