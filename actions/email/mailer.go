package email

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"genplanx/actions"
)

// Mailer says how mail leaves. The zero value sends nothing.
type Mailer struct {
	// Server is smtp://user:password@host:port or smtps://...; the port is 587 or
	// 465 when left out. Over smtp the connection is encrypted with STARTTLS; it
	// must be, unless the host is this machine.
	Server string
	// From is the sender's address.
	From string
	// Timeout bounds the connection; 0 means 30 seconds.
	Timeout time.Duration
	// RootCAs are the authorities trusted for the server's certificate; nil means
	// those of the system.
	RootCAs *x509.CertPool
	// Dial opens the connection; nil means the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// server is a Server that was read.
type server struct {
	host           string
	port           int
	user, password string
	encrypted      bool // from the first byte
}

// server reads the address. Its errors never hold the address itself, because of
// the password in it.
func (m Mailer) server() (server, error) {
	fault := func(why string) error {
		return &actions.Fault{Doing: "reading the address of the mail server", Err: errors.New(why), Hint: "write it as smtp://user:password@host:port, special characters of the password as %XX"}
	}
	if strings.TrimSpace(m.Server) == "" {
		return server{}, &actions.Fault{Doing: "preparing to send mail", Err: errors.New("no mail server is configured"), Hint: "set GENPLANX_SMTP to smtp://user:password@host:port and GENPLANX_FROM to the sender's address"}
	}
	u, err := url.Parse(strings.TrimSpace(m.Server))
	if err != nil {
		return server{}, fault("it is not a valid address")
	}
	s := server{host: u.Hostname(), user: u.User.Username(), port: 587}
	s.password, _ = u.User.Password()
	switch u.Scheme {
	case "smtp":
	case "smtps":
		s.encrypted, s.port = true, 465
	default:
		return server{}, fault("it begins neither with smtp:// nor with smtps://")
	}
	if s.host == "" {
		return server{}, fault("it names no host")
	}
	if text := u.Port(); text != "" {
		if s.port, err = strconv.Atoi(text); err != nil || s.port < 1 || s.port > 65535 {
			return server{}, fault("its port is not a number from 1 to 65535")
		}
	}
	return s, nil
}

// sender reads the sender's address.
func (m Mailer) sender() (*netmail.Address, error) {
	from, err := netmail.ParseAddress(m.From)
	if err != nil {
		return nil, &actions.Fault{Doing: fmt.Sprintf("reading the sender's address %q", m.From), Err: err, Hint: "set GENPLANX_FROM to the address that mail is sent from"}
	}
	return from, nil
}

// local reports whether the host is this machine.
func (s server) local() bool {
	ip := net.ParseIP(s.host)
	return strings.EqualFold(s.host, "localhost") || ip != nil && ip.IsLoopback()
}

// client makes a client for one mail.
func (m Mailer) client(ctx context.Context, s server) (*gomail.Client, error) {
	timeout := m.Timeout
	if timeout <= 0 {
		timeout = 30 * time.Second
	}
	if at, ok := ctx.Deadline(); ok {
		timeout = min(timeout, time.Until(at))
	}
	if timeout <= 0 {
		return nil, context.DeadlineExceeded
	}
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithTimeout(timeout), gomail.WithHELO("localhost"),
		gomail.WithTLSConfig(&tls.Config{ServerName: s.host, RootCAs: m.RootCAs, MinVersion: tls.VersionTLS12}),
	}
	switch {
	case s.encrypted:
		options = append(options, gomail.WithSSL())
	case s.local():
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if !s.encrypted {
		options = append(options, gomail.WithDialContextFunc(m.dial(ctx)))
	}
	if s.user != "" {
		how := gomail.SMTPAuthAutoDiscover
		if s.local() && !s.encrypted {
			how = gomail.SMTPAuthPlainNoEnc
		}
		options = append(options, gomail.WithSMTPAuth(how), gomail.WithUsername(s.user), gomail.WithPassword(s.password))
	}
	return gomail.NewClient(s.host, options...)
}

// dial opens the connection and closes it when the call is cancelled, which the
// library does not.
func (m Mailer) dial(call context.Context) gomail.DialContextFunc {
	open := m.Dial
	if open == nil {
		open = new(net.Dialer).DialContext
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := open(ctx, network, address)
		if err != nil {
			return nil, err
		}
		stop := context.AfterFunc(call, func() {
			// The pending read fails at once; the error is that of the call.
			_ = conn.SetDeadline(time.Unix(1, 0))
		})
		return &cancelled{Conn: conn, stop: stop}, nil
	}
}

// cancelled stops watching the call when the connection is closed.
type cancelled struct {
	net.Conn
	stop func() bool
}

func (c *cancelled) Close() error {
	c.stop()
	return c.Conn.Close()
}
