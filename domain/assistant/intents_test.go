package assistant_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"genplanx/compiler"
	"genplanx/domain"
	"genplanx/domain/assistant"
	"genplanx/pddl"
	"genplanx/pddl/diag"
	"genplanx/planner"
)

var update = flag.Bool("update", false, "rewrite golden files")

func office(t testing.TB) *domain.Pack {
	t.Helper()
	pack, err := assistant.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

// TestExamples decodes, lowers and plans every example that a language model is
// shown. Examples are strict JSON and need no mending. The plans are kept in
// testdata, and with the branches of conditions their plans.
func TestExamples(t *testing.T) {
	pack := office(t)
	var b strings.Builder
	for _, in := range pack.Intents {
		for i, e := range in.Examples {
			p, list := compiler.Decode(e.JSON, pack)
			if len(list) > 0 {
				t.Errorf("%s, example %d:\n%s", in.Name, i+1, list.Text())
			}
			if p == nil {
				continue
			}
			fmt.Fprintf(&b, "%s: %s\n%s", in.Name, e.Request, plan(t, in.Name, p, pack))
			for _, branch := range p.Branches {
				for _, side := range []struct {
					name  string
					goals compiler.Problem
				}{{"then", withGoals(p, branch.Then)}, {"else", withGoals(p, branch.Else)}} {
					fmt.Fprintf(&b, "  %s %s:\n%s", branch.If, side.name, plan(t, in.Name, &side.goals, pack))
				}
			}
		}
	}
	const golden = "testdata/plans.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func withGoals(p *compiler.Problem, goals []pddl.Literal) compiler.Problem {
	q := *p
	q.Goals, q.Branches = goals, nil
	return q
}

func plan(t *testing.T, name string, p *compiler.Problem, pack *domain.Pack) string {
	t.Helper()
	low, list := compiler.Lower(p, pack)
	if list.HasErrors() {
		t.Errorf("%s: %s", name, list.Text())
		return ""
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, err := planner.Solve(ctx, pack.Model, low.Problem, planner.Options{})
	if err != nil || r.Status != planner.SolvedOptimally || len(r.Plan) == 0 {
		t.Errorf("%s: status %d, %v, %s\n%s", name, r.Status, err, r.Reason, low.Text)
		return ""
	}
	var b strings.Builder
	for _, s := range r.Plan {
		b.WriteString("    " + s.String() + "\n")
	}
	fmt.Fprintf(&b, "    cost %d\n", r.Cost)
	return b.String()
}

// TestIntentsCoverActions: every action of the domain occurs in the plan of
// some example, so that a language model is shown how to ask for it.
func TestIntentsCoverActions(t *testing.T) {
	plans, err := os.ReadFile("testdata/plans.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range office(t).Model.Actions {
		if a.Name.Text == "discard-data" {
			continue // only a new plan after a failure needs it; testdata/requests/replan shows it
		}
		if !strings.Contains(string(plans), "("+a.Name.Text+" ") {
			t.Errorf("no example needs %s", a.Name.Text)
		}
	}
}

// TestPackFaults: names that the model does not have are found.
func TestPackFaults(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(*domain.Pack)
	}{
		{"alias", func(p *domain.Pack) { p.TypeAliases["x"] = "no-type" }},
		{"value rule", func(p *domain.Pack) { p.Values["no-type"] = domain.TextValue }},
		{"extensions", func(p *domain.Pack) { p.Extensions["no-type"] = nil }},
		{"needed keys", func(p *domain.Pack) { p.Needs["no-type"] = nil }},
		{"link", func(p *domain.Pack) {
			p.Links = []domain.Link{{Type: "file", Key: "k", Literal: "(inn ?object ?value)"}}
		}},
		{"?other", func(p *domain.Pack) {
			p.Links = []domain.Link{{Type: "file", Key: "k", Literal: "(in ?object ?other)"}}
		}},
		{"implied fact", func(p *domain.Pack) { p.Implied[0].Then = "(available ?a ?b)" }},
		{"form", func(p *domain.Pack) { p.Forms[0].To = "(learned-model ?m ?z)" }},
		{"no function", func(p *domain.Pack) { p.Defaults[0].Function = "price" }},
		{"no predicate", func(p *domain.Pack) { p.Decided = "settled" }},
		{"bad pattern", func(p *domain.Pack) { p.Recognisers[0].Pattern = "(" }},
		{"unknown check", func(p *domain.Pack) { p.Recognisers[0].Check = "isbn" }},
		{"neither pattern nor words", func(p *domain.Pack) { p.Recognisers[0] = domain.Recogniser{Type: "x"} }},
	} {
		pack := office(t)
		c.spoil(pack)
		if list := pack.Check(); list.Count(diag.Error) == 0 || !strings.Contains(list.Text(), c.want) {
			t.Errorf("%s: got %q", c.want, list.Text())
		}
	}
}
