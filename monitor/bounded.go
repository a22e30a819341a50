package monitor

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// ending says how a bounded function came back.
type ending uint8

const (
	returned ending = iota
	panicked
	// hung: it did not come back in time; its goroutine is left to itself, and
	// what it returns later is thrown away.
	hung
)

// bounded runs code of others so that it can neither crash nor hang the run: for
// at most timeout, and then, when it ignores the end of its context, for grace
// more.
func bounded[T any](ctx context.Context, timeout, grace time.Duration, f func(context.Context) (T, error)) (T, ending, error) {
	type outcome struct {
		value T
		how   ending
		err   error
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	ended := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if p := recover(); p != nil {
				var none T
				o = outcome{none, panicked, &panicError{p, debug.Stack()}}
			}
			ended <- o
		}()
		o.value, o.err = f(ctx)
	}()
	select {
	case o := <-ended:
		return o.value, o.how, o.err
	case <-ctx.Done():
	}
	late, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	select {
	case o := <-ended:
		return o.value, o.how, o.err
	case <-late.Done():
		var none T
		return none, hung, fmt.Errorf("it did not stop when it was told to: %w", context.Cause(ctx))
	}
}

// panicError is a panic in a handler; the stack is for the log.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("the action's code panicked: %v", e.value) }
