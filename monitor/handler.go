package monitor

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"genplanx/actions"
	"genplanx/pddl"
)

// handlerCall is what a handler is given: objects and facts as they are now,
// which later events do not change.
func (l *loop) handlerCall(objects map[string]actions.Object, step pddl.Step, id CallID, key string) *actions.Call {
	state := l.state
	call := &actions.Call{
		Step: step, Workspace: l.r.Workspace, Key: key, Facts: state.Rows,
		Log: l.r.Log.With().Str("action", step.Action).Str("call", string(id)).Logger(),
	}
	withObjects(call, objects)
	return call
}

func withObjects(call *actions.Call, objects map[string]actions.Object) {
	call.Lookup = func(name string) (actions.Object, bool) {
		o, ok := objects[name]
		return o, ok
	}
	call.Args = make([]actions.Object, len(call.Step.Args))
	for i, name := range call.Step.Args {
		call.Args[i] = objects[name]
		call.Args[i].Name = name
	}
}

// call starts a handler, unless its effects are not those that were approved.
func (l *loop) call(ctx context.Context, c Call) {
	if !l.state.Expects(c.ID) {
		return // an interruption took the command back
	}
	objects := l.store.snapshot()
	call := l.handlerCall(objects, c.Step.Ground(), c.ID, c.Key)
	effects := l.effects(ctx, c.Index, call)
	if !slices.EqualFunc(effects, c.Effects, same) {
		l.feed(EffectsChanged{Call: c.ID, Effects: effects})
		return
	}
	step := c.Step
	step.Line = l.describe(ctx, call)
	l.feed(CallStarted{Call: c.ID, Step: step, Class: c.Class, Attempt: c.Attempt, Key: c.Key})
	if l.err != nil {
		return // what is not in the journal is not done
	}
	j := &job{call: c.ID}
	l.spawn(j, func() Event { return l.runHandler(ctx, c, call, objects, j) })
}

// runHandler runs beside the loop; it touches nothing of it but what never
// changes.
func (l *loop) runHandler(ctx context.Context, c Call, call *actions.Call, objects map[string]actions.Object, j *job) Event {
	a := l.r.Actions[c.Step.Action]
	if a.Run == nil {
		return CallFailed{Call: c.ID, Attempt: c.Attempt, Why: "no code is bound to action " + c.Step.Action}
	}
	result, how, err := bounded(ctx, orTime(a.Timeout, orTime(l.r.Timeout, defaultTimeout)), l.grace(), func(ctx context.Context) (actions.Result, error) {
		return a.Run(ctx, call)
	})
	if err != nil {
		l.logFailure(call, err)
		return ended(c, how, err)
	}
	e, kept := readResult(c.ID, result, objects)
	after := overlay(objects, kept)
	seen, note := l.look(ctx, a, *call, after)
	e.Seen = append(e.Seen, seen...)
	if note != "" {
		e.Notes = append(e.Notes, note)
	}
	j.result = &kept
	return e
}

const (
	defaultTimeout = 2 * time.Minute
	defaultGrace   = 2 * time.Second
)

func (l *loop) grace() time.Duration { return orTime(l.r.Grace, defaultGrace) }

func (l *loop) logFailure(call *actions.Call, err error) {
	event := call.Log.Warn().Err(err)
	var p *panicError
	if errors.As(err, &p) {
		event = event.Bytes("stack", p.stack)
	}
	event.Msg("call failed")
}

// ended tells a failure from an outcome nobody knows. A handler that came back
// with an error is believed, also when it says that it does not know. When its
// time ended while it was changing something, or it panicked while it reached
// outside, it may have done its work, and its check decides. A transient fault is
// the handler's word that it has not.
func ended(c Call, how ending, err error) Event {
	cut := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	outside := c.Class == ClassText(actions.Outside)
	changes := outside || c.Class == ClassText(actions.Writes)
	transient := how == returned && actions.IsTransient(err)
	if how == hung || actions.IsUnknown(err) || !transient && (changes && cut || outside && how == panicked) {
		return CallUnknown{Call: c.ID, Why: reason(err)}
	}
	if how == returned && errors.Is(err, context.DeadlineExceeded) {
		transient = true
	}
	return CallFailed{Call: c.ID, Attempt: c.Attempt, Why: reason(err), Hint: actions.HintOf(err), Transient: transient}
}

