package compiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"genplanx/pddl"
	"genplanx/pddl/diag"
)

// branches reads "when".
func (d *decoder) branches() {
	v, ok := d.states[whenRole]
	if !ok {
		return
	}
	if v.IsObject() && !member(v, "if").Exists() && member(v, "value").Exists() {
		v = member(v, "value")
	}
	if !v.IsArray() {
		d.branch(v, "when")
		return
	}
	i := 0
	v.ForEach(func(_, item gjson.Result) bool {
		d.branch(item, fmt.Sprintf("when[%d]", i))
		i++
		return true
	})
}

func (d *decoder) branch(v gjson.Result, path string) {
	const shape = `write {"if": "<condition>", "then": "<literals>", "else": "<literals>"}`
	if v.Type == gjson.Null {
		return
	}
	if !v.IsObject() {
		d.fault(BadBranch, path, spanOf(v), "an entry of \"when\" is an object, not %s", clip(v.Raw, 30)).Hint = shape
		return
	}
	var b Branch
	before := d.errors
	v.ForEach(func(key, value gjson.Result) bool {
		place := join(path, key.Str)
		switch strings.ToLower(strings.TrimSpace(key.Str)) {
		case "if":
			b.If = d.condition(value, place)
		case "then":
			b.Then = plain(d.state(value, place, false))
		case "else":
			b.Else = plain(d.state(value, place, false))
		default:
			d.fault(BadBranch, place, spanOf(key), "an entry of \"when\" has no part %q", key.Str).Hint = shape
		}
		return true
	})
	switch {
	case d.errors > before:
		return
	case d.voc.pack.Decided == "":
		d.fault(BadBranch, path, spanOf(v), "this domain has no conditions")
	case b.If == "":
		d.fault(BadBranch, path, spanOf(v), "an entry of \"when\" has no \"if\"").Hint = shape
	case len(b.Then) == 0 && len(b.Else) == 0:
		d.fault(BadBranch, path, spanOf(v), "an entry of \"when\" has neither \"then\" nor \"else\"").Hint = shape
	default:
		d.problem.Branches = append(d.problem.Branches, b)
	}
}

// condition resolves the name of a condition object and refuses a second
// branch on it.
func (d *decoder) condition(v gjson.Result, path string) string {
	name, _, ok := d.names.resolve(v.String())
	if v.Type != gjson.String || !ok {
		d.fault(UnknownObject, path, spanOf(v), "%s is no condition of the dictionary", clip(v.Raw, 40)).Hint = d.names.suggestName(v.String())
		return ""
	}
	d.mentioned[name] = true
	sig := d.voc.predicates[d.voc.pack.Decided]
	if t := d.types[name]; t != "" && sig != nil && len(sig.Params) == 1 && !d.voc.fits(t, sig.Params[0]) {
		d.fault(WrongArgument, path, spanOf(v), "`%s` is of type %s, not %s", name, t, typeText(sig.Params[0]))
		return ""
	}
	for _, b := range d.problem.Branches {
		if b.If == name {
			d.fault(BadBranch, path, spanOf(v), "two entries of \"when\" depend on `%s`", name).Hint = "merge them into one"
		}
	}
	return name
}

func plain(list []stated) []pddl.Literal {
	out := make([]pddl.Literal, len(list))
	for i := range list {
		out[i] = list[i].Literal
	}
	return out
}

// links turns keys that name other objects into facts.
func (d *decoder) links() []stated {
	var list []stated
	for i := range d.problem.Objects {
		o := &d.problem.Objects[i]
		for _, link := range d.voc.pack.Links {
			if !d.voc.types.IsA(o.Type, link.Type) || o.Attrs[link.Key] == nil {
				continue
			}
			path := join(o.Name, link.Key)
			for _, value := range texts(o.Attrs[link.Key]) {
				name, ok := d.linked(value)
				if !ok {
					if link.Required && !d.full() {
						d.fault(UnknownObject, path, diag.Span{}, "`%s` is not in the dictionary", value).Hint = d.names.suggestName(value)
					}
					continue
				}
				if _, single := o.Attrs[link.Key].(string); single {
					o.Attrs[link.Key] = name
				}
				d.mentioned[name] = true
				at := pddl.Atom{}
				atom := parsePattern(link.Literal).fill(map[string]string{"?object": o.Name, "?value": name}, at)
				src := diag.NewSource(path, []byte(atom.String()))
				for _, a := range d.atom(atom, path, src) {
					list = append(list, stated{pddl.Literal{Atom: a}, path, src})
				}
			}
		}
	}
	return list
}

