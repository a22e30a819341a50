// Package report tells people and programs what a run did.
//
// It owns the shape of a report and its text. In: the events of a run, and
// nothing else, so that a report cannot claim what no event supports. Out:
// [Report], as JSON or as plain text. It must not know handlers, values or the
// planner; words for the goals of a domain are given to it. Start reading at
// [Build], then text.go.
package report

import (
	"time"

	"genplanx/monitor"
)

// Report is the account of one run. Its JSON shape is stable: fields are added,
// never renamed.
type Report struct {
	Run     string          `json:"run"`
	Request string          `json:"request,omitempty"`
	Outcome monitor.Outcome `json:"outcome"`       // empty when the run has not finished
	Why     string          `json:"why,omitempty"` // for outcomes other than done
	// Answers are the messages to the user, in the order they were sent.
	Answers []string `json:"answers,omitempty"`
	Plans   []Plan   `json:"plans,omitempty"` // those that were taken up, in order
	Done    []Done   `json:"done,omitempty"`
	Files   []File   `json:"files,omitempty"`  // the last word on each path
	Sent    []Sent   `json:"sent,omitempty"`   // messages and mails
	Values  []Value  `json:"values,omitempty"` // other things made
	Seen    []Fact   `json:"seen,omitempty"`   // what checks and calls saw
	Failed  []Failed `json:"failed,omitempty"`
	// Maybe are calls that may have happened: nobody could tell.
	Maybe    []Failed `json:"maybe,omitempty"`
	Reached  []Goal   `json:"reached,omitempty"`
	Undone   []Undone `json:"undone,omitempty"`
	Refusals []string `json:"refusals,omitempty"` // what the user or a rule said no to
	// NotFollowed are goals that a call asked for in vain; Refusals tell of them too.
	NotFollowed []NotFollowed `json:"not_followed,omitempty"`
	Added       []Added       `json:"added,omitempty"` // goals that calls added
	Started     *time.Time    `json:"started,omitempty"`
	Seconds     float64       `json:"seconds,omitempty"`
}

// Plan is a plan that was taken up.
type Plan struct {
	Number     int              `json:"number"`
	Why        string           `json:"why,omitempty"` // what made it needed; empty for the first
	Steps      []string         `json:"steps"`         // "read-data: read data from file a.csv into dataframe1"
	Ground     []string         `json:"ground"`        // "(read-data ai dataframe1 file1)"
	Cost       int64            `json:"cost"`
	LowerBound int64            `json:"lower_bound"`
	Optimal    bool             `json:"optimal"`
	UnitCost   bool             `json:"unit_cost,omitempty"`
	Effects    []monitor.Effect `json:"effects,omitempty"`
}

// Done is a call that did its work.
type Done struct {
	Call    monitor.CallID `json:"call"`
	Step    string         `json:"step"`              // as PDDL
	Line    string         `json:"line"`              // what was to be done
	Summary string         `json:"summary,omitempty"` // what was done, past tense
	Class   string         `json:"class,omitempty"`   // how far its effects reach, see monitor.ClassText
	Seconds float64        `json:"seconds,omitempty"`
}

// File is a file that was made.
type File struct {
	Path string         `json:"path"`
	Verb string         `json:"verb,omitempty"` // "create", or "replace" when it was there before the run
	Text string         `json:"text,omitempty"`
	Call monitor.CallID `json:"call"`
}

// Sent is a message or mail that went out.
type Sent struct {
	Kind string         `json:"kind"`
	Text string         `json:"text"`
	Call monitor.CallID `json:"call"`
}

// Value is something made that is neither a file nor sent.
type Value struct {
	Object string         `json:"object,omitempty"`
	Text   string         `json:"text,omitempty"`
	Call   monitor.CallID `json:"call"`
}

// Fact is an observation.
type Fact struct {
	Fact  string         `json:"fact"` // as PDDL
	Truth string         `json:"truth"`
	Note  string         `json:"note,omitempty"`
	Call  monitor.CallID `json:"call"`
}

// Failed is a step that did not do its work.
type Failed struct {
	Call monitor.CallID `json:"call,omitempty"` // empty when it was never called
	Step string         `json:"step"`
	Line string         `json:"line,omitempty"`
	Why  string         `json:"why"`
	Hint string         `json:"hint,omitempty"`
	// Attempts is how often it was tried; 0 when it was never called.
	Attempts int `json:"attempts,omitempty"`
}

// Goal is a goal as PDDL; Origin is empty for the user's own.
type Goal struct {
	Goal   string `json:"goal"`
	Words  string `json:"words,omitempty"` // the same, see [Report.Worded]
	Origin string `json:"origin,omitempty"`
}

// Undone is a goal that was not reached.
type Undone struct {
	Goal     string   `json:"goal"`
	Words    string   `json:"words,omitempty"` // the same, see [Report.Worded]
	Origin   string   `json:"origin,omitempty"`
	Why      string   `json:"why"`
	Failures []string `json:"failures,omitempty"`
	// Instead are goals that were reached for and exclude this one.
	Instead []string `json:"instead,omitempty"`
}

// NotFollowed tells of goals that a call asked for and that were refused.
type NotFollowed struct {
	Goals  string `json:"goals"` // as PDDL
	Origin string `json:"origin,omitempty"`
	Why    string `json:"why"`
}

// Added tells of goals that a call added.
type Added struct {
	Goals  []string `json:"goals"`
	Origin string   `json:"origin,omitempty"`
}
