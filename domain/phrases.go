package domain

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"genplanx/actions"
	"genplanx/pddl"
)

// Phrases tell facts and objects to people who have never seen the model.
//
// A key of Goals and Means is a predicate, or a predicate and the types of its
// arguments, "in graph slide"; of several keys that fit a fact, the one with the
// closest types is used. In a phrase, {1} stands for the first argument.
type Phrases struct {
	// Goals are facts that people ask for: "{1} saved in {2}".
	Goals map[string]string
	// Means are facts that only lead to others; nobody needs to hear of them as
	// long as there is something else to tell.
	Means map[string]string
	// Things name the objects of a type and of those below it. {value} stands for
	// the object's value; an object without one is called by its name. A type not
	// listed names its objects itself: "the bar chart".
	Things map[string]string
}

// Wording tells the facts of one problem in words.
type Wording struct {
	pack    *Pack
	types   *pddl.TypeTree
	objects map[string]actions.Object
	bearers map[string]int // of a name without a value in it
}

// Wording makes the words for a problem with these objects. Of two objects with
// one name the first is meant.
func (p *Pack) Wording(objects []actions.Object) *Wording {
	w := &Wording{pack: p, types: p.Model.TypeTree(), objects: map[string]actions.Object{}, bearers: map[string]int{}}
	for _, c := range p.Model.Constants {
		if len(c.Types) > 0 {
			w.add(actions.Object{Name: c.Name.Text, Type: c.Types[0].Text})
		}
	}
	for _, o := range objects {
		w.add(o)
	}
	return w
}

func (w *Wording) add(o actions.Object) {
	if _, known := w.objects[o.Name]; known {
		return
	}
	w.objects[o.Name] = o
	w.bearers[w.template(o.Type)]++
}

// Fact tells a ground literal, "(in bar-chart1 slide1)", and whether it is only a
// means. The words are empty when the domain has no phrase for it.
func (w *Wording) Fact(literal string) (words string, means bool) {
	inner, ok := strings.CutPrefix(strings.TrimSpace(literal), "(")
	if inner, ok = cutLast(inner, ")", ok); !ok {
		return "", false
	}
	if negated, ok := strings.CutPrefix(inner, "not "); ok {
		if words, means = w.Fact(negated); words != "" {
			words = "not " + words
		}
		return words, means
	}
	fields := strings.Fields(inner)
	if len(fields) == 0 || strings.ContainsAny(inner, "()?") {
		return "", false
	}
	if asked, ok := strings.CutPrefix(fields[0], askedPrefix); ok && w.pack.Model.Predicate(asked) != nil {
		if words, _ = w.Fact("(" + asked + " " + strings.Join(fields[1:], " ") + ")"); words != "" {
			words = "a request for " + words
		}
		return words, true
	}
	goal, far := w.closest(w.pack.Phrases.Goals, fields)
	mean, farther := w.closest(w.pack.Phrases.Means, fields)
	if farther < far {
		return w.fill(mean, fields[1:]), true
	}
	return w.fill(goal, fields[1:]), false
}

func cutLast(text, suffix string, ok bool) (string, bool) {
	cut, found := strings.CutSuffix(text, suffix)
	return cut, ok && found
}

// closest finds the phrase whose types are nearest to those of the arguments.
func (w *Wording) closest(phrases map[string]string, fact []string) (string, int) {
	found, distance := "", math.MaxInt
	for _, key := range slices.Sorted(maps.Keys(phrases)) {
		if d := w.distance(strings.Fields(key), fact); d < distance {
			found, distance = phrases[key], d
		}
	}
	return found, distance
}

// bare is the distance of a key without types: farther than any with them.
const bare = 1 << 20

func (w *Wording) distance(key, fact []string) int {
	if len(key) == 0 || key[0] != fact[0] {
		return math.MaxInt
	}
	if len(key) == 1 {
		return bare
	}
	if len(key) != len(fact) {
		return math.MaxInt
	}
	sum := 0
	for i, name := range fact[1:] {
		t := w.objects[name].Type
		if t == "" || !w.types.IsA(t, key[i+1]) {
			return math.MaxInt
		}
		sum += len(w.types.Supers(t)) - len(w.types.Supers(key[i+1]))
	}
	return sum
}

func (w *Wording) fill(phrase string, args []string) string {
	var pairs []string
	for i, name := range args {
		pairs = append(pairs, fmt.Sprintf("{%d}", i+1), w.Thing(name))
	}
	return strings.NewReplacer(pairs...).Replace(phrase)
}

// Thing names an object by what its user knows of it: the path of a file, a title
// in quotes, "the bar chart" when there is one only, else its name.
func (w *Wording) Thing(name string) string {
	o, known := w.objects[name]
	if !known {
		return name
	}
	template := w.template(o.Type)
	if !strings.Contains(template, "{value}") {
		if template == "" || w.bearers[template] > 1 {
			return name
		}
		return template
	}
	text, ok := o.Value.(string)
	if text = strings.Join(strings.Fields(text), " "); !ok || text == "" {
		return name
	}
	return strings.ReplaceAll(template, "{value}", clip(text))
}

// template is that of the nearest type with one.
func (w *Wording) template(typ string) string {
	found, depth := "", 0
	for _, key := range slices.Sorted(maps.Keys(w.pack.Phrases.Things)) {
		if d := len(w.types.Supers(key)); d > depth && w.types.IsA(typ, key) {
			found, depth = w.pack.Phrases.Things[key], d
		}
	}
	if found == "" && typ != "" {
		return "the " + strings.ReplaceAll(typ, "-", " ")
	}
	return found
}

// clip keeps long texts from filling a line.
func clip(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
