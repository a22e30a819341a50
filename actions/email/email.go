// Package email reads and sends mail: the Go side of read-email, parse-email and
// send-email.
//
// It owns the value of an input-email object, [Message], how mail files are read
// (RFC 5322, MIME) and how mail is sent over SMTP (RFC 5321). In: objects, files
// of the workspace, a [Mailer]. Out: messages, goals found in them, mail sent. It
// must not know plans, prompts or how text is understood; that is given as an
// [Interpreter]. Start reading at [Message].
package email

import (
	"strings"
	"time"
)

// Message is the value of an input-email object. It is not changed once made.
type Message struct {
	From        string // "Ann Lee <ann@example.org>"
	To          []string
	Cc          []string
	Subject     string
	Date        time.Time // zero when the mail has none that can be read
	Text        string    // the body as plain text, lines ending with "\n"
	Attachments []string  // file names
}

// String writes the mail for people.
func (m *Message) String() string {
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			b.WriteString(key + ": " + value + "\n")
		}
	}
	line("from", m.From)
	line("to", strings.Join(m.To, ", "))
	line("cc", strings.Join(m.Cc, ", "))
	line("subject", m.Subject)
	if !m.Date.IsZero() {
		line("date", m.Date.Format("2006-01-02 15:04"))
	}
	line("attachments", strings.Join(m.Attachments, ", "))
	return b.String() + "\n" + m.Text
}

// origin says where goals found in the mail come from.
func (m *Message) origin() string {
	from := m.From
	if from == "" {
		from = "an unknown sender"
	}
	text := "mail from " + from
	if m.Subject != "" {
		text += ", subject \"" + m.Subject + "\""
	}
	if !m.Date.IsZero() {
		text += ", " + m.Date.Format("2 January 2006")
	}
	return text
}
