package condition

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"genplanx/actions"
	"genplanx/actions/table"
)

// spelling is a way to write a comparison.
type spelling struct{ text, op string }

// spellings lists the comparisons, longer ones first where one begins another.
func spellings() []spelling {
	return []spelling{
		{"is not empty", "not empty"}, {"not empty", "not empty"}, {"is empty", "empty"}, {"empty", "empty"},
		{"does not contain", "not contains"}, {"not contains", "not contains"}, {"contains", "contains"},
		{"is at least", ">="}, {"at least", ">="}, {"is at most", "<="}, {"at most", "<="},
		{"is greater than or equal to", ">="}, {"greater than or equal to", ">="}, {"is less than or equal to", "<="}, {"less than or equal to", "<="},
		{"is greater than", ">"}, {"greater than", ">"}, {"is more than", ">"}, {"more than", ">"}, {"is above", ">"}, {"above", ">"},
		{"is less than", "<"}, {"less than", "<"}, {"is fewer than", "<"}, {"fewer than", "<"}, {"is below", "<"}, {"below", "<"},
		{"is not", "!="}, {"not equal to", "!="}, {"equals", "=="}, {"equal to", "=="}, {"is", "=="},
		{">=", ">="}, {"<=", "<="}, {"==", "=="}, {"!=", "!="}, {"<>", "!="}, {"≥", ">="}, {"≤", "<="}, {"≠", "!="}, {">", ">"}, {"<", "<"}, {"=", "=="},
	}
}

// Parse reads a condition: "> 3", ">= 2", "== 'open'", "!= true", "contains
// 'late'", "empty", "not empty", "< 2024-05-01", and the same in words. A name of
// the value before it ("count > 3") is allowed when it is one of names.
func Parse(text string, names ...string) (Test, error) {
	rest := strings.Join(strings.Fields(text), " ")
	if after, ok := cutWord(rest, "if"); ok {
		rest = after
	}
	for _, name := range append([]string{"value", "it"}, names...) {
		if after, ok := cutWord(rest, name); ok {
			rest = after
			break
		}
	}
	for _, s := range spellings() {
		after, ok := cutWord(rest, s.text)
		if !ok {
			continue
		}
		return finish(text, s.op, after)
	}
	return Test{}, fault(text, "it does not begin with a comparison")
}

func finish(text, op, operand string) (Test, error) {
	if op == "empty" || op == "not empty" {
		if operand != "" {
			return Test{}, fault(text, fmt.Sprintf("%q after %q makes no sense", operand, op))
		}
		return Test{Op: op}, nil
	}
	want, err := literal(operand)
	if err != nil {
		return Test{}, fault(text, err.Error())
	}
	_, isText := want.(string)
	if op == "contains" || op == "not contains" {
		if !isText {
			want = strings.Trim(operand, " ")
		}
		return Test{Op: op, Want: want}, nil
	}
	if _, isBool := want.(bool); op != "==" && op != "!=" && (isText || isBool) {
		return Test{}, fault(text, fmt.Sprintf("%s is not a number or a date", said(want)))
	}
	return Test{Op: op, Want: want}, nil
}

// cutWord cuts a word or sign off the front, whatever its case; a word must end
// there.
func cutWord(s, word string) (string, bool) {
	if word == "" || len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
		return s, false
	}
	rest := s[len(word):]
	last := word[len(word)-1]
	letter := last >= 'a' && last <= 'z' || last >= 'A' && last <= 'Z' || last >= '0' && last <= '9'
	if letter && rest != "" && !strings.ContainsAny(rest[:1], " <>=!'\"") && !strings.HasPrefix(rest, "≥") && !strings.HasPrefix(rest, "≤") && !strings.HasPrefix(rest, "≠") {
		return s, false
	}
	return strings.TrimSpace(rest), true
}

// literal reads what a value is compared with: a quoted text, a number, true or
// false, a date, or a bare word.
func literal(s string) (any, error) {
	if s == "" {
		return nil, fmt.Errorf("there is nothing to compare with")
	}
	if mark := s[0]; mark == '\'' || mark == '"' {
		if len(s) < 2 || s[len(s)-1] != mark {
			return nil, fmt.Errorf("the quotation mark of %s is not closed", s)
		}
		inside := s[1 : len(s)-1]
		if strings.IndexByte(inside, mark) >= 0 {
			return nil, fmt.Errorf("%s holds a quotation mark inside", s)
		}
		return inside, nil
	}
	if n, ok := parseNumber(s); ok {
		return n, nil
	}
	if b, ok := asBool(s); ok {
		return b, nil
	}
	if at, _, ok := table.ParseDate(s); ok {
		return at, nil
	}
	if strings.ContainsAny(s, "<>=!'\"") {
		return nil, fmt.Errorf("%q is not a value", s)
	}
	return s, nil
}

func parseNumber(s string) (float64, bool) {
	if strings.ContainsAny(s, "xXpP_") {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

func fault(text, why string) error {
	return &actions.Fault{
		Doing: fmt.Sprintf("reading condition %q", text),
		Err:   fmt.Errorf("%s", why),
		Hint:  `write it like "> 3", "== 'open'", "contains 'late'", "empty" or "not empty"`,
	}
}
