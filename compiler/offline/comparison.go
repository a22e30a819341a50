package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// conditionColumn reads the name of a column.
func (p *parser) conditionColumn(i int) (string, int) {
	for p.isText(i, "the", "a", "an", "column", "value", "values", "of") && !p.isColumn(i) {
		i++
	}
	if i >= len(p.ts) {
		return "", 0
	}
	name, to := p.columnAt(i)
	switch {
	case to > 0:
		to += i
	case p.ts[i].kind == quoted:
		name, to = p.columnName(p.ts[i].text), i+1
	case p.ts[i].kind == word && (!p.known(i) || p.softColumn(i)):
		name, to = p.columnName(p.ts[i].text), i+1
	default:
		return "", 0
	}
	if p.isText(to, "column", "field", "value") {
		to++
	}
	return name, to
}

// softColumn reports whether a word of the lexicon is a column here because
// something is compared with it: "whose name contains".
func (p *parser) softColumn(i int) bool {
	for _, f := range p.words.at(p.ts, i) {
		for _, s := range f.senses {
			if f.n > 1 || s.class != slotNoun && s.class != verbal && s.class != noun {
				return false
			}
		}
	}
	return p.comparesAt(i+1) || i > 0 && p.isText(i-1, "by") && p.delimited(i+1)
}

// comparison reads the operator and the value.
func (p *parser) comparison(column string, i int, stated bool) ([][]condition, int) {
	start, not, said := i, false, false
	for i < len(p.ts) {
		if s, n := p.has(i, comparator); n > 0 && !(s.text == "==" && n == 1 && p.isText(i, "is")) {
			break
		}
		switch {
		case p.isText(i, "is", "are", "was", "were", "be", "of", "has", "being"):
			said = said || p.ts[i].norm != "of"
		case p.isText(i, "not"):
			if not {
				return nil, 0 // not twice
			}
			not = true
		case p.isText(i, "isn't", "aren't"):
			if not {
				return nil, 0
			}
			said, not = true, true
		case p.isText(i, "does", "do") && p.isText(i+1, "not"), p.isText(i, "doesn't", "don't"):
			if not {
				return nil, 0
			}
			not = true
			if p.isText(i, "does", "do") {
				i++
			}
		default:
			goto operator
		}
		i++
	}
operator:
	s, n := p.has(i, comparator)
	if n > 0 && s.text != "==" {
		return p.compared(column, s.text, i+n, not)
	}
	if n > 0 {
		i += n
		said = true
	}
	if !said && !not || i == start && n == 0 {
		return nil, 0
	}
	if op, v, to := p.orBeyond(i); to > 0 && !not {
		return single(column, op, v), to
	}
	if column2, k := p.flagAt(i); k > 0 && column2 == column {
		return [][]condition{{flagCondition(column, not)}}, i + k
	}
	if groups, to := p.blankAt(column, i, not); to > 0 {
		return groups, to
	}
	return p.oneOf(column, i, not)
}

// orBeyond reads "2 or later", "100 or less".
func (p *parser) orBeyond(i int) (string, literal, int) {
	v, to := p.conditionValue(i, true)
	if to == 0 || !v.bare && p.ts[to-1].kind != number || !p.isText(to, "or", "and") {
		return "", v, 0
	}
	switch {
	case p.isText(to+1, "more", "above", "over", "higher", "later", "after", "greater", "larger", "up", "older", "longer"):
		return ">=", v, to + 2
	case p.isText(to+1, "less", "below", "under", "lower", "earlier", "before", "smaller", "fewer", "younger", "shorter"):
		return "<=", v, to + 2
	}
	return "", v, 0
}

