package task

// AxiomEvaluator computes the derived variables of states, layer by layer, each
// to its least fixpoint. It has scratch space, so each goroutine needs its own.
type AxiomEvaluator struct {
	t        *Task
	uses     lists   // axioms with the fact in their body
	watched  []int32 // basic variables that occur in bodies
	byLayer  [][]int32
	open     []int32 // per axiom: body facts, copied to left for each state
	left     []int32
	triggers []Fact
}

// lists is a list of numbers for each key, flat: key k has data[off[k]:off[k+1]].
type lists struct{ off, data []int32 }

func (l lists) of(k int32) []int32 { return l.data[l.off[k]:l.off[k+1]] }

// NewAxiomEvaluator prepares the evaluation; for a task without derived
// variables it does nothing per state.
func NewAxiomEvaluator(t *Task) *AxiomEvaluator {
	e := &AxiomEvaluator{t: t, open: make([]int32, len(t.Axioms)), left: make([]int32, len(t.Axioms))}
	e.uses.off = make([]int32, t.Facts()+1)
	for i, a := range t.Axioms {
		e.open[i] = int32(len(a.Body))
		for _, f := range a.Body {
			e.uses.off[f+1]++
		}
	}
	watched := make([]bool, t.Basic)
	for f := range t.Facts() {
		if v := t.FactVar[f]; e.uses.off[f+1] > 0 && int(v) < t.Basic && !watched[v] {
			watched[v] = true
			e.watched = append(e.watched, v)
		}
		e.uses.off[f+1] += e.uses.off[f]
	}
	e.uses.data = make([]int32, e.uses.off[t.Facts()])
	fill := append([]int32(nil), e.uses.off...)
	for i, a := range t.Axioms {
		for _, f := range a.Body {
			e.uses.data[fill[f]] = int32(i)
			fill[f]++
		}
	}
	for i, layer := range t.Layer {
		for int(layer) >= len(e.byLayer) {
			e.byLayer = append(e.byLayer, nil)
		}
		e.byLayer[layer] = append(e.byLayer[layer], int32(t.Basic+i))
	}
	return e
}

// Evaluate sets the derived entries of values from the basic ones.
func (e *AxiomEvaluator) Evaluate(values []int32) {
	if len(e.byLayer) == 0 {
		return
	}
	clear(values[e.t.Basic:])
	copy(e.left, e.open)
	for i, n := range e.left {
		if n == 0 {
			e.derive(e.t.Axioms[i].Head, values)
		}
	}
	for _, v := range e.watched {
		e.triggers = append(e.triggers, e.t.VarFirst[v]+values[v])
	}
	e.propagate(values)
	for _, layer := range e.byLayer {
		// Nothing can make these true any more, so their negations hold.
		for _, v := range layer {
			if values[v] == 0 {
				e.triggers = append(e.triggers, e.t.VarFirst[v])
			}
		}
		e.propagate(values)
	}
}

func (e *AxiomEvaluator) derive(head Fact, values []int32) {
	if v := e.t.FactVar[head]; values[v] == 0 {
		values[v] = 1
		e.triggers = append(e.triggers, head)
	}
}

func (e *AxiomEvaluator) propagate(values []int32) {
	for len(e.triggers) > 0 {
		f := e.triggers[len(e.triggers)-1]
		e.triggers = e.triggers[:len(e.triggers)-1]
		for _, a := range e.uses.of(f) {
			if e.left[a]--; e.left[a] == 0 {
				e.derive(e.t.Axioms[a].Head, values)
			}
		}
	}
}
