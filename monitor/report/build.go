package report

import (
	"cmp"
	"path"
	"slices"
	"time"

	"genplanx/actions"
	"genplanx/monitor"
	"genplanx/pddl"
	"genplanx/planner/lifted"
)

// Build tells a run by its events. A journal that ends in the middle gives the
// account up to there: calls without an end are among those that may have
// happened.
func Build(records []monitor.Record) Report {
	b := builder{planned: map[int]monitor.Planned{}, calls: map[monitor.CallID]*callStory{}, verbs: map[string]string{}}
	for _, r := range records {
		b.at = r.At
		b.event(r.Event)
	}
	b.finish(records)
	return b.r
}

type builder struct {
	r       Report
	at      time.Time
	planned map[int]monitor.Planned
	calls   map[monitor.CallID]*callStory
	order   []monitor.CallID // of first starts
	dropped []monitor.DroppedGoal
	goals   []monitor.GoalState
	verbs   map[string]string // what is to happen to a path, as last planned
}

// callStory is what the events tell of one call.
type callStory struct {
	id         monitor.CallID
	step       monitor.PlanStep
	class      string
	attempts   int
	start, end time.Time
	state      callState
	why, hint  string
	done       monitor.CallDone
	verbs      map[string]string // of the files it made
}

type callState uint8

const (
	callOpen callState = iota // started; nothing says how it ended
	callDone
	callFailed
	callMaybe
)

func (b *builder) event(e monitor.Event) {
	switch e := e.(type) {
	case monitor.Started:
		b.r.Run, b.r.Request = e.Run, e.Request
		if !b.at.IsZero() {
			at := b.at
			b.r.Started = &at
		}
	case monitor.Planned:
		b.planned[e.Number] = e
		if e.Hash != "" && len(e.Steps) == 0 && !e.Probe {
			b.takeUp(e.Number) // nothing to do: no preflight follows
		}
	case monitor.Preflighted:
		b.preflighted(e)
	case monitor.Declined:
		b.declined(e)
	case monitor.GoalsAdded:
		b.r.Added = append(b.r.Added, Added{Goals: e.Goals, Origin: e.Origin})
	case monitor.GoalsRefused:
		n := NotFollowed{Goals: e.Goals, Origin: e.Origin, Why: e.Why}
		b.r.NotFollowed = append(b.r.NotFollowed, n)
		b.r.Refusals = append(b.r.Refusals, n.text(monitor.Words(e.Goals)))
	case monitor.GoalsDropped:
		b.dropped = append(b.dropped, e.Goals...)
	case monitor.Interrupted:
		b.r.Why = e.Why
	case monitor.Finished:
		b.r.Outcome, b.r.Why, b.goals = e.Outcome, e.Why, e.Goals
	default:
		b.callEvent(e)
	}
}

func (b *builder) callEvent(e monitor.Event) {
	switch e := e.(type) {
	case monitor.CallStarted:
		b.started(e)
	case monitor.EffectsChanged:
		b.intend(e.Effects)
	case monitor.CallDone:
		c := b.story(e.Call)
		c.done, c.verbs = e, map[string]string{}
		for _, m := range e.Made {
			c.verbs[m.Path] = b.verbs[path.Clean(m.Path)]
		}
		if b.seen(e.Call, e.Seen); e.Refuted != "" {
			b.end(c, callFailed, e.Refuted, "")
			return
		}
		b.end(c, callDone, "", "")
	case monitor.CallFailed:
		b.end(b.story(e.Call), callFailed, e.Why, e.Hint)
	case monitor.CallUnknown:
		b.end(b.story(e.Call), callMaybe, e.Why, "")
	case monitor.Observed:
		b.seen(e.Call, e.Seen)
		c := b.story(e.Call)
		switch e.Verdict {
		case monitor.WasDone:
			b.end(c, callDone, "", "")
			c.done.Summary = "its end was not seen; the check afterwards saw what it was to bring about"
		case monitor.WasNot, monitor.Lost:
			b.end(c, callFailed, c.why, "")
		case monitor.Unsure: // the user is asked next; until then it may have happened
		}
	case monitor.OutcomeTold:
		b.told(b.story(e.Call), e.Truth)
	}
}

func (b *builder) told(c *callStory, truth string) {
	switch truth {
	case "true":
		b.end(c, callDone, "", "")
		c.done.Summary = "its end was not seen; you said that it was done"
	case "false":
		b.end(c, callFailed, c.why, "")
	}
}

// story finds the call, also when a journal lacks its start.
func (b *builder) story(id monitor.CallID) *callStory {
	c := b.calls[id]
	if c == nil {
		c = &callStory{id: id}
		b.calls[id] = c
		b.order = append(b.order, id)
	}
	return c
}

func (b *builder) started(e monitor.CallStarted) {
	c := b.story(e.Call)
	if c.attempts == 0 {
		c.start = b.at
	}
	c.step, c.class, c.attempts, c.state = e.Step, e.Class, e.Attempt, callOpen
}

func (b *builder) end(c *callStory, state callState, why, hint string) {
	c.state, c.why, c.hint, c.end = state, why, hint, b.at
}

func (b *builder) seen(id monitor.CallID, seen []monitor.Seen) {
	for _, o := range seen {
		atom := lifted.Atom(o.Predicate, o.Args...)
		b.r.Seen = append(b.r.Seen, Fact{Fact: lifted.Text(&atom, nil), Truth: o.Truth, Note: o.Note, Call: id})
	}
}

