package offline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"genplanx/compiler"
)

const sayOtherwise = "say it in other words, put names and titles in quotes, or use a language model (--llm)"

// help answers a request that only asks what can be asked.
func (p *parser) help() error {
	var words []string
	for _, t := range p.ts {
		if t.kind != punct {
			words = append(words, t.norm)
		}
	}
	text := strings.TrimPrefix(strings.Join(words, " "), "please ")
	if !slices.Contains(list(p.lex.Help.Asked), text) {
		return nil
	}
	return &compiler.NotUnderstood{Hint: p.examples()}
}

// examples lists what can be asked for.
func (p *parser) examples() string {
	if len(p.lex.Help.Examples) == 0 {
		return "say what is to be done"
	}
	return "ask for example:\n  " + strings.Join(p.lex.Help.Examples, "\n  ")
}

// hint tells what to do about what was not understood: a file of a type that
// cannot be used is named.
func (p *parser) hint() string {
	for i, t := range p.ts {
		name := t.text
		if !p.noted[i] || t.kind != file && t.kind != quoted || p.lex.Help.Formats == "" || path.Ext(name) == "" {
			continue
		}
		if v := p.extension(name); v == nil && t.kind == file || v != nil && !p.usable(v.Name) {
			return fmt.Sprintf("%s files cannot be used: %s", path.Ext(name), p.lex.Help.Formats)
		}
	}
	return sayOtherwise + "; \"help\" shows what can be asked for"
}

// usable reports whether some slot takes files of a variant.
func (p *parser) usable(variant string) bool {
	takes := func(list string) bool {
		return slices.Contains(strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }), fileKind+":"+variant)
	}
	for _, k := range p.lex.Kinds {
		for _, s := range k.Slots {
			if takes(s.Takes) {
				return true
			}
		}
	}
	return false
}
