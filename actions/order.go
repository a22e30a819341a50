package actions

import "slices"

// After is the predicate that gives the order in which a request names the parts
// of a whole: (asked-after part earlier whole).
const After = "asked-after"

// InOrder sorts the parts of a whole as the request names them, whatever the
// order of the calls that made them. Parts the request does not order come first
// and keep their order. The list itself is not changed.
func InOrder[T any](call *Call, whole string, parts []T, name func(T) string) []T {
	before := map[string]string{}
	if call.Facts != nil {
		for _, row := range call.Facts(After) {
			if len(row) == 3 && row[2] == whole {
				before[row[0]] = row[1]
			}
		}
	}
	rank := func(part T) int {
		n := 0
		for at, ok := before[name(part)]; ok && n <= len(before); at, ok = before[at] {
			n++
		}
		return n
	}
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(a, b T) int { return rank(a) - rank(b) })
	return sorted
}
