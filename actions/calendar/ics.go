package calendar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-ical"
	"github.com/teambition/rrule-go"
)

const (
	mostEvents  = 100_000
	mostNesting = 20
)

// readICS reads all appointments of an iCalendar file.
//
// A recurring appointment is one row, as Outlook lists it: the series, with the
// start of its first occurrence that is left when excluded dates and cancelled
// occurrences are taken away; when that occurrence was moved, with the new start.
// Cancelled appointments are skipped. Times are the wall clock as written; times
// in UTC are moved to the calendar's own zone when it names one (X-WR-TIMEZONE).
func readICS(ctx context.Context, content []byte) (list []appointment, err error) {
	defer func() {
		// The library can panic on malformed components; for the user that is a
		// damaged file.
		if r := recover(); r != nil {
			list, err = nil, fmt.Errorf("it is not a sound iCalendar file: %v", r)
		}
	}()
	text, err := normalized(content)
	if err != nil {
		return nil, err
	}
	decoder := ical.NewDecoder(bytes.NewReader(text))
	for {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		cal, err := decoder.Decode()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("it is not a sound iCalendar file: %w", err)
		}
		found, err := appointments(ctx, cal)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
}

// normalized gives the text CRLF line ends without blank lines, as the decoder
// needs, and refuses nesting that would exhaust its recursion.
func normalized(content []byte) ([]byte, error) {
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	if bytes.IndexByte(content, 0) >= 0 {
		return nil, errors.New("it is not a text file")
	}
	var out bytes.Buffer
	depth, events := 0, 0
	for line := range bytes.Lines(content) {
		line = bytes.TrimRight(line, "\r\n")
		upper := bytes.ToUpper(bytes.TrimSpace(line[:min(len(line), 20)]))
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case bytes.HasPrefix(upper, []byte("BEGIN:")):
			depth++
		case bytes.HasPrefix(upper, []byte("END:")):
			depth--
		}
		if bytes.Equal(upper, []byte("BEGIN:VEVENT")) {
			events++
		}
		if depth > mostNesting {
			return nil, fmt.Errorf("its components are nested more than %d deep", mostNesting)
		}
		if events > mostEvents {
			return nil, fmt.Errorf("it has more than %d appointments", mostEvents)
		}
		out.Write(line)
		out.WriteString("\r\n")
	}
	if depth > 0 {
		return nil, errors.New("it is cut off: a component is not ended")
	}
	return out.Bytes(), nil
}

// series is an appointment with the occurrences that differ from it.
type series struct {
	master    *ical.Event
	overrides []ical.Event
}

