package planner_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"genplanx/pddl"
)

// product writes tasks that share no name as one task, the sections of the
// problem shuffled. Either all count costs or none does.
func product(seed uint64, texts ...taskText) taskText {
	r := rand.New(rand.NewPCG(seed, 2))
	var d, p sections
	for i, t := range texts {
		suffix := fmt.Sprintf("-%d", i)
		d.add(rename(t.domain, suffix))
		p.add(rename(t.problem, suffix))
		d.of(":types", fmt.Sprintf("object%s - object", suffix))
	}
	for _, name := range []string{":init", ":goal"} {
		parts := *p.body(name)
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	}
	if !strings.Contains(texts[0].problem, ":metric") {
		*p.body(":metric") = nil
	}
	goal := strings.Join(*p.body(":goal"), " ")
	*p.body(":goal") = []string{"(and " + goal + ")"}
	return taskText{"(define (domain product)\n" + d.text() + ")", "(define (problem product) (:domain product)\n" + p.text() + ")"}
}

// withMetric makes the problem minimise the cost, or count steps.
func (t taskText) withMetric(costs bool) taskText {
	const metric = "(:metric minimize (total-cost))"
	t.problem = strings.Replace(t.problem, metric, "", 1)
	if costs {
		t.problem = strings.TrimSuffix(strings.TrimSpace(t.problem), ")") + metric + ")"
	}
	return t
}

var (
	word = regexp.MustCompile(`[?:]?[a-z][a-z0-9-]*`)
	// what the language gives a meaning to
	keywords = strings.Fields("define domain problem and or not imply exists forall when increase minimize total-cost either number")
)

func rename(text, suffix string) string {
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if w[0] == '?' || w[0] == ':' || slices.Contains(keywords, w) {
			return w
		}
		return w + suffix
	})
}

// sections are the parts of a definition by name, those of one name put together.
type sections struct {
	names  []string
	bodies [][]string
}

func (s *sections) body(name string) *[]string {
	i := slices.Index(s.names, name)
	if i < 0 {
		i = len(s.names)
		s.names, s.bodies = append(s.names, name), append(s.bodies, nil)
	}
	return &s.bodies[i]
}

func (s *sections) of(name, text string) { *s.body(name) = append(*s.body(name), text) }

func (s *sections) add(definition string) {
	for _, form := range forms(definition[strings.Index(definition, "(define")+len("(define"):]) {
		name, body, _ := strings.Cut(strings.TrimSuffix(form[1:], ")"), " ")
		switch name {
		case "domain", "problem", ":domain":
		case ":action", ":derived": // each is a section
			s.names, s.bodies = append(s.names, name), append(s.bodies, []string{body})
		case ":init":
			for _, fact := range forms(body) {
				if fact != "(= (total-cost) 0)" {
					s.of(name, fact)
				}
			}
		case ":functions":
			for _, f := range forms(body) {
				if !slices.Contains(*s.body(name), f) {
					s.of(name, f)
				}
			}
		case ":requirements":
			s.of(name, body)
		case ":metric":
			*s.body(name) = []string{body}
		default:
			s.of(name, body)
		}
	}
}

func (s *sections) text() string {
	var b strings.Builder
	first := []string{":requirements", ":types", ":constants", ":predicates", ":functions", ":objects", ":init", ":goal"}
	write := func(i int) {
		if len(s.bodies[i]) > 0 {
			fmt.Fprintf(&b, "(%s %s)\n", s.names[i], strings.Join(s.bodies[i], " "))
		}
	}
	for _, name := range first {
		if i := slices.Index(s.names, name); i >= 0 {
			write(i)
		}
	}
	for i, name := range s.names {
		if !slices.Contains(first, name) {
			write(i)
		}
	}
	return b.String()
}

// forms returns the lists at the top of a text, and nothing between them.
func forms(text string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '(':
			if depth == 0 {
				start = i
			}
			depth++
		case ')':
			if depth--; depth == 0 {
				out = append(out, text[start:i+1])
			}
			if depth < 0 {
				return out
			}
		}
	}
	return out
}

// mustRead reads a task that must be right.
func (t taskText) mustRead(tb interface{ Fatal(...any) }) (*pddl.Domain, *pddl.Problem) {
	d, p, err := t.read()
	if err != nil {
		tb.Fatal(err, t.domain, t.problem)
	}
	return d, p
}
