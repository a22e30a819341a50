package planner

import (
	"context"
	"fmt"

	"genplanx/pddl"
	"genplanx/planner/ground"
)

// Instances lists the steps of one action that can matter to a plan of the task,
// as far as grounding tells: any plan that has no step to spare uses no others.
// There are none if no plan exists. It fails where the grounding does, also at
// the context's end and the memory limit.
func Instances(ctx context.Context, d *pddl.Domain, p *pddl.Problem, action string, o Options) ([]pddl.Step, error) {
	if o.MemoryLimit == 0 {
		o.MemoryLimit = defaultMemory
	}
	g, err := ground.Ground(ctx, d, p, ground.Options{Forbidden: o.Forbidden, MemoryLimit: o.MemoryLimit})
	if err != nil {
		return nil, fmt.Errorf("listing the steps of %s: %w", action, err)
	}
	if g.Unreachable != nil {
		return nil, nil
	}
	var out []pddl.Step
	seen := map[string]bool{}
	for i := range g.Task.Operators {
		if s := g.Step(i); s.Action == action && !seen[s.Key()] {
			seen[s.Key()] = true
			out = append(out, s)
		}
	}
	return out, nil
}
