package compiler

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"genplanx/pddl/diag"
)

// python writes a value as Python's repr does.
func python(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		quote := "'"
		if strings.Contains(v, "'") && !strings.Contains(v, `"`) {
			quote = `"`
		}
		return quote + strings.NewReplacer(`\`, `\\`, quote, `\`+quote, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(v) + quote
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = python(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, k := range names(v) {
			parts = append(parts, python(k)+": "+python(v[k]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}

// values draws JSON values with the texts that make reading hard.
func values() *rapid.Generator[any] {
	text := rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{`df["it's"]`, `{'a': "b"}`, "None", "True,", "# no comment", "// nor this", "'", `"`, `\`, `\d`, "a\nb", "“x”", "'}, 'b': '", "é😀\u2028"}),
	)
	leaf := rapid.OneOf(rapid.Map(text, func(s string) any { return s }), rapid.Just[any](nil), rapid.Just[any](true), rapid.Just[any](false), rapid.Map(rapid.IntRange(-1e6, 1e6), func(i int) any { return float64(i) }))
	list := rapid.Map(rapid.SliceOfN(leaf, 0, 3), func(l []any) any { return l })
	return rapid.OneOf(leaf, list, rapid.Map(rapid.MapOfN(text, list, 0, 3), func(m map[string]any) any {
		out := make(map[string]any, len(m))
		for k, v := range m {
			out[k] = v
		}
		return out
	}))
}

// TestValuesUnchanged: what Python prints is read as the same values, and what
// is mended is strict JSON.
func TestValuesUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]any{"a": values().Draw(t, "value"), "b": values().Draw(t, "other")}
		text := python(want)
		out, end, _, fault := mend(text, 0)
		if fault != nil || end != len(text) {
			t.Fatalf("%s\nis not read: %+v", text, fault)
		}
		if !gjson.ValidBytes(out) {
			t.Fatalf("%s\nbecame no JSON: %s", text, out)
		}
		if diff := cmp.Diff(any(want), gjson.ParseBytes(out).Value()); diff != "" {
			t.Fatalf("%s\n-want +got:\n%s", text, diff)
		}
	})
}

// TestCutOff: no beginning of a dictionary is taken for the whole.
func TestCutOff(t *testing.T) {
	pack := office(t)
	for _, in := range pack.Intents {
		for _, e := range in.Examples {
			text := strings.Join(strings.Fields(e.JSON), " ")
			for _, answer := range []string{text, strings.ReplaceAll(text, `"`, `'`)} {
				for n := 1; n < len(answer); n += 1 + n/7 {
					if p, list := Decode(answer[:n], pack); p != nil || !list.HasErrors() {
						t.Fatalf("taken as a whole: %s", answer[:n])
					}
				}
			}
		}
	}
}

// TestMendedIsTheSame: an example says the same in every notation.
func TestMendedIsTheSame(t *testing.T) {
	pack := office(t)
	for _, in := range pack.Intents {
		for _, e := range in.Examples {
			want, list := Decode(e.JSON, pack)
			if want == nil {
				t.Fatalf("%s: %s", in.Name, list.Text())
			}
			var v map[string]any
			if err := json.Unmarshal([]byte(e.JSON), &v); err != nil {
				t.Fatal(err)
			}
			got, list := Decode("```python\n"+python(v)+"\n```", pack)
			if got == nil {
				t.Fatalf("%s: %s", in.Name, list.Text())
			}
			a, _ := Lower(want, pack)
			b, _ := Lower(got, pack)
			if cmp.Diff(sorted(a.Text), sorted(b.Text)) != "" {
				t.Errorf("%s differs:\n%s", in.Name, cmp.Diff(a.Text, b.Text))
			}
		}
	}
}

// sorted forgets the order of the words, for Python's keys are sorted here.
func sorted(text string) map[string]int {
	words := map[string]int{}
	for _, w := range strings.Fields(text) {
		words[strings.Trim(w, "()")]++
	}
	return words
}

