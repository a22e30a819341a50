package email_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"genplanx/actions"
	"genplanx/actions/email"
	"genplanx/actions/table"
)

// post is a mail server in this process; its hooks make it misbehave.
type post struct {
	mu      sync.Mutex
	mails   []sent
	logins  int
	onMail  func() error
	onRcpt  func(to string) error
	onData  func(c *smtp.Conn) error // after the whole mail was read
	onDrop  bool                     // drops the connection at MAIL FROM
	address string
}

type sent struct {
	from string
	to   []string
	data []byte
}

type session struct {
	post *post
	conn *smtp.Conn
	now  sent
}

func (p *post) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &session{post: p, conn: c}, nil
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "ann" || password != "s3cret!" {
			return &smtp.SMTPError{Code: 535, Message: "no entry with " + password}
		}
		s.post.mu.Lock()
		defer s.post.mu.Unlock()
		s.post.logins++
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.now.from = from
	if s.post.onDrop {
		return s.conn.Conn().Close()
	}
	if s.post.onMail != nil {
		return s.post.onMail()
	}
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.now.to = append(s.now.to, to)
	if s.post.onRcpt != nil {
		return s.post.onRcpt(to)
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	var err error
	if s.now.data, err = io.ReadAll(r); err != nil {
		return err
	}
	if s.post.onData != nil {
		if err := s.post.onData(s.conn); err != nil {
			return err
		}
	}
	s.post.mu.Lock()
	defer s.post.mu.Unlock()
	s.post.mails = append(s.post.mails, s.now)
	return nil
}

func (s *session) Reset()        { s.now = sent{} }
func (s *session) Logout() error { return nil }

func (p *post) taken() []sent {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]sent(nil), p.mails...)
}

// open starts the server; with a certificate it offers STARTTLS.
func (p *post) open(t *testing.T, certificate *tls.Certificate) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := smtp.NewServer(p)
	s.Domain, s.AllowInsecureAuth = "localhost", true
	s.ErrorLog = quiet{}
	if certificate != nil {
		s.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12}
	}
	done := make(chan struct{})
	go func() { _ = s.Serve(l); close(done) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	p.address = l.Addr().String()
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// desk is a workspace with a file and a call that sends it.
func desk(t *testing.T) *actions.Call {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "report.csv"), []byte("year,balance\n2024,300\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "chart.png"), []byte("\x89PNG\x00\xff"), 0o600); err != nil {
		t.Fatal(err)
	}
	ws, err := actions.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	objects := map[string]actions.Object{
		"chart-file": {Name: "chart-file", Type: "image-file", Value: "./chart.png"},
		"counts":     {Name: "counts", Type: "data-contents", Value: int64(4)},
		"rows":       {Name: "rows", Type: "dataframe", Value: &table.Table{Columns: []table.Column{{Name: "year", Kind: table.Integer, Cells: []any{int64(2023), int64(2024)}}}}},
	}
	return &actions.Call{
		Args: []actions.Object{
			{Name: "ai"},
			{Name: "email1", Type: "output-email", Attrs: map[string]any{
				"to": "Bob Ręka <bob@example.org>; eve@example.org", "cc": []any{"dan@example.org"},
				"subject": "Q3 report – Kraków", "body": "Dear all,\nplease find the report attached.",
			}},
			{Name: "report-file", Type: "csv-file", Value: "report.csv"},
		},
		Workspace: ws, Key: "run1/step7",
		Lookup: func(name string) (actions.Object, bool) { o, ok := objects[name]; return o, ok },
		Facts: func(p string) [][]string {
			if p == "attached" {
				return [][]string{{"rows", "email1"}, {"counts", "email1"}, {"chart-file", "email1"}, {"chart-file", "email2"}, {"report-file", "email1"}}
			}
			return nil
		},
	}
}

type letter struct {
	ID, Subject, Text string
	Files             map[string]string
}

func openLetter(t *testing.T, data []byte) letter {
	t.Helper()
	r, err := mail.CreateReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	out := letter{Files: map[string]string{}}
	if out.Subject, err = r.Header.Subject(); err != nil {
		t.Fatal(err)
	}
	if out.ID, err = r.Header.MessageID(); err != nil {
		t.Fatal(err)
	}
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			t.Fatal(err)
		}
		if h, ok := part.Header.(*mail.AttachmentHeader); ok {
			name, err := h.Filename()
			if err != nil {
				t.Fatal(err)
			}
			out.Files[name] = string(body)
		} else {
			out.Text += strings.ReplaceAll(string(body), "\r\n", "\n")
		}
	}
}

