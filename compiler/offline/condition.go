package offline

import (
	"strings"
)

// filter reads what says which rows are meant, and in which order: "where
// region is North", "in 2024", "between 8 and 11", "sorted by sales".
func (p *parser) filter() bool {
	target := p.filtered()
	if target == nil {
		return false
	}
	probe := *target
	if to, ok := p.orderedBy(p.i, &probe); ok {
		target = p.ownRows(target)
		target.kind, target.det, target.sel = probe.kind, probe.det, probe.sel
		target.say(p.i, to)
		p.i = to
		return true
	}
	groups, to := p.conditions(p.i, target)
	if to == 0 {
		return false
	}
	target = p.ownRows(target)
	if target.kind == nil {
		target.kind, target.det = p.kinds[tableKind], "demonstrative"
	}
	target.sel.conditions = append(target.sel.conditions, groups...)
	target.say(p.i, to)
	p.i = to
	p.coord, p.start = false, false
	return true
}

// ownRows makes a table of its own of a table that others may use as it is:
// "a.csv where x is 3" leaves a.csv alone.
func (p *parser) ownRows(t *node) *node {
	if t.name() != tableKind || !t.settled || t.one("base") != nil && t.clause == p.clause {
		return t
	}
	v := p.register(&node{kind: t.kind, det: "definite", settled: true, at: t.at, to: t.to})
	v.put("base", t)
	for k, h := range p.frontier {
		if h.find() == t {
			p.frontier[k] = v
			continue
		}
		for slot, fs := range h.find().slots {
			if slot == "base" || h.find() == v {
				continue
			}
			for j, f := range fs {
				if f.find() == t {
					fs[j] = v
				}
			}
		}
	}
	return v
}

// filtered is the innermost thing that a selection of rows can narrow.
func (p *parser) filtered() *node {
	for h := len(p.frontier) - 1; h >= 0; h-- {
		n := p.frontier[h].find()
		if h > 0 && p.frontier[h-1].find().name() == measureKind && p.feeds(p.frontier[h-1].find(), n) {
			continue // what is counted, not what it is counted of
		}
		if n.kind != nil && n.kind.Via != "" {
			return n
		}
		if n.kind == nil && n.verb == nil && p.leads(tableKind, n.takes) && len(n.takes) > 0 {
			return n // "filter them where ..."
		}
	}
	return nil
}

func (p *parser) orderedBy(i int, target *node) (int, bool) {
	j := i
	switch {
	case p.isText(j, "by") && p.verb != nil && p.isText(p.verbAt, "sort", "order", "rank", "arrange"):
		j++
	case p.isText(j, "sorted", "ordered", "ranked", "sort", "order") && p.isText(j+1, "by"):
		j += 2
	case target.sel.last:
		return 0, false // the end of another order
	case target.sel.limit != "" && target.sel.order == "" && p.isText(j, "by"):
		j++
	case target.sel.limit != "" && target.sel.order == "" && p.isText(j, "with") && p.isText(j+1, "the", "most", "highest", "largest", "lowest", "smallest"):
		j++
		for p.isText(j, "the") {
			j++
		}
		target.sel.descending = p.isText(j, "most", "highest", "largest")
		j++
	default:
		return 0, false
	}
	column, to := p.conditionColumn(j)
	if to == 0 {
		return 0, false
	}
	target.sel.order = column
	if target.kind == nil {
		target.kind, target.det = p.kinds[tableKind], "demonstrative"
	}
	if !p.isText(i, "by", "with") {
		target.sel.descending = false
	}
	return p.moreKeys(p.direction(to, target), target), true
}

// direction reads "descending", "in ascending order", "from high to low".
func (p *parser) direction(i int, target *node) int {
	j := i
	for p.isText(j, "in", ",", "(") {
		j++
	}
	switch {
	case p.isText(j, "descending", "desc", "decreasing", "reverse"):
		target.sel.descending = true
	case p.isText(j, "ascending", "asc", "increasing"):
		target.sel.descending = false
	default:
		return p.endFirst(i, j, target)
	}
	j++
	if p.isText(j, "order") {
		j++
	}
	return j
}