// linked finds the object that a key names: by its name, or by its value when
// just one object has that value, as a path does.
func (d *decoder) linked(text string) (string, bool) {
	if name, _, ok := d.names.resolve(text); ok {
		return name, true
	}
	if d.byValue == nil {
		d.byValue = map[string][]string{}
		for _, o := range d.problem.Objects {
			if v, ok := o.Value.(string); ok {
				d.byValue[v] = append(d.byValue[v], o.Name)
			}
		}
	}
	if list := d.byValue[text]; len(list) == 1 {
		return list[0], true
	}
	return "", false
}

// tied reports the conditions of branches that do not say what they look at.
func (d *decoder) tied(init []stated) {
	said := map[string]bool{}
	for _, s := range init {
		for _, arg := range s.Atom.Args {
			said[s.Atom.Predicate.Text+" "+arg.Text] = true
		}
	}
	for _, b := range d.problem.Branches {
		for _, link := range d.voc.pack.Links {
			if !link.Required || !d.voc.types.IsA(d.types[b.If], link.Type) || said[parsePattern(link.Literal).predicate+" "+b.If] {
				continue
			}
			d.fault(MissingKey, join(b.If, link.Key), diag.Span{}, "the condition `%s` does not say what it looks at", b.If).Hint =
				"add the key \"" + link.Key + "\" with the name of an object to its definition"
		}
	}
}

// texts gives the texts of an attribute that holds one or a list.
func texts(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, item := range v {
			if s, ok := item.(string); ok {
				list = append(list, s)
			}
		}
		return list
	}
	return nil
}

// settle puts the initial state and the goals into the problem. Literals of the
// goals do not belong in the initial state (paper, section 6.1.6) and are
// dropped from it: what is asked for is to be done. Negated facts are dropped
// too, for what is not stated there is false.
func (d *decoder) settle(init, goals []stated) {
	p := d.problem
	asked := map[string]bool{}
	for _, g := range goals {
		if key := g.String(); !asked[key] {
			asked[key] = true
			p.Goals = append(p.Goals, g.Literal)
		}
	}
	for _, b := range p.Branches {
		for _, l := range append(append([]pddl.Literal{}, b.Then...), b.Else...) {
			asked[l.String()] = true
		}
	}
	seen := map[string]bool{}
	for _, s := range init {
		key := s.String()
		switch {
		case s.Negated:
			d.note(DroppedLiteral, s.path, "`%s` was dropped: what is not stated is false", key)
		case asked[key]:
			d.note(DroppedLiteral, s.path, "`%s` was dropped from the initial state, for it is a goal", key)
		case d.hollow(s.Atom):
			d.note(DroppedLiteral, s.path, "`%s` was dropped from the initial state, for %s has no value yet", key, s.Atom.Args[0].Text)
		case !seen[key]:
			seen[key] = true
			p.Init = append(p.Init, s.Literal)
		}
	}
	for i := range goals {
		if goals[i].Negated && asked[goals[i].Atom.String()] {
			d.faultIn(BadState, goals[i].path, goals[i].src, goals[i].Atom.Span, "`%s` is a goal, and its negation too", goals[i].Atom.String())
		}
	}
}

// hollow reports a claim about an object that only a run can give a value: a
// plan that believed it would leave out the step that does.
func (d *decoder) hollow(a pddl.Atom) bool {
	if len(a.Args) != 1 || !slices.Contains(d.voc.pack.Valued, a.Predicate.Text) {
		return false
	}
	i := slices.IndexFunc(d.problem.Objects, func(o Object) bool { return o.Name == a.Args[0].Text })
	return i >= 0 && d.problem.Objects[i].Value == nil
}

// reachable refuses goals that no action can make true, before a planner is
// asked: the message can name the predicate.
func (d *decoder) reachable(goals []stated) {
	for _, g := range goals {
		name := g.Atom.Predicate.Text
		if g.Negated || d.voc.achieved[name] {
			continue
		}
		f := d.faultIn(GoalBeyondReach, g.path, g.src, g.Atom.Span, "no action makes `%s` true", name)
		f.Hint = "goals can use: " + strings.Join(names(d.voc.achieved), ", ") +
			"; facts about the start belong in init_state; for a request that no intent fits, use the intent \"unknown\""
	}
}
