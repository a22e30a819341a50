package offline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"genplanx/domain"
)

// composer writes the JSON problem by the rules of the lexicon.
type composer struct {
	p       *parser
	names   map[*node]string
	types   map[*node]domain.ObjectRule
	used    map[string]bool
	counts  map[string]int
	objects []object
	locals  map[*node]map[string]string
	init    []string
	goals   []string
	whens   []any
	parts   map[string]*part // of objects, by name
	refs    map[*node]bool   // things that goals or other things need
}

type object struct {
	name string
	def  map[string]any
}

func (p *parser) compose() (string, error) {
	c := &composer{p: p, names: map[*node]string{}, types: map[*node]domain.ObjectRule{}, used: map[string]bool{}, counts: map[string]int{}, locals: map[*node]map[string]string{}, refs: map[*node]bool{}, parts: map[string]*part{}}
	c.findTypes()
	for i := 0; i < len(p.nodes); i++ {
		n := p.nodes[i]
		if n.alias != nil || n.group {
			continue
		}
		for k := range p.lex.Rules {
			c.apply(&p.lex.Rules[k], n)
		}
	}
	c.branches()
	c.unused()
	return c.json()
}

// unused notes what was said and then went nowhere: nothing may be dropped.
func (c *composer) unused() {
	for _, n := range c.p.nodes {
		if n.alias == nil && n.name() == tableKind && !n.sel.empty() && (n.one("base") == nil || !n.sel.written()) {
			c.p.noteNode(n) // a selection that no query makes
		}
		if n.alias != nil || n.group || n.local || n.supplied || n.used || n.kind == nil || n.kind.Single || c.refs[n] {
			continue
		}
		c.p.noteNode(n)
	}
}

// findTypes finds the types that rules give to things, before any is named.
func (c *composer) findTypes() {
	for _, n := range c.p.nodes {
		for _, r := range c.p.lex.Rules {
			if n.alias != nil || n.group || r.Each != "" || !n.isFor(r.For) || !c.holds(r.If, n, nil) {
				continue
			}
			for _, o := range r.Objects {
				if o.Local == "self" {
					c.types[n] = o
				}
			}
		}
	}
}

func (n *node) isFor(name string) bool {
	return n.verb != nil && n.verb.Name == name || n.kind != nil && n.kind.Name == name
}

func (c *composer) apply(r *domain.Rule, n *node) {
	if !n.isFor(r.For) || r.Each == "" && !c.holds(r.If, n, nil) {
		return
	}
	fillers := []*node{nil}
	if r.Each != "" {
		fillers = n.get(r.Each)
	}
	for _, f := range fillers {
		if !c.holds(r.If, n, f) {
			continue
		}
		if c.locals[n] == nil {
			c.locals[n] = map[string]string{}
		}
		env := c.locals[n]
		for _, o := range r.Objects {
			if o.Local == "self" {
				continue
			}
			name := c.fresh(c.expand(o.Name, n, f))
			env[o.Local] = name
			c.objects = append(c.objects, object{name, map[string]any{"type": o.Type, "value": strings.TrimSpace(c.expand(o.Value, n, f))}})
		}
		c.literals(&c.init, c.expand(r.Init, n, f))
		for _, l := range literalsOf(c.expand(r.Costs, n, f)) {
			c.cost(l, n)
		}
		c.goalsOf(n, c.expand(r.Goals, n, f))
		if r.Goals != "" && n.verb == nil || r.Costs != "" {
			c.refs[n] = true
		}
	}
}

func (c *composer) cost(l string, n *node) {
	number := strings.TrimSuffix(l[strings.LastIndexByte(l, ' ')+1:], ")")
	if _, err := strconv.ParseInt(number, 10, 32); err != nil {
		if f := n.one("cost"); f != nil {
			c.p.noteNode(f)
		}
		return
	}
	c.literals(&c.init, l)
}

func (c *composer) literals(to *[]string, text string) {
	for _, l := range literalsOf(text) {
		if !slices.Contains(*to, l) {
			*to = append(*to, l)
		}
	}
}

// literalsOf splits "(a b) (= (c d) 1)" into its literals.
func literalsOf(text string) []string {
	var out []string
	depth, start := 0, 0
	for i, r := range text {
		switch r {
		case '(':
			if depth == 0 {
				start = i
			}
			depth++
		case ')':
			depth--
			if depth == 0 {
				out = append(out, text[start:i+1])
			}
		}
	}
	return out
}

