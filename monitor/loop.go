package monitor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"genplanx/actions"
)

// loop carries out commands, one at a time and in order. Calls and pauses run
// beside it; their events are fed back in the order in which they were begun,
// whichever ends first. So the order of events, and with it every decision, does
// not depend on timing.
type loop struct {
	r       *Runner
	clock   Clock
	state   State
	queue   []Command
	jobs    []*job
	store   *store
	results map[CallID]actions.Result // of calls not kept or thrown away yet
	named   map[string]actions.Object // of the goals that calls asked for
	records []Record
	q       Request
	err     error // of the journal; ends the run

	interrupted bool
	trace       func([]Command) // for tests: what Step answered to each event
}

// job is something that runs beside the loop and ends with one event.
type job struct {
	ended  chan Event
	result *actions.Result // set before the event is sent
	call   CallID
}

func newLoop(r *Runner, q Request) *loop {
	classes := map[string]actions.Class{}
	for _, name := range slices.Sorted(maps.Keys(r.Actions)) {
		classes[name] = r.Actions[name].Class
	}
	l := &loop{
		r: r, q: q, clock: r.Clock,
		state:   NewState(Rules{Domain: r.Domain, Classes: classes, TextGoals: r.TextGoals, Limits: r.Limits}),
		store:   newStore(r.Domain, q),
		results: map[CallID]actions.Result{}, named: map[string]actions.Object{},
	}
	if l.clock == nil {
		l.clock = SystemClock{}
	}
	return l
}

func (l *loop) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	l.feed(Started{Run: l.q.Run, Request: l.q.Text, Problem: l.q.Problem.String(), Values: l.q.Values})
	for l.err == nil && !l.state.Finished() {
		switch {
		case ctx.Err() != nil && !l.interrupted:
			l.interrupt()
		case len(l.queue) > 0:
			c := l.queue[0]
			l.queue = l.queue[1:]
			l.execute(ctx, c)
		case len(l.jobs) > 0:
			l.await(ctx)
		default:
			l.err = errors.New("running the plan: nothing is left to do and the run is not finished")
		}
	}
	cancel()
	for _, j := range l.jobs { // a journal that fails leaves calls behind
		<-j.ended
	}
	return l.err
}

func (l *loop) interrupt() {
	l.interrupted = true
	l.feed(Interrupted{Why: "the run was interrupted"})
}

// answer feeds the event a command ended with. An interruption goes first, so that
// what it cut short is not taken for a failure or a no.
func (l *loop) answer(ctx context.Context, e Event) {
	if ctx.Err() != nil && !l.interrupted {
		l.interrupt()
	}
	if l.err == nil {
		l.feed(l.state.Judge(e))
	}
}

// feed appends an event and lets Step decide what follows. An event that cannot
// be recorded has no consequences: nothing is done that no journal knows of.
func (l *loop) feed(e Event) {
	record := Record{Seq: len(l.records) + 1, At: l.clock.Now(), Event: e}
	if l.r.Journal != nil {
		if err := l.r.Journal.Append(record); err != nil {
			l.err = fmt.Errorf("recording what happened (%s): %w", e.Kind(), err)
			return
		}
	}
	l.records = append(l.records, record)
	l.r.Log.Debug().Int("seq", record.Seq).Str("event", e.Kind()).Msg("event")
	if l.r.Observer != nil {
		l.r.Observer(record)
	}
	var commands []Command
	l.state, commands = Step(l.state, e)
	if l.trace != nil {
		l.trace(commands)
	}
	l.queue = append(l.queue, commands...)
}

// await feeds the event of the oldest job once it ended.
func (l *loop) await(ctx context.Context) {
	j := l.jobs[0]
	stop := ctx.Done()
	if l.interrupted {
		stop = nil // the job itself ends soon after its context
	}
	select {
	case e := <-j.ended:
		l.jobs = l.jobs[1:]
		if j.result != nil {
			e = l.nameApart(e, j.result)
			l.results[j.call] = *j.result
		}
		l.answer(ctx, e)
	case <-stop:
	}
}

// spawn runs a job beside the loop.
func (l *loop) spawn(j *job, do func() Event) {
	j.ended = make(chan Event, 1)
	l.jobs = append(l.jobs, j)
	go func() { j.ended <- do() }()
}

func (l *loop) execute(ctx context.Context, c Command) {
	switch c := c.(type) {
	case Plan:
		l.answer(ctx, l.plan(ctx, c))
	case Preflight:
		l.answer(ctx, l.preflight(ctx, c))
	case AskApproval:
		l.answer(ctx, l.askApproval(ctx, c))
	case AskGoals:
		l.answer(ctx, l.askGoals(ctx, c))
	case AskOutcome:
		l.answer(ctx, l.askOutcome(ctx, c))
	case Call:
		l.call(ctx, c)
	case Check:
		l.check(ctx, c)
	case Wait:
		l.spawn(&job{call: c.Call}, func() Event {
			if err := l.clock.Sleep(ctx, c.Delay); err != nil {
				l.r.Log.Debug().Err(err).Str("call", string(c.Call)).Msg("pause cut short")
			}
			return Waited{Call: c.Call}
		})
	case Keep:
		l.keep(c)
	case Write:
		l.feed(c.Event)
	}
}

// keep takes the values and objects of a call into the run.
func (l *loop) keep(c Keep) {
	r := l.results[c.Call]
	if c.Goals {
		if r.Goals != nil {
			for _, o := range r.Goals.Objects {
				l.store.add(o)
			}
		}
		return
	}
	for _, o := range r.Objects {
		l.store.add(o)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		l.store.set(name, r.Values[name])
	}
}