// oneOf reads "North", "North or South", "either North or South".
func (p *parser) oneOf(column string, i int, not bool) ([][]condition, int) {
	if p.isText(i, "either", "one") {
		i++
		for p.isText(i, "of") {
			i++
		}
	}
	v, to := p.conditionValue(i, true)
	if to == 0 {
		return nil, 0
	}
	op := "=="
	if not {
		op = "!="
	}
	values := []literal{v}
	for {
		k := to
		if k < len(p.ts) && p.ts[k].text == "," {
			k++
		}
		if p.isText(k, "or") || not && p.isText(k, "nor") {
			k++
		} else if k == to || !p.orFollows(k) {
			break
		}
		next, end := p.conditionValue(k, false)
		if end == 0 || p.comparesAt(end) {
			break
		}
		values, to = append(values, next), end
	}
	if not {
		var all [][]condition
		for _, v := range values {
			all = append(all, single(column, op, v)...)
		}
		return all, to
	}
	group := make([]condition, len(values))
	for k, v := range values {
		group[k] = condition{column: column, op: op, value: v}
	}
	return [][]condition{group}, to
}

// orFollows reports whether a list of values goes on to an "or".
func (p *parser) orFollows(i int) bool {
	for k := i; k < len(p.ts) && k < i+8 && !p.ts[k].ends; k++ {
		if p.isText(k, "or") {
			return true
		}
		if p.isText(k, "and") {
			return false
		}
	}
	return false
}

func (p *parser) comparesAt(i int) bool {
	_, n := p.has(i, comparator)
	_, m := p.has(i, copula)
	return n > 0 || m > 0
}

func (p *parser) compared(column, op string, i int, not bool) ([][]condition, int) {
	if op == "between" {
		low, k := p.conditionValue(i, true)
		if k == 0 || !p.isText(k, "and", "to") {
			return nil, 0
		}
		high, to := p.conditionValue(k+1, true)
		if to == 0 {
			return nil, 0
		}
		if p.isText(to, "o'clock", "oclock", "hours") {
			to++
		}
		if not {
			return [][]condition{{{column: column, op: "<", value: low}, {column: column, op: ">", value: high}}}, to
		}
		return [][]condition{{{column: column, op: ">=", value: low}}, {{column: column, op: "<=", value: high}}}, to
	}
	op = map[string]string{"before": "<", "after": ">"}[op] + map[bool]string{true: "", false: op}[op == "before" || op == "after"]
	v, to := p.conditionValue(i, true)
	if to == 0 || len(op) <= 2 && op != "!=" && !v.bare && p.ts[to-1].kind == word {
		return nil, 0 // "sales over month" compares nothing
	}
	return [][]condition{{{column: column, op: op, value: v, not: not}}}, to
}

// conditionValue reads a value: in quotes, a number, a date, a truth value, or
// words; words after no operator must look like a name.
func (p *parser) conditionValue(i int, operator bool) (literal, int) {
	for p.isText(i, "the", "a", "an", "value", "word", "letter", "letters", "text", "=", ":") {
		i++
	}
	if i >= len(p.ts) {
		return literal{}, 0
	}
	t := p.ts[i]
	switch t.kind {
	case quoted, address, file:
		return literal{t.text, false}, i + 1
	case number:
		return p.numeric(t, i)
	case word:
		if s, n := p.has(i, numeral); n > 0 && t.norm == strings.ToLower(t.text) {
			return literal{s.text, true}, i + n
		}
		switch t.norm {
		case "true":
			return literal{"True", true}, i + 1
		case "false":
			return literal{"False", true}, i + 1
		case "yes", "no": // what such a cell holds, as it was written
			return literal{t.text, false}, i + 1
		}
		return p.plainWords(i, operator)
	}
	return literal{}, 0
}

func (p *parser) numeric(t token, i int) (literal, int) {
	if strings.ContainsAny(t.text[1:], "-/") || strings.Count(t.text, ".") > 1 {
		return literal{t.text, false}, i + 1
	}
	text := strings.ReplaceAll(t.text, ",", "")
	if strings.HasSuffix(text, "%") {
		return literal{}, 0 // may mean 0.05 or 5
	}
	return literal{strings.TrimPrefix(text, "+"), true}, i + 1
}

