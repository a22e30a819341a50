package alternative_test

import (
	"fmt"
	"strings"
	"testing"

	"genplanx/pddl"
	"genplanx/planner/audit/alternative"
)

// agents is a task in which every step can be done by any agent at the same cost.
func agents(t testing.TB, metric string, work int) *example {
	t.Helper()
	return read(t, fmt.Sprintf(`(define (domain d) (:requirements :typing :action-costs) (:types agent job)
 (:predicates (done ?j - job) (ready)) (:functions (total-cost) (effort ?j - job))
 (:action prepare :parameters (?a - agent) :effect (and (ready) (increase (total-cost) %d)))
 (:action work :parameters (?a - agent ?j - job) :precondition (ready) :effect (and (done ?j) (increase (total-cost) (effort ?j)))))`, work),
		fmt.Sprintf(`(define (problem p) (:domain d) (:objects a b c - agent j k l - job)
 (:init (= (effort j) %d) (= (effort k) 1) (= (effort l) 0)) (:goal (and (done j) (done k) (done l))) %s)`, work, metric))
}

// TestNear asks for a plan without one step, near to a plan of all kinds of agents.
func TestNear(t *testing.T) {
	plan := pddl.Plan{{Action: "prepare", Args: []string{"b"}}, {Action: "work", Args: []string{"c", "j"}}, {Action: "work", Args: []string{"b", "k"}}, {Action: "work", Args: []string{"c", "l"}}}
	for _, metric := range []string{"", "(:metric minimize (total-cost))"} {
		for _, work := range []int{2, 1 << 19} {
			e := agents(t, metric, work)
			r, err := e.finder.Without(t.Context(), alternative.Of(plan[2]), plan)
			if err != nil {
				t.Fatal(err)
			}
			gone, added := alternative.Difference(plan, r.Plan)
			if len(gone) != 1 || len(added) != 1 || !strings.HasSuffix(added[0].String(), " k)") {
				t.Errorf("%s, effort %d: - %v + %v", metric, work, gone, added)
			}
			r, err = e.finder.With(t.Context(), alternative.Use{Action: "work", Args: []string{"a", "j"}}, plan)
			if err != nil {
				t.Fatal(err)
			}
			if gone, added = alternative.Difference(plan, r.Plan); len(gone) != 1 || len(added) != 1 || added[0].String() != "(work a j)" {
				t.Errorf("%s, effort %d: - %v + %v", metric, work, gone, added)
			}
		}
		// Costs that cannot be scaled: any cheapest plan will do.
		e := agents(t, metric, 1<<29)
		if r, err := e.finder.Cheapest(t.Context(), plan); err != nil || len(r.Plan) != 4 {
			t.Error(r, err)
		}
	}
}

// TestTopInterchangeable lists the orders of no plan twice.
func TestTopInterchangeable(t *testing.T) {
	e := agents(t, "", 2)
	top, err := e.finder.Top(t.Context(), 100)
	if err != nil || len(top.Plans) != 81 || !top.Complete { // three agents for each of four steps
		t.Errorf("%d plans, %v", len(top.Plans), err)
	}
}

// BenchmarkTop ranks the 81 plans of a task of four steps and three agents.
func BenchmarkTop(b *testing.B) {
	e := agents(b, "", 2)
	for b.Loop() {
		if top, err := e.finder.Top(b.Context(), 100); err != nil || len(top.Plans) != 81 {
			b.Fatal(top, err)
		}
	}
}
