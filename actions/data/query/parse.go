package query

import (
	"fmt"
	"strconv"
	"strings"
)

// parser reads Python's expressions and SQL's conditions, which share most of
// their grammar. & and | bind looser than comparisons here, as writers mean them
// even where they forget the parentheses that Python needs.
type parser struct {
	tokens []token
	depth  int
}

// mostDepth bounds how deep brackets may nest.
const mostDepth = 100

func parse(text string, f Frame) (node, error) {
	tokens, err := lex(text, phrases(f))
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	first, err := p.expression()
	if err != nil {
		return nil, err
	}
	if p.sign(",") {
		rest, err := p.items("")
		if err != nil {
			return nil, err
		}
		first = listNode{append([]node{first}, rest...)}
	}
	if p.peek().kind != endToken {
		return nil, p.unexpected("the end of the query")
	}
	return first, nil
}

func (p *parser) peek() token { return p.tokens[0] }

func (p *parser) next() token {
	t := p.tokens[0]
	if t.kind != endToken {
		p.tokens = p.tokens[1:]
	}
	return t
}

// sign takes one of the operators if it comes next.
func (p *parser) sign(signs ...string) bool {
	_, ok := p.operator(signs...)
	return ok
}

func (p *parser) operator(signs ...string) (string, bool) {
	t := p.peek()
	for _, s := range signs {
		if t.kind == signToken && t.text == s {
			p.next()
			return s, true
		}
	}
	return "", false
}

// word takes a keyword in signs letter case if it comes next.
func (p *parser) word(w string) bool {
	if t := p.peek(); t.kind == nameToken && strings.EqualFold(t.text, w) {
		p.next()
		return true
	}
	return false
}

func (p *parser) wordAfter(w string) bool {
	return len(p.tokens) > 1 && p.tokens[1].kind == nameToken && strings.EqualFold(p.tokens[1].text, w)
}

func (p *parser) expect(s string) error {
	if !p.sign(s) {
		return p.unexpected(strconv.Quote(s))
	}
	return nil
}

func (p *parser) unexpected(want string) error {
	t := p.peek()
	return fmt.Errorf("at character %d: expected %s, found %s", t.at+1, want, t)
}

// expression := conjunction (("|" | "||" | or) conjunction)*
func (p *parser) expression() (node, error) {
	if p.depth++; p.depth > mostDepth {
		return nil, fmt.Errorf("brackets are nested more than %d deep", mostDepth)
	}
	defer func() { p.depth-- }()
	return p.chain(p.conjunction, "or", func() bool { return p.sign("|", "||") || p.word("or") })
}

// conjunction := negation (("&" | "&&" | and) negation)*
func (p *parser) conjunction() (node, error) {
	return p.chain(p.negation, "and", func() bool { return p.sign("&", "&&") || p.word("and") })
}

// mostTerms bounds a chain of "or": the database refuses deeper expressions.
const mostTerms = 300

func (p *parser) chain(operand func() (node, error), op string, more func() bool) (node, error) {
	x, err := operand()
	for n := 1; err == nil && more(); n++ {
		if n > mostTerms {
			return nil, fmt.Errorf("more than %d terms are joined by %q; use .isin([...])", mostTerms, op)
		}
		var y node
		y, err = operand()
		x = binaryNode{op, x, y}
	}
	return x, err
}

func (p *parser) negation() (node, error) {
	if p.sign("!") || p.word("not") {
		if p.depth++; p.depth > mostDepth {
			return nil, fmt.Errorf("negations are nested more than %d deep", mostDepth)
		}
		defer func() { p.depth-- }()
		x, err := p.negation()
		return unaryNode{"not", x}, err
	}
	return p.comparison()
}

// comparison := sum (op sum)*; a < b <= c means a < b and b <= c, as in Python.
func (p *parser) comparison() (node, error) {
	x, err := p.sum()
	if err != nil {
		return nil, err
	}
	var all node
	for {
		one, y, err := p.compareWith(x)
		if err != nil {
			return nil, err
		}
		if one == nil {
			if all == nil {
				return x, nil
			}
			return all, nil
		}
		if all == nil {
			all = one
		} else {
			all = binaryNode{"and", all, one}
		}
		x = y
	}
}

// compareWith reads one operator and its right side; nil when none follows.
func (p *parser) compareWith(x node) (one, y node, err error) {
	if op, ok := p.operator("==", "=", "!=", "<>", "<=", ">=", "<", ">"); ok {
		y, err = p.sum()
		return binaryNode{strings.Replace(op, "==", "=", 1), x, y}, y, err
	}
	negated := false
	if t := p.peek(); t.kind == nameToken && strings.EqualFold(t.text, "not") && (p.wordAfter("in") || p.wordAfter("like") || p.wordAfter("between")) {
		p.next()
		negated = true
	}
	switch {
	case p.word("in"):
		y, err = p.sum()
		one = binaryNode{"in", x, y}
	case p.word("like"):
		y, err = p.sum()
		one = binaryNode{"like", x, y}
	case p.word("between"):
		one, y, err = p.between(x)
	case p.word("is"):
		negated = p.word("not")
		y, err = p.sum()
		one = binaryNode{"is", x, y}
	default:
		return nil, nil, nil
	}
	if negated {
		one = unaryNode{"not", one}
	}
	return one, y, err
}

func (p *parser) between(x node) (one, y node, err error) {
	low, err := p.sum()
	if err != nil {
		return nil, nil, err
	}
	if !p.word("and") {
		return nil, nil, p.unexpected(`"and"`)
	}
	y, err = p.sum()
	return binaryNode{"and", binaryNode{">=", x, low}, binaryNode{"<=", x, y}}, y, err
}

