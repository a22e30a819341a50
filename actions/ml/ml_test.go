package ml

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"genplanx/actions"
	"genplanx/actions/table"
)

// tableOf reads a small table written with spaces.
func tableOf(t testing.TB, text string) *table.Table {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var rows [][]string
	for _, l := range lines {
		row := strings.Fields(l)
		for i := range row {
			if row[i] == "-" {
				row[i] = ""
			}
		}
		rows = append(rows, row)
	}
	tb, err := table.FromText(rows[0], rows[1:], table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// The tables of the paper's figure 13; row 20 is not printed there.
const investmentData = `
CompanyID Years Revenue PE Sector PreviousPurchases ProductInterest WillPurchase
1 25 50000 20 Pharma 0 High Yes
2 32 60000 10 Tech 2 Medium No
3 40 80000 30 Retail 1 Low No
4 22 30000 11 Tech 0 High Yes
5 35 75000 15 Tech 3 Medium Yes
6 28 52000 12 Pharma 1 High No
7 45 90000 23 Pharma 5 Low Yes
8 30 58000 55 Retail 0 Medium No
9 50 100000 90 Tech 4 High Yes
10 27 48000 20 Tech 2 Low No`

const investmentPred = `
CompanyID Years Revenue PE Sector PreviousPurchases ProductInterest
11 34 75000 19 Tech 1 Medium
12 29 60000 11 Pharma 2 High
13 41 85000 40 Tech 0 Low
14 23 32000 14 Pharma 3 Medium
15 37 70000 50 Retail 4 High
16 26 54000 12 Pharma 0 Low
17 48 92000 20 Tech 1 Medium
18 31 58000 55 Tech 2 High
19 52 99000 70 Retail 5 Low`

// The actions, called as in the paper's example 2, give the predictions printed
// in its figure 13.
func TestPaperExample2(t *testing.T) {
	for _, algorithm := range []string{"DecisionTreeClassifier", "decision tree", "CART", ""} {
		t.Run(algorithm, func(t *testing.T) {
			ai := actions.Object{Name: "ai", Type: "ai-agent"}
			model := actions.Object{Name: "model1", Type: "model", Value: "investor"}
			data := actions.Object{Name: "dataframe1", Type: "dataframe", Value: tableOf(t, investmentData)}
			column := actions.Object{Name: "column1", Type: "column", Value: "WillPurchase"}
			method := actions.Object{Name: "ml-algorithm1", Type: "ml-algorithm", Value: algorithm}
			call := &actions.Call{Args: []actions.Object{ai, model, data, column, method}}
			if got, want := LearnSupervised().Describe(call), "learning a supervised model from dataframe1 using algorithm ml-algorithm1 and class in column column1. Model in model1"; got != want {
				t.Errorf("described as %q", got)
			}
			learned := run(t, LearnSupervised(), call, 1)
			want := "learned a decision tree (gini) for WillPurchase from 10 rows: 3 leaves, depth 2, 10 of them predicted right (CompanyID was left out: it has another value in every row)"
			if learned.Summary != want {
				t.Errorf("summary %q", learned.Summary)
			}
			model.Value = learned.Values["model1"]
			frame := actions.Object{Name: "dataframe2", Type: "dataframe", Value: tableOf(t, investmentPred)}
			out := actions.Object{Name: "dataframe3", Type: "dataframe"}
			call = &actions.Call{Args: []actions.Object{ai, model, frame, column, out}}
			if got, want := PredictUsingLearnedModel().Describe(call), "prediction on dataframe3 using model1"; got != want {
				t.Errorf("described as %q", got)
			}
			res := run(t, PredictUsingLearnedModel(), call, 4)
			predicted := res.Values["dataframe3"].(*table.Table)
			if got, want := cells(predicted, "WillPurchase"), "No No No Yes Yes No No No Yes"; got != want {
				t.Errorf("predicted %s, the paper has %s", got, want)
			}
			if got, want := cells(predicted, "CompanyID"), "11 12 13 14 15 16 17 18 19"; got != want {
				t.Errorf("rows %s", got)
			}
			if len(res.Made) != 1 || !strings.Contains(res.Made[0].Text, "WillPurchase") {
				t.Errorf("made %+v", res.Made)
			}
		})
	}
}

// run runs an action and its check, which must see its effects once the value is
// there and miss them before.
func run(t *testing.T, a actions.Action, call *actions.Call, result int) actions.Result {
	t.Helper()
	before := fmt.Sprint(call.Args[2].Value)
	res, err := a.Run(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if after := fmt.Sprint(call.Args[2].Value); after != before {
		t.Error("the given value was changed")
	}
	check := func(want actions.Truth) {
		t.Helper()
		seen, err := a.Check(t.Context(), call)
		if err != nil || len(seen) == 0 {
			t.Fatal(seen, err)
		}
		for _, o := range seen {
			if o.Truth != want {
				t.Errorf("%s%v is %d, want %d (%s)", o.Predicate, o.Args, o.Truth, want, o.Note)
			}
		}
	}
	held := call.Args[result].Value
	call.Args[result].Value = nil
	check(actions.False)
	call.Args[result].Value = res.Values[call.Args[result].Name]
	check(actions.True)
	call.Args[result].Value = held
	return res
}

func cells(t *table.Table, name string) string {
	c, _ := t.Column(name)
	texts := make([]string, t.Rows())
	for r := range texts {
		texts[r] = c.Text(r)
	}
	return strings.Join(texts, " ")
}

// Trees worked out by hand (the same as scikit-learn's, but for the side of a
// value right at the threshold).
func TestTrees(t *testing.T) {
	for _, tt := range []struct{ name, data, target, algorithm, want string }{
		{"paper", investmentData, "WillPurchase", "", `
if PreviousPurchases < 2.5:
  if Years < 26:
    WillPurchase = Yes (2 rows)
  if Years >= 26:
    WillPurchase = No (5 rows)
if PreviousPurchases >= 2.5:
  WillPurchase = Yes (3 rows)
`},
		// Quinlan's weather (1986): Outlook is the first test, as in ID3.
		{"weather", weather, "Play", "ID3", `
if Outlook is not Overcast:
  if Humidity is High:
    if Outlook is Sunny:
      Play = No (3 rows)
    if Outlook is not Sunny:
      if Wind is Strong:
        Play = No (1 rows)
      if Wind is not Strong:
        Play = Yes (1 rows)
  if Humidity is not High:
    if Wind is Strong:
      if Outlook is Rain:
        Play = No (1 rows)
      if Outlook is not Rain:
        Play = Yes (1 rows)
    if Wind is not Strong:
      Play = Yes (3 rows)
if Outlook is Overcast:
  Play = Yes (4 rows)
`},
		{"subset of categories", "c y\na 0\nb 1\nc 0\nd 1\na 0\nb 1", "y", "", `
if c is one of a, c:
  y = 0 (3 rows)
if c is none of a, c:
  y = 1 (3 rows)
`},
		{"three classes, one against the rest", "c y\na u\na u\nb v\nb v\nc w\nc w", "y", "", `
if c is a:
  y = u (2 rows)
if c is not a:
  if c is b:
    y = v (2 rows)
  if c is not b:
    y = w (2 rows)
`},
		{"exclusive or needs a split without gain", "a b y\n0 0 n\n0 1 y\n1 0 y\n1 1 n", "y", "", `
if a < 0.5:
  if b < 0.5:
    y = n (1 rows)
  if b >= 0.5:
    y = y (1 rows)
if a >= 0.5:
  if b < 0.5:
    y = y (1 rows)
  if b >= 0.5:
    y = n (1 rows)
`},
		{"ties go to the first column", "a b y\n1 1 n\n2 2 y", "y", "", "\nif a < 1.5:\n  y = n (1 rows)\nif a >= 1.5:\n  y = y (1 rows)\n"},
		{"contradictions end in a majority", "a y\n1 n\n1 y\n1 y", "y", "", "\ny = y (3 rows)\n"},
		{"equal shares end in the first class", "a y\n1 q\n1 p", "y", "", "\ny = p (2 rows)\n"},
		{"one class", "a y\n1 q\n2 q", "y", "", "\ny = q (2 rows)\n"},
		{"missing values go with most rows", "a y\n1 n\n2 n\n- n\n9 y\n- y", "y", "", `
if a < 5.5:
  y = n (4 rows)
if a >= 5.5:
  y = y (1 rows)
`},
		{"regression", "x y\n1 10.5\n2 10.5\n3 20\n4 21", "y", "DecisionTreeRegressor", `
if x < 2.5:
  y = 10.5 (2 rows)
if x >= 2.5:
  if x < 3.5:
    y = 20 (1 rows)
  if x >= 3.5:
    y = 21 (1 rows)
`},
		{"fractions are quantities", "x y\n1 0.5\n2 1.5", "y", "CART", "\nif x < 1.5:\n  y = 0.5 (1 rows)\nif x >= 1.5:\n  y = 1.5 (1 rows)\n"},
		{"dates", "d y\n2024-01-01 a\n2024-01-03 b", "y", "", "\nif d < 2024-01-02:\n  y = a (1 rows)\nif d >= 2024-01-02:\n  y = b (1 rows)\n"},
		{"booleans", "f y\nTRUE a\nFALSE b", "y", "", "\nif f < 0.5:\n  y = b (1 rows)\nif f >= 0.5:\n  y = a (1 rows)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Learn(t.Context(), tableOf(t, tt.data), tt.target, tt.algorithm)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, "\n"+m.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

const weather = `
Outlook Temperature Humidity Wind Play
Sunny Hot High Weak No
Sunny Hot High Strong No
Overcast Hot High Weak Yes
Rain Mild High Weak Yes
Rain Cool Normal Weak Yes
Rain Cool Normal Strong No
Overcast Cool Normal Strong Yes
Sunny Mild High Weak No
Sunny Cool Normal Weak Yes
Rain Mild Normal Weak Yes
Sunny Mild Normal Strong Yes
Overcast Mild High Strong Yes
Overcast Hot Normal Weak Yes
Rain Mild High Strong No`

func TestSettings(t *testing.T) {
	data := actions.Object{Name: "d", Value: tableOf(t, investmentData)}
	for _, tt := range []struct {
		name   string
		attrs  map[string]any
		leaves int
	}{
		{"shallow", map[string]any{"max_depth": 1}, 2},
		{"shallow from JSON", map[string]any{"max-depth": 1.0}, 2},
		{"large leaves", map[string]any{"min_samples_leaf": "4"}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call := &actions.Call{Args: []actions.Object{{Name: "ai"}, {Name: "m"}, data, {Name: "c", Value: "willpurchase"}, {Name: "l", Value: "CART", Attrs: tt.attrs}}}
			res, err := LearnSupervised().Run(t.Context(), call)
			if err != nil {
				t.Fatal(err)
			}
			if got := res.Values["m"].(*Model).Leaves(); got != tt.leaves {
				t.Errorf("%d leaves, want %d", got, tt.leaves)
			}
		})
	}
}

func TestLearnRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, data, target, algorithm string
		attrs                         map[string]any
		want                          string
	}{
		{"one row", "a y\n1 x", "y", "", nil, `it has 1 rows with a value of "y", and learning needs 2`},
		{"no target", investmentData, "WillPurchas", "", nil, `did you mean "WillPurchase"?`},
		{"no values", "a y\n1 -\n2 -", "y", "", nil, "learning needs 2"},
		{"only the target", "y\na\nb", "y", "", nil, "no column to learn from"},
		{"unknown algorithm", "a y\n1 x\n2 z", "y", "RandomForest", nil, `"RandomForest" is not available`},
		{"regression of text", "a y\n1 x\n2 z", "y", "DecisionTreeRegressor", nil, "regression needs numbers"},
		{"bad depth", "a y\n1 x\n2 z", "y", "", map[string]any{"max_depth": "deep"}, "max_depth is deep"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call := &actions.Call{Args: []actions.Object{{Name: "ai"}, {Name: "m"}, {Name: "d", Value: tableOf(t, tt.data)}, {Name: "c", Value: tt.target}, {Name: "l", Value: tt.algorithm, Attrs: tt.attrs}}}
			_, err := LearnSupervised().Run(t.Context(), call)
			if err == nil || !strings.Contains(err.Error(), tt.want) || actions.HintOf(err) == "" {
				t.Errorf("got %v (hint %q)", err, actions.HintOf(err))
			}
		})
	}
	call := &actions.Call{Args: []actions.Object{{Name: "ai"}, {Name: "m"}, {Name: "d"}, {Name: "c"}, {Name: "l"}}}
	if _, err := LearnSupervised().Run(t.Context(), call); err == nil || !strings.Contains(err.Error(), "d: it has no value yet") {
		t.Errorf("without data: %v", err)
	}
}

func TestPredict(t *testing.T) {
	m, err := Learn(t.Context(), tableOf(t, "n c y\n1 a p\n2 a p\n3 b q\n4 b q"), "y", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, data, want string }{
		{"the true column is not used and is replaced in its place", "y n c extra\nwrong 1 a 7\nwrong 4 b 8", "y n c extra: p q"},
		{"names in other letter case", "N C\n4 b", "N C y: q"},
		{"missing and unseen values", "n c\n- a\n9 zzz", "n c y: p q"},
		{"no rows", "n c", "n c y: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := m.Predict(tableOf(t, tt.data))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(out.Names(), " ") + ": " + cells(out, "y"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	for _, tt := range []struct{ name, data, want string }{
		{"lacks a column", "c\na", `no column "n"`},
		{"text for numbers", "n c\nmany a", `column "n" holds text`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call := &actions.Call{Args: []actions.Object{{Name: "ai"}, {Name: "m", Value: m}, {Name: "d", Value: tableOf(t, tt.data)}, {Name: "c"}, {Name: "r"}}}
			_, err := PredictUsingLearnedModel().Run(t.Context(), call)
			if err == nil || !strings.Contains(err.Error(), tt.want) || actions.HintOf(err) == "" {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestIdentifiersAreLeftOut(t *testing.T) {
	for name, want := range map[string]bool{
		"id": true, "ID": true, "CompanyID": true, "companyId": true, "company_id": true, "company id": true, "Customer-Id": true, "row key": true, "UUID": true,
		"paid": false, "Paid": false, "PAID": false, "turkey": false, "width": false, "Years": false,
	} {
		if got := namesID(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestModelSurvivesJSON(t *testing.T) {
	for _, tt := range []struct{ data, target string }{
		{investmentData, "WillPurchase"}, {weather, "Play"}, {"x y\n1 0.5\n2 1.5", "y"}, {"x y\n1 TRUE\n2 FALSE", "y"}, {"x y\n1 2024-01-01\n2 2024-02-01", "y"},
	} {
		data := tableOf(t, tt.data)
		m, err := Learn(t.Context(), data, tt.target, "")
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Model
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		want, errWant := m.Predict(data)
		got, errGot := back.Predict(data)
		if errWant != nil || errGot != nil {
			t.Fatal(errWant, errGot)
		}
		if diff := cmp.Diff(want, got); diff != "" || back.String() != m.String() {
			t.Errorf("(-learned +read)\n%s", diff)
		}
	}
}

func TestDamagedModelsAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"no nodes":         `{"target":"y","kind":1,"classes":["a"]}`,
		"loop":             `{"target":"y","kind":1,"classes":["a"],"features":[{"name":"x","kind":2}],"nodes":[{"left":0,"right":0}]}`,
		"missing child":    `{"target":"y","kind":1,"classes":["a"],"features":[{"name":"x","kind":2}],"nodes":[{"left":1,"right":9},{"leaf":true}]}`,
		"missing class":    `{"target":"y","kind":1,"classes":["a"],"nodes":[{"leaf":true,"class":3}]}`,
		"missing feature":  `{"target":"y","kind":1,"classes":["a"],"nodes":[{"feature":2,"left":1,"right":2},{"leaf":true},{"leaf":true}]}`,
		"wrong kind":       `{"target":"y","kind":99,"classes":["a"],"nodes":[{"leaf":true}]}`,
		"class of no kind": `{"target":"y","kind":2,"classes":["a"],"nodes":[{"leaf":true}]}`,
		"not a model":      `[1,2]`,
	} {
		t.Run(name, func(t *testing.T) {
			var m Model
			if err := json.Unmarshal([]byte(text), &m); err == nil {
				t.Error("it was read")
			}
		})
	}
}

// Any tree fits the rows it was learned from when no two of them contradict.
func TestTreesFitConsistentRows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(rt, "rows")
		seen := map[string]bool{}
		number := table.Column{Name: "n", Kind: table.Integer}
		text := table.Column{Name: "t", Kind: table.Text}
		target := table.Column{Name: "y", Kind: table.Text}
		for range n {
			v := rapid.Int64Range(0, 9).Draw(rt, "n")
			s := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(rt, "t")
			if seen[fmt.Sprint(v, s)] {
				continue
			}
			seen[fmt.Sprint(v, s)] = true
			number.Cells, text.Cells = append(number.Cells, v), append(text.Cells, s)
			target.Cells = append(target.Cells, rapid.SampledFrom([]string{"p", "q", "r"}).Draw(rt, "y"))
		}
		if len(target.Cells) < 2 {
			rt.Skip()
		}
		data := &table.Table{Columns: []table.Column{number, text, target}}
		m, err := Learn(t.Context(), data, "y", rapid.SampledFrom([]string{"CART", "ID3"}).Draw(rt, "algorithm"))
		if err != nil {
			rt.Fatal(err)
		}
		out, err := m.Predict(data)
		if err != nil {
			rt.Fatal(err)
		}
		if got, want := cells(out, "y"), cells(data, "y"); got != want {
			rt.Fatalf("predicted %s, want %s\n%s", got, want, m)
		}
	})
}

func random(rows int) *table.Table {
	r := rand.New(rand.NewPCG(1, 2))
	columns := make([]table.Column, 5)
	for i := range columns {
		columns[i] = table.Column{Name: fmt.Sprint("x", i), Kind: table.Real, Cells: make([]any, rows)}
	}
	target := table.Column{Name: "y", Kind: table.Text, Cells: make([]any, rows)}
	for row := range rows {
		sum := 0.0
		for i := range columns {
			v := r.Float64()
			columns[i].Cells[row] = v
			sum += v * float64(i)
		}
		target.Cells[row] = fmt.Sprint(int(sum) % 3)
	}
	return &table.Table{Columns: append(columns, target)}
}

// The time per row must grow no faster than the depth of the tree.
func BenchmarkLearn(b *testing.B) {
	for _, rows := range []int{1_000, 4_000, 16_000, 64_000} {
		data := random(rows)
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			for b.Loop() {
				if _, err := Learn(b.Context(), data, "y", ""); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
		})
	}
}
