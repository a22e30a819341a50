package compiler

import (
	"maps"
	"strconv"
	"strings"

	"genplanx/domain"
	"genplanx/pddl"
	"genplanx/pddl/diag"
)

// Lowered is a problem in PDDL and the objects behind its names.
type Lowered struct {
	Text    string        // the PDDL text
	Problem *pddl.Problem // the same, read by the reader of hand-written PDDL and checked
	Objects []Object      // with the branches of conditions as attributes "then" and "else"
}

// Lower writes a decoded problem as PDDL and reads that again. It adds what a
// JSON problem need not state: implied facts, default costs, the goals of
// branches. Equal problems give equal text, byte for byte. The list has errors
// only when the problem was not made by [Decode] with the same pack.
func Lower(p *Problem, pack *domain.Pack) (*Lowered, diag.List) {
	w := lowering{p: p, pack: pack, types: pack.Model.TypeTree(), typeOf: map[string]string{}}
	for _, c := range pack.Model.Constants {
		w.typeOf[c.Name.Text] = typeOf(c)
	}
	for _, o := range p.Objects {
		w.typeOf[o.Name] = o.Type
	}
	w.write()
	low := &Lowered{Text: w.out.String(), Objects: w.branchObjects()}
	problem, list := pddl.ReadProblem("request.pddl", []byte(low.Text))
	if problem != nil && !list.HasErrors() {
		list.Append(pddl.CheckProblem(pack.Model, problem))
	}
	low.Problem = problem
	return low, list
}

type lowering struct {
	p      *Problem
	pack   *domain.Pack
	types  *pddl.TypeTree
	typeOf map[string]string // of objects and constants
	out    strings.Builder
}

func (w *lowering) write() {
	w.out.WriteString("(define (problem request)\n  (:domain " + w.pack.Model.Name.Text + ")\n")
	w.objects()
	w.out.WriteString("  (:init")
	for _, l := range w.p.Init {
		w.line(l.String())
	}
	for _, fact := range append(w.implied(), w.asked(w.p.Goals)...) {
		w.line(fact)
	}
	for _, k := range w.costs() {
		w.line(k)
	}
	w.out.WriteString(")\n  (:goal (and")
	for _, l := range w.p.Goals {
		w.line(l.String())
	}
	for _, b := range w.p.Branches {
		w.line(pddl.Key(w.pack.Decided, b.If))
	}
	w.out.WriteString("))\n")
	if w.pack.Model.Function(totalCost) != nil {
		w.out.WriteString("  (:metric minimize (total-cost))\n")
	}
	w.out.WriteString(")\n")
}

const totalCost = "total-cost"

func (w *lowering) line(s string) { w.out.WriteString("\n    " + s) }

// objects declares the objects grouped by type, types in order of appearance.
func (w *lowering) objects() {
	var order []string
	groups := map[string][]string{}
	for _, o := range w.p.Objects {
		if groups[o.Type] == nil {
			order = append(order, o.Type)
		}
		groups[o.Type] = append(groups[o.Type], o.Name)
	}
	w.out.WriteString("  (:objects")
	for _, t := range order {
		w.line(strings.Join(groups[t], " ") + " - " + t)
	}
	w.out.WriteString(")\n")
}

// implied gives the facts that follow from the initial state by the pack's
// rules and are neither stated nor asked for.
func (w *lowering) implied() []string {
	known := map[string]bool{}
	for _, l := range w.p.Init {
		known[l.String()] = true
	}
	for _, l := range w.p.Goals {
		known[l.String()] = true
	}
	var facts []string
	for _, rule := range w.pack.Implied {
		when, then, unless := parsePattern(rule.If), parsePattern(rule.Then), parsePattern(rule.Unless)
		if len(then.args) != 1 {
			continue
		}
		wanted := w.wanted(unless, then.args[0])
		for _, l := range w.p.Init {
			bound, ok := when.match(l.Atom)
			if !ok || wanted[bound[then.args[0]]] || !w.types.IsA(w.typeOf[bound[then.args[0]]], rule.Type) {
				continue
			}
			fact := then.fill(bound, l.Atom)
			key := fact.String()
			if known[key] {
				continue
			}
			known[key] = true
			facts = append(facts, key)
		}
	}
	return facts
}

// wanted collects the objects that a variable of the pattern stands for in the
// goals, those of branches too.
func (w *lowering) wanted(unless pattern, variable string) map[string]bool {
	set := map[string]bool{}
	add := func(list []pddl.Literal) {
		for _, l := range list {
			if bound, ok := unless.match(l.Atom); ok && !l.Negated {
				set[bound[variable]] = true
			}
		}
	}
	add(w.p.Goals)
	for _, b := range w.p.Branches {
		add(b.Then)
		add(b.Else)
	}
	return set
}

// costs gives the values of functions: those stated, then the defaults.
func (w *lowering) costs() []string {
	var list []string
	given := map[string]bool{}
	for _, a := range w.p.Costs {
		key := pddl.AtomKey(a.Function, a.Args)
		given[key] = true
		list = append(list, "(= "+key+" "+strconv.FormatInt(a.Value, 10)+")")
	}
	for _, def := range w.pack.Defaults {
		f := w.pack.Model.Function(def.Function)
		if f == nil || len(f.Params) != 1 {
			continue
		}
		for _, o := range w.p.Objects {
			key := pddl.Key(def.Function, o.Name)
			if !given[key] && w.types.IsA(o.Type, typeOf(f.Params[0])) {
				list = append(list, "(= "+key+" "+strconv.FormatInt(def.Value, 10)+")")
			}
		}
	}
	if w.pack.Model.Function(totalCost) != nil {
		list = append(list, "(= (total-cost) 0)")
	}
	return list
}

// branchObjects copies the objects; a condition carries the literals of its
// branch as attributes, for they become goals only when it was decided.
func (w *lowering) branchObjects() []Object {
	objects := make([]Object, len(w.p.Objects))
	copy(objects, w.p.Objects)
	for _, b := range w.p.Branches {
		for i := range objects {
			if objects[i].Name != b.If {
				continue
			}
			attrs := maps.Clone(objects[i].Attrs)
			if attrs == nil {
				attrs = map[string]any{}
			}
			attrs["then"], attrs["else"] = joinLiterals(b.Then), joinLiterals(b.Else)
			attrs["then-init"] = strings.Join(w.asked(b.Then), " ")
			attrs["else-init"] = strings.Join(w.asked(b.Else), " ")
			objects[i].Attrs = attrs
		}
	}
	return objects
}

func joinLiterals(list []pddl.Literal) string {
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = list[i].String()
	}
	return strings.Join(parts, " ")
}
