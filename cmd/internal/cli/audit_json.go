package cli

import (
	"encoding/json"
	"io"

	"genplanx/pddl"
	"genplanx/planner"
	"genplanx/planner/audit/alternative"
)

// auditJSON is the stable shape of "audit --format json"; README.md lists it.
// Fields may be added, never changed.
type auditJSON struct {
	Verdict    string       `json:"verdict"`
	Cost       int64        `json:"cost"`
	Step       int          `json:"step,omitempty"` // that fails, from 1
	Text       string       `json:"text,omitempty"` // of that step
	Failed     []string     `json:"failed,omitempty"`
	Unreached  []string     `json:"unreached,omitempty"`
	Repairs    []repairJSON `json:"repairs,omitempty"`
	Nearest    *nearestJSON `json:"nearest,omitempty"`
	LowerBound *int64       `json:"lower_bound,omitempty"`
	Heuristic  string       `json:"heuristic,omitempty"` // that plans are found with
	ProvedBy   string       `json:"proved_by,omitempty"` // another one, that proved the plan optimal
	Cheaper    *rankedJSON  `json:"cheaper,omitempty"`
	Why        []answerJSON `json:"why,omitempty"`
	WhyNot     []answerJSON `json:"why_not,omitempty"`
	Top        *topJSON     `json:"top,omitempty"`
}

type repairJSON struct {
	For  string `json:"for"`
	Text string `json:"text"`
}

type rankedJSON struct {
	Cost int64    `json:"cost"`
	Plan []string `json:"plan"`
}

type nearestJSON struct {
	rankedJSON
	LeftOut []string `json:"left_out"`
	PutIn   []string `json:"put_in"`
	Proved  bool     `json:"proved"` // that no valid plan is nearer
}

type answerJSON struct {
	Use        string   `json:"use"`
	Status     string   `json:"status"` // as of plan; unsolvable: there is no such plan
	Reason     string   `json:"reason,omitempty"`
	Plan       []string `json:"plan"`
	Cost       *int64   `json:"cost"`
	LowerBound int64    `json:"lower_bound"`
	Difference *int64   `json:"difference"` // of the costs, to the plan in question
	LeftOut    []string `json:"left_out"`
	PutIn      []string `json:"put_in"`
	Needed     *bool    `json:"needed"`         // the plan that uses it fails without it
	Step       int      `json:"step,omitempty"` // of that plan, from 1, that then fails
	Lack       []string `json:"lack,omitempty"`
}

type topJSON struct {
	Plans      []rankedJSON `json:"plans"`
	Proved     int          `json:"proved"`
	Complete   bool         `json:"complete"`
	LowerBound *int64       `json:"lower_bound,omitempty"` // of any further plan
	Reason     string       `json:"reason,omitempty"`
}

func (a *audited) writeJSON(w io.Writer) error {
	out := auditJSON{Verdict: a.verdict, Cost: a.Cost, Failed: a.Failed, Unreached: a.Unreached, Heuristic: a.maker, ProvedBy: a.prover}
	if a.Step >= 0 {
		out.Step, out.Text = a.Step+1, a.plan[a.Step].String()
	}
	for _, r := range a.Repairs {
		out.Repairs = append(out.Repairs, repairJSON(r))
	}
	if a.search.Status != 0 {
		out.LowerBound = &a.search.LowerBound
	}
	if a.verdict == "not_optimal" {
		out.Cheaper = &rankedJSON{a.search.Cost, lines(a.search.Plan)}
	}
	out.Nearest, out.Top = a.nearestJSON(), a.topJSON()
	for _, q := range a.answers {
		if q.without {
			out.Why = append(out.Why, a.answerJSON(q))
		} else {
			out.WhyNot = append(out.WhyNot, a.answerJSON(q))
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// lines writes a plan as JSON has it; an empty one is a list too.
func lines(p pddl.Plan) []string {
	out := make([]string, len(p))
	for i, s := range p {
		out[i] = s.String()
	}
	return out
}

func (a *audited) nearestJSON() *nearestJSON {
	n := a.nearest
	if n == nil || n.Plan == nil {
		return nil
	}
	out := &nearestJSON{rankedJSON: rankedJSON{n.Cost, lines(n.Plan)}, LeftOut: []string{}, PutIn: []string{}, Proved: n.Result.Status == planner.SolvedOptimally}
	for _, e := range n.Edits {
		switch e.Change {
		case alternative.Left:
			out.LeftOut = append(out.LeftOut, e.Step.String())
		case alternative.Put:
			out.PutIn = append(out.PutIn, e.Step.String())
		}
	}
	return out
}

func (a *audited) answerJSON(q answer) answerJSON {
	out := answerJSON{Use: q.use.String(), Status: statusName(q.result), Reason: q.result.Reason, LowerBound: q.result.LowerBound,
		LeftOut: lines(q.gone), PutIn: lines(q.added), Step: q.need.Step + 1, Lack: q.need.Lack}
	if q.need.Known {
		out.Needed = &q.need.Needed
	}
	if q.result.Plan == nil {
		return out
	}
	out.Plan, out.Cost = lines(q.result.Plan), &q.result.Cost
	against := a.Cost
	if !a.Valid {
		against = a.search.Cost
	}
	if q.against != nil {
		more := q.result.Cost - against
		out.Difference = &more
	}
	return out
}

func (a *audited) topJSON() *topJSON {
	if a.top == nil {
		return nil
	}
	out := &topJSON{Plans: []rankedJSON{}, Proved: a.top.Proved, Complete: a.top.Complete, Reason: a.top.Reason}
	for _, p := range a.top.Plans {
		out.Plans = append(out.Plans, rankedJSON{p.Cost, lines(p.Plan)})
	}
	if !a.top.Complete {
		out.LowerBound = &a.top.LowerBound
	}
	return out
}
