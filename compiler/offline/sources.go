package offline

import (
	"path"
	"slices"
	"strings"

	"genplanx/compiler"
	"genplanx/domain"
)

// source is a data file of the workspace, prepared for look-ups.
type source struct {
	path    string
	words   []string // of the file name without extension
	columns []string
}

func prepare(in []compiler.Source) []source {
	var out []source
	for _, s := range in {
		base := path.Base(s.Path)
		out = append(out, source{s.Path, strings.Fields(normal(strings.TrimSuffix(base, path.Ext(base)))), s.Columns})
	}
	return out
}

// normal writes a name in lower case with single spaces for what separates
// words.
func normal(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_./\\", r) {
			return ' '
		}
		return r
	}, strings.ToLower(s))
	return strings.Join(strings.Fields(s), " ")
}

// columnName returns the real column that a name means: the exact one, else the
// only one that differs in letter case, else the only one that differs in what
// separates its words, else the name as written.
func (p *parser) columnName(name string) string {
	for _, same := range []func(a, b string) bool{
		func(a, b string) bool { return a == b },
		strings.EqualFold,
		func(a, b string) bool { return normal(a) == normal(b) },
		p.pluralColumn,
	} {
		var hits []string
		for _, s := range p.sources {
			for _, c := range s.columns {
				if same(c, name) && !slices.Contains(hits, c) {
					hits = append(hits, c)
				}
			}
		}
		if len(hits) == 1 {
			return hits[0]
		}
		if len(hits) > 1 {
			return name
		}
	}
	return name
}

// columnAt finds a column of the workspace, or one that the request calls a
// column, in the words at i: the longest.
func (p *parser) columnAt(i int) (string, int) {
	for n := 4; n > 0; n-- {
		if i+n > len(p.ts) {
			continue
		}
		words := p.request.Text[p.ts[i].start:p.ts[i+n-1].end]
		if p.ts[i].kind != word || p.ts[i+n-1].kind != word || len(words) > 100 {
			continue
		}
		want := normal(words)
		for _, same := range []func(c, w string) bool{func(c, w string) bool { return normal(c) == w }, p.pluralColumn} {
			for _, s := range p.sources {
				for _, c := range s.columns {
					if same(c, want) {
						return p.columnName(words), n
					}
				}
			}
		}
	}
	return "", 0
}

// pluralColumn takes "salaries" for the column salary, unless a file is called
// so: "the orders" are rows.
func (p *parser) pluralColumn(column, name string) bool {
	return len(name) > 3 && plural(normal(column)) == name && !slices.ContainsFunc(p.sources, func(s source) bool { return strings.Join(s.words, " ") == name })
}

// aColumn reports whether some file has a column of that name: one of the request
// if it names any.
func (p *parser) aColumn(name string) bool {
	said := func(s source) bool { return slices.ContainsFunc(p.ts, func(t token) bool { return t.text == s.path }) }
	some := slices.ContainsFunc(p.sources, said)
	return slices.ContainsFunc(p.sources, func(s source) bool {
		return (!some || said(s)) && slices.ContainsFunc(s.columns, func(c string) bool { return normal(c) == name })
	})
}

func (p *parser) isColumn(i int) bool {
	_, n := p.columnAt(i)
	return n > 0
}

// fileNamed returns the path of the workspace that a name means, else the name.
func (p *parser) fileNamed(name string) string {
	if strings.HasPrefix(name, "./") {
		name = path.Clean(name) // one file, one name
	}
	var hits []string
	for _, s := range p.sources {
		if s.path == name {
			return name
		}
		base := strings.TrimSuffix(s.path, path.Ext(s.path))
		if path.Ext(name) == "" && (base == name || path.Base(base) == name) {
			hits = append(hits, s.path)
		}
	}
	if len(hits) == 1 {
		return hits[0]
	}
	return name
}

