package mutex_test

import (
	"slices"
	"strings"
	"testing"

	"genplanx/planner/mutex"
	"genplanx/planner/task"
)

// written is a binary task in words: atoms such as "at a x", the first word the
// predicate, and operators such as "at a x, not free x -> not at a x, at a y",
// where "if p & q: r" is a conditional effect.
type written struct {
	atoms, initial, goal string
	operators            []string
}

type reader struct {
	t         *testing.T
	number    map[string]int32 // of atoms, predicates and objects
	names     []string
	predicate []int32
	args      [][]int32
}

func (r *reader) index(kind, word string) int32 {
	if _, known := r.number[kind+word]; !known {
		r.number[kind+word] = int32(len(r.number))
	}
	return r.number[kind+word]
}

func (r *reader) facts(list, separator string) []task.Fact {
	var out []task.Fact
	for _, word := range strings.Split(list, separator) {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		atom, negated := strings.CutPrefix(word, "not ")
		v := slices.Index(r.names, atom)
		if v < 0 {
			r.t.Fatalf("no atom %q", atom)
		}
		f := int32(2*v + 1)
		if negated {
			f--
		}
		out = append(out, f)
	}
	return out
}

func (w written) read(t *testing.T) (*task.Task, *reader) {
	r := &reader{t: t, number: map[string]int32{}}
	b := &task.Task{VarFirst: []int32{0}}
	for v, atom := range strings.Split(w.atoms, ",") {
		words := strings.Fields(atom)
		r.names = append(r.names, strings.Join(words, " "))
		r.predicate = append(r.predicate, r.index("predicate ", words[0]))
		var args []int32
		for _, o := range words[1:] {
			args = append(args, r.index("object ", o))
		}
		r.args = append(r.args, args)
		b.VarFirst, b.FactVar = append(b.VarFirst, int32(2*v+2)), append(b.FactVar, int32(v), int32(v))
	}
	b.Basic, b.Initial = b.Variables(), make([]int32, b.Variables())
	for _, f := range r.facts(w.initial, ",") {
		b.Initial[f>>1] = 1
	}
	sorted := func(facts []task.Fact) []task.Fact { slices.Sort(facts); return facts }
	for _, text := range w.operators {
		pre, effects, _ := strings.Cut(text, "->")
		o := task.Operator{Pre: sorted(r.facts(pre, ",")), Cost: 1}
		for _, e := range strings.Split(effects, ",") {
			var when []task.Fact
			if condition, then, is := strings.Cut(e, ":"); is {
				when, e = sorted(r.facts(strings.TrimPrefix(strings.TrimSpace(condition), "if "), "&")), then
			}
			o.Effects = append(o.Effects, task.Effect{When: when, Fact: r.facts(e, ",")[0]})
		}
		b.Operators = append(b.Operators, o)
	}
	b.Goal = sorted(r.facts(w.goal, ","))
	if err := b.Validate(); err != nil {
		t.Fatal(err)
	}
	return b, r
}