// endFirst reads "highest first" and "from highest to lowest".
func (p *parser) endFirst(i, j int, target *node) int {
	from := p.isText(j, "from")
	if from {
		j++
	}
	s, n := p.has(j, ordering)
	switch {
	case n == 0 || s.text != "desc" && s.text != "asc":
		return i
	case p.isText(j+n, "first"):
		n++
	case from && p.isText(j+n, "to"):
		_, k := p.has(j+n+1, ordering)
		n += 1 + k
	default:
		return i
	}
	target.sel.descending = s.text == "desc"
	return j + n
}

// conditions reads conditions joined by "and" or by "or", not by both.
func (p *parser) conditions(i int, target *node) ([][]condition, int) {
	trigger, j := p.trigger(i)
	group, to := p.condition(j, trigger, target)
	if to == 0 && j > i && trigger != "in" {
		group, to = p.condition(i, "", target)
	}
	if to == 0 {
		return nil, 0
	}
	groups := group
	for {
		k := to
		if k < len(p.ts) && p.ts[k].text == "," {
			k++
		}
		word := "and"
		if _, n := p.has(k, coordinator); n > 0 {
			word = p.ts[k].norm
			k += n
		} else if k == to {
			break
		}
		inner, m := p.trigger(k)
		if inner == "" {
			inner = trigger
		}
		if _, n := p.has(k, verbal); n > 0 && m == k && !p.isColumn(k) {
			break
		}
		more, next := p.condition(m, inner, target)
		if next == 0 {
			break
		}
		if word == "or" {
			if len(groups) != 1 || len(more) != 1 {
				break
			}
			groups[0] = append(groups[0], more[0]...)
		} else {
			if len(groups[len(groups)-1]) > 1 && len(groups) == 1 && word == "and" && groups[0][0].column != more[0][0].column && groups[0][0].column != groups[0][1].column {
				p.note(k - 1) // "a or b and c" can be read in two ways
			}
			groups = append(groups, more...)
		}
		to = next
	}
	return groups, to
}

// trigger reads the word that introduces a condition.
func (p *parser) trigger(i int) (string, int) {
	j := i
	if p.isText(j, "only", "but") && p.isText(j+1, "for", "where", "with", "in", "those", "rows") {
		j++
	}
	switch {
	case p.isText(j, "where", "whose", "having", "with", "when"):
		return p.ts[j].norm, j + 1
	case p.isText(j, "that", "which", "who"):
		if p.isText(j+1, "have", "has", "had") {
			return "with", j + 2
		}
		return "that", j + 1
	case p.isText(j, "in", "for", "from", "of", "during", "at", "on", "since", "before", "after", "until"):
		return p.ts[j].norm, j + 1
	case p.isText(j, "have", "has"):
		return "with", j + 1
	}
	return "", i
}

// condition reads one; its groups all must hold.
func (p *parser) condition(i int, trigger string, target *node) ([][]condition, int) {
	if i >= len(p.ts) {
		return nil, 0
	}
	for _, read := range []func(int, string, *node) ([][]condition, int){p.timeCondition, p.flagCondition, p.valueColumn, p.degreeCondition, p.startCondition, p.lacking, p.columnCondition, p.valueFirst} {
		if groups, to := read(i, trigger, target); to > 0 {
			return groups, to
		}
	}
	return nil, 0
}

func single(column, op string, v literal) [][]condition {
	return [][]condition{{{column: column, op: op, value: v}}}
}