// holds checks the conditions of a rule.
func (c *composer) holds(conditions string, n, each *node) bool {
	for _, cond := range list(conditions) {
		if !c.holdsOne(cond, n, each) {
			return false
		}
	}
	return true
}

func (c *composer) holdsOne(cond string, n, each *node) bool {
	no := strings.HasPrefix(cond, "!")
	cond = strings.TrimPrefix(cond, "!")
	var is bool
	slot, value, test := strings.Cut(cond, "=")
	switch {
	case strings.HasPrefix(cond, "@"):
		is = c.p.fills(n, cond[1:])
	case test && slot == "":
		is = n.variant != nil && n.variant.Name == value
	case test:
		is = n.fn == value
	case strings.Contains(cond, ":"):
		slot, kind, _ := strings.Cut(cond, ":")
		f := n.one(slot)
		if slot == "each" {
			f = each
		}
		is = f != nil && f.name() == kind
	default:
		is = n.one(cond) != nil
	}
	return is != no
}

// fills reports whether a thing fills a slot of that name of some thing.
func (p *parser) fills(n *node, slot string) bool {
	for _, o := range p.nodes {
		if o.alias == nil && !o.group && o.verb == nil && slices.Contains(o.get(slot), n) {
			return true
		}
	}
	return false
}

var variable = regexp.MustCompile(`\$(\{[^}]*\}|[a-z0-9]+)`)

// expand fills in a template.
func (c *composer) expand(template string, n, each *node) string {
	return variable.ReplaceAllStringFunc(template, func(v string) string {
		v = v[1:]
		if !strings.HasPrefix(v, "{") {
			return c.objectOf(v, n, each)
		}
		path, how, _ := strings.Cut(strings.Trim(v, "{}"), ":")
		if path == "self" && how == "query" {
			return n.query()
		}
		text := ""
		if path == "each" {
			text, each.used = each.text, true
		} else {
			text = c.p.textOf(path, n)
		}
		if how == "q" {
			return pythonQuote(text)
		}
		return text
	})
}

func (c *composer) objectOf(v string, n, each *node) string {
	switch {
	case v == "self":
		return c.name(n)
	case v == "each":
		c.refs[each.find()] = true
		return c.name(each)
	case c.locals[n][v] != "":
		return c.locals[n][v]
	case n.one(v) != nil:
		c.refs[n.one(v)] = true
		return c.name(n.one(v))
	}
	return "?" + v
}

// name returns the name of a thing's object, and adds the object when it is
// first spoken of.
func (c *composer) name(n *node) string {
	if n = n.find(); c.names[n] != "" {
		return c.names[n]
	}
	if n.kind == nil { // a word that was never resolved
		c.p.noteNode(n)
		return "?"
	}
	o, ok := c.types[n]
	if !ok {
		o = domain.ObjectRule{Name: n.kind.Object, Type: n.kind.Type, Value: n.kind.Value}
		if v := n.variant; v != nil && v.Type != "" {
			o.Type, o.Name = v.Type, v.Type
			if n.kind.Object != "" && n.name() == fileKind {
				o.Name = strings.TrimSuffix(v.Type, "-file") + "-file"
			}
		}
		if o.Name == "" {
			o.Name = o.Type
		}
	}
	name := ""
	if n.kind.Named && n.kind.Name != columnKind && n.text != "" {
		name = c.own(n.text)
	}
	if name == "" {
		name = c.fresh(o.Name)
	}
	c.names[n] = name
	c.parts[name] = n.part
	def := map[string]any{"type": o.Type}
	at := len(c.objects)
	c.objects = append(c.objects, object{name, def})
	if o.Value == "" {
		def["value"] = n.text
		if n.text == "" && n.variant != nil {
			def["value"] = n.variant.Value
		}
	} else {
		def["value"] = strings.TrimSpace(c.expand(o.Value, n, nil))
	}
	for _, a := range n.kind.Attrs {
		if v := c.attr(a.Value, n); v != nil {
			def[a.Key] = v
		}
	}
	if n.unnamed {
		def["note"] = "not given in the request; chosen by the front end"
	}
	c.objects[at].def = def
	return name
}

