package query

import (
	"fmt"
	"slices"
	"strings"

	"genplanx/actions/table"
	"genplanx/pddl/diag"
)

// part is one token of an SQL text: a name, a text, or a sign or number as written.
type part struct {
	text     string // of names and texts without quotes
	kind     byte   // 'n' name, 't' text, 0 other
	from, to int
}

func (p part) is(word string) bool { return p.kind != 't' && strings.EqualFold(p.text, word) }

// partsOf cuts a statement that [scanSQL] has accepted into tokens.
func partsOf(text string) []part {
	var parts []part
	for at := 0; at < len(text); {
		rest, p := text[at:], part{from: at}
		n := 1
		switch c := text[at]; {
		case strings.HasPrefix(rest, "--"):
			at += cutAfter(rest, 2, "\n")
			continue
		case strings.HasPrefix(rest, "/*"):
			at += cutAfter(rest, 2, "*/")
			continue
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
			continue
		case c == '\'' || c == '"' || c == '`' || c == '[':
			p.text, n = unquoted(rest)
			p.kind = 'n'
			if c == '\'' {
				p.kind = 't'
			}
		case nameLength(rest) > 0:
			n = nameLength(rest)
			p.text, p.kind = rest[:n], 'n'
		default:
			if len(rest) > 1 && slices.Contains([]string{"==", "!=", "<>", "<=", ">=", "||"}, rest[:2]) {
				n = 2
			}
			p.text = rest[:n]
		}
		p.to = at + n
		at = p.to
		parts = append(parts, p)
	}
	return parts
}

// unquoted reads a quoted token; a quote in it is doubled.
func unquoted(s string) (text string, length int) {
	closer := s[0]
	if closer == '[' {
		closer = ']'
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != closer:
			b.WriteByte(s[i])
		case i+1 < len(s) && s[i+1] == closer:
			b.WriteByte(closer)
			i++
		default:
			return b.String(), i + 1
		}
	}
	return b.String(), len(s)
}

// textColumn is the column of texts that a token names.
func (f Frame) textColumn(parts []part, i int) (table.Column, bool) {
	if parts[i].kind != 'n' || (i+1 < len(parts) && (parts[i+1].is(".") || parts[i+1].is("("))) {
		return table.Column{}, false
	}
	for j, name := range f.StoredNames() {
		if strings.EqualFold(name, parts[i].text) {
			return f.Columns[j], f.Columns[j].Kind == table.Text
		}
	}
	return table.Column{}, false
}

// meet fits a statement to the words that stand in the frame: sums of texts are
// errors, and constants find the cells that are meant.
func (f Frame) meet(s Statement) (Statement, error) {
	parts := partsOf(s.SQL)
	if err := f.checkSums(parts); err != nil {
		return Statement{}, err
	}
	if err := f.checkRanks(parts); err != nil {
		return Statement{}, err
	}
	var b strings.Builder
	done := 0
	for _, c := range f.comparisons(parts) {
		text, note := c.fitted()
		if note != "" && !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
		b.WriteString(s.SQL[done:c.from])
		b.WriteString(text)
		done = c.to
	}
	s.SQL = b.String() + s.SQL[done:]
	return s, nil
}

// comparison is a column of texts compared with constants, in from..to of the SQL.
type comparison struct {
	column   table.Column
	name     string // the column as written
	negated  bool
	missing  bool // rows without a value are kept when negated (IS NOT)
	wanted   []part
	from, to int
}

// comparisons finds COLUMN = 'text' and COLUMN IN ('text', ...) and the like.
func (f Frame) comparisons(parts []part) []comparison {
	var found []comparison
	for i := range parts {
		c, ok := f.textColumn(parts, i)
		if !ok || len(c.Cells) == 0 {
			continue
		}
		start := i
		for start >= 2 && parts[start-1].is(".") {
			start -= 2
		}
		m := comparison{column: c, from: parts[start].from}
		rest := m.operator(parts[i+1:])
		if rest == nil {
			continue
		}
		m.to = rest[len(rest)-1].to
		for j := start; j <= i; j++ {
			word := parts[j].text
			if parts[j].kind == 'n' {
				word = quoteName(word)
			}
			m.name += word
		}
		found = append(found, m)
	}
	return found
}

