package email

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	netmail "net/mail"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"genplanx/actions"
	"genplanx/actions/data"
	"genplanx/actions/response"
	"genplanx/actions/table"
)

// maxAttached bounds the size of all attachments together.
const maxAttached = 20 << 20

// draft is what a call is to send.
type draft struct {
	to, cc  []*netmail.Address
	subject string
	body    []string // paragraphs
	// shown is the text as far as it is fixed before the run; what is computed
	// stands in it by its name, so that what was agreed to does not change.
	shown  []string
	files  []string // workspace paths
	tables []sheet  // attached as CSV, for they are too large to be read as text
}

// sheet is a table that is attached.
type sheet struct {
	name  string // of the file
	table *table.Table
}

// plan says what a call will send, as far as it is known before it runs: texts
// that have no value yet are left out.
func plan(call *actions.Call) (draft, error) {
	e := call.Args[1]
	var d draft
	var err error
	if d.to, err = recipients(e, "to"); err != nil {
		return d, err
	}
	if d.cc, err = recipients(e, "cc"); err != nil {
		return d, err
	}
	if len(d.to) == 0 {
		return d, &actions.Fault{Doing: "sending email " + e.Name, Err: errors.New("it has no recipient"), Hint: `give the email a key "to" with an address`}
	}
	d.subject = oneLine(text(e.Attrs["subject"]))
	if body := strings.TrimSpace(text(e.Attrs["body"])); body != "" {
		d.body, d.shown = append(d.body, body), []string{body}
	}
	for _, o := range contents(call) {
		if err := d.add(o); err != nil {
			return d, &actions.Fault{Doing: fmt.Sprintf("putting %s into email %s", o.Name, e.Name), Err: err, Hint: actions.HintOf(err)}
		}
	}
	return d, nil
}

// contents are the object to send and those attached to the mail, each once.
func contents(call *actions.Call) []actions.Object {
	e, out := call.Args[1], []actions.Object{call.Args[2]}
	if call.Facts == nil || call.Lookup == nil {
		return out
	}
	var names []string
	for _, fact := range call.Facts("attached") {
		if len(fact) == 2 && fact[1] == e.Name && fact[0] != out[0].Name && !slices.Contains(names, fact[0]) {
			names = append(names, fact[0])
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if o, ok := call.Lookup(name); ok {
			out = append(out, o)
		}
	}
	return out
}

// add puts an object into the mail: files are attached, others go into the text.
func (d *draft) add(o actions.Object) error {
	switch {
	case strings.HasSuffix(o.Type, "file") || o.Type == "database":
		name := strings.TrimSpace(text(o.Value))
		if name == "" {
			return errors.New("the file has no path")
		}
		if !slices.Contains(d.files, name) {
			d.files = append(d.files, name)
		}
	case o.Type == "graph" || strings.HasSuffix(o.Type, "-chart") || o.Type == "histogram" || o.Type == "presentation" || o.Type == "slide" || o.Type == "model":
		return &actions.Fault{Doing: "sending a " + o.Type, Err: errors.New("only files can be attached"), Hint: "save it into a file first and attach the file"}
	case o.Type == "dataframe" || o.Type == "data-contents":
		d.shown = append(d.shown, "["+response.Label(o)+"]")
		return d.addComputed(o)
	case o.Value == nil:
	default:
		words, err := response.Words(o)
		if err != nil {
			return err
		}
		d.shown = append(d.shown, words)
		d.addWords(words)
	}
	return nil
}

// addComputed puts a value of the run into the text; before the run there is none.
func (d *draft) addComputed(o actions.Object) error {
	switch {
	case o.Value == nil:
	case o.Type == "dataframe":
		t, ok := o.Value.(*table.Table)
		if !ok || t == nil {
			return errors.New("it holds no table")
		}
		d.addTable(o.Attr("label"), t)
	default:
		words, err := response.Words(o)
		if err != nil {
			return err
		}
		d.addWords(words)
	}
	return nil
}

func (d *draft) addWords(words string) {
	if words = strings.TrimSpace(words); words != "" && !slices.Contains(d.body, words) {
		d.body = append(d.body, words)
	}
}

// addTable puts a table into the text, or attaches it whole when it is large.
func (d *draft) addTable(label string, t *table.Table) {
	lines, ok := t.Listing()
	heading := label
	if t.Rows() == 0 {
		lines = strings.Join(append([]string{"no rows"}, t.Notes...), "; ")
	}
	if !ok {
		name := strings.Trim(strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' {
				return r
			}
			return ' '
		}, label), " ")
		name = strings.Join(strings.Fields(name), "-")
		if name == "" {
			name = "rows"
		}
		for n := 2; slices.ContainsFunc(d.tables, func(s sheet) bool { return s.name == name+".csv" }); n++ {
			name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
		}
		d.tables = append(d.tables, sheet{name: name + ".csv", table: t})
		lines = fmt.Sprintf("%d rows, attached as %s.csv", t.Rows(), name)
	}
	if heading != "" {
		lines = heading + ":\n" + lines
	}
	d.body = append(d.body, strings.TrimRight(lines, "\n"))
}