func ground(p monitor.PlanStep) string {
	return lifted.StepText(pddl.Step{Action: p.Action, Args: p.Args})
}

// takeUp lists a plan that was going to be carried out.
func (b *builder) takeUp(number int) {
	e, ok := b.planned[number]
	if !ok {
		return
	}
	p := Plan{
		Number: number, Why: e.Why, Cost: e.Cost, LowerBound: e.LowerBound, UnitCost: e.UnitCost,
		Optimal: e.Status == "optimal", Effects: e.Effects, Steps: []string{}, Ground: []string{},
	}
	for _, s := range e.Steps {
		p.Steps = append(p.Steps, cmp.Or(s.Line, ground(s)))
		p.Ground = append(p.Ground, ground(s))
	}
	b.r.Plans = append(b.r.Plans, p)
	b.intend(e.Effects)
}

// intend notes what is to happen to files.
func (b *builder) intend(effects []monitor.Effect) {
	for _, e := range effects {
		if e.Class == monitor.ClassText(actions.Writes) {
			b.verbs[path.Clean(e.Target)] = e.Verb
		}
	}
}

func (b *builder) preflighted(e monitor.Preflighted) {
	b.takeUp(e.Plan)
	steps := b.planned[e.Plan].Steps
	for _, f := range e.Failed {
		if f.Step >= 0 && f.Step < len(steps) {
			s := steps[f.Step]
			b.r.Failed = append(b.r.Failed, Failed{Step: ground(s), Line: s.Line, Why: f.Why, Hint: f.Hint})
		}
	}
}

func (b *builder) declined(e monitor.Declined) {
	what := "the plan"
	if e.Call != "" {
		what = "what the call " + string(e.Call) + " would have changed"
	}
	b.r.Refusals = append(b.r.Refusals, what+" was not approved: "+cmp.Or(e.Why, "no reason given"))
}

func (n NotFollowed) text(goals string) string {
	text := "not followed: " + goals
	if n.Origin != "" {
		text += " (asked for by " + n.Origin + ")"
	}
	return text + ": " + n.Why
}

func (b *builder) finish(records []monitor.Record) {
	for _, id := range b.order {
		b.settle(b.calls[id])
	}
	b.settleGoals()
	if len(records) > 0 && !records[0].At.IsZero() {
		b.r.Seconds = records[len(records)-1].At.Sub(records[0].At).Seconds()
	}
}

// settle files a call under what became of it.
func (b *builder) settle(c *callStory) {
	switch c.state {
	case callDone:
		d := Done{Call: c.id, Step: ground(c.step), Line: c.step.Line, Summary: c.done.Summary, Class: c.class}
		if !c.start.IsZero() {
			d.Seconds = c.end.Sub(c.start).Seconds()
		}
		b.r.Done = append(b.r.Done, d)
		for _, m := range c.done.Made {
			b.made(c, m)
		}
	case callFailed:
		b.r.Failed = append(b.r.Failed, c.failed())
	case callOpen:
		c.why = cmp.Or(c.why, "the record ends before it does")
		fallthrough
	case callMaybe:
		if c.class == "outside" || c.class == "writes" || c.class == "" {
			b.r.Maybe = append(b.r.Maybe, c.failed())
			return
		}
		b.r.Failed = append(b.r.Failed, c.failed())
	}
}

func (c *callStory) failed() Failed {
	return Failed{Call: c.id, Step: ground(c.step), Line: c.step.Line, Why: c.why, Hint: c.hint, Attempts: c.attempts}
}

func (b *builder) made(c *callStory, m monitor.Made) {
	id := c.id
	switch m.Kind {
	case "file":
		file := File{Path: m.Path, Verb: c.verbs[m.Path], Text: m.Text, Call: id}
		if i := slices.IndexFunc(b.r.Files, func(f File) bool { return f.Path == m.Path }); i >= 0 {
			file.Verb = b.r.Files[i].Verb // a file of this run, made again
			b.r.Files = slices.Delete(b.r.Files, i, i+1)
		}
		b.r.Files = append(b.r.Files, file)
	case "message":
		b.r.Answers = append(b.r.Answers, m.Text)
		b.r.Sent = append(b.r.Sent, Sent{Kind: m.Kind, Text: m.Text, Call: id})
	case "mail":
		b.r.Sent = append(b.r.Sent, Sent{Kind: m.Kind, Text: m.Text, Call: id})
	default:
		b.r.Values = append(b.r.Values, Value{Object: m.Object, Text: m.Text, Call: id})
	}
}

func (b *builder) settleGoals() {
	if b.r.Outcome == "" { // not finished: what was given up is all that is known
		for _, g := range b.dropped {
			b.r.Undone = append(b.r.Undone, Undone{Goal: g.Goal, Why: g.Why, Failures: g.Failures, Instead: g.Instead})
		}
		return
	}
	for _, g := range b.goals {
		if g.Holds {
			b.r.Reached = append(b.r.Reached, Goal{Goal: g.Goal, Origin: g.Origin})
			continue
		}
		u := Undone{Goal: g.Goal, Origin: g.Origin, Why: cmp.Or(g.Why, b.r.Why, "the run ended before")}
		for _, d := range b.dropped {
			if d.Goal == g.Goal {
				u.Failures, u.Instead = d.Failures, d.Instead
			}
		}
		b.r.Undone = append(b.r.Undone, u)
	}
}
