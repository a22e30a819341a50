package monitor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"genplanx/actions"
	"genplanx/planner"
)

// line is a record in JSON: its envelope, and the event as it is.
type line struct {
	Seq   int             `json:"seq"`
	At    *time.Time      `json:"at,omitempty"`
	Kind  string          `json:"kind"`
	Event json.RawMessage `json:"event"`
}

// MarshalJSON writes {"seq":..,"at":..,"kind":..,"event":{..}} on one line; a
// zero time is left out.
func (r Record) MarshalJSON() ([]byte, error) {
	event, err := plainJSON(r.Event)
	if err != nil {
		return nil, fmt.Errorf("writing event %d: %w", r.Seq, err)
	}
	l := line{Seq: r.Seq, Kind: r.Event.Kind(), Event: event}
	if !r.At.IsZero() {
		l.At = &r.At
	}
	return plainJSON(l)
}

// plainJSON is JSON without HTML escapes: a journal is read by people too.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Record) UnmarshalJSON(text []byte) error {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("reading event: %w", err)
	}
	decode, ok := decoders()[l.Kind]
	if !ok {
		return fmt.Errorf("reading event %d: kind %q is not known; the journal is from another version", l.Seq, l.Kind)
	}
	event, err := decode(l.Event)
	if err != nil {
		return fmt.Errorf("reading event %d (%s): %w", l.Seq, l.Kind, err)
	}
	*r = Record{Seq: l.Seq, Event: event}
	if l.At != nil {
		r.At = *l.At
	}
	return nil
}

type decoder func(json.RawMessage) (Event, error)

func as[E Event](text json.RawMessage) (Event, error) {
	var e E
	err := json.Unmarshal(text, &e)
	return e, err
}

func decoders() map[string]decoder {
	return map[string]decoder{
		Started{}.Kind():        as[Started],
		Planned{}.Kind():        as[Planned],
		Approved{}.Kind():       as[Approved],
		Declined{}.Kind():       as[Declined],
		Preflighted{}.Kind():    as[Preflighted],
		EffectsChanged{}.Kind(): as[EffectsChanged],
		CallStarted{}.Kind():    as[CallStarted],
		CallDone{}.Kind():       as[CallDone],
		CallFailed{}.Kind():     as[CallFailed],
		CallUnknown{}.Kind():    as[CallUnknown],
		Observed{}.Kind():       as[Observed],
		OutcomeTold{}.Kind():    as[OutcomeTold],
		Waited{}.Kind():         as[Waited],
		GoalsApproved{}.Kind():  as[GoalsApproved],
		GoalsRefused{}.Kind():   as[GoalsRefused],
		GoalsAdded{}.Kind():     as[GoalsAdded],
		GoalsDropped{}.Kind():   as[GoalsDropped],
		Interrupted{}.Kind():    as[Interrupted],
		Finished{}.Kind():       as[Finished],
	}
}

// StatusText names a planner's status in a journal.
func StatusText(s planner.Status) string {
	switch s {
	case planner.SolvedOptimally:
		return "optimal"
	case planner.SolvedWithGap:
		return "gap"
	case planner.Unsolvable:
		return "unsolvable"
	case planner.OutOfTime:
		return "out-of-time"
	case planner.OutOfMemory:
		return "out-of-memory"
	case planner.Unsupported:
		return "unsupported"
	}
	return "unknown"
}

// ClassText names an effect class in a journal.
func ClassText(c actions.Class) string {
	switch c {
	case actions.Memory:
		return "memory"
	case actions.Reads:
		return "reads"
	case actions.Writes:
		return "writes"
	default: // what declares no class is trusted with nothing
		return "outside"
	}
}

func truthText(t actions.Truth) string {
	switch t {
	case actions.True:
		return "true"
	case actions.False:
		return "false"
	default:
		return "unknown"
	}
}