// TestHostile: large answers that are slow to read in careless ways.
func TestHostile(t *testing.T) {
	pack := office(t)
	repeat := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(f(i))
		}
		return b.String()
	}
	const size = 900_000
	for name, answer := range map[string]string{
		"braces":      repeat(size, func(int) string { return "{" }),
		"open keys":   repeat(size, func(int) string { return "{a:" }),
		"closed":      repeat(size, func(int) string { return "{} " }),
		"quotes":      "{" + repeat(size, func(int) string { return "'" }),
		"spaces":      "{'a': 'b" + repeat(size, func(int) string { return "' " }),
		"comments":    "{" + repeat(size, func(int) string { return "#\n" }),
		"backslashes": `{"a": "` + repeat(size, func(int) string { return `\\` }),
		"brackets":    "{'a': " + repeat(size, func(int) string { return "[" }),
		"unknown":     `{"d": {"type": "dataframe"}, "goals": "` + repeat(size, func(i int) string { return fmt.Sprintf("(available x%d) ", i) }) + `"}`,
		"objects":     `{"goals": "(available x1)"` + repeat(size/2, func(i int) string { return fmt.Sprintf(`, "x%d": {"type": "dataframe"}`, i) }) + "}",
		"wrong types": `{"goals": "(available x1)"` + repeat(size/2, func(i int) string { return fmt.Sprintf(`, "x%d": {"type": "datafrume"}`, i) }) + "}",
		"long names":  `{"goals": "(available x)"` + repeat(size/2, func(i int) string { return fmt.Sprintf(`, "x %d": {"type": "dataframe"}`, i) }) + "}",
		"other names": `{"goals": "(available x)"` + repeat(size/2, func(i int) string {
			return fmt.Sprintf(`, "表%s": {"type": "slide"}`, strings.Repeat("表", i%97)+string(rune('一'+i%5000)))
		}) + "}",
		"init":         `{"d": {"type": "dataframe"}, "f": {"type": "csv-file", "value": "a.csv"}, "goals": "(available d)", "init_state": "` + repeat(size, func(int) string { return "(in d f) " }) + `"}`,
		"files":        `{"d": {"type": "dataframe"}` + repeat(size/3, func(i int) string { return fmt.Sprintf(`, "f%d": {"type": "csv-file", "value": "%d.csv"}`, i, i) }) + `, "init_state": "` + repeat(size/5, func(i int) string { return fmt.Sprintf("(in d f%d) ", i) }) + `", "goals": "` + repeat(size/5, func(i int) string { return fmt.Sprintf("(in d f%d) ", i+100) }) + `"}`,
		"parentheses":  `{"d": {"type": "dataframe"}, "goals": "` + repeat(size, func(int) string { return "(" }) + `"}`,
		"words":        `{"my frame one": {"type": "dataframe"}, "goals": "(available ` + repeat(size, func(int) string { return "my frame " }) + `)"}`,
		"semicolons":   `{"d": {"type": "dataframe"}, "goals": "` + repeat(size, func(int) string { return "; " }) + `"}`,
		"costs":        `{"f": {"type": "csv-file", "value": "a.csv"}, "goals": "(available f)", "init_state": "` + repeat(size, func(i int) string { return "(= (database-cost f) 1) " }) + `"}`,
		"deep objects": repeat(size, func(int) string { return `{"a": ` }),
	} {
		start := time.Now()
		p, list := Decode(answer, pack)
		if p != nil {
			Lower(p, pack)
		}
		if took := time.Since(start); took > 8*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if list.Count(diag.Error) > maxFaults {
			t.Errorf("%s: %d faults", name, len(list))
		}
	}
}

func seeds(f *testing.F) {
	for _, pattern := range []string{"testdata/cases/*.txt", "testdata/paper/*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, part := range a.Files {
				if part.Name != "=>" {
					f.Add(string(part.Data))
				}
			}
		}
	}
}

// FuzzDecode: whatever a model sends, it is either refused with a reason or
// becomes PDDL without faults; twice the same.
func FuzzDecode(f *testing.F) {
	pack := office(f)
	seeds(f)
	f.Fuzz(func(t *testing.T, answer string) {
		p, list := Decode(answer, pack)
		if (p == nil) != list.HasErrors() {
			t.Fatalf("problem %v with %s", p, list.Text())
		}
		again, same := Decode(answer, pack)
		if messages(list) != messages(same) {
			t.Fatal("two runs differ")
		}
		if p == nil || len(p.Asks) > 0 {
			return
		}
		low, faults := Lower(p, pack)
		if faults.HasErrors() {
			t.Fatalf("%s\n%s", faults.Text(), low.Text)
		}
		if twice, _ := Lower(again, pack); twice.Text != low.Text {
			t.Fatal("two runs give two texts")
		}
	})
}

// FuzzRewrite: rewriting the literals of a state keeps every parenthesis that
// is not in quotes or comments, and a second time changes nothing.
func FuzzRewrite(f *testing.F) {
	d := &decoder{voc: newVocabulary(office(f)), types: map[string]string{}}
	for _, key := range []string{"d", "Bar Chart 1", "file.csv", "slide", "2024", "a b c"} {
		d.entries = append(d.entries, entry{key: key})
	}
	d.nameObjects()
	for _, s := range []string{"(in d file.csv)", "(in Bar Chart 1 'a b c'), (available D); (x)", "[(and (not (QUERY_RESULT d d 2024)))]", "; (in d", `("in" “d” slide)`, "((p a) (q b))", "(= (database-cost d) 2024)", ")("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := d.names.rewrite(text)
		if !strings.ContainsAny(text, ";'\"`“‘") {
			for _, paren := range []string{"(", ")"} {
				if strings.Count(text, paren) != strings.Count(once.text, paren) {
					t.Fatalf("%q became %q", text, once.text)
				}
			}
			if twice := d.names.rewrite(once.text); twice.text != once.text {
				t.Fatalf("%q became %q and then %q", text, once.text, twice.text)
			}
		}
		for _, at := range once.starts {
			if at >= len(once.text) || once.text[at] != '(' {
				t.Fatalf("no literal starts at %d of %q", at, once.text)
			}
		}
	})
}
