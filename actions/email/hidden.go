package email

import (
	"net/url"
	"strings"
)

// hidden is an error whose text does not show the password, whatever a server or
// library puts into it.
type hidden struct {
	err    error
	secret string
}

func (h hidden) Error() string {
	text := h.err.Error()
	if h.secret == "" {
		return text
	}
	for _, form := range []string{h.secret, url.QueryEscape(h.secret), url.PathEscape(h.secret)} {
		text = strings.ReplaceAll(text, form, "***")
	}
	return text
}

func (h hidden) Unwrap() error { return h.err }