// reason is an error in the words of people who have never heard of contexts.
func reason(err error) string {
	return strings.NewReplacer(
		context.DeadlineExceeded.Error(), "its time was over before it ended",
		context.Canceled.Error(), "it was stopped before it ended",
	).Replace(err.Error())
}

// look runs an action's check; what it returns besides observations goes to the
// journal as a note.
func (l *loop) look(ctx context.Context, a actions.Action, call actions.Call, objects map[string]actions.Object) ([]Seen, string) {
	if a.Check == nil {
		return nil, ""
	}
	withObjects(&call, objects)
	// A check only looks, and what it sees decides: it is run to its end even
	// when the run is being stopped.
	ctx = context.WithoutCancel(ctx)
	found, _, err := bounded(ctx, orTime(a.Timeout, lookTime), l.grace(), func(ctx context.Context) ([]actions.Observation, error) {
		return a.Check(ctx, &call)
	})
	if err != nil {
		return nil, "the check could not be made: " + err.Error()
	}
	return seenOf(found), ""
}

// check answers the Check command.
func (l *loop) check(ctx context.Context, c Check) {
	objects := l.store.snapshot()
	call := l.handlerCall(objects, c.Step.Ground(), c.Call, "")
	l.spawn(&job{call: c.Call}, func() Event {
		seen, note := l.look(ctx, l.r.Actions[c.Step.Action], *call, objects)
		return Observed{Call: c.Call, Seen: seen, Note: note}
	})
}

// readResult makes the event of a call that came back, and what of its result can
// be kept.
func readResult(id CallID, r actions.Result, objects map[string]actions.Object) (CallDone, actions.Result) {
	e := CallDone{Call: id, Summary: r.Summary, Seen: seenOf(r.Observed), Goals: goalsOf(r.Goals)}
	kept := actions.Result{Values: map[string]any{}, Goals: r.Goals}
	known := map[string]bool{}
	for _, o := range r.Objects {
		if !isName(o.Name) {
			e.Notes = append(e.Notes, "the object \""+o.Name+"\" cannot be planned with: its name is not one PDDL can write")
			continue
		}
		known[o.Name] = true
		kept.Objects = append(kept.Objects, o)
		e.Objects = append(e.Objects, Object{Name: o.Name, Type: o.Type})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		if _, ok := objects[name]; !ok && !known[name] {
			e.Notes = append(e.Notes, "a value was given to \""+name+"\", which is no object of this run")
			continue
		}
		kept.Values[name] = r.Values[name]
		e.Values = append(e.Values, Value{Object: name, Summary: summaryOf(r.Values[name])})
	}
	for _, m := range r.Made {
		e.Made = append(e.Made, Made{Kind: m.Kind, Object: m.Object, Path: m.Path, Text: m.Text})
	}
	return e, kept
}

func seenOf(list []actions.Observation) []Seen {
	var seen []Seen
	for _, o := range list {
		seen = append(seen, Seen{Predicate: o.Predicate, Args: o.Args, Truth: truthText(o.Truth), Note: o.Note})
	}
	return seen
}

func goalsOf(g *actions.Goals) *GoalsAsked {
	if g == nil {
		return nil
	}
	asked := &GoalsAsked{Init: g.Init, Goals: g.Literals, Origin: g.Origin, FromText: g.FromText}
	for _, o := range g.Objects {
		text, _ := o.Value.(string)
		asked.Objects = append(asked.Objects, Object{Name: o.Name, Type: o.Type, Text: clip(text)})
	}
	return asked
}
