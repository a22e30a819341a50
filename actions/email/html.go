package email

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// textOfHTML turns HTML into plain text: paragraphs become lines, list entries
// get a dash, scripts and styles are left out.
func textOfHTML(source string) string {
	var lines []string
	var line strings.Builder
	end := func() {
		if text := strings.Join(strings.Fields(line.String()), " "); text != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, text)
		}
		line.Reset()
	}
	hidden := atom.Atom(0)
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		switch z.Next() {
		case html.ErrorToken: // the end of the text
			end()
			return strings.TrimRight(strings.Join(lines, "\n"), "\n")
		case html.TextToken:
			if hidden == 0 {
				line.WriteString(html.UnescapeString(string(z.Raw())))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			switch tag {
			case atom.Script, atom.Style, atom.Head, atom.Title, atom.Template:
				if hidden == 0 {
					hidden = tag
				}
			case atom.Li:
				end()
				line.WriteString("- ")
			case atom.Td, atom.Th:
				line.WriteString(" ")
			default:
				if breaks(tag) {
					end()
				}
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			switch tag := atom.Lookup(name); {
			case tag == hidden:
				hidden = 0
			case breaks(tag):
				end()
			}
		}
	}
}

// breaks reports whether an element begins and ends a line.
func breaks(tag atom.Atom) bool {
	switch tag {
	case atom.Br, atom.P, atom.Div, atom.Tr, atom.Li, atom.Ul, atom.Ol, atom.Table, atom.Blockquote, atom.Hr,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Section, atom.Article, atom.Header, atom.Footer:
		return true
	}
	return false
}