// timeCondition reads "in 2024", "in March 2024", "since 2023", "at 9 o'clock".
func (p *parser) timeCondition(i int, trigger string, target *node) ([][]condition, int) {
	t := p.lex.Times
	op := map[string]string{"in": "==", "for": "==", "from": "==", "of": "==", "during": "==", "since": ">=", "before": "<", "after": ">", "until": "<="}[trigger]
	if op == "" || t.Year == "" {
		return nil, 0
	}
	for p.isText(i, "the", "year", "month", "of") {
		i++
	}
	var groups [][]condition
	if s, n := p.has(i, month); n > 0 && op == "==" && (trigger != "of" || i > 0) {
		if p.ts[i].norm != "may" || p.ts[i].text == "May" {
			groups = single(t.Month, "==", literal{s.text, true})
			i += n
		}
	}
	if p.isYear(i) {
		if !(trigger == "of" && target.name() != tableKind && target.name() != measureKind) {
			return append(groups, single(t.Year, op, literal{p.ts[i].text, true})...), i + 1
		}
	}
	if groups != nil {
		return groups, i
	}
	return nil, 0
}

func (p *parser) isYear(i int) bool {
	if i >= len(p.ts) || p.ts[i].kind != number || p.lex.Times.Year == "" {
		return false
	}
	t := p.ts[i].text
	return len(t) == 4 && (t[:2] == "19" || t[:2] == "20") && strings.Trim(t, "0123456789") == ""
}

// flagCondition reads "are recurring", "not recurring".
func (p *parser) flagCondition(i int, trigger string, _ *node) ([][]condition, int) {
	not, said := false, trigger == "that"
	for i < len(p.ts) {
		if p.isText(i, "are", "is", "were", "was") {
			said = true
		} else if p.isText(i, "not") {
			if not {
				return nil, 0
			}
			not = true
		} else if p.isText(i, "aren't", "isn't") {
			said, not = true, true
		} else {
			break
		}
		i++
	}
	column, n := p.flagAt(i)
	if n == 0 || !said && !not {
		return nil, 0
	}
	return [][]condition{{flagCondition(column, not)}}, i + n
}

// columnCondition reads "sales above 100", "region is not North", "the hour is
// between 8 and 11".
func (p *parser) columnCondition(i int, trigger string, target *node) ([][]condition, int) {
	for p.isText(i, "are", "is", "at", "an", "a", "the", "their", "its", "column", "on", "in") && !p.isColumn(i) {
		if _, n := p.has(i, comparator); n > 1 {
			return nil, 0
		}
		i++
	}
	column, j := p.conditionColumn(i)
	if j == 0 {
		return nil, 0
	}
	if groups, to := p.comparison(column, j, trigger == "where" || trigger == "whose" || trigger == "that" || trigger == "when"); to > 0 {
		return groups, to
	}
	// "with region North", "in region North"
	if trigger != "" && (p.isColumn(i) || p.ts[i].kind == quoted || trigger != "of" && trigger != "that") {
		if v, to := p.conditionValue(j, p.isColumn(i) && p.delimited(j+1) && !p.known(j)); to > 0 && (!v.bare || p.isColumn(i)) {
			return single(column, "==", v), to
		}
	}
	return nil, 0
}

// degreeCondition reads "older than 40 years" where there is such a column.
func (p *parser) degreeCondition(i int, _ string, target *node) ([][]condition, int) {
	for p.isText(i, "are", "is", "were", "was", "a", "an") {
		i++
	}
	s, n := p.has(i, degree)
	if n == 0 {
		return nil, 0
	}
	v, to := p.conditionValue(i+n, true)
	if to == 0 || !v.bare {
		return nil, 0
	}
	column := ""
	for _, c := range list(s.degree.Columns) {
		if column == "" && (p.aColumn(c) || p.hourly(target)) {
			column = p.columnName(c)
		}
	}
	if column == "" {
		return nil, 0
	}
	for _, u := range list(s.degree.Units) {
		if k := strings.Count(u, " ") + 1; to+k <= len(p.ts) && p.phraseText(to, k) == u {
			to += k
			break
		}
	}
	return single(column, s.degree.Op, v), to
}
