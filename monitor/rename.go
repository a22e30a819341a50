package monitor

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"genplanx/actions"
)

// apart gives the objects of goals that a call asks for names of their own. Such
// goals come with their own objects, and a name there says nothing of the object
// that bears it in the run: "csv-file1" of a letter is another file than the
// user's. Only what has the same type and the same words, the path of a file, is
// the same. Goals without objects speak of the run's.
func apart(g actions.Goals, taken map[string]actions.Object) actions.Goals {
	own := map[string]bool{}
	for _, o := range g.Objects {
		own[o.Name] = true
	}
	names := map[string]string{}
	for _, o := range g.Objects {
		other, known := taken[o.Name]
		if !known || alike(o, other) {
			continue
		}
		n, fresh := 2, ""
		for fresh == "" || own[fresh] || has(taken, fresh) {
			fresh = fmt.Sprintf("%s-%d", o.Name, n)
			n++
		}
		names[o.Name], own[fresh] = fresh, true
	}
	if len(names) == 0 {
		return g
	}
	g.Objects = slices.Clone(g.Objects)
	for i, o := range g.Objects {
		g.Objects[i] = renamedObject(o, names)
	}
	g.Init, g.Literals = renamed(g.Init, names), renamed(g.Literals, names)
	return g
}

func has(objects map[string]actions.Object, name string) bool {
	_, ok := objects[name]
	return ok
}

func alike(a, b actions.Object) bool {
	text, ok := a.Value.(string)
	return ok && text != "" && a.Type == b.Type && a.Value == b.Value
}

// renamedObject renames the object and those that its attributes name. Where they
// name some, its value may do so too: the text of a condition on a value. Other
// values are the user's words and stay.
func renamedObject(o actions.Object, names map[string]string) actions.Object {
	if fresh, ok := names[o.Name]; ok {
		o.Name = fresh
	}
	refers := false
	attrs := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(o.Attrs)) {
		v, changed := renamedValue(o.Attrs[key], names)
		attrs[key] = v
		refers = refers || changed
	}
	if !refers {
		return o
	}
	o.Attrs = attrs
	if text, ok := o.Value.(string); ok {
		o.Value = renamed(text, names)
	}
	return o
}

// renamedValue renames a name, a list of names, or literals.
func renamedValue(v any, names map[string]string) (any, bool) {
	switch v := v.(type) {
	case string:
		if fresh, ok := names[strings.TrimSpace(v)]; ok {
			return fresh, true
		}
		if strings.HasPrefix(strings.TrimSpace(v), "(") {
			text := renamed(v, names)
			return text, text != v
		}
	case []any:
		list, some := slices.Clone(v), false
		for i := range list {
			var changed bool
			list[i], changed = renamedValue(list[i], names)
			some = some || changed
		}
		return list, some
	}
	return v, false
}

var pddlWord = regexp.MustCompile(`[^\s()]+`)

func renamed(text string, names map[string]string) string {
	return pddlWord.ReplaceAllStringFunc(text, func(w string) string {
		if fresh, ok := names[w]; ok {
			return fresh
		}
		return w
	})
}

// nameApart is the end of a call whose goals have names of their own. The loop
// asks it when the event is due, so that names do not depend on timing.
func (l *loop) nameApart(e Event, r *actions.Result) Event {
	done, ok := e.(CallDone)
	if !ok || r.Goals == nil {
		return e
	}
	taken := l.store.snapshot()
	maps.Copy(taken, l.named)
	goals := apart(*r.Goals, taken)
	r.Goals, done.Goals = &goals, goalsOf(&goals)
	for _, o := range goals.Objects {
		l.named[o.Name] = o
	}
	return done
}
