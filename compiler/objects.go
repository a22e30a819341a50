package compiler

import (
	"math"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"genplanx/domain"
	"genplanx/pddl/diag"
)

// define reads the definitions of all objects.
func (d *decoder) define() {
	for i := range d.entries {
		e := &d.entries[i]
		if !e.value.IsObject() {
			e.loose = true
			d.types[e.name] = ""
			continue
		}
		if o, ok := d.object(e); ok {
			d.types[e.name] = o.Type
			if _, constant := d.voc.constants[e.name]; constant {
				d.note(IgnoredEntry, e.key, "%q is always there and needs no entry", e.key)
				continue
			}
			d.problem.Objects = append(d.problem.Objects, o)
		} else {
			d.types[e.name] = ""
		}
	}
}

func (d *decoder) object(e *entry) (Object, bool) {
	o := Object{Name: e.name}
	var typ, value gjson.Result
	e.value.ForEach(func(key, v gjson.Result) bool {
		switch k := strings.ToLower(strings.TrimSpace(key.Str)); k {
		case "type":
			typ = v
		case "value":
			value = v
		default:
			if o.Attrs == nil {
				o.Attrs = map[string]any{}
			}
			o.Attrs[k] = d.data(v, join(e.key, key.Str))
		}
		return true
	})
	t, ok := d.objectType(e, typ)
	if !ok {
		return o, false
	}
	o.Type = t
	before := d.errors
	d.objectValue(e, &o, value)
	d.objectNeeds(e, &o)
	return o, d.errors == before
}

func (d *decoder) objectType(e *entry, typ gjson.Result) (string, bool) {
	where := join(e.key, "type")
	if typ.Type != gjson.String || strings.TrimSpace(typ.Str) == "" {
		if !typ.Exists() || typ.Type == gjson.String || typ.Type == gjson.Null {
			d.fault(MissingType, where, spanOf(e.value), "%q has no type", e.key).Hint = "add \"type\", one of: " + listing(d.voc.types.Names())
		} else {
			d.fault(UnknownType, where, spanOf(typ), "the type of %q is not a text but %s", e.key, clip(typ.Raw, 30)).Hint = "give each object one type"
		}
		return "", false
	}
	if t, ok := d.voc.typeNamed(typ.Str); ok {
		return t, true
	}
	f := d.fault(UnknownType, where, spanOf(typ), "there is no type %q", typ.Str)
	all := d.voc.types.Names()
	if s := diag.Suggest(strings.ToLower(typ.Str), append(names(d.voc.pack.TypeAliases), all...)); s != "" {
		if t, ok := d.voc.typeNamed(s); ok {
			s = t
		}
		f.Hint = "did you mean " + s + "? "
	}
	f.Hint += "Types are: " + strings.Join(all, ", ")
	return "", false
}

// objectValue checks the value by the rule of the type (paper, section 6.3:
// most values are filled at run time).
func (d *decoder) objectValue(e *entry, o *Object, value gjson.Result) {
	where, span := join(e.key, "value"), spanOf(e.value)
	if value.Exists() {
		span = spanOf(value)
	}
	o.Value = d.data(value, where)
	text, isText := o.Value.(string)
	empty := o.Value == nil || isText && strings.TrimSpace(text) == ""
	rule, _ := nearest(d.voc, d.voc.pack.Values, o.Type)
	switch rule {
	case domain.EmptyValue:
		d.label(where, span, o)
	case domain.TextValue, domain.PathValue:
		switch {
		case empty:
			d.fault(MissingValue, where, span, "%q has no value", e.key).Hint = "an object of type " + o.Type + " needs its text as value"
		case !isText:
			d.fault(BadValue, where, span, "the value of %q is not a text but %s", e.key, clip(value.Raw, 30)).Hint = "put the text in double quotes"
		case rule == domain.PathValue:
			d.path(where, span, o, text)
		}
	case domain.QueryValue:
		d.query(e, where, span, o, empty)
	case domain.AnyValue:
		if empty {
			o.Value = nil
		}
	}
}

// label keeps a text given for a value that is filled at run time, for handlers
// use it as a title; anything else than a text is not the value yet.
func (d *decoder) label(where string, span diag.Span, o *Object) {
	switch v := o.Value.(type) {
	case []any, map[string]any:
		if length(v) > 0 {
			d.fault(BadValue, where, span, "a value of type %s is made when the plan is run and cannot be given", o.Type).Hint =
				"leave the value empty, and say in init_state where it comes from"
		}
	case string:
		if labels(v, o.Name) {
			return
		}
	}
	o.Value = nil
}

func length(v any) int {
	switch v := v.(type) {
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	}
	return 0
}

// labels reports whether a text says more than "nothing here yet".
func labels(text, name string) bool {
	plain := strings.ToLower(strings.TrimSpace(text))
	return plain != name && !slices.Contains([]string{"", "empty", "none", "null", "tbd", "n/a"}, plain)
}