func TestGroupsAndVariables(t *testing.T) {
	for _, c := range []struct {
		name string
		written
		groups    []string // atoms by group, "!" before those of which one always holds
		variables []string // values by variable, "-" for none
	}{
		{"a counted argument", written{"at a x, at a y, at b x, at b y", "at a x, at b y", "at a y",
			[]string{"at a x -> not at a x, at a y", "at b y -> not at b y, at b x"}},
			[]string{"!at a x|at a y", "!at b x|at b y"}, []string{"at a x|at a y", "at b x|at b y"}},
		{"repaired by another predicate", written{"at a x, at a y, in a t, in a u", "at a x", "at a y",
			[]string{"at a x -> not at a x, in a t", "in a t -> not in a t, at a y", "in a t -> not in a t, in a u"}},
			[]string{"!at a x|at a y|in a t|in a u"}, []string{"at a x|at a y|in a t|in a u"}},
		{"no counted argument", written{"free x, full x, free y, full y", "free x, full y", "full x, free y",
			[]string{"free x -> not free x, full x", "full y -> not full y, free y"}},
			[]string{"!free x|full x", "!free y|full y"}, []string{"free x|full x", "free y|full y"}},
		{"some groups of a kind only", written{"at a x, at a y, at b x, at b y", "at a x, at b y", "at a y",
			[]string{"at a x -> not at a x, at a y", "at b y -> at b x", "at b x -> not at b x"}},
			[]string{"!at a x|at a y"}, []string{"at a x|at a y", "not at b x|at b x", "not at b y|at b y"}},
		{"none of the values", written{"at x, at y", "at x", "at y", []string{"at x -> not at x, at y", "at x -> not at x"}},
			[]string{"at x|at y"}, []string{"at x|at y|-"}},
		{"two at the start", written{"at x, at y, at z", "at x, at y", "at z", []string{"at x -> not at x, at z"}},
			[]string{}, []string{"not at x|at x", "not at y|at y", "not at z|at z"}},
		{"two added", written{"at x, at y, at z", "at x", "at z", []string{"at x -> not at x, at y, at z"}},
			[]string{}, []string{"not at x|at x", "not at y|at y", "not at z|at z"}},
		{"two counted arguments", written{"at x x, at x y, at y x", "at x x", "at y x",
			[]string{"at x x -> not at x x, at x y", "at x y -> not at x y, at y x"}},
			[]string{"at x x|at x y", "!at x x|at x y|at y x"}, []string{"at x x|at x y|at y x"}},
		{"conditions of their own", written{"at x, at y, at z", "at x", "at z",
			[]string{"-> if at x: not at x, if at y: not at y, if at x: at y, if at y: at z"}},
			[]string{"!at x|at y|at z"}, []string{"at x|at y|at z"}},
		{"a condition that deletes and none that adds", written{"at x, at y, on", "at x, on", "at y",
			[]string{"-> if on: not at x, if at x: at y", "on -> not on", "not on -> on"}},
			[]string{}, []string{"not at x|at x", "not at y|at y", "not on|on"}},
		{"emptied", written{"at x, at y, at z", "at x", "at z", []string{"-> not at x, not at z, at y", "-> not at x, not at y, at z"}},
			[]string{"!at x|at y|at z"}, []string{"at x|at y|at z"}},
		{"deleted without need", written{"at x, at y, at z, p", "at x", "at z",
			[]string{"at x -> not at x, at y", "at y -> not at y, at z", "-> not at y, p"}},
			[]string{"at x|at y|at z"}, []string{"at x|at z|-", "not at y|at y", "not p|p"}},
		{"deleted in vain", written{"at x, at y, at z", "at x", "at z",
			[]string{"at x -> not at x, not at z, at y", "at y -> not at y, not at x, at z"}},
			[]string{"!at x|at y|at z"}, []string{"at x|at y|at z"}},
		{"needed false", written{"at x, at y, at z, p", "at x", "at z, p",
			[]string{"at x -> not at x, at y", "at y -> not at y, at z", "not at y -> p"}},
			[]string{"!at x|at y|at z"}, []string{"at x|at y|at z", "not at y|at y", "not p|p"}},
		{"needed false where it is", written{"at x, at y, at z", "at x", "at z",
			[]string{"at x, not at y -> not at x, at y", "at y, not at z -> not at y, at z"}},
			[]string{"!at x|at y|at z"}, []string{"at x|at y|at z"}},
		{"one of two needed false", written{"at x, at y, p", "at x", "p", []string{"at x -> not at x, at y", "at y -> not at y, at x", "not at x -> p"}},
			[]string{"!at x|at y"}, []string{"at x|at y", "not p|p"}},
		{"needed false but for one", written{"at x, at y, at z, p, q", "at x", "at z, p, q",
			[]string{"at x -> not at x, at y", "at y -> not at y, at z", "not at x -> p", "not at y -> q"}},
			[]string{"!at x|at y|at z"}, []string{"not at x|at x", "not at y|at y", "not at z|at z", "not p|p", "not q|q"}},
		{"a predicate twice", written{"c a b, d a b, d b a, c b a", "c a b", "d b a",
			[]string{"-> if c a b: not c a b, if d a b: not d a b, if c a b: d a b, if d a b: c b a", "-> if c b a: not c b a, if d b a: not d b a, if c b a: d b a, if d b a: c a b"}},
			[]string{"c a b|c b a", "!c a b|d a b|d b a|c b a"}, []string{"c a b|d a b|d b a|c b a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, r := c.read(t)
			groups := mutex.Groups(b, r.predicate, r.args, nil)
			got := []string{}
			for _, g := range groups {
				var names []string
				for _, a := range g.Atoms {
					names = append(names, r.names[a])
				}
				text := strings.Join(names, "|")
				if g.Exact {
					text = "!" + text
				}
				got = append(got, text)
			}
			if !slices.Equal(got, c.groups) {
				t.Errorf("groups %q, want %q", got, c.groups)
			}
			if got := r.variables(mutex.Encode(b, groups, nil)); !slices.Equal(got, c.variables) {
				t.Errorf("variables %q, want %q", got, c.variables)
			}
		})
	}
}

func (r *reader) variables(e *mutex.Encoded) []string {
	var out []string
	for v := range e.Task.Variables() {
		var values []string
		for _, f := range e.Facts[e.Task.VarFirst[v]:e.Task.VarFirst[v+1]] {
			switch {
			case f < 0:
				values = append(values, "-")
			case f&1 == 0:
				values = append(values, "not "+r.names[f>>1])
			default:
				values = append(values, r.names[f>>1])
			}
		}
		out = append(out, strings.Join(values, "|"))
	}
	return out
}

// TestContradiction: goals of one group are named.
func TestContradiction(t *testing.T) {
	b, r := written{"p, at x, at y, at z", "at x", "p, at y, at z", []string{"at x -> not at x, at y", "at y -> not at y, at z", "at z -> p"}}.read(t)
	e := mutex.Encode(b, mutex.Groups(b, r.predicate, r.args, nil), nil)
	if want := r.facts("at y, at z", ","); !slices.Equal(e.Contradiction, want) || e.Task != nil {
		t.Errorf("contradiction %v, want %v", e.Contradiction, want)
	}
}

// TestStop: what is stopped leaves nothing half done.
func TestStop(t *testing.T) {
	b, r := written{"at x, at y", "at x", "at y", []string{"at x -> not at x, at y"}}.read(t)
	stop := func() bool { return true }
	if g := mutex.Groups(b, r.predicate, r.args, stop); len(g) > 0 {
		t.Errorf("groups %v", g)
	}
	if e := mutex.Encode(b, nil, stop); e != nil {
		t.Errorf("encoded %v", e)
	}
}