// appointments groups the events of a calendar by their identity and reads each.
func appointments(ctx context.Context, cal *ical.Calendar) ([]appointment, error) {
	zone := calendarZone(cal)
	var order []*series
	byID := map[string]*series{}
	for i, e := range cal.Events() {
		id := textOf(&e, ical.PropUID)
		if id == "" {
			id = fmt.Sprintf("event %d", i)
		}
		s := byID[id]
		if s == nil {
			s = &series{}
			byID[id] = s
			order = append(order, s)
		}
		if e.Props.Get(ical.PropRecurrenceID) != nil {
			s.overrides = append(s.overrides, e)
		} else {
			s.master = &e // a later version of the same appointment replaces it
		}
	}
	var list []appointment
	for _, s := range order {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		found, err := s.read(zone)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// calendarZone is the zone that times in UTC are shown in; nil for none.
func calendarZone(cal *ical.Calendar) *time.Location {
	prop := cal.Props.Get("X-WR-TIMEZONE")
	if prop == nil {
		return nil
	}
	zone, err := time.LoadLocation(prop.Value)
	if err != nil {
		return nil // a private name: the clock stays as written
	}
	return zone
}

func (s *series) read(zone *time.Location) ([]appointment, error) {
	if s.master == nil {
		return s.orphans(zone)
	}
	a, err := read(s.master, zone)
	if err != nil || cancelled(s.master) {
		return nil, err
	}
	if !a.recurring {
		return []appointment{a}, nil
	}
	start, override, left, err := s.firstOccurrence(a.start, zone)
	if err != nil || !left {
		return nil, err
	}
	a.start = start
	if override != nil {
		moved, err := read(override, zone)
		if err != nil {
			return nil, err
		}
		a.start, a.minutes = moved.start, moved.minutes
	}
	return []appointment{a}, nil
}

// orphans are changed occurrences whose series is not in the file.
func (s *series) orphans(zone *time.Location) ([]appointment, error) {
	var list []appointment
	for i := range s.overrides {
		a, err := read(&s.overrides[i], zone)
		if err != nil {
			return nil, err
		}
		if !cancelled(&s.overrides[i]) {
			a.recurring = true
			list = append(list, a)
		}
	}
	return list, nil
}

// mostOccurrences bounds the search for one that is left.
const mostOccurrences = 1_000

// firstOccurrence finds the first occurrence that is neither excluded nor
// cancelled, and what overrides it. left is false when there is none.
func (s *series) firstOccurrence(start time.Time, zone *time.Location) (at time.Time, override *ical.Event, left bool, err error) {
	excluded, err := moments(s.master, ical.PropExceptionDates, zone)
	if err != nil {
		return at, nil, false, err
	}
	changed := map[time.Time]*ical.Event{}
	for i := range s.overrides {
		e := &s.overrides[i]
		when, err := clockOf(e.Props.Get(ical.PropRecurrenceID), zone)
		if err != nil {
			return at, nil, false, faulty(e, err)
		}
		if cancelled(e) {
			excluded[when] = true
		} else {
			changed[when] = e
		}
	}
	if !excluded[start] {
		return start, changed[start], true, nil // RFC 5545, 3.8.5.3: the start is the first
	}
	next, err := s.occurrences(start, zone)
	if err != nil {
		return at, nil, false, err
	}
	if next == nil {
		return start, nil, true, nil
	}
	for range mostOccurrences {
		at, ok := next()
		if !ok {
			return at, nil, false, nil
		}
		if !excluded[at] {
			return at, changed[at], true, nil
		}
	}
	return at, nil, false, nil
}

// occurrences iterates over the rule and the extra dates of the series; nil for
// rules finer than a day, which are not followed: they can be made to run for ages.
func (s *series) occurrences(start time.Time, zone *time.Location) (rrule.Next, error) {
	set := &rrule.Set{}
	option, err := s.master.Props.RecurrenceRule()
	if err != nil {
		return nil, faulty(s.master, err)
	}
	if option != nil && option.Freq > rrule.DAILY {
		return nil, nil
	}
	if option != nil {
		option.Dtstart = start
		if !option.Until.IsZero() {
			u := option.Until
			option.Until = time.Date(u.Year(), u.Month(), u.Day(), u.Hour(), u.Minute(), u.Second(), 0, time.UTC)
		}
		rule, err := rrule.NewRRule(*option)
		if err != nil {
			return nil, faulty(s.master, err)
		}
		set.RRule(rule)
	}
	set.DTStart(start)
	extra, err := moments(s.master, ical.PropRecurrenceDates, zone)
	if err != nil {
		return nil, err
	}
	for at := range extra {
		set.RDate(at)
	}
	return set.Iterator(), nil
}

// moments reads a property that lists moments, in one line or several.
func moments(e *ical.Event, name string, zone *time.Location) (map[time.Time]bool, error) {
	all := map[time.Time]bool{}
	for _, prop := range e.Props.Values(name) {
		for _, v := range strings.Split(prop.Value, ",") {
			one := prop
			one.Value, _, _ = strings.Cut(strings.TrimSpace(v), "/") // a period counts by its start
			at, err := clockOf(&one, zone)
			if err != nil {
				return nil, faulty(e, err)
			}
			all[at] = true
		}
	}
	return all, nil
}
