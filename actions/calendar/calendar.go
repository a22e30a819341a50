// Package calendar reads appointments.
//
// It owns the action read-appointments and the calendar formats behind it:
// iCalendar files (RFC 5545) and tables of appointments. In: a file of the
// workspace. Out: a table with the columns of the paper's figure 16. It must
// not know plans, prompts or mail servers. Start reading at read_appointments.go.
package calendar

import (
	"slices"
	"strings"
	"time"

	"genplanx/actions/table"
)

// appointment is one row of the table: a single appointment, or a whole series
// with the start of its first occurrence.
type appointment struct {
	subject    string
	start      time.Time // wall clock, as UTC
	minutes    int64     // duration
	organizer  string
	allDay     bool
	recurring  bool
	busy       busyStatus
	recipients int64
}

// busyStatus is Outlook's OlBusyStatus, which the paper's table shows.
type busyStatus int64

const (
	free busyStatus = iota
	tentative
	busy
	outOfOffice
	workingElsewhere
)

// busyStatusNamed reads the names of iCalendar's extension and of Outlook's
// export.
func busyStatusNamed(s string) (busyStatus, bool) {
	switch strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), " ", "")) {
	case "free", "0":
		return free, true
	case "tentative", "1":
		return tentative, true
	case "busy", "2":
		return busy, true
	case "oof", "outofoffice", "3":
		return outOfOffice, true
	case "workingelsewhere", "4":
		return workingElsewhere, true
	}
	return busy, false
}

// tableOf lists appointments in the order of their start, with the columns of
// figure 16 of the paper. Durations are in minutes.
func tableOf(list []appointment) *table.Table {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b appointment) int { return a.start.Compare(b.start) })
	type filled struct {
		name string
		kind table.Kind
		cell func(appointment) any
	}
	columns := []filled{
		{"subject", table.Text, func(a appointment) any { return textOrMissing(a.subject) }},
		{"start", table.DateTime, func(a appointment) any { return a.start }},
		{"year", table.Integer, func(a appointment) any { return int64(a.start.Year()) }},
		{"month", table.Integer, func(a appointment) any { return int64(a.start.Month()) }},
		{"day", table.Integer, func(a appointment) any { return int64(a.start.Day()) }},
		{"hour", table.Integer, func(a appointment) any { return int64(a.start.Hour()) }},
		{"minutes", table.Integer, func(a appointment) any { return int64(a.start.Minute()) }},
		{"duration", table.Integer, func(a appointment) any { return a.minutes }},
		{"organizer", table.Text, func(a appointment) any { return textOrMissing(a.organizer) }},
		{"alldayevent", table.Bool, func(a appointment) any { return a.allDay }},
		{"isrecurring", table.Bool, func(a appointment) any { return a.recurring }},
		{"busystatus", table.Integer, func(a appointment) any { return int64(a.busy) }},
		{"numrecipients", table.Integer, func(a appointment) any { return a.recipients }},
	}
	t := &table.Table{}
	for _, c := range columns {
		cells := make([]any, len(list))
		for i, a := range list {
			cells[i] = c.cell(a)
		}
		t.Columns = append(t.Columns, table.Column{Name: c.name, Kind: c.kind, Cells: cells})
	}
	return t
}

func textOrMissing(s string) any {
	if s == "" {
		return nil
	}
	return s
}