// attachments lists what is attached: files by their path, tables by the name
// they get.
func (d draft) attachments() []string {
	all := slices.Clone(d.files)
	for _, s := range d.tables {
		all = append(all, s.name)
	}
	return all
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// recipients reads the addresses of a key: one text with commas or semicolons
// between them, or a list.
func recipients(e actions.Object, key string) ([]*netmail.Address, error) {
	var all string
	switch v := e.Attrs[key].(type) {
	case nil:
		return nil, nil
	case string:
		all = v
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = text(v[i])
		}
		all = strings.Join(parts, ", ")
	case []string:
		all = strings.Join(v, ", ")
	default:
		all = fmt.Sprint(v)
	}
	all = strings.Trim(strings.ReplaceAll(all, ";", ","), " ,")
	if all == "" {
		return nil, nil
	}
	list, err := netmail.ParseAddressList(all)
	if err != nil {
		return nil, &actions.Fault{Doing: fmt.Sprintf("reading the addresses %q of email %s", all, e.Name), Err: err, Hint: "write addresses like ann@example.org, with commas between them"}
	}
	return list, nil
}

// addresses joins addresses for people.
func addresses(lists ...[]*netmail.Address) string {
	var out []string
	for _, list := range lists {
		for _, a := range list {
			out = append(out, a.Address)
		}
	}
	return strings.Join(out, ", ")
}

// checkFiles reports attachments that are missing or too large.
func (d draft) checkFiles(ws *actions.Workspace) error {
	total := int64(0)
	for _, name := range d.files {
		info, err := ws.Stat(name)
		if err == nil && !info.Mode().IsRegular() {
			err = errors.New("it is not a file")
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("there is no such file")
		}
		if err != nil {
			return &actions.Fault{Doing: fmt.Sprintf("attaching %q", name), Err: err, Hint: "name a file inside the workspace"}
		}
		if total += info.Size(); total > maxAttached {
			return &actions.Fault{Doing: fmt.Sprintf("attaching %q", name), Err: fmt.Errorf("the attachments are larger than %d MB together", maxAttached>>20), Hint: "send fewer or smaller files"}
		}
	}
	return nil
}

// message makes the mail. The same key gives the same Message-ID, so that a
// server or reader can drop a second copy (RFC 5322, 3.6.4).
func (d draft) message(ws *actions.Workspace, from *netmail.Address, key string) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := m.From(from.String()); err != nil {
		return nil, err
	}
	m.ToMailAddress(d.to...)
	m.CcMailAddress(d.cc...)
	m.Subject(d.subject)
	m.SetDateWithValue(time.Now())
	sum := sha256.Sum256([]byte(key))
	m.SetMessageIDWithValue(hex.EncodeToString(sum[:16]) + "@" + from.Address[strings.LastIndex(from.Address, "@")+1:])
	body := strings.Join(d.body, "\n\n")
	if body == "" && len(d.files) > 0 {
		body = "Attached: " + strings.Join(names(d.files), ", ")
	}
	m.SetBodyString(gomail.TypeTextPlain, body+"\n")
	for _, name := range d.files {
		if err := attach(m, ws, name); err != nil {
			return nil, fmt.Errorf("attaching %q: %w", name, err)
		}
	}
	for _, s := range d.tables {
		var b bytes.Buffer
		if err := data.WriteCSV(context.Background(), &b, s.table); err != nil {
			return nil, fmt.Errorf("attaching %q: %w", s.name, err)
		}
		if b.Len() > maxAttached {
			return nil, fmt.Errorf("attaching %q: it is larger than %d MB", s.name, maxAttached>>20)
		}
		if err := m.AttachReader(s.name, &b); err != nil {
			return nil, fmt.Errorf("attaching %q: %w", s.name, err)
		}
	}
	return m, nil
}

func attach(m *gomail.Msg, ws *actions.Workspace, name string) error {
	f, err := ws.Open(name)
	if err != nil {
		return err
	}
	err = m.AttachReader(names([]string{name})[0], io.LimitReader(f, maxAttached+1))
	return errors.Join(err, f.Close())
}

// names are the last elements of paths.
func names(files []string) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = path.Base(strings.ReplaceAll(f, `\`, "/"))
	}
	return out
}