// attr is one text, or a list when the slot takes many.
func (c *composer) attr(template string, n *node) any {
	if template == "$label" {
		if c.p.fills(n, "contents") {
			return c.p.label(n)
		}
		return nil
	}
	if slot, ok := strings.CutPrefix(template, "$list:"); ok {
		var all []string
		for _, f := range n.get(slot) {
			all = append(all, f.text)
			f.used = true
		}
		if len(all) == 0 {
			return nil
		}
		if len(all) == 1 {
			return all[0]
		}
		return all
	}
	if path, ok := strings.CutPrefix(template, "$by:"); ok {
		kind, slot, _ := strings.Cut(path, ".")
		for _, o := range c.p.things(kind) {
			if slices.Contains(o.get(slot), n) && o.text != "" {
				return o.text
			}
		}
		return nil
	}
	if slot, ok := strings.CutPrefix(template, "$more:"); ok {
		var names []string
		for i, f := range n.get(slot) {
			if i > 0 {
				names = append(names, c.name(f))
				c.refs[f] = true
			}
		}
		if len(names) == 0 {
			return nil
		}
		return names
	}
	if slot, ok := strings.CutPrefix(template, "$object:"); ok {
		if f := n.one(slot); f != nil {
			c.refs[f] = true
			return c.name(f)
		}
		return nil
	}
	if v := c.expand(template, n, nil); v != "" {
		return v
	}
	return nil
}

var symbol = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// own uses the user's word as the object's name when PDDL allows it.
func (c *composer) own(text string) string {
	name := strings.ToLower(text)
	if !symbol.MatchString(name) || c.used[name] || c.p.kinds[name] != nil || reserved[name] || len(name) > 40 {
		return ""
	}
	c.used[name] = true
	return name
}

var reserved = map[string]bool{"ai": true, "init_state": true, "goals": true, "when": true, "ask": true, "object": true, "and": true, "not": true, "or": true}

func (c *composer) fresh(base string) string {
	for {
		c.counts[base]++
		name := base + fmt.Sprint(c.counts[base])
		if !c.used[name] {
			c.used[name] = true
			return name
		}
	}
}

// marshal writes "<" and "&" as they are, so that people can read queries.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

func (c *composer) json() (string, error) {
	var b strings.Builder
	b.WriteString("{\n")
	for _, o := range c.objects {
		def, err := marshal(o.def)
		if err != nil {
			return "", fmt.Errorf("writing the object %s: %w", o.name, err)
		}
		fmt.Fprintf(&b, "  %s: %s,\n", strconv.Quote(o.name), def)
	}
	if len(c.whens) > 0 {
		whens, err := marshal(c.whens)
		if err != nil {
			return "", fmt.Errorf("writing the conditions: %w", err)
		}
		fmt.Fprintf(&b, "  \"when\": %s,\n", whens)
	}
	fmt.Fprintf(&b, "  \"init_state\": {\"type\": \"state\", \"value\": %s},\n", strconv.Quote(strings.Join(c.init, " ")))
	fmt.Fprintf(&b, "  \"goals\": {\"type\": \"state\", \"value\": %s}\n}", strconv.Quote(conjunction(c.goals)))
	return b.String(), nil
}

// expandText fills in the first of several templates, separated by bars, for
// which all texts are there. What follows "#" is the extension of a file name.
func (p *parser) expandText(template string, n *node) string {
	for _, t := range strings.Split(template, "|") {
		t, ext, isFile := strings.Cut(strings.TrimSpace(t), "#")
		ok := true
		text := variable.ReplaceAllStringFunc(t, func(v string) string {
			s := p.textOf(strings.Trim(v[1:], "{}"), n)
			ok = ok && s != ""
			return s
		})
		if !ok {
			continue
		}
		if isFile {
			return slug(text) + ext
		}
		return text
	}
	return ""
}

// textOf follows a path of slots and joins the texts at its end.
func (p *parser) textOf(path string, n *node) string {
	if path == "variant" {
		if n.variant == nil {
			return ""
		}
		return n.variant.Name
	}
	slot, rest, more := strings.Cut(path, ".")
	if s := n.slot(slot); s != nil && n.one(slot) == nil {
		p.texts(n, s)
	}
	var out []string
	for _, f := range n.get(slot) {
		text := f.text
		f.used = f.used || !more || rest == "variant"
		if more {
			text = p.textOf(rest, f)
		} else if f.variant != nil && f.variant.Value != "" && text == "" {
			text = f.variant.Value
		}
		if text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, " and ")
}

// slug makes a file name of a title.
func slug(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127 && r != '…' && r != '–' && r != '—')
	}), "-")
	if r := []rune(s); len(r) > 60 {
		s = strings.Trim(string(r[:60]), "-")
	}
	if s == "" {
		return "untitled"
	}
	return s
}
