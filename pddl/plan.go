package pddl

// Step is one line of a plan: an action and the objects it is applied to.
type Step struct {
	Action string
	Args   []string
}

// Plan is a sequence of steps, as an IPC plan file holds it.
type Plan []Step
