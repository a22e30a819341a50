package compiler

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"genplanx/domain"
	"genplanx/pddl"
	"genplanx/pddl/diag"
)

// Decode reads the JSON problem out of an answer and checks it against the
// domain (paper, section 6.3). All faults are reported at once, by their place
// in the JSON; the problem is nil when there is an error. What could be mended
// without guessing was, and is told in notes.
func Decode(answer string, pack *domain.Pack) (*Problem, diag.List) {
	p, _, list := decode(answer, pack)
	return p, list
}

// decode also returns the answer as strict JSON, "" when it holds none.
func decode(answer string, pack *domain.Pack) (*Problem, string, diag.List) {
	json, list := findDictionary(answer)
	if json == "" {
		return nil, "", list
	}
	d := &decoder{voc: newVocabulary(pack), src: diag.NewSource("answer", []byte(json)), list: list,
		states: map[role]gjson.Result{}, types: map[string]string{}, mentioned: map[string]bool{}, problem: &Problem{}, given: map[string]int64{}}
	d.run(gjson.Parse(json))
	if d.list.HasErrors() {
		return nil, json, d.list
	}
	return d.problem, json, d.list
}

// decoder holds what is known of an answer while it is read.
type decoder struct {
	voc       *vocabulary
	src       *diag.Source
	list      diag.List
	entries   []entry
	states    map[role]gjson.Result
	names     *nameTable
	types     map[string]string // of declared objects; "" when the type is at fault
	mentioned map[string]bool   // objects named in literals
	problem   *Problem
	given     map[string]int64    // values of functions
	byValue   map[string][]string // objects by their text; see linked
	errors    int                 // found so far, those not reported included
}

// entry is one key of the dictionary that is not a state.
type entry struct {
	key, name string
	value     gjson.Result
	span      diag.Span
	loose     bool // its value is not a definition
}

// role is what a top-level key of the dictionary stands for.
type role uint8

const (
	objectRole role = iota
	initRole
	goalsRole
	whenRole
	askRole
	objectsRole // an object that holds the objects
	echoRole    // an intent's name, repeated by the model
)

func roleOf(key string) role {
	switch squeeze(key) {
	case "initstate", "init", "initialstate":
		return initRole
	case "goals", "goal", "goalstate":
		return goalsRole
	case "when":
		return whenRole
	case "ask":
		return askRole
	case "objects", "entities":
		return objectsRole
	case "intent", "intents":
		return echoRole
	}
	return objectRole
}

func (d *decoder) run(root gjson.Result) {
	root = d.unwrap(root)
	d.duplicates(root, "", 0)
	d.collect(root)
	if d.ask() {
		return
	}
	d.nameObjects()
	d.define()
	d.readStates()
	d.looseEntries()
	d.needed()
}

// unwrap goes into {"output": {...}}, one level.
func (d *decoder) unwrap(root gjson.Result) gjson.Result {
	if hasStates(root) {
		return root
	}
	inner := root
	root.ForEach(func(key, v gjson.Result) bool {
		if v.IsObject() && roleOf(key.Str) == objectRole && hasStates(v) && !member(v, "type").Exists() {
			inner = v
			d.note(AnswerMended, key.Str, "the dictionary inside %q was taken", key.Str)
			return false
		}
		return true
	})
	return inner
}

// duplicates reports keys that stand twice in one object: which one is meant
// cannot be known.
func (d *decoder) duplicates(v gjson.Result, path string, depth int) {
	if depth > maxDepth {
		return
	}
	seen := map[string]bool{}
	i := 0
	v.ForEach(func(key, value gjson.Result) bool {
		place := fmt.Sprintf("%s[%d]", path, i)
		i++
		if v.IsObject() {
			place = join(path, key.Str)
			low := strings.ToLower(strings.TrimSpace(key.Str))
			if seen[low] {
				d.fault(DuplicateKey, place, spanOf(key), "the key %q stands twice", key.Str).Hint = "give each object its own key, and write init_state and goals once"
			}
			seen[low] = true
		}
		if value.IsObject() || value.IsArray() {
			d.duplicates(value, place, depth+1)
		}
		return true
	})
}

