package ground

import "encoding/binary"

// between makes a rule whose head is a relation of the kept slots alone, and
// returns it as a part. Rules of several clauses share it if they need the same.
func (s *splitter) between(body []part, tests []test, keep []int32) part {
	all := 1.0
	for _, slot := range keep {
		all *= float64(len(s.c.sets[slot].list))
	}
	key := s.key(body, tests, keep)
	rel, known := s.e.shared[key]
	head := atom{rel, slotTerms(keep)}
	if !known {
		head.rel = s.e.newRelation(len(keep))
		s.e.relations[head.rel].typed = true
		s.e.shared[key] = head.rel
		held := s.tests
		s.tests = tests
		s.rule(head, body)
		s.tests = held
	}
	p := part{head, keep, min(body[0].size, all), nil}
	for _, b := range body {
		p.covers = append(p.covers, b.covers...)
	}
	return p
}

// key names a rule up to the numbers of its slots.
func (s *splitter) key(body []part, tests []test, keep []int32) string {
	number := map[int32]int{}
	var b []byte
	put := func(args []term) {
		for _, t := range args {
			if t.slot < 0 {
				b = binary.AppendUvarint(append(b, 'o'), uint64(t.object))
				continue
			}
			if _, seen := number[t.slot]; !seen {
				number[t.slot] = len(number)
				b = binary.AppendUvarint(append(b, 't'), uint64(s.e.setNumber(s.c.sets[t.slot])))
			}
			b = binary.AppendUvarint(append(b, 's'), uint64(number[t.slot]))
		}
		b = append(b, ';')
	}
	for _, p := range body {
		b = binary.AppendUvarint(append(b, 'r'), uint64(p.rel))
		put(p.args)
	}
	for _, t := range tests {
		switch {
		case t.present:
			b = binary.AppendUvarint(append(b, 'p'), uint64(t.atom.rel))
		case !t.equal:
			b = binary.AppendUvarint(append(b, 'n'), uint64(t.atom.rel))
		default: // positive equalities are gone, see substitute
			b = append(b, 'd')
		}
		put(t.args)
	}
	put(slotTerms(keep))
	return string(b)
}