func TestSend(t *testing.T) {
	p := &post{}
	p.open(t, nil)
	call := desk(t)
	a := email.SendEmail(email.Mailer{Server: "smtp://ann:s3cret%21@" + p.address, From: "Ann <ann@example.org>", Timeout: 5 * time.Second})
	if err := a.Preflight(context.Background(), call); err != nil {
		t.Fatal(err)
	}
	want := []actions.Effect{{Class: actions.Outside, Verb: "send a mail to", Target: "bob@example.org, eve@example.org, dan@example.org", Detail: "subject: Q3 report – Kraków, 2 attachments: report.csv, ./chart.png, text: Dear all, please find the report attached. [counts] [rows]"}}
	if diff := cmp.Diff(want, a.Effects(call)); diff != "" {
		t.Error(diff)
	}
	if got := a.Describe(call); got != "send email email1 with report.csv, ./chart.png to bob@example.org, eve@example.org, dan@example.org" {
		t.Errorf("described as %q", got)
	}
	var ids []string
	for _, key := range []string{"run1/step7", "run1/step7", "run1/step8"} {
		call.Key = key
		r, err := a.Run(context.Background(), call)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Made) != 1 || r.Made[0].Kind != "mail" {
			t.Errorf("made %+v", r.Made)
		}
	}
	for _, m := range p.taken() {
		if m.from != "ann@example.org" {
			t.Errorf("from %q", m.from)
		}
		if diff := cmp.Diff([]string{"bob@example.org", "eve@example.org", "dan@example.org"}, m.to); diff != "" {
			t.Error(diff)
		}
		l := openLetter(t, m.data)
		ids = append(ids, l.ID)
		l.ID = ""
		if diff := cmp.Diff(letter{
			Subject: "Q3 report – Kraków",
			Text:    "Dear all,\nplease find the report attached.\n\ncounts: 4\n\nyear\n2023\n2024\n",
			Files:   map[string]string{"report.csv": "year,balance\n2024,300\n", "chart.png": "\x89PNG\x00\xff"},
		}, l); diff != "" {
			t.Error(diff)
		}
	}
	if len(ids) != 3 || ids[0] == "" || ids[0] != ids[1] || ids[1] == ids[2] {
		t.Errorf("message ids %q", ids)
	}
	if p.logins != 3 {
		t.Errorf("%d logins", p.logins)
	}
}

// TestTrouble: what each kind of trouble means for repeating the call.
func TestTrouble(t *testing.T) {
	drop := func(c *smtp.Conn) error { return c.Conn().Close() }
	for name, c := range map[string]struct {
		post               *post
		server             string
		transient, unknown bool
		want               string
	}{
		"busy":             {post: &post{onMail: func() error { return &smtp.SMTPError{Code: 451, Message: "later"} }}, transient: true, want: "later"},
		"bad sender":       {post: &post{onMail: func() error { return &smtp.SMTPError{Code: 550, Message: "not you"} }}, want: "not you"},
		"no such user":     {post: &post{onRcpt: func(to string) error { return &smtp.SMTPError{Code: 550, Message: "who is " + to} }}, want: "who is"},
		"drops early":      {post: &post{onDrop: true}, transient: true, want: "MAIL FROM"},
		"grey listed":      {post: &post{onRcpt: func(string) error { return &smtp.SMTPError{Code: 450, Message: "come back"} }}, transient: true, want: "come back"},
		"refused content":  {post: &post{onData: func(*smtp.Conn) error { return &smtp.SMTPError{Code: 554, Message: "looks like spam"} }}, want: "looks like spam"},
		"busy after data":  {post: &post{onData: func(*smtp.Conn) error { return &smtp.SMTPError{Code: 452, Message: "disk full"} }}, want: "disk full"},
		"drops after data": {post: &post{onData: drop}, unknown: true, want: "nobody can say"},
		"hangs after data": {post: &post{onData: func(*smtp.Conn) error { time.Sleep(900 * time.Millisecond); return errors.New("late") }}, unknown: true, want: "nobody can say"},
		"wrong password":   {server: "smtp://ann:wr0ng-pw@", want: "535"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := c.post
			if p == nil {
				p = &post{}
			}
			p.open(t, nil)
			server := c.server
			if server == "" {
				server = "smtp://"
			}
			a := email.SendEmail(email.Mailer{Server: server + p.address, From: "ann@example.org", Timeout: 500 * time.Millisecond})
			_, err := a.Run(context.Background(), desk(t))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want one with %q", err, c.want)
			}
			if strings.Contains(err.Error(), "wr0ng-pw") {
				t.Errorf("the password is in %q", err)
			}
			if actions.IsTransient(err) != c.transient || actions.IsUnknown(err) != c.unknown {
				t.Errorf("transient %v, unknown %v: %v", actions.IsTransient(err), actions.IsUnknown(err), err)
			}
			if len(p.taken()) != 0 && !c.unknown {
				t.Error("a mail was taken")
			}
		})
	}
}