// isFile reports whether a name can only be a file.
func (p *parser) isFile(f *node) bool {
	if ext := strings.ToLower(path.Ext(f.text)); ext != "" {
		if _, ok := p.lex.Extensions[ext]; ok {
			return true
		}
	}
	return !p.namesThings() && path.Ext(f.text) == "" && p.fileNamed(f.text) != f.text
}

// namesThings reports whether the request speaks of things that are called by a
// bare name, such as databases; "db1" is then one of those, even if a file of
// the workspace is called so.
func (p *parser) namesThings() bool {
	for i := range p.lex.Kinds {
		if k := &p.lex.Kinds[i]; k.Named && k.Name != columnKind && len(k.Slots) > 0 && p.speaksOf(k) {
			return true
		}
	}
	return false
}

// isKnownColumn reports whether a file of the workspace has a column of this
// name; sales.csv may well have a column sales.
func (p *parser) isKnownColumn(name string) bool {
	return slices.ContainsFunc(p.sources, func(s source) bool { return slices.Contains(s.columns, name) })
}

// extension returns the variant of a file by the end of its name.
func (p *parser) extension(name string) *domain.Variant {
	want, ok := p.lex.Extensions[strings.ToLower(path.Ext(name))]
	if path.Ext(name) == "" {
		want, ok = "bare", true
	}
	if !ok {
		return nil
	}
	k := p.kinds[fileKind]
	for i := range k.Variants {
		if k.Variants[i].Name == want {
			return &k.Variants[i]
		}
	}
	return nil
}

// sourceOptions reads "the annual report" as the one file whose name has these
// words; several files are a question.
func (p *parser) sourceOptions(ph phrase) []option {
	if ph.det == "indefinite" || ph.det == "fresh" {
		return nil
	}
	for n := 5; n > 0; n-- {
		if ph.i+n > len(p.ts) {
			continue
		}
		var words []string
		for _, t := range p.ts[ph.i : ph.i+n] {
			if t.kind != word && t.kind != number {
				words = nil
				break
			}
			words = append(words, strings.Fields(normal(t.text))...)
		}
		if words == nil || p.allNouns(ph.i, n) {
			continue // "the data" alone names no file
		}
		hits := p.filesWith(words)
		to := ph.i + n
		if _, k := p.has(to, noun); k > 0 && p.tableNoun(to) {
			to += k
		} else if ph.det == "" || len(hits) > 1 {
			continue
		}
		switch len(hits) {
		case 0:
			continue
		case 1:
			return []option{{p.fileNode(hits[0], ph.at, to), to}}
		}
		n := p.fileNode(hits[0], ph.at, to)
		n.text = ""
		n.raw = nil
		n.settled = false
		n.det = "which " + strings.Join(hits, " or ")
		return []option{{n, to}}
	}
	return nil
}

// allNouns reports whether the lexicon knows all of the words.
func (p *parser) allNouns(i, n int) bool {
	for k := i; k < i+n; k++ {
		if !p.known(k) {
			return false
		}
	}
	return true
}

func (p *parser) tableNoun(i int) bool {
	s, _ := p.has(i, noun)
	return s.kind != nil && (s.kind.Name == tableKind || s.kind.Name == fileKind)
}

func (p *parser) filesWith(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	var hits []string
	for _, s := range p.sources {
		all := true
		for _, w := range words {
			all = all && (slices.Contains(s.words, w) || slices.Contains(s.words, w+"s") || slices.Contains(s.words, strings.TrimSuffix(w, "s")))
		}
		if all && len(words) == len(s.words) {
			return []string{s.path}
		}
		if all {
			hits = append(hits, s.path)
		}
	}
	return hits
}

// has reports whether a file of the workspace has the columns; known says
// whether its columns are known at all.
func (p *parser) fileHas(name string, columns []string) (has, known bool) {
	for _, s := range p.sources {
		if s.path == strings.TrimPrefix(name, "./") || s.path == name {
			for _, c := range columns {
				if !slices.Contains(s.columns, c) {
					return false, true
				}
			}
			return true, true
		}
	}
	return false, false
}
