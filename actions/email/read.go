package email

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // other charsets than UTF-8
	"github.com/emersion/go-message/mail"
)

// Limits of a mail file: of the whole, of its text, of its parts.
const (
	maxFile  = 32 << 20
	maxText  = 1 << 20
	maxParts = 500
	// Each level of nesting reads through all levels above it.
	maxDepth = 20
)

// Read reads a mail. Text in unknown charsets or with broken encoding is kept as
// far as it can be read; a file that is no mail at all is an error.
func Read(r io.Reader) (*Message, error) {
	limited := &io.LimitedReader{R: r, N: maxFile + 1}
	entity, err := message.Read(limited)
	if entity == nil || err != nil && !readable(err) {
		return nil, fmt.Errorf("it is not a mail: %w", err)
	}
	m := headers(mail.Header{Header: entity.Header})
	if m.From == "" && m.Subject == "" && m.Date.IsZero() && len(m.To) == 0 {
		return nil, errors.New("it is not a mail: it has no sender, recipient, subject or date")
	}
	var plain, html strings.Builder
	parts := 0
	err = entity.Walk(func(path []int, part *message.Entity, err error) error {
		parts++
		switch {
		case err != nil && !readable(err):
			return err
		case parts > maxParts:
			return fmt.Errorf("it has more than %d parts", maxParts)
		case len(path) > maxDepth:
			return fmt.Errorf("its parts are nested more than %d deep", maxDepth)
		}
		return m.take(part, &plain, &html)
	})
	if err != nil {
		return nil, fmt.Errorf("reading part %d: %w", parts, err)
	}
	if limited.N <= 0 {
		return nil, fmt.Errorf("it is larger than %d MB", maxFile>>20)
	}
	m.Text = tidy(plain.String())
	if strings.TrimSpace(m.Text) == "" {
		m.Text = tidy(textOfHTML(html.String()))
	}
	return m, nil
}

func headers(h mail.Header) *Message {
	m := &Message{}
	// A header that cannot be parsed is kept as it is written.
	addresses := func(key string) []string {
		list, err := h.AddressList(key)
		if err != nil {
			if raw := oneLine(h.Get(key)); raw != "" {
				return []string{raw}
			}
			return nil
		}
		var out []string
		for _, a := range list {
			if a.Name == "" {
				out = append(out, a.Address)
			} else {
				out = append(out, oneLine(a.Name)+" <"+a.Address+">")
			}
		}
		return out
	}
	m.From = strings.Join(addresses("From"), ", ")
	m.To, m.Cc = addresses("To"), addresses("Cc")
	subject, err := h.Subject()
	if err != nil {
		subject = h.Get("Subject")
	}
	m.Subject = oneLine(subject)
	if at, err := h.Date(); err == nil {
		m.Date = at
	}
	return m
}

// readable reports whether an error leaves the text as it was sent: a charset or
// encoding that nobody knows.
func readable(err error) bool { return message.IsUnknownCharset(err) || message.IsUnknownEncoding(err) }

// take reads one part: the text of an inline one, the name of an attachment.
func (m *Message) take(part *message.Entity, plain, html *strings.Builder) error {
	kind, _, err := part.Header.ContentType()
	if err != nil {
		kind = "text/plain"
	}
	if strings.HasPrefix(kind, "multipart/") {
		return nil
	}
	into := plain
	switch where, _, _ := part.Header.ContentDisposition(); {
	case where == "attachment", kind != "text/plain" && kind != "text/html":
		h := mail.AttachmentHeader{Header: part.Header}
		m.attach(h.Filename())
		return nil
	case kind == "text/html":
		into = html
	}
	if into.Len() > 0 {
		into.WriteByte('\n')
	}
	return copyText(into, part.Body)
}

func (m *Message) attach(name string, err error) {
	if err != nil || strings.TrimSpace(name) == "" {
		name = "unnamed"
	}
	// Only the last element: a name is text here, never a path to write to.
	m.Attachments = append(m.Attachments, path.Base(strings.ReplaceAll(oneLine(name), `\`, "/")))
}

// copyText reads text up to the limit; what is broken ends it.
func copyText(into *strings.Builder, body io.Reader) error {
	room := maxText - into.Len()
	data, err := io.ReadAll(io.LimitReader(body, int64(max(0, room))+1))
	if len(data) > room {
		return fmt.Errorf("the text is larger than %d kB", maxText>>10)
	}
	into.Write(data)
	if err != nil && len(data) == 0 {
		return err
	}
	return nil
}

// tidy makes text valid UTF-8 with "\n" line ends and no control characters.
func tidy(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r < ' ', r == 0x7F, r == '\uFEFF':
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// oneLine decodes what is still encoded and keeps a header on one line.
func oneLine(s string) string {
	if decoded, err := new(mime.WordDecoder).DecodeHeader(s); err == nil {
		s = decoded
	}
	return strings.Join(strings.Fields(tidy(s)), " ")
}
