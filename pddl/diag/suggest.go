package diag

// Suggest returns the candidate most like word, or "" when none is close
// enough to be what was meant: at most one edit for words up to five bytes,
// two up to nine, three beyond. An edit is an insertion, deletion, replacement
// or swap of neighbours. Of equally close candidates the first wins.
func Suggest(word string, candidates []string) string {
	limit := 1
	switch {
	case len(word) > 9:
		limit = 3
	case len(word) > 5:
		limit = 2
	}
	if len(word) < 2 || len(word) > maxSuggest {
		return ""
	}
	best, bestDistance := "", limit+1
	for _, c := range candidates {
		if c == word || len(c) > maxSuggest || abs(len(c)-len(word)) >= bestDistance {
			continue
		}
		if d := distance(word, c, bestDistance); d < bestDistance && d < len(c) {
			best, bestDistance = c, d
		}
	}
	return best
}

// maxSuggest bounds the length of words compared; longer ones are not typed by hand.
const maxSuggest = 64

// distance is the optimal string alignment distance, or some number >= bound
// when it is not below bound.
func distance(a, b string, bound int) int {
	var rows [3][maxSuggest + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		lowest := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
			lowest = min(lowest, d)
		}
		if lowest >= bound {
			return bound
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
