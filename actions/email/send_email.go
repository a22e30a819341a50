package email

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"genplanx/actions"
)

// SendEmail is (send-email ?a ?e - output-email ?c - (either file text
// data-contents dataframe)): one mail to the recipients that the keys "to" and
// "cc" of ?e name, with ?c and everything attached to ?e.
func SendEmail(m Mailer) actions.Action {
	return actions.Action{
		Class:     actions.Outside,
		Describe:  describeSend,
		Effects:   sendEffects,
		Preflight: func(_ context.Context, c *actions.Call) error { return m.preflight(c) },
		Run:       func(ctx context.Context, c *actions.Call) (actions.Result, error) { return m.run(ctx, c) },
	}
}

func describeSend(c *actions.Call) string {
	e := c.Args[1]
	to, what := strings.TrimSpace(fmt.Sprint(e.Attrs["to"])), c.Args[2].Name
	if d, err := plan(c); err == nil {
		to = addresses(d.to, d.cc)
		if len(d.files) > 0 {
			what = strings.Join(d.files, ", ")
		}
	} else if e.Attrs["to"] == nil {
		to = "nobody yet"
	}
	return fmt.Sprintf("send email %s with %s to %s", e.Name, what, to)
}

func sendEffects(c *actions.Call) []actions.Effect {
	d, err := plan(c)
	if err != nil {
		// Preflight says why; the effect is shown all the same.
		return []actions.Effect{{Class: actions.Outside, Verb: sendVerb, Target: oneLine(fmt.Sprint(c.Args[1].Attrs["to"])), Detail: err.Error()}}
	}
	return []actions.Effect{{Class: actions.Outside, Verb: sendVerb, Target: addresses(d.to, d.cc), Detail: d.detail(d.files) + d.opening()}}
}

// sendVerb stands before the recipients.
const sendVerb = "send a mail to"

// opening is the beginning of the text, for the one who has to agree to it.
func (d draft) opening() string {
	const most = 200
	words := []rune(oneLine(strings.Join(d.shown, " ")))
	switch {
	case len(words) == 0:
		return ""
	case len(words) > most:
		words = append(words[:most], '…')
	}
	return ", text: " + string(words)
}

func (d draft) detail(all []string) string {
	text := "subject: " + d.subject
	if d.subject == "" {
		text = "no subject"
	}
	switch len(all) {
	case 0:
		return text
	case 1:
		return text + ", 1 attachment: " + all[0]
	default:
		return fmt.Sprintf("%s, %d attachments: %s", text, len(all), strings.Join(all, ", "))
	}
}

func (m Mailer) preflight(c *actions.Call) error {
	if _, err := m.server(); err != nil {
		return err
	}
	if _, err := m.sender(); err != nil {
		return err
	}
	d, err := plan(c)
	if err != nil {
		return err
	}
	return d.checkFiles(c.Workspace)
}

func (m Mailer) run(ctx context.Context, c *actions.Call) (actions.Result, error) {
	if err := m.preflight(c); err != nil {
		return actions.Result{}, err
	}
	s, err := m.server()
	if err != nil {
		return actions.Result{}, err
	}
	from, err := m.sender()
	if err != nil {
		return actions.Result{}, err
	}
	d, err := plan(c)
	if err != nil {
		return actions.Result{}, err
	}
	doing := fmt.Sprintf("sending email %s to %s", c.Args[1].Name, addresses(d.to, d.cc))
	if len(d.body) == 0 && len(d.files) == 0 {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: errors.New("it has neither text nor attachment")}
	}
	message, err := d.message(c.Workspace, from, c.Key)
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: err}
	}
	client, err := m.client(ctx, s)
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: hidden{err, s.password}}
	}
	err = client.DialAndSendWithContext(ctx, message)
	if message.IsDelivered() {
		if err != nil {
			// The server has taken the mail; only the goodbye went wrong.
			c.Log.Warn().Err(hidden{err, s.password}).Msg("mail was sent, closing the connection failed")
		}
		return d.sent(c), nil
	}
	return actions.Result{}, judge(doing, hidden{err, s.password}, ctx.Err())
}

func (d draft) sent(c *actions.Call) actions.Result {
	to := addresses(d.to, d.cc)
	return actions.Result{
		Made:    []actions.Artifact{{Kind: "mail", Object: c.Args[1].Name, Text: fmt.Sprintf("mail to %s, %s", to, d.detail(d.attachments()))}},
		Summary: fmt.Sprintf("sent email %s to %s", c.Args[1].Name, to),
	}
}

// judge says what a failed attempt means. Before the mail is handed over (DATA)
// nothing has left, and what may pass is worth repeating; after it, only a reply
// of the server tells, and without one nobody knows.
func judge(doing string, err error, cancelled error) error {
	f := &actions.Fault{Doing: doing, Err: err}
	code := 0
	var reply *textproto.Error
	if errors.As(err, &reply) {
		code = reply.Code
	}
	var failed *gomail.SendError
	if errors.As(err, &failed) {
		if code == 0 {
			code = failed.ErrorCode()
		}
		if failed.Reason == gomail.ErrSMTPDataClose || failed.Reason == gomail.ErrWriteContent {
			if code >= 400 {
				f.Hint = "the server did not accept the mail; nothing was sent"
				return f
			}
			f.Unknown = true
			f.Err = fmt.Errorf("the connection ended after the mail was handed over, so nobody can say whether it was sent: %w", err)
			f.Hint = "ask the recipient or look into the sent mail before it is sent again"
			return f
		}
	}
	// The library keeps the cause of a connection lost on the way to DATA to itself.
	lost := failed != nil && code == 0 && failed.Reason != gomail.ErrGetSender && failed.Reason != gomail.ErrGetRcpts && failed.Reason != gomail.ErrNoUnencoded
	f.Transient = cancelled == nil && (lost || passing(err, code))
	switch {
	case code == 535 || code == 534 || code == 530:
		f.Hint = "check user and password of the mail server"
	case f.Transient:
		f.Hint = "nothing was sent; the server may be back later"
	}
	return f
}

// passing reports whether trouble before DATA may pass.
func passing(err error, code int) bool {
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var name *net.DNSError
	var trouble net.Error
	switch {
	case code != 0:
		return code >= 400 && code < 500
	case errors.As(err, &certificate), errors.As(err, &authority):
		return false
	case errors.As(err, &name):
		return name.IsTemporary || name.IsTimeout
	}
	return errors.As(err, &trouble) || errors.Is(err, io.EOF)
}
