package compiler

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"genplanx/pddl/diag"
)

// MaxAnswer is the size in bytes up to which answers are read.
const MaxAnswer = 1 << 20

// candidate is one dictionary found in an answer.
type candidate struct {
	json   string
	notes  []string
	states bool // has "goals", "init_state" or "ask"
}

// findDictionary cuts the JSON problem out of an answer, whatever stands around
// it, and returns it as strict JSON.
func findDictionary(answer string) (string, diag.List) {
	if d := unreadable(answer); d != nil {
		return "", diag.List{*d}
	}
	if text := strings.TrimSpace(answer); text[0] == '{' && gjson.Valid(text) && !tooDeep(text) {
		return text, nil
	}
	found, worst := candidates(answer)
	var best []candidate
	for _, c := range found {
		if c.states {
			best = append(best, c)
		}
	}
	switch {
	case len(best) == 1:
		return best[0].accepted()
	case len(best) > 1:
		return "", diag.List{{Severity: diag.Error, Code: SeveralAnswers,
			Message: fmt.Sprintf("the answer holds %d dictionaries with goals", len(best)),
			Hint:    "merge all intents into one dictionary with one \"init_state\" and one \"goals\""}}
	case worst != nil:
		return "", diag.List{worst.diagnostic(answer)}
	case len(found) > 0:
		return found[0].accepted()
	}
	return "", diag.List{noDictionary(answer)}
}

func unreadable(answer string) *diag.Diagnostic {
	d := diag.Diagnostic{Severity: diag.Error}
	switch {
	case len(answer) > MaxAnswer:
		d.Code = AnswerTooLarge
		d.Message = fmt.Sprintf("the answer has %d bytes, the limit is %d", len(answer), MaxAnswer)
		d.Hint = "return one dictionary; contents of files do not belong in it, only their paths"
	case strings.TrimSpace(answer) == "":
		d.Code, d.Message, d.Hint = EmptyAnswer, "the answer is empty", "return the dictionary"
	case !utf8.ValidString(answer):
		d.Code, d.Message, d.Hint = AnswerNotText, "the answer is not UTF-8 text", "return the dictionary as UTF-8"
	default:
		return nil
	}
	return &d
}

// tooDeep reports whether valid JSON nests deeper than is read.
func tooDeep(json string) bool {
	depth, inside := 0, false
	for i := 0; i < len(json); i++ {
		switch c := json[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// candidates reads a dictionary at each brace outside of those read before. A
// text that is no dictionary is left where its fault is, so that each byte is
// looked at a bounded number of times. worst is the fault that got furthest.
func candidates(answer string) (found []candidate, worst *mendFault) {
	furthest := 0
	for at := 0; ; {
		i := strings.IndexByte(answer[at:], '{')
		if i < 0 {
			return found, worst
		}
		start := at + i
		json, end, notes, fault := mend(answer, start)
		if fault == nil {
			found = append(found, newCandidate(string(json), notes))
			at = end
			continue
		}
		if length := fault.at - start; worst == nil || length > furthest {
			worst, furthest = fault, length
		}
		if fault.cutOff || fault.tooDeep {
			return found, worst
		}
		at = max(fault.at, start+1)
	}
}

func newCandidate(json string, notes []string) candidate {
	c := candidate{json: json, notes: notes}
	root := gjson.Parse(json)
	c.states = hasStates(root)
	if !c.states {
		root.ForEach(func(_, v gjson.Result) bool {
			c.states = c.states || v.IsObject() && hasStates(v)
			return !c.states
		})
	}
	return c
}

func (c candidate) accepted() (string, diag.List) {
	var notes diag.List
	for _, n := range c.notes {
		notes.Add(diag.Diagnostic{Severity: diag.Note, Code: AnswerMended, Message: n})
	}
	return c.json, notes
}

// hasStates reports whether an object is the problem itself.
func hasStates(object gjson.Result) bool {
	found := false
	object.ForEach(func(key, _ gjson.Result) bool {
		r := roleOf(key.Str)
		found = r == goalsRole || r == initRole || r == askRole
		return !found
	})
	return found
}

func (f *mendFault) diagnostic(answer string) diag.Diagnostic {
	at := int32(min(f.at, len(answer)))
	d := diag.Diagnostic{Severity: diag.Error, Code: BadJSON, Message: f.message, Hint: f.hint,
		Source: diag.NewSource("answer", []byte(answer)), Span: diag.Span{Start: at, End: at}}
	switch {
	case f.tooDeep:
		d.Code = AnswerTooDeep
	case f.cutOff:
		d.Code = AnswerCutOff
		d.Message = "the answer is cut off: " + f.message
		d.Hint = "return the whole dictionary, with its last closing brace; leave out what the request does not need"
	}
	return d
}

// noDictionary tells a refusal from other prose: the two need different advice.
func noDictionary(answer string) diag.Diagnostic {
	plain := strings.ToLower(strings.ReplaceAll(answer, "’", "'"))
	for _, phrase := range refusals() {
		if strings.Contains(plain, phrase) {
			return refusal(answer)
		}
	}
	return diag.Diagnostic{Severity: diag.Error, Code: NoDictionary,
		Message: "the answer holds no dictionary: " + said(answer),
		Hint:    "return one dictionary in braces, with \"init_state\" and \"goals\", and nothing else"}
}

// refusal is the fault of an answer that declines to answer.
func refusal(answer string) diag.Diagnostic {
	return diag.Diagnostic{Severity: diag.Error, Code: AnswerRefused,
		Message: "the language model declined to answer: " + said(answer),
		Hint:    "for a request that no intent fits, return the dictionary of the intent \"unknown\""}
}

// said quotes the start of prose on one line.
func said(answer string) string { return clip(strings.Join(strings.Fields(answer), " "), 120) }

func refusals() []string {
	return []string{"i'm sorry", "i am sorry", "i cannot", "i can't", "i can not", "i'm unable", "i am unable", "i'm not able",
		"i am not able", "i won't", "i will not", "as an ai", "apologies", "i apologize", "not comfortable"}
}