// plainWords reads a value of unquoted words: one word, or several that all begin
// with a capital.
func (p *parser) plainWords(i int, operator bool) (literal, int) {
	t := p.ts[i]
	r, _ := utf8.DecodeRuneInString(t.text)
	capital := unicode.IsUpper(r) || !unicode.IsLower(r)
	if _, n := p.has(i, negation); n > 0 {
		return literal{}, 0
	}
	if !capital && (!operator || p.known(i) && !p.delimited(i+1)) {
		return literal{}, 0
	}
	if !operator && p.known(i) && !p.delimited(i+1) {
		return literal{}, 0
	}
	j := i + 1
	for capital && j < len(p.ts) && p.ts[j].kind == word {
		r, _ := utf8.DecodeRuneInString(p.ts[j].text)
		if !unicode.IsUpper(r) {
			break
		}
		j++
	}
	return literal{p.request.Text[t.start:p.ts[j-1].end], false}, j
}

// delimited reports whether a word ends its phrase.
func (p *parser) delimited(i int) bool {
	if i >= len(p.ts) || p.ts[i].kind == punct {
		return true
	}
	_, n := p.has(i, coordinator)
	_, m := p.has(i, mark)
	return n > 0 || m > 0
}

// valueColumn reads "for the North region", "in the Sales department": a value
// before the column that holds it.
func (p *parser) valueColumn(i int, trigger string, _ *node) ([][]condition, int) {
	if trigger == "" {
		return nil, 0
	}
	if p.isText(i, "the") {
		i++
	}
	j := i
	for j < len(p.ts) && (p.ts[j].kind == quoted && j == i || p.ts[j].kind == word && p.capital(j) && (j == i || p.ts[i].kind == word)) {
		j++
	}
	column, n := p.columnAt(j)
	if j == i || n == 0 || p.comparesAt(j+n) {
		return nil, 0
	}
	v := literal{p.ts[i].text, false}
	if p.ts[i].kind == word {
		v.text = p.request.Text[p.ts[i].start:p.ts[j-1].end]
	}
	return single(column, "==", v), j + n
}

func (p *parser) capital(i int) bool {
	r, _ := utf8.DecodeRuneInString(p.ts[i].text)
	return unicode.IsUpper(r)
}

// startCondition reads "start between 13 and 15" of things that have an hour.
func (p *parser) startCondition(i int, trigger string, target *node) ([][]condition, int) {
	if !p.isText(i, "start", "starts", "starting", "begin", "begins", "beginning") || !p.hourly(target) || !p.isText(i+1, "between") {
		return nil, 0
	}
	return p.valueFirst(i+1, trigger, target)
}

// valueFirst reads "at least 3 recipients", and "between 8 and 11" of things
// that have an hour.
func (p *parser) valueFirst(i int, trigger string, target *node) ([][]condition, int) {
	s, n := p.has(i, comparator)
	if n == 0 || s.text == "==" {
		return nil, 0
	}
	if s.text == "between" && p.lex.Times.Hour != "" {
		groups, to := p.compared(p.lex.Times.Hour, "between", i+n, false)
		if to > 0 && (p.isText(to-1, "o'clock", "oclock", "hours") || p.hourly(target)) {
			return groups, to
		}
		return nil, 0
	}
	v, to := p.conditionValue(i+n, true)
	if to == 0 || !v.bare {
		return nil, 0
	}
	column, v, end := p.lasting(i, v, to, target)
	if end == 0 {
		column, end = p.conditionColumn(to)
	}
	if p.isText(to, "o'clock", "oclock") && s.text == "before" && p.hourly(target) {
		return single(p.lex.Times.Hour, "<", v), to + 1
	}
	if end == 0 || p.isText(to, "o'clock", "oclock") {
		return nil, 0
	}
	op := map[string]string{"before": "<", "after": ">"}[s.text]
	if op == "" {
		op = s.text
	}
	return single(column, op, v), end
}

// hourly reports whether a thing comes from a calendar, whose rows have hours.
func (p *parser) hourly(n *node) bool {
	for n != nil {
		n = n.find()
		if n.variant != nil && n.variant.Mine {
			return true
		}
		next := n.one("data")
		if next == nil {
			next = n.one("base")
		}
		n = next
	}
	return false
}