// operator reads an operator and its constants and returns the tokens up to
// their end; nil when it is another operator or no constant follows.
func (m *comparison) operator(parts []part) []part {
	at := 0
	next := func(words ...string) bool {
		if at < len(parts) && slices.ContainsFunc(words, parts[at].is) {
			at++
			return true
		}
		return false
	}
	switch {
	case next("=", "=="):
	case next("!=", "<>"):
		m.negated = true
	case next("is"):
		m.negated = next("not")
		m.missing = m.negated
	case next("not"):
		m.negated = true
		if !next("in") {
			return nil
		}
		at--
	}
	if next("in") {
		if !next("(") {
			return nil
		}
		for at < len(parts) && constant(parts[at]) {
			m.wanted = append(m.wanted, parts[at])
			if at++; !next(",") {
				break
			}
		}
		if len(m.wanted) == 0 || !next(")") {
			return nil
		}
		return parts[:at]
	}
	if at == 0 || at >= len(parts) || !constant(parts[at]) {
		return nil
	}
	if at+1 < len(parts) && (parts[at+1].is("||") || parts[at+1].is("collate")) {
		return nil
	}
	m.wanted = parts[at : at+1]
	return parts[:at+1]
}

func constant(p part) bool {
	return p.kind == 't' || p.is("true") || p.is("false") || p.is("0") || p.is("1")
}

// fitted writes the comparison with the cells that are meant.
func (m comparison) fitted() (sql, note string) {
	cells := m.spellings()
	var values, notes []string
	for _, w := range m.wanted {
		same, remark := meant(m.column, cells, w.text)
		values = append(values, same...)
		if remark != "" {
			notes = append(notes, remark)
		}
	}
	for i, v := range values {
		values[i] = quoteText(v)
	}
	sql = m.name + " IN (" + strings.Join(values, ", ") + ")"
	switch {
	case len(values) == 1 && m.missing:
		sql = m.name + " IS NOT " + values[0]
	case len(values) == 1 && m.negated:
		sql = m.name + " <> " + values[0]
	case len(values) == 1:
		sql = m.name + " = " + values[0]
	case m.missing:
		sql = "(" + m.name + " IS NULL OR " + m.name + " NOT IN (" + strings.Join(values, ", ") + "))"
	case m.negated:
		sql = m.name + " NOT IN (" + strings.Join(values, ", ") + ")"
	}
	return sql, strings.Join(notes, "; ")
}

// spellings are the texts in the column, each once, in their order.
func (m comparison) spellings() []string {
	seen := map[string]bool{}
	var cells []string
	for _, cell := range m.column.Cells {
		if s, ok := cell.(string); ok && !seen[s] {
			seen[s] = true
			cells = append(cells, s)
		}
	}
	return cells
}

// meant are the cells a constant stands for: in a column of yes and no those that
// say the same, else those that equal it, else those that differ in letter case
// and spaces only. When there are none, the remark says which cell is most alike.
func meant(c table.Column, cells []string, constant string) (same []string, remark string) {
	if wanted, ok := truth(constant); ok && saysYesOrNo(c) {
		for _, s := range cells {
			if said, _ := truth(s); said == wanted {
				same = append(same, s)
			}
		}
		return same, ""
	}
	if slices.Contains(cells, constant) {
		return []string{constant}, ""
	}
	for _, s := range cells {
		if folded(s) == folded(constant) {
			same = append(same, s)
		}
	}
	if len(same) > 0 {
		return same, fmt.Sprintf("%s for %q", strings.Join(same, ", "), constant)
	}
	remark = fmt.Sprintf("no row has %s %q", c.Name, constant)
	lower := make([]string, len(cells))
	for i, s := range cells {
		lower[i] = folded(s)
	}
	const few = 12
	if i := slices.Index(lower, diag.Suggest(folded(constant), lower[:min(len(lower), 1000)])); i >= 0 {
		remark += fmt.Sprintf("; did you mean %q?", cells[i])
	} else if len(cells) <= few {
		remark += "; it has " + strings.Join(cells, ", ")
	}
	return []string{constant}, remark
}

func folded(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// truth reads the words of a column of yes and no.
func truth(s string) (yes, ok bool) {
	switch folded(s) {
	case "yes", "y", "true", "t", "1", "ja", "j", "oui", "si", "sí", "sim", "tak":
		return true, true
	case "no", "n", "false", "f", "0", "nein", "non", "não", "nie":
		return false, true
	}
	return false, false
}

// saysYesOrNo reports a column of texts that holds nothing else.
func saysYesOrNo(c table.Column) bool {
	seen := false
	for _, cell := range c.Cells {
		s, isText := cell.(string)
		if !isText {
			continue
		}
		if _, ok := truth(s); !ok {
			return false
		}
		seen = true
	}
	return seen && c.Kind == table.Text
}
