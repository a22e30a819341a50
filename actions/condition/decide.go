package condition

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"genplanx/actions"
)

// Decide is (decide ?a ?k - condition ?c - contents): looks at the value of ?c;
// the branch of ?k that fits, its key "then" or "else", becomes goals. The goals
// come from the request, so they need no other approval.
func Decide() actions.Action {
	return actions.Action{
		Class: actions.Memory,
		Describe: func(c *actions.Call) string {
			return fmt.Sprintf("decide whether %s %v", c.Args[2].Name, c.Args[1].Value)
		},
		Run: decide,
	}
}

func decide(_ context.Context, call *actions.Call) (actions.Result, error) {
	k, c := call.Args[1], call.Args[2]
	doing := fmt.Sprintf("deciding %s on %s", k.Name, c.Name)
	fail := func(err error) (actions.Result, error) {
		return actions.Result{}, &actions.Fault{Doing: doing, Err: err, Hint: actions.HintOf(err)}
	}
	text, ok := k.Value.(string)
	if !ok {
		return fail(errors.New("the condition has no text"))
	}
	test, err := Parse(text, c.Name)
	if err != nil {
		return fail(err)
	}
	if c.Value == nil {
		return fail(fmt.Errorf("%s has no value yet", c.Name))
	}
	holds, err := test.Holds(c.Value)
	if err != nil {
		return fail(err)
	}
	key, word := "then", "holds"
	if !holds {
		key, word = "else", "does not hold"
	}
	goals, err := branch(k, key)
	if err != nil {
		return fail(err)
	}
	init, err := branch(k, key+"-init")
	if err != nil {
		return fail(err)
	}
	found := fmt.Sprintf("the condition %s %s %s (it is %s)", c.Name, test, word, said(c.Value))
	result := actions.Result{Summary: found}
	if goals != "" {
		result.Goals = &actions.Goals{Init: init, Literals: goals, Origin: found}
	}
	return result, nil
}

// branch returns the literals of a branch, "" when it asks for nothing.
func branch(k actions.Object, key string) (string, error) {
	switch v := k.Attrs[key].(type) {
	case nil:
		return "", nil
	case string:
		bare := strings.Join(strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(v)), " ")
		if bare == "" || strings.EqualFold(bare, "and") {
			return "", nil
		}
		return strings.TrimSpace(v), nil
	}
	return "", fmt.Errorf("branch %q is a value of type %T, a list of literals expected", key, k.Attrs[key])
}
