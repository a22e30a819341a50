package calendar

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/emersion/go-ical"
)

// read takes from one event what the table shows.
func read(e *ical.Event, zone *time.Location) (appointment, error) {
	startProp := e.Props.Get(ical.PropDateTimeStart)
	if startProp == nil {
		return appointment{}, faulty(e, errors.New("it has no start (DTSTART)"))
	}
	start, err := clockOf(startProp, zone)
	if err != nil {
		return appointment{}, faulty(e, err)
	}
	minutes, err := duration(e, startProp, start, zone)
	if err != nil {
		return appointment{}, faulty(e, err)
	}
	return appointment{
		subject:    textOf(e, ical.PropSummary),
		start:      start,
		minutes:    minutes,
		organizer:  organizer(e),
		allDay:     isDay(startProp) || strings.EqualFold(rawOf(e, "X-MICROSOFT-CDO-ALLDAYEVENT"), "TRUE"),
		recurring:  e.Props.Get(ical.PropRecurrenceRule) != nil || e.Props.Get(ical.PropRecurrenceDates) != nil,
		busy:       busyOf(e),
		recipients: int64(len(e.Props.Values(ical.PropAttendee))),
	}, nil
}

// faulty names the event an error is about.
func faulty(e *ical.Event, err error) error {
	return fmt.Errorf("appointment %q: %w", textOf(e, ical.PropSummary), err)
}

func isDay(p *ical.Prop) bool {
	return p.ValueType() == ical.ValueDate || len(p.Value) == len("20060102")
}

// clockOf reads a moment as the wall clock shows it. The zone's name is not
// needed, so names that only Outlook knows do no harm.
func clockOf(p *ical.Prop, zone *time.Location) (time.Time, error) {
	v := strings.ToUpper(strings.TrimSpace(p.Value))
	if len(v) == len("20060102") {
		at, err := time.Parse("20060102", v)
		if err != nil {
			return at, fmt.Errorf("%s %q is not a date", p.Name, p.Value)
		}
		return at, nil
	}
	at, err := time.Parse("20060102T150405", strings.TrimSuffix(v, "Z"))
	if err != nil {
		return at, fmt.Errorf("%s %q is not a date with a time", p.Name, p.Value)
	}
	if strings.HasSuffix(v, "Z") && zone != nil {
		local := at.In(zone)
		at = time.Date(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), local.Second(), 0, time.UTC)
	}
	return at, nil
}

// duration in minutes: until the end, else as given, else a day or nothing
// (RFC 5545, 3.6.1).
func duration(e *ical.Event, startProp *ical.Prop, start time.Time, zone *time.Location) (int64, error) {
	var d time.Duration
	switch end, given := e.Props.Get(ical.PropDateTimeEnd), e.Props.Get(ical.PropDuration); {
	case end != nil:
		at, err := clockOf(end, zone)
		if err != nil {
			return 0, err
		}
		d = at.Sub(start)
		if elapsed, ok := elapsed(startProp, end); ok {
			d = elapsed
		}
	case given != nil:
		var err error
		if d, err = given.Duration(); err != nil {
			return 0, fmt.Errorf("DURATION %q: %w", given.Value, err)
		}
	case isDay(startProp):
		d = 24 * time.Hour
	}
	if d < 0 {
		return 0, errors.New("it ends before it starts")
	}
	return int64(d / time.Minute), nil
}

// elapsed is the time between moments in different zones, when both are known.
func elapsed(start, end *ical.Prop) (time.Duration, bool) {
	from, err := start.DateTime(nil)
	if err != nil {
		return 0, false
	}
	to, err := end.DateTime(nil)
	return to.Sub(from), err == nil
}

func cancelled(e *ical.Event) bool {
	return strings.EqualFold(rawOf(e, ical.PropStatus), string(ical.EventCancelled))
}

func busyOf(e *ical.Event) busyStatus {
	if b, ok := busyStatusNamed(rawOf(e, "X-MICROSOFT-CDO-BUSYSTATUS")); ok {
		return b
	}
	switch {
	case strings.EqualFold(rawOf(e, ical.PropTransparency), "TRANSPARENT"):
		return free
	case strings.EqualFold(rawOf(e, ical.PropStatus), string(ical.EventTentative)):
		return tentative
	}
	return busy
}

// organizer is the mail address, else the name.
func organizer(e *ical.Event) string {
	p := e.Props.Get(ical.PropOrganizer)
	if p == nil {
		return ""
	}
	if v := strings.TrimSpace(p.Value); len(v) > len("mailto:") && strings.EqualFold(v[:len("mailto:")], "mailto:") {
		return v[len("mailto:"):]
	}
	if name := p.Params.Get("CN"); name != "" {
		return name
	}
	return p.Value
}

func textOf(e *ical.Event, name string) string {
	p := e.Props.Get(name)
	if p == nil {
		return ""
	}
	s, err := p.Text()
	if err != nil {
		s = p.Value // wrongly escaped text is still text
	}
	return strings.TrimSpace(s)
}

func rawOf(e *ical.Event, name string) string {
	if p := e.Props.Get(name); p != nil {
		return strings.TrimSpace(p.Value)
	}
	return ""
}
