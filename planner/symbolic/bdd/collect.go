package bdd

// Collect frees the nodes that none of the roots reaches. References to the
// others stay valid; those to freed nodes must not be used again.
func (m *Manager) Collect(roots ...[]Ref) {
	live := make([]uint64, (m.unused+63)/64)
	live[0] = 1
	for _, list := range roots {
		for _, f := range list {
			m.mark(f, live)
		}
	}
	is := func(f Ref) bool { return live[f>>7]>>(f>>1&63)&1 != 0 }
	m.used = 1
	for i := 1; i < m.unused; i++ {
		if is(Ref(i) << 1) {
			m.used++
		} else {
			m.nodes[i].level = freeLevel
		}
	}
	clear(m.buckets)
	m.link()
	for i := range m.cache {
		if e := &m.cache[i]; !is(e.f) || !is(e.g) || !is(e.r) {
			*e = entry{}
		}
	}
	m.AddWork(int64(m.unused) / 16)
}

func (m *Manager) mark(f Ref, live []uint64) {
	i := f >> 1
	if live[i>>6]>>(i&63)&1 != 0 {
		return
	}
	live[i>>6] |= 1 << (i & 63)
	m.mark(m.nodes[i].low, live)
	m.mark(m.nodes[i].high, live)
}
