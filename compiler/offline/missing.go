package offline

import (
	"fmt"
	"slices"
	"strings"
)

// missing asks for columns that a file is known not to have, before anything is
// run. What is known of a table ends where it is made from databases, from
// several files, or from a file that the request itself makes.
func (p *parser) missing() {
	for _, n := range p.nodes {
		if n.alias != nil || n.group || n.kind == nil {
			continue
		}
		for _, slot := range []string{"data", "base"} {
			if n.one(slot) != nil && !n.adds(slot) {
				p.columnsIn(n, n.one(slot))
			}
		}
	}
}

// adds reports whether n speaks of columns that are new to the table in a slot.
func (n *node) adds(slot string) bool {
	s := n.slot(slot)
	return s != nil && s.Adds
}

// columnsIn checks every column that n speaks of against those of its table.
func (p *parser) columnsIn(n, t *node) {
	known, file := p.tableColumns(t, 0)
	if len(known) == 0 {
		return
	}
	check := func(name string) string {
		column, ok := sameColumn(known, name)
		if !ok {
			p.askText(fmt.Sprintf("%s has no column %q; it has %s. Which one do you mean?", file, name, strings.Join(known, ", ")))
		}
		return column
	}
	for _, s := range n.frame() {
		if !slices.Contains(list(s.Takes), columnKind) {
			continue
		}
		for _, f := range n.get(s.Name) {
			if f.name() == columnKind {
				f.text = check(f.text)
			}
		}
	}
	for _, g := range n.sel.conditions {
		for k := range g {
			g[k].column = check(g[k].column)
		}
	}
	if n.sel.order != "" {
		n.sel.order = check(n.sel.order)
	}
	for k := range n.sel.also {
		n.sel.also[k].column = check(n.sel.also[k].column)
	}
	for k, c := range n.sel.columns {
		n.sel.columns[k] = check(c)
	}
}

// sameColumn finds the column that a name means: the name itself, or one that
// differs from it in letter case, in what separates its words, or in number.
func sameColumn(columns []string, name string) (string, bool) {
	if slices.Contains(columns, name) {
		return name, true
	}
	for _, same := range []func(a, b string) bool{strings.EqualFold, func(a, b string) bool { return normal(a) == normal(b) }, sameSingular} {
		if k := slices.IndexFunc(columns, func(c string) bool { return same(c, name) }); k >= 0 {
			return columns[k], true
		}
	}
	return name, false
}

// sameSingular reports whether names differ in number only: "amounts".
func sameSingular(column, name string) bool {
	a, b := normal(column), normal(name)
	return plural(a) == b || a == plural(b)
}

// tableColumns lists the columns of a table and the file that it comes from, as
// far as they are known.
func (p *parser) tableColumns(t *node, depth int) ([]string, string) {
	if t == nil || depth > 20 {
		return nil, ""
	}
	switch {
	case t.name() == measureKind:
		if g := t.one("group"); g != nil {
			_, file := p.tableColumns(t.one("data"), depth+1)
			return []string{g.text, t.result()}, file
		}
		return nil, ""
	case t.name() != tableKind:
		return nil, ""
	case t.one("base") != nil:
		known, file := p.tableColumns(t.one("base"), depth+1)
		if len(known) > 0 && len(t.sel.columns) > 0 {
			return t.sel.columns, file
		}
		return known, file
	}
	fs := t.get("source")
	if len(fs) != 1 || fs[0].name() != fileKind || p.madeHere(fs[0]) {
		return nil, ""
	}
	for _, s := range p.sources {
		if s.path == fs[0].text {
			return s.columns, s.path
		}
	}
	return nil, ""
}

// madeHere reports whether the request itself writes a file.
func (p *parser) madeHere(f *node) bool {
	return slices.ContainsFunc(p.nodes, func(n *node) bool { return n.alias == nil && n.verb == nil && n.one("file") == f })
}

func (p *parser) askText(q string) {
	if !slices.Contains(p.asks, q) {
		p.asks = append(p.asks, q)
	}
}
