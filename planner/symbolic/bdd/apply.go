package bdd

// Bit returns the vectors in which the bit at a level is 1.
func (m *Manager) Bit(level int32) Ref { return m.mk(level, False, True) }

// And returns the intersection.
func (m *Manager) And(f, g Ref) Ref {
	switch {
	case f == g || g == True:
		return f
	case f == True:
		return g
	case f == False || g == False || f == g^1:
		return False
	}
	if f > g {
		f, g = g, f
	}
	if e := m.slot(f, g, opAnd); e.f == f && e.g == g && e.op == opAnd {
		return e.r
	}
	if !m.step() {
		return False
	}
	level := min(m.nodes[f>>1].level, m.nodes[g>>1].level)
	f0, f1 := m.split(f, level)
	g0, g1 := m.split(g, level)
	low := m.And(f0, g0)
	high := m.And(f1, g1)
	return m.remember(f, g, opAnd, m.mk(level, low, high))
}

// Or returns the union.
func (m *Manager) Or(f, g Ref) Ref { return m.And(f^1, g^1) ^ 1 }

// Xor returns the vectors in exactly one of the sets.
func (m *Manager) Xor(f, g Ref) Ref {
	sign := (f ^ g) & 1
	f, g = f&^1, g&^1
	switch {
	case f == g:
		return False ^ sign
	case f == True:
		return g ^ 1 ^ sign
	case g == True:
		return f ^ 1 ^ sign
	}
	if f > g {
		f, g = g, f
	}
	if e := m.slot(f, g, opXor); e.f == f && e.g == g && e.op == opXor {
		return e.r ^ sign
	}
	if !m.step() {
		return False
	}
	level := min(m.nodes[f>>1].level, m.nodes[g>>1].level)
	f0, f1 := m.split(f, level)
	g0, g1 := m.split(g, level)
	low := m.Xor(f0, g0)
	high := m.Xor(f1, g1)
	return m.remember(f, g, opXor, m.mk(level, low, high)) ^ sign
}

// split returns what is left of f when the bit at a level is 0 and when it is 1;
// f does not branch above.
func (m *Manager) split(f Ref, level int32) (Ref, Ref) {
	n := &m.nodes[f>>1]
	if n.level != level {
		return f, f
	}
	return n.low ^ f&1, n.high ^ f&1
}

// Change says which bits a relation may change.
type Change int32

type change struct {
	bits []uint64 // one per bit, 64 to a word
	last int32    // deepest level of a changed bit, primed
}

func (c *change) has(bit int32) bool { return c.bits[bit>>6]>>(bit&63)&1 != 0 }

// NewChange returns a Change of the given bits, which count from 0.
func (m *Manager) NewChange(bits []int32) Change {
	c := change{last: -1}
	for _, b := range bits {
		for int(b>>6) >= len(c.bits) {
			c.bits = append(c.bits, 0)
		}
		c.bits[b>>6] |= 1 << (b & 63)
		c.last = max(c.last, 2*b+1)
	}
	m.changes = append(m.changes, c)
	return Change(len(m.changes) - 1)
}

// Image returns what the relation r leads to from s. The relation speaks of the
// bits before the step, and after it of those that c names; the others keep
// their value.
func (m *Manager) Image(s, r Ref, c Change) Ref {
	if s == False || r == False {
		return False
	}
	ch := &m.changes[c]
	top := min(m.nodes[s>>1].level, m.nodes[r>>1].level)
	if top > ch.last {
		return m.And(s, r)
	}
	op := opImage + int32(c)<<2
	if e := m.slot(s, r, op); e.f == s && e.g == r && e.op == op {
		return e.r
	}
	if !m.step() {
		return False
	}
	top &^= 1
	s0, s1 := m.split(s, top)
	r0, r1 := m.split(r, top)
	var low, high Ref
	if ch.has(top >> 1) {
		r00, r01 := m.split(r0, top+1)
		r10, r11 := m.split(r1, top+1)
		low = m.unionImage(s0, r00, s1, r10, c)
		high = m.unionImage(s0, r01, s1, r11, c)
	} else {
		low, high = m.Image(s0, r0, c), m.Image(s1, r1, c)
	}
	return m.remember(s, r, op, m.mk(top, low, high))
}

func (m *Manager) unionImage(s0, r0, s1, r1 Ref, c Change) Ref {
	f := m.Image(s0, r0, c)
	if f == True || s0 == s1 && r0 == r1 {
		return f
	}
	return m.Or(f, m.Image(s1, r1, c))
}

// Preimage returns from where the relation r can lead to s.
func (m *Manager) Preimage(s, r Ref, c Change) Ref {
	if s == False || r == False {
		return False
	}
	ch := &m.changes[c]
	top := min(m.nodes[s>>1].level, m.nodes[r>>1].level)
	if top > ch.last {
		return m.And(s, r)
	}
	op := opPreimage + int32(c)<<2
	if e := m.slot(s, r, op); e.f == s && e.g == r && e.op == op {
		return e.r
	}
	if !m.step() {
		return False
	}
	top &^= 1
	s0, s1 := m.split(s, top)
	r0, r1 := m.split(r, top)
	var low, high Ref
	if ch.has(top >> 1) {
		r00, r01 := m.split(r0, top+1)
		r10, r11 := m.split(r1, top+1)
		low = m.unionPreimage(s0, r00, s1, r01, c)
		high = m.unionPreimage(s0, r10, s1, r11, c)
	} else {
		low, high = m.Preimage(s0, r0, c), m.Preimage(s1, r1, c)
	}
	return m.remember(s, r, op, m.mk(top, low, high))
}

func (m *Manager) unionPreimage(s0, r0, s1, r1 Ref, c Change) Ref {
	f := m.Preimage(s0, r0, c)
	if f == True || s0 == s1 && r0 == r1 {
		return f
	}
	return m.Or(f, m.Preimage(s1, r1, c))
}