// longestPath in bytes; paths go into plans, prompts and reports.
const longestPath = 1024

// misleads reports characters that end a line, steer a terminal or turn the
// direction of text: in a path they would show a user another file than is meant.
func misleads(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// path checks a path as far as that goes without the workspace.
func (d *decoder) path(where string, span diag.Span, o *Object, text string) {
	slashed := path.Clean(strings.ReplaceAll(strings.TrimSpace(text), `\`, "/"))
	switch {
	case len(text) > longestPath:
		d.fault(BadValue, where, span, "the path %s has %d characters", clip(text, 40), len(text)).Hint = "name a file of the workspace"
	case strings.ContainsFunc(text, misleads):
		d.fault(BadValue, where, span, "the path %q holds a control character", text).Hint = "rename the file, or leave the character out"
	case strings.Contains(text, "://") || strings.HasPrefix(slashed, "~/"):
		d.fault(BadValue, where, span, "%q is no path in the workspace", text).Hint = "put the file into the workspace and name it there"
	case slashed == ".." || strings.HasPrefix(slashed, "../"):
		d.fault(BadValue, where, span, "the path %q leaves the workspace", text).Hint = "use a path relative to the workspace, without `..`"
	case slashed == ".":
		d.fault(BadValue, where, span, "the path %q names no file", text)
	default:
		d.extension(where, span, o.Type, text, strings.ToLower(path.Ext(slashed)))
	}
}

func (d *decoder) extension(where string, span diag.Span, typ, text, ext string) {
	allowed, ok := nearest(d.voc, d.voc.pack.Extensions, typ)
	if !ok || slices.Contains(allowed, ext) {
		return
	}
	shown := slices.DeleteFunc(slices.Clone(allowed), func(s string) bool { return s == "" })
	f := d.fault(BadValue, where, span, "the path %q does not fit the type %s", text, typ)
	f.Hint = "the path of this type ends in " + strings.Join(shown, ", ")
	if ext == "" {
		return
	}
	for _, t := range names(d.voc.pack.Extensions) {
		if t != typ && slices.Contains(d.voc.pack.Extensions[t], ext) {
			f.Hint += "; a path that ends in " + ext + " is of type " + t
			return
		}
	}
}

// query checks a query text or a selection.
func (d *decoder) query(e *entry, where string, span diag.Span, o *Object, empty bool) {
	switch v := o.Value.(type) {
	case string:
		if empty {
			break
		}
		return
	case map[string]any:
		for _, key := range names(v) {
			if !slices.Contains(SelectionKeys(), key) {
				d.fault(BadValue, join(where, key), span, "a selection has no part %q", key).Hint = "its parts are: " + strings.Join(SelectionKeys(), ", ")
			}
		}
		empty = len(v) == 0
		if !empty {
			return
		}
	case nil:
	default:
		d.fault(BadValue, where, span, "the value of %q is neither a query text nor a selection", e.key)
		return
	}
	d.fault(MissingValue, where, span, "%q has no value", e.key).Hint = "give the query, as df['year'] or df[df['year'] == 2024] or SQL, or a selection"
}

// SelectionKeys are the parts of a selection: which columns, which records, in
// which order, how many.
func SelectionKeys() []string { return []string{"columns", "filter", "order", "limit"} }

func (d *decoder) objectNeeds(e *entry, o *Object) {
	keys, _ := nearest(d.voc, d.voc.pack.Needs, o.Type)
	for _, key := range keys {
		if s, isText := o.Attrs[key].(string); o.Attrs[key] == nil || isText && strings.TrimSpace(s) == "" {
			d.fault(MissingKey, join(e.key, key), spanOf(e.value), "%q has no %q", e.key, key).Hint =
				"an object of type " + o.Type + " needs it; when the request does not tell, use \"ask\""
		}
	}
}

// exactInteger is the largest integer up to which every one is a float64.
const exactInteger = 1 << 53

// data converts a JSON value. Integers that a float64 would alter are faults.
func (d *decoder) data(v gjson.Result, where string) any {
	switch {
	case v.IsObject():
		m := map[string]any{}
		v.ForEach(func(key, value gjson.Result) bool {
			m[key.Str] = d.data(value, join(where, key.Str))
			return true
		})
		return m
	case v.IsArray():
		list := []any{}
		v.ForEach(func(_, value gjson.Result) bool {
			list = append(list, d.data(value, where))
			return true
		})
		return list
	case v.Type == gjson.Number:
		if math.Abs(v.Num) > exactInteger && !strings.ContainsAny(v.Raw, ".eE") || math.IsInf(v.Num, 0) {
			d.fault(BadValue, where, spanOf(v), "the number %s is too large to be kept exactly", clip(v.Raw, 40)).Hint = "write it as a text in double quotes"
		}
		return v.Num
	}
	return v.Value()
}
