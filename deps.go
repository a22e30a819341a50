//go:build deps

// Package genplanx pins the modules of the project while it is being built up.
package genplanx

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/alecthomas/participle/v2"
	_ "github.com/casibase/goppt"
	_ "github.com/emersion/go-ical"
	_ "github.com/emersion/go-message/mail"
	_ "github.com/emersion/go-message/charset"
	_ "github.com/emersion/go-smtp"
	_ "github.com/emersion/go-sasl"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/kaptinlin/jsonrepair"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/rs/zerolog"
	_ "github.com/sashabaranov/go-openai"
	_ "github.com/teambition/rrule-go"
	_ "github.com/tidwall/gjson"
	_ "github.com/wneessen/go-mail"
	_ "github.com/xuri/excelize/v2"
	_ "gonum.org/v1/plot"
	_ "gonum.org/v1/plot/plotter"
	_ "gonum.org/v1/plot/vg/vgsvg"
	_ "gonum.org/v1/plot/vg/vgimg"
	_ "modernc.org/sqlite"
	_ "pgregory.net/rapid"
)
