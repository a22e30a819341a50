package ground

import (
	"context"
	"fmt"
)

// budget stops the grounding at a deadline or when it would need too much memory.
type budget struct {
	ctx   context.Context
	limit int64
	bytes int64 // left
	steps int   // until the context is asked again
}

const stepsPerCheck = 1 << 11

// step counts a unit of work, at most a few microseconds long.
func (b *budget) step() error {
	if b.steps--; b.steps > 0 {
		return nil
	}
	b.steps = stepsPerCheck
	return b.ctx.Err()
}

// take notes that memory is used for what the text names.
func (b *budget) take(bytes int64, what func() string) error {
	if b.bytes -= bytes; b.bytes < 0 {
		return &TooLargeError{what(), b.limit}
	}
	return nil
}

// TooLargeError says that the grounded task would not fit the memory limit.
type TooLargeError struct {
	What  string // that is too large, with numbers
	Limit int64  // in bytes
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("grounding: %s; that does not fit the memory limit of %d MiB. Give more memory, or fewer objects, or split the action into several with fewer parameters", e.What, e.Limit>>20)
}

// describe names what fills the memory.
func (e *engine) describe(rel int32, from string) string {
	n := e.relations[rel].n
	if int(rel) >= len(e.pr.predicates) {
		return fmt.Sprintf("%s: its precondition alone has more than %d partial instances", from, n)
	}
	return fmt.Sprintf("%s: it is one of those that make more than %d facts of predicate %s", from, n, e.pr.predicates[rel].name)
}