// TestNoServer: nobody listens, or somebody who says nothing.
func TestNoServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	mute := l.Addr().String()
	defer func() { _ = l.Close() }()
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := gone.Addr().String()
	if err := gone.Close(); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{closed, mute} {
		start := time.Now()
		_, err := email.SendEmail(email.Mailer{Server: "smtp://" + address, From: "ann@example.org", Timeout: 300 * time.Millisecond}).Run(context.Background(), desk(t))
		if err == nil || !actions.IsTransient(err) || actions.IsUnknown(err) {
			t.Errorf("%s: %v, transient %v", address, err, actions.IsTransient(err))
		}
		if time.Since(start) > 3*time.Second {
			t.Errorf("%s: took %v", address, time.Since(start))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	start := time.Now()
	_, err = email.SendEmail(email.Mailer{Server: "smtp://" + mute, From: "ann@example.org", Timeout: 20 * time.Second}).Run(ctx, desk(t))
	if err == nil || actions.IsTransient(err) || time.Since(start) > 5*time.Second {
		t.Errorf("cancelled: %v after %v", err, time.Since(start))
	}
}

// authority makes a certificate for a host and the pool that trusts it.
func authority(t *testing.T, host string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// TestEncryption: a host elsewhere is given nothing without encryption.
func TestEncryption(t *testing.T) {
	certificate, pool := authority(t, "mail.example.org")
	for name, c := range map[string]struct {
		offer *tls.Certificate
		trust *x509.CertPool
		want  string
	}{
		"encrypted":     {&certificate, pool, ""},
		"not trusted":   {&certificate, x509.NewCertPool(), "certificate"},
		"not encrypted": {nil, pool, "STARTTLS"},
	} {
		t.Run(name, func(t *testing.T) {
			p := &post{}
			p.open(t, c.offer)
			m := email.Mailer{
				Server: "smtp://ann:s3cret%21@mail.example.org:25", From: "ann@example.org", RootCAs: c.trust, Timeout: 5 * time.Second,
				Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
					return new(net.Dialer).DialContext(ctx, network, p.address)
				},
			}
			_, err := email.SendEmail(m).Run(context.Background(), desk(t))
			if c.want == "" {
				if err != nil || len(p.taken()) != 1 || p.logins != 1 {
					t.Fatalf("%v, %d mails", err, len(p.taken()))
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || actions.IsTransient(err) {
				t.Errorf("error %v (transient %v), want one with %q", err, actions.IsTransient(err), c.want)
			}
			if len(p.taken()) != 0 || p.logins != 0 {
				t.Error("something was sent")
			}
		})
	}
}

func TestPreflight(t *testing.T) {
	ready := email.Mailer{Server: "smtp://ann:s3cret%21@mail.example.org", From: "ann@example.org"}
	attr := func(key string, v any) func(*actions.Call) {
		return func(c *actions.Call) { c.Args[1].Attrs[key] = v }
	}
	for name, c := range map[string]struct {
		mailer email.Mailer
		spoil  func(*actions.Call)
		want   string
	}{
		"ready":             {mailer: ready},
		"no server":         {mailer: email.Mailer{From: "ann@example.org"}, want: "no mail server is configured"},
		"wrong scheme":      {mailer: email.Mailer{Server: "http://ann:s3cret%21@x", From: "a@b.c"}, want: "neither with smtp://"},
		"unreadable server": {mailer: email.Mailer{Server: "smtp://ann:s3cret%2@x", From: "a@b.c"}, want: "not a valid address"},
		"no host":           {mailer: email.Mailer{Server: "smtp://ann:s3cret%21@", From: "a@b.c"}, want: "names no host"},
		"bad port":          {mailer: email.Mailer{Server: "smtp://ann:s3cret%21@x:99999", From: "a@b.c"}, want: "port"},
		"bad sender":        {mailer: email.Mailer{Server: ready.Server, From: "ann"}, want: "sender's address"},
		"no recipient":      {mailer: ready, spoil: attr("to", " ; "), want: "no recipient"},
		"bad recipient":     {mailer: ready, spoil: attr("to", "Bob"), want: `"Bob"`},
		"two lines":         {mailer: ready, spoil: attr("to", "bob@example.org\nBcc: eve@example.org"), want: "addresses"},
		"no attachment":     {mailer: ready, spoil: func(c *actions.Call) { c.Args[2].Value = "gone.csv" }, want: `attaching "gone.csv": there is no such file`},
		"outside":           {mailer: ready, spoil: func(c *actions.Call) { c.Args[2].Value = "/etc/passwd" }, want: "outside the workspace"},
		"folder":            {mailer: ready, spoil: func(c *actions.Call) { c.Args[2].Value = "." }, want: "not a file"},
		"chart":             {mailer: ready, spoil: func(c *actions.Call) { c.Args[2].Type = "bar-chart" }, want: "only files can be attached"},
		"too large": {mailer: ready, spoil: func(c *actions.Call) {
			if err := os.Truncate(filepath.Join(c.Workspace.Dir(), "report.csv"), 21<<20); err != nil {
				t.Fatal(err)
			}
		}, want: "larger than 20 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			call := desk(t)
			if c.spoil != nil {
				c.spoil(call)
			}
			a := email.SendEmail(c.mailer)
			err := a.Preflight(context.Background(), call)
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || actions.HintOf(err) == "" {
				t.Errorf("error %v with hint %q, want one with %q", err, actions.HintOf(err), c.want)
			}
			said := fmt.Sprint(err, a.Describe(call), a.Effects(call))
			if strings.Contains(said, "s3cret") {
				t.Errorf("the password is in %q", said)
			}
			if _, err := a.Run(context.Background(), call); err == nil {
				t.Error("it was sent all the same")
			}
		})
	}
}

// A table goes with the mail as a whole: in the text, or as a file.
func TestWholeTables(t *testing.T) {
	tableOf := func(rows, columns int) *table.Table {
		out := &table.Table{}
		for c := range columns {
			cells := make([]any, rows)
			for i := range cells {
				cells[i] = float64(i) + 0.123456
			}
			out.Columns = append(out.Columns, table.Column{Name: fmt.Sprintf("c%d", c), Kind: table.Real, Cells: cells})
		}
		return out
	}
	for _, tt := range []struct {
		label         string
		rows, columns int
		text, file    string
	}{
		{"", 36, 3, "35.12", ""},
		{"the sales", 2, 1, "the sales:\n    c0\n0.1235\n  1.12\n", ""},
		{"the sales", 51, 1, "the sales:\n51 rows, attached as the-sales.csv\n", "the-sales.csv"},
		{"", 2, 13, "2 rows, attached as rows.csv\n", "rows.csv"},
		{"", 0, 1, "no rows\n", ""},
	} {
		p := &post{}
		p.open(t, nil)
		mail1 := actions.Object{Name: "mail1", Type: "output-email", Attrs: map[string]any{"to": "bob@example.org"}}
		rows := actions.Object{Name: "dataframe1", Type: "dataframe", Value: tableOf(tt.rows, tt.columns), Attrs: map[string]any{"label": tt.label}}
		call := desk(t)
		call.Facts = nil
		call.Args = []actions.Object{{Name: "ai"}, mail1, rows}
		a := email.SendEmail(email.Mailer{Server: "smtp://" + p.address, From: "ann@example.org", Timeout: 5 * time.Second})
		if _, err := a.Run(context.Background(), call); err != nil {
			t.Fatal(err)
		}
		got := openLetter(t, p.taken()[0].data)
		if !strings.Contains(got.Text, tt.text) || strings.Contains(got.Text, "more rows") || strings.Contains(got.Text, "dataframe1") {
			t.Errorf("%+v: text %q", tt, got.Text)
		}
		if tt.file == "" && len(got.Files) != 0 || tt.file != "" && strings.Count(got.Files[tt.file], "\n") != tt.rows+1 {
			t.Errorf("%+v: files %q", tt, got.Files)
		}
	}
}
