package monitor

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"genplanx/actions"
	"genplanx/pddl"
)

// store holds the objects of a run with their values. Only the loop's goroutine
// uses it; calls get snapshots.
type store struct {
	order   []string
	objects map[string]actions.Object
}

func newStore(d *pddl.Domain, q Request) *store {
	s := &store{objects: map[string]actions.Object{}}
	for _, o := range q.Objects {
		s.add(o)
	}
	for _, list := range [][]pddl.TypedName{q.Problem.Objects, d.Constants} {
		for _, o := range list {
			object := actions.Object{Name: o.Name.Text}
			if len(o.Types) > 0 {
				object.Type = o.Types[0].Text
			}
			s.add(object)
		}
	}
	return s
}

// add keeps the object that is known already: what appears during a call never
// replaces what the user named.
func (s *store) add(o actions.Object) {
	if _, known := s.objects[o.Name]; known {
		return
	}
	s.order = append(s.order, o.Name)
	s.objects[o.Name] = o
}

func (s *store) set(name string, value any) {
	if o, known := s.objects[name]; known {
		o.Value = value
		s.objects[name] = o
	}
}

func (s *store) snapshot() map[string]actions.Object { return maps.Clone(s.objects) }

func (s *store) all() []actions.Object {
	all := make([]actions.Object, len(s.order))
	for i, name := range s.order {
		all[i] = s.objects[name]
	}
	return all
}

// overlay is a snapshot with what a call returned laid over it.
func overlay(objects map[string]actions.Object, r actions.Result) map[string]actions.Object {
	out := maps.Clone(objects)
	for _, o := range r.Objects {
		if _, known := out[o.Name]; !known {
			out[o.Name] = o
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		if o, known := out[name]; known {
			o.Value = r.Values[name]
			out[name] = o
		}
	}
	return out
}

// summarised is a value that can describe itself in a few words.
type summarised interface{ Summary() string }

// summaryOf tells of a value without giving it away: journals are kept, and what
// is in a mail or a table is nobody else's business.
func summaryOf(value any) string {
	text := ""
	switch v := value.(type) {
	case nil:
		return "nothing"
	case summarised:
		text = v.Summary()
	case bool, int, int64, float64:
		text = fmt.Sprint(v)
	case string:
		text = fmt.Sprintf("text of %d characters", utf8.RuneCountInString(v))
	case []any:
		text = fmt.Sprintf("list of %d values", len(v))
	default:
		text = fmt.Sprintf("a value of type %T", v)
	}
	return clip(text)
}

// clip shortens a text to what a line of a journal can bear.
func clip(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
