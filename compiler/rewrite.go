package compiler

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// literalText is the text of a state in the notation that pddl reads, with the
// offset at which each literal starts.
type literalText struct {
	text      string
	starts    []int
	notes     []string
	swallowed []string // comments that hold a literal
}

// index returns which literal of the text an offset belongs to.
func (l *literalText) index(offset int) int {
	return max(sort.SearchInts(l.starts, offset+1)-1, 0)
}

// rewriter puts the names of an answer's objects in the place of its keys. It
// keeps every parenthesis and every word; only commas, quotes round names,
// brackets round the whole and comments go.
type rewriter struct {
	names   *nameTable
	text    string
	at      int
	out     strings.Builder
	heads   []string // of the open parentheses; "" until the head was seen
	within  int      // open parentheses that are literals or parts of them
	pending []string // words seen since the last parenthesis or head
	result  literalText
}

func (t *nameTable) rewrite(text string) literalText {
	r := rewriter{names: t, text: text}
	for r.at < len(r.text) {
		r.token()
	}
	r.flush()
	r.result.text = r.out.String()
	return r.result
}

func (r *rewriter) token() {
	rest := r.text[r.at:]
	c, n := utf8.DecodeRuneInString(rest)
	switch {
	case c == '(':
		r.flush()
		r.open()
	case c == ')':
		r.flush()
		r.close()
	case c == ',' || unicode.IsSpace(c) || (c == '[' || c == ']') && len(r.heads) == 0:
		r.at += n
	case c == ';':
		r.comment()
	default:
		if word, length := quotedWord(rest); length > 0 {
			r.at += length
			r.word(word, true)
			return
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("(),;", c) })
		if end < 0 {
			end = len(rest)
		}
		r.at += end
		r.word(rest[:end], false)
	}
}

func (r *rewriter) open() {
	r.at++
	if n := len(r.heads); n > 0 && r.heads[n-1] == "" {
		r.setHead("(") // a list of lists has no head
	}
	if s := r.out.String(); s != "" && !strings.HasSuffix(s, "(") {
		r.out.WriteByte(' ')
	}
	if r.within == 0 {
		r.result.starts = append(r.result.starts, r.out.Len())
	}
	r.out.WriteByte('(')
	r.heads = append(r.heads, "")
}

func (r *rewriter) setHead(head string) {
	r.heads[len(r.heads)-1] = head
	if literalHead(head) {
		r.within++
	}
}

// literalHead tells the head of a literal from what stands around literals.
func literalHead(head string) bool {
	return head != "" && head != "and" && head != "(" && head[0] != ':'
}

func (r *rewriter) close() {
	r.at++
	r.out.WriteByte(')')
	if n := len(r.heads); n > 0 {
		if literalHead(r.heads[n-1]) {
			r.within--
		}
		r.heads = r.heads[:n-1]
	}
}

func (r *rewriter) word(word string, quoted bool) {
	if n := len(r.heads); n > 0 && r.heads[n-1] == "" {
		r.setHead(r.head(word))
		r.out.WriteString(r.heads[n-1])
		return
	}
	if quoted {
		r.flush()
		if name, _, ok := r.names.resolve(word); ok {
			word = name
		} else if strings.ContainsFunc(word, unicode.IsSpace) {
			word = `"` + word + `"`
		}
		r.emit(word)
		return
	}
	r.pending = append(r.pending, word)
}

// head mends the spelling of a predicate or function: QUERY_RESULT.
func (r *rewriter) head(word string) string {
	v := r.names.voc
	low := lowerASCII(word)
	if v.predicates[low] != nil || v.functions[low] != nil {
		return low
	}
	dashed := strings.ReplaceAll(low, "_", "-")
	if v.predicates[dashed] != nil || v.functions[dashed] != nil {
		r.result.notes = append(r.result.notes, "`"+word+"` was read as `"+dashed+"`")
		return dashed
	}
	return low
}

// flush writes the words read so far, with keys replaced by names.
func (r *rewriter) flush() {
	words := r.pending
	r.pending = r.pending[:0]
	bare := len(r.heads) == 0 || r.heads[len(r.heads)-1] == "="
	for i := 0; i < len(words); {
		if bare { // a number, or words outside of any literal
			r.emit(words[i])
			i++
			continue
		}
		if name, n := r.names.phraseAt(words[i:]); n > 0 {
			r.emit(name)
			i += n
			continue
		}
		name, mended, ok := r.names.resolve(words[i])
		if mended {
			r.result.notes = append(r.result.notes, "`"+words[i]+"` was read as `"+name+"`")
		}
		if !ok {
			name = words[i]
		}
		r.emit(name)
		i++
	}
}

func (r *rewriter) emit(word string) {
	if s := r.out.String(); s != "" && !strings.HasSuffix(s, "(") {
		r.out.WriteByte(' ')
	}
	r.out.WriteString(word)
}

// comment moves over a semicolon: a separator when a literal follows it, else
// the start of a comment, in which no literal may get lost.
func (r *rewriter) comment() {
	rest := r.text[r.at+1:]
	if strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "(") {
		r.at++
		return
	}
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	r.at += 1 + len(rest)
	for _, piece := range strings.Split(rest, "(")[1:] {
		head, _, _ := strings.Cut(strings.TrimSpace(piece), " ")
		if head = r.head(head); r.names.voc.predicates[head] != nil || head == "not" || head == "and" {
			r.result.swallowed = append(r.result.swallowed, strings.TrimSpace(rest))
			return
		}
	}
}

// quotedWord reads a name in quotes at the start of rest.
func quotedWord(rest string) (word string, length int) {
	for _, pair := range [][2]string{{`"`, `"`}, {`'`, `'`}, {"`", "`"}, {"“", "”"}, {"‘", "’"}} {
		if !strings.HasPrefix(rest, pair[0]) {
			continue
		}
		body := rest[len(pair[0]):]
		end := strings.Index(body, pair[1])
		if stop := strings.IndexAny(body, "()\n"); end <= 0 || stop >= 0 && stop < end {
			return "", 0
		}
		return body[:end], len(pair[0]) + end + len(pair[1])
	}
	return "", 0
}