func (p *parser) sum() (node, error) { return p.arithmetic(p.product, "+", "-") }

func (p *parser) product() (node, error) { return p.arithmetic(p.unary, "*", "/", "%", "//") }

func (p *parser) arithmetic(operand func() (node, error), ops ...string) (node, error) {
	x, err := operand()
	for n := 1; err == nil; n++ {
		op, ok := p.operator(ops...)
		if !ok {
			break
		}
		if n > mostTerms {
			return nil, fmt.Errorf("more than %d terms", mostTerms)
		}
		var y node
		y, err = operand()
		x = binaryNode{op, x, y}
	}
	return x, err
}

func (p *parser) unary() (node, error) {
	op, ok := p.operator("-", "~", "+")
	if !ok {
		return p.postfix()
	}
	if p.depth++; p.depth > mostDepth {
		return nil, fmt.Errorf("signs are nested more than %d deep", mostDepth)
	}
	defer func() { p.depth-- }()
	x, err := p.unary()
	switch op {
	case "~":
		return unaryNode{"not", x}, err
	case "-":
		return unaryNode{"-", x}, err
	}
	return x, err
}

// postfix := primary (.name | [args] | (args))*
func (p *parser) postfix() (node, error) {
	x, err := p.primary()
	for n := 0; err == nil; n++ {
		if n > mostTerms {
			return nil, fmt.Errorf("more than %d operations follow one another", mostTerms)
		}
		switch {
		case p.sign("."):
			t := p.next()
			if t.kind != nameToken && t.kind != backToken {
				return nil, fmt.Errorf("at character %d: expected a name after the dot, found %s", t.at+1, t)
			}
			x = attrNode{x, t.text}
		case p.sign("["):
			var args []node
			args, err = p.items("]")
			x = indexNode{x, args}
		case p.sign("("):
			x, err = p.call(x)
		default:
			return x, nil
		}
	}
	return x, err
}

func (p *parser) primary() (node, error) {
	t := p.peek()
	switch {
	case t.kind == numberToken:
		p.next()
		return numberOf(t)
	case t.kind == textToken:
		p.next()
		return literalNode{t.text}, nil
	case t.kind == backToken:
		p.next()
		return nameNode{t.text, true}, nil
	case t.kind == nameToken:
		p.next()
		return wordOf(t), nil
	case p.sign("("):
		items, err := p.items(")")
		if err != nil {
			return nil, err
		}
		if len(items) == 1 {
			return items[0], nil
		}
		return listNode{items}, nil
	case p.sign("["):
		items, err := p.items("]")
		return listNode{items}, err
	case p.sign("{"):
		return p.dict()
	}
	return nil, p.unexpected("a value")
}

func numberOf(t token) (node, error) {
	if i, err := strconv.ParseInt(t.text, 10, 64); err == nil {
		return literalNode{i}, nil
	}
	f, err := strconv.ParseFloat(t.text, 64)
	if err != nil {
		return nil, fmt.Errorf("at character %d: %q is not a number", t.at+1, t.text)
	}
	return literalNode{f}, nil
}

func wordOf(t token) node {
	switch strings.ToLower(t.text) {
	case "true":
		return literalNode{true}
	case "false":
		return literalNode{false}
	case "none", "null", "nan":
		return literalNode{nil}
	}
	return nameNode{name: t.text}
}

// items reads expressions up to the closing bracket, or to the end of the query.
func (p *parser) items(end string) ([]node, error) {
	var items []node
	for {
		if end != "" && p.sign(end) {
			return items, nil
		}
		item, err := p.item()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		switch {
		case p.sign(","):
		case end == "":
			return items, nil
		case !p.sign(end):
			return nil, p.unexpected(`"," or ` + strconv.Quote(end))
		default:
			return items, nil
		}
	}
}

// item := expression | [expression] ":" [expression]
func (p *parser) item() (node, error) {
	var from, to node
	var err error
	if t := p.peek(); t.kind != signToken || t.text != ":" {
		if from, err = p.expression(); err != nil {
			return nil, err
		}
	}
	if !p.sign(":") {
		return from, nil
	}
	if t := p.peek(); t.kind != signToken || (t.text != "]" && t.text != ",") {
		if to, err = p.expression(); err != nil {
			return nil, err
		}
	}
	return sliceNode{from, to}, nil
}

// call reads arguments after the opening bracket; key=value are named.
func (p *parser) call(x node) (node, error) {
	c := callNode{x: x, named: map[string]node{}}
	for !p.sign(")") {
		key := ""
		if len(p.tokens) > 2 && p.tokens[0].kind == nameToken && p.tokens[1].kind == signToken && p.tokens[1].text == "=" {
			key = p.next().text
			p.next()
		}
		v, err := p.expression()
		if err != nil {
			return nil, err
		}
		if key == "" {
			c.args = append(c.args, v)
		} else {
			c.named[key] = v
		}
		if !p.sign(",") {
			if err := p.expect(")"); err != nil {
				return nil, err
			}
			break
		}
	}
	return c, nil
}

func (p *parser) dict() (node, error) {
	d := dictNode{}
	for !p.sign("}") {
		key, err := p.expression()
		if err != nil {
			return nil, err
		}
		if err := p.expect(":"); err != nil {
			return nil, err
		}
		v, err := p.expression()
		if err != nil {
			return nil, err
		}
		d.keys, d.values = append(d.keys, key), append(d.values, v)
		if !p.sign(",") {
			if err := p.expect("}"); err != nil {
				return nil, err
			}
			break
		}
	}
	return d, nil
}
