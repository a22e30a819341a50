package calendar

import (
	"fmt"
	"strings"
	"time"

	"genplanx/actions/data/query"
	"genplanx/actions/table"
)

// fromTable reads appointments from a table: one with the columns of figure 16
// of the paper, or as Outlook exports them (Subject, Start Date, Start Time, ...).
// Needed are a subject and a start; what is missing besides is computed.
func fromTable(t *table.Table) ([]appointment, error) {
	subject, ok := columnOf(t, "subject", "summary", "title")
	if !ok {
		return nil, fmt.Errorf("it has no column %q; columns: %s", "subject", query.Listed(t.Names()))
	}
	start, err := momentOf(t, "start")
	if err != nil {
		return nil, err
	}
	list := make([]appointment, 0, t.Rows())
	for r := range t.Rows() {
		at, ok := start(r)
		if !ok {
			return nil, fmt.Errorf("row %d has no start", r+1)
		}
		a := appointment{subject: subject.Text(r), start: at, busy: busy}
		if a.minutes, err = minutesOf(t, r, at); err != nil {
			return nil, err
		}
		a.fill(t, r)
		list = append(list, a)
	}
	return list, nil
}

// fill reads the columns that may be missing.
func (a *appointment) fill(t *table.Table, r int) {
	if c, ok := columnOf(t, "organizer", "meetingorganizer"); ok {
		a.organizer = c.Text(r)
	}
	a.allDay = truth(t, r, "alldayevent", "allday")
	a.recurring = truth(t, r, "isrecurring", "recurring")
	if c, ok := columnOf(t, "busystatus", "showtimeas"); ok {
		if b, known := busyStatusNamed(c.Text(r)); known {
			a.busy = b
		}
	}
	if c, ok := columnOf(t, "numrecipients"); ok {
		n, _ := c.Float(r)
		a.recipients = int64(n)
	} else if c, ok := columnOf(t, "requiredattendees"); ok && c.Text(r) != "" {
		a.recipients = int64(strings.Count(c.Text(r), ";") + 1)
	}
}

// columnOf finds a column by one of its names, without regard to letter case,
// spaces and underscores.
func columnOf(t *table.Table, names ...string) (table.Column, bool) {
	for _, name := range names {
		for _, c := range t.Columns {
			if strings.ToLower(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(c.Name)) == name {
				return c, true
			}
		}
	}
	return table.Column{}, false
}

// momentOf gives the moments of a column, or of a column of dates and one of
// times beside it.
func momentOf(t *table.Table, name string) (func(row int) (time.Time, bool), error) {
	c, ok := columnOf(t, name)
	if !ok {
		c, ok = columnOf(t, name+"date")
	}
	if !ok {
		return nil, fmt.Errorf("it has no column %q; columns: %s", name, query.Listed(t.Names()))
	}
	if c.Kind != table.Date && c.Kind != table.DateTime && t.Rows() > 0 {
		err := fmt.Errorf("column %q holds %s values, not dates", c.Name, c.Kind)
		for _, note := range t.Notes {
			err = fmt.Errorf("%w; %s", err, note)
		}
		return nil, err
	}
	clock, timed := columnOf(t, name+"time")
	return func(row int) (time.Time, bool) {
		at, ok := c.At(row)
		if !ok || !timed || clock.Text(row) == "" {
			return at, ok
		}
		when, _, ok := table.ParseDate(at.Format(time.DateOnly) + " " + clock.Text(row))
		return when, ok
	}, nil
}

func minutesOf(t *table.Table, r int, start time.Time) (int64, error) {
	if c, ok := columnOf(t, "duration"); ok {
		n, isNumber := c.Float(r)
		if !isNumber && c.Cells[r] != nil {
			return 0, fmt.Errorf("row %d: the duration %q is not a number of minutes", r+1, c.Text(r))
		}
		return int64(n), nil
	}
	end, err := momentOf(t, "end")
	if err != nil {
		return 0, nil //nolint:nilerr // without an end an appointment has no duration
	}
	at, ok := end(r)
	if !ok || at.Before(start) {
		return 0, nil
	}
	return int64(at.Sub(start) / time.Minute), nil
}

func truth(t *table.Table, r int, names ...string) bool {
	c, ok := columnOf(t, names...)
	if !ok {
		return false
	}
	switch v := c.Cells[r].(type) {
	case bool:
		return v
	case int64:
		return v != 0
	case string:
		return strings.EqualFold(v, "yes") || strings.EqualFold(v, "true")
	}
	return false
}
