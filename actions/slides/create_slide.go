package slides

import (
	"context"
	"errors"
	"fmt"

	"genplanx/actions"
)

// CreateSlide is (create-slide ?a ?s - slide ?p - presentation ?t - title): a
// slide with a title, in the place among the deck's slides that the request
// gives it.
func CreateSlide() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("create slide %s to presentation %s", c.Args[1].Name, c.Args[2].Name)
		},
		Run: createSlide,
	}
}

func createSlide(_ context.Context, call *actions.Call) (actions.Result, error) {
	s, p, t := call.Args[1], call.Args[2], call.Args[3]
	doing := fmt.Sprintf("creating slide %s of %s", s.Name, p.Name)
	deck, err := deckOf(p)
	if err != nil {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: err}
	}
	title, ok := t.Value.(string)
	if !ok {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: errors.New("title " + t.Name + " has no text"), Hint: "give the title object a value"}
	}
	slide := &Slide{Name: s.Name, Title: title}
	next := deck.with(slide)
	next.Slides = actions.InOrder(call, p.Name, next.Slides, func(s *Slide) string { return s.Name })
	return actions.Result{
		Values:  map[string]any{s.Name: slide, p.Name: next},
		Summary: fmt.Sprintf("created slide %q of %s", title, p.Name),
	}, nil
}
