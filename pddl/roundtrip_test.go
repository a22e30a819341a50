package pddl

import (
	"testing"

	"pgregory.net/rapid"
)

// The generators draw any tree the printer can be handed, sensible or not.

var (
	drawWord = rapid.SampledFrom([]string{"a", "b-c", "truck", "at", "x1", "9", "on_table", "ä", "whenever"})
	drawVar  = rapid.SampledFrom([]string{"?x", "?y", "?long-name", "?1"})
)

func drawName(t *rapid.T) Name { return Name{Text: drawWord.Draw(t, "name")} }

func drawTerm(t *rapid.T) Name {
	if rapid.Bool().Draw(t, "variable") {
		return Name{Text: drawVar.Draw(t, "variable")}
	}
	return drawName(t)
}

// several draws up to limit values.
func several[T any](t *rapid.T, limit int, draw func(*rapid.T) T) []T {
	var out []T
	for range rapid.IntRange(0, limit).Draw(t, "count") {
		out = append(out, draw(t))
	}
	return out
}

func drawTyped(variable bool) func(*rapid.T) TypedName {
	return func(t *rapid.T) TypedName {
		x := TypedName{Name: drawName(t), Types: several(t, 2, drawName)}
		if variable {
			x.Name.Text = drawVar.Draw(t, "variable")
		}
		return x
	}
}

func drawSignature(t *rapid.T) Signature {
	return Signature{Name: drawName(t), Params: several(t, 3, drawTyped(true))}
}

func drawAtom(t *rapid.T) Atom { return Atom{Predicate: drawName(t), Args: several(t, 3, drawTerm)} }

func drawCondition(depth int) func(*rapid.T) Condition {
	return func(t *rapid.T) Condition {
		kind := rapid.IntRange(0, 6).Draw(t, "condition")
		if depth == 0 {
			kind %= 2
		}
		inner := drawCondition(depth - 1)
		switch kind {
		case 0:
			a := drawAtom(t)
			return &a
		case 1:
			return &Equal{Left: drawTerm(t), Right: drawTerm(t)}
		case 2:
			return &Not{Of: inner(t)}
		case 3:
			return &And{Parts: several(t, 3, inner)}
		case 4:
			return &Or{Parts: several(t, 3, inner)}
		case 5:
			return &Imply{If: inner(t), Then: inner(t)}
		}
		return &Quantified{Forall: rapid.Bool().Draw(t, "forall"), Vars: several(t, 2, drawTyped(true)), Body: inner(t)}
	}
}

func drawEffect(depth int) func(*rapid.T) Effect {
	return func(t *rapid.T) Effect {
		kind := rapid.IntRange(0, 5).Draw(t, "effect")
		if depth == 0 {
			kind %= 3
		}
		inner := drawEffect(depth - 1)
		switch kind {
		case 0:
			return &Add{Atom: drawAtom(t)}
		case 1:
			return &Delete{Atom: drawAtom(t)}
		case 2:
			if rapid.Bool().Draw(t, "number") {
				return &Increase{Number: rapid.Int64().Draw(t, "cost")}
			}
			return &Increase{Function: Name{Text: "f"}, Args: several(t, 3, drawTerm)}
		case 3:
			return &AndEffect{Parts: several(t, 3, inner)}
		case 4:
			return &When{If: drawCondition(depth - 1)(t), Then: inner(t)}
		}
		return &ForallEffect{Vars: several(t, 2, drawTyped(true)), Body: inner(t)}
	}
}

func drawAction(t *rapid.T) *Action {
	a := &Action{Name: drawName(t), Params: several(t, 3, drawTyped(true))}
	if rapid.Bool().Draw(t, "precondition") {
		a.Precondition = drawCondition(4)(t)
	}
	if rapid.Bool().Draw(t, "effect") {
		a.Effect = drawEffect(4)(t)
	}
	return a
}

func drawDomain(t *rapid.T) *Domain {
	return &Domain{
		Name: drawName(t),
		Requirements: several(t, 3, func(t *rapid.T) Name {
			return Name{Text: rapid.SampledFrom([]string{":strips", ":adl", ":odd"}).Draw(t, "requirement")}
		}),
		Types:      several(t, 4, drawTyped(false)),
		Constants:  several(t, 4, drawTyped(false)),
		Predicates: several(t, 3, drawSignature),
		Functions:  several(t, 3, drawSignature),
		Derived: several(t, 2, func(t *rapid.T) *Derived {
			return &Derived{Head: drawSignature(t), Body: drawCondition(3)(t)}
		}),
		Actions: several(t, 3, drawAction),
	}
}

func drawProblem(t *rapid.T) *Problem {
	p := &Problem{
		Name: drawName(t), DomainName: drawName(t),
		Objects: several(t, 30, drawTyped(false)),
		Init: several(t, 5, func(t *rapid.T) Fact {
			return Fact{Predicate: drawName(t), Args: several(t, 3, drawName)}
		}),
		Costs: several(t, 5, func(t *rapid.T) Assignment {
			return Assignment{Function: drawName(t), Args: several(t, 3, drawName), Value: rapid.Int64().Draw(t, "value")}
		}),
	}
	if rapid.Bool().Draw(t, "goal") {
		p.Goal = drawCondition(4)(t)
	}
	if rapid.Bool().Draw(t, "metric") {
		p.Metric = &Metric{}
	}
	return p
}

// Printing and reading is the identity but for places, and the formatter keeps
// printed text what it is.
func TestPrintThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, p := drawDomain(t), drawProblem(t)
		checkRoundTrip(t, d, p)
		checkFormat(t, []byte(d.String()))
		checkFormat(t, []byte(p.String()))
		CheckDomain(d)
		CheckProblem(d, p)
	})
}

func TestPlanPrintThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := Plan(several(t, 5, func(t *rapid.T) Step {
			return Step{Action: drawWord.Draw(t, "action"), Args: several(t, 3, func(t *rapid.T) string { return drawWord.Draw(t, "object") })}
		}))
		got, faults := ReadPlan("plan", []byte("; a plan\n\n"+plan.String()+"; cost = 5 (general cost)\n"))
		if len(faults) > 0 || len(got) != len(plan) {
			t.Fatalf("read %v\n%s", got, faults.Text())
		}
		for i := range plan {
			if !got[i].Equal(plan[i]) || got[i].Key() != plan[i].String() {
				t.Fatalf("step %d: %v, want %v", i, got[i], plan[i])
			}
		}
	})
}

func TestLiteralsPrintThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, want := "", several(t, 5, func(t *rapid.T) Literal {
			return Literal{Negated: rapid.Bool().Draw(t, "negated"), Atom: Atom{Predicate: drawName(t), Args: several(t, 3, drawName)}}
		})
		for _, l := range want {
			text += l.String() + " "
		}
		if rapid.Bool().Draw(t, "and") {
			text = "(AND " + text + ")"
		}
		got, values, faults := ReadLiterals("literals", []byte(text+"(= (f a) 3)"))
		if len(faults) > 0 || len(got) != len(want) || len(values) != 1 || values[0].Value != 3 {
			t.Fatalf("%s: %v %v\n%s", text, got, values, faults.Text())
		}
		for i := range want {
			if got[i].String() != want[i].String() {
				t.Fatalf("literal %d: %s, want %s", i, got[i], want[i])
			}
		}
	})
}
