package ground

// Unreachable says why the goal is out of reach, goal by goal.
type Unreachable struct {
	Goals []GoalFault
}

// GoalFault is a part of the goal that can never hold, and why, in PDDL and plain words.
type GoalFault struct {
	Goal, Why string
}

func (g *grounder) explain(reached []bool) *Unreachable { return &Unreachable{} }
func (g *grounder) contradiction() *Unreachable         { return &Unreachable{} }

func (u *Unreachable) String() string { return "todo" }