// collect sorts the keys of the dictionary by role.
func (d *decoder) collect(root gjson.Result) {
	keys := map[role]string{}
	root.ForEach(func(key, value gjson.Result) bool {
		r := roleOf(key.Str)
		switch {
		case r == objectsRole && value.IsObject() && !member(value, "type").Exists():
			value.ForEach(func(k, v gjson.Result) bool {
				d.entries = append(d.entries, entry{key: k.Str, value: v, span: spanOf(k)})
				return true
			})
		case r == echoRole && !value.IsObject():
			d.note(IgnoredEntry, key.Str, "%q was ignored", key.Str)
		case r == objectRole || r == objectsRole || r == echoRole:
			d.entries = append(d.entries, entry{key: key.Str, value: value, span: spanOf(key)})
		default:
			if first, twice := keys[r]; twice && !strings.EqualFold(first, key.Str) {
				d.fault(DuplicateKey, key.Str, spanOf(key), "%q says again what %q says", key.Str, first).Hint =
					"write init_state and goals once"
			}
			keys[r] = key.Str
			d.states[r] = value
		}
		return true
	})
}

// ask reads the questions; when there are some, the rest does not matter.
func (d *decoder) ask() bool {
	value, ok := d.states[askRole]
	if !ok {
		return false
	}
	if value.IsObject() {
		value = member(value, "value")
	}
	add := func(_, v gjson.Result) bool {
		if text := strings.TrimSpace(v.String()); v.Type == gjson.String && text != "" {
			d.problem.Asks = append(d.problem.Asks, text)
		} else if v.Type != gjson.Null && v.Type != gjson.String {
			d.fault(BadAsk, "ask", spanOf(v), "a question is a text, not %s", clip(v.Raw, 30)).Hint = `write "ask": ["Which file do you mean?"]`
		}
		return true
	}
	if value.IsArray() {
		value.ForEach(add)
	} else {
		add(gjson.Result{}, value)
	}
	return len(d.problem.Asks) > 0
}

// looseEntries judges the entries that define nothing: no harm when no literal
// names them.
func (d *decoder) looseEntries() {
	for _, e := range d.entries {
		if !e.loose {
			continue
		}
		if !d.mentioned[e.name] {
			d.note(IgnoredEntry, e.key, "%q was ignored: it defines no object and no literal names it", e.key)
			continue
		}
		d.fault(NotADefinition, e.key, spanOf(e.value), "the value of %q is not a definition but %s", e.key, clip(e.value.Raw, 30)).Hint =
			`write "` + e.key + `": {"type": "...", "value": "..."}`
	}
}

// needed reports a problem that asks for nothing.
func (d *decoder) needed() {
	goals, has := d.states[goalsRole]
	p := d.problem
	switch {
	case len(p.Goals) > 0 || len(p.Branches) > 0 || d.list.HasErrors() && has:
	case !has:
		d.fault(MissingGoals, "goals", diag.Span{}, "the dictionary has no \"goals\"").Hint =
			`add "goals": {"type": "state", "value": "(...) (...)"}`
	default:
		d.fault(EmptyGoals, "goals", spanOf(goals), "\"goals\" is empty").Hint =
			"state what should be true at the end; for a request that no intent fits, return the dictionary of the intent \"unknown\""
	}
}

// maxFaults is how many errors are reported of one answer; finding out what was
// meant takes time for each.
const maxFaults = 100

// full reports whether enough errors were found.
func (d *decoder) full() bool { return d.errors >= maxFaults }

// fault records an error at a place of the JSON and returns it, for its hint.
func (d *decoder) fault(code diag.Code, path string, span diag.Span, format string, args ...any) *diag.Diagnostic {
	if d.errors++; d.errors > maxFaults {
		return &diag.Diagnostic{}
	}
	f := diag.Diagnostic{Severity: diag.Error, Code: code, Message: fmt.Sprintf(format, args...), Path: path}
	if span != (diag.Span{}) {
		f.Source, f.Span = d.src, span
	}
	d.list.Add(f)
	return &d.list[len(d.list)-1]
}

func (d *decoder) note(code diag.Code, path, format string, args ...any) {
	d.list.Add(diag.Diagnostic{Severity: diag.Note, Code: code, Message: fmt.Sprintf(format, args...), Path: path})
}

// join extends a JSON path by a key.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// spanOf is the place of a JSON value in the answer.
func spanOf(v gjson.Result) diag.Span {
	return diag.Span{Start: int32(v.Index), End: int32(v.Index + len(v.Raw))}
}

// stated is a literal and where it was stated.
type stated struct {
	pddl.Literal
	path string
	src  *diag.Source
}
