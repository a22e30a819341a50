package diag

import "encoding/json"

// jsonDiagnostic is the stable shape of a diagnostic for other programs.
type jsonDiagnostic struct {
	Severity string        `json:"severity"`
	Code     Code          `json:"code"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	File     string        `json:"file,omitempty"`
	Path     string        `json:"path,omitempty"`
	Range    *jsonRange    `json:"range,omitempty"`
	Context  *jsonRange    `json:"context,omitempty"`
	Related  []jsonRelated `json:"related,omitempty"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonRelated struct {
	Message string     `json:"message"`
	File    string     `json:"file,omitempty"`
	Range   *jsonRange `json:"range,omitempty"`
}

// MarshalJSON writes severity, code, message, hint, file, path, range and
// context (lines and columns from 1, columns in bytes, end exclusive), related.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	out := jsonDiagnostic{
		Severity: d.Severity.String(), Code: d.Code, Message: clip(d.Message), Hint: clip(d.Hint),
		File: d.file(), Path: d.Path, Range: rangeOf(d.Source, d.Span),
	}
	if d.Context != (Span{}) {
		out.Context = rangeOf(d.Source, d.Context)
	}
	for _, r := range d.Related {
		src := r.source(d.Source)
		rel := jsonRelated{Message: clip(r.Message), Range: rangeOf(src, r.Span)}
		if src != nil {
			rel.File = src.Name
		}
		out.Related = append(out.Related, rel)
	}
	return json.Marshal(out)
}

// JSON renders the list as an array, never null.
func (l List) JSON() ([]byte, error) {
	if l == nil {
		l = List{}
	}
	return json.MarshalIndent([]Diagnostic(l), "", "  ")
}

func rangeOf(src *Source, s Span) *jsonRange {
	if src == nil {
		return nil
	}
	from, to := src.Position(s.Start), src.Position(s.End)
	return &jsonRange{jsonPosition(from), jsonPosition(to)}
}
