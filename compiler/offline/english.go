package offline

import (
	"maps"
	"slices"
	"strconv"
)

// The function words of English: those that mean the same in every domain.

var english = map[class]string{
	coordinator: "and, or, plus, as well as, along with, and also, but, and then",
	breaker:     "then, after that, afterwards, next, finally, lastly, and then, once done, when done, followed by",
	negation: "not, no, don't, do not, doesn't, never, without, except, excluding, isn't, aren't, nothing, neither, nor, none, unless, " +
		"cannot, can't, won't, shouldn't, must not, mustn't, avoid, other than, apart from, rather than, instead of, non, " +
		"dont, doesnt, isnt, arent, but not, wasn't, hasn't, haven't, didn't, instead",
	copula: "is, are, was, were, be, should be, must be, shall be, will be, needs to be, need to be, has to be, have to be, ought to be, can be, " +
		"is to be, are to be, is called, are called, being, 's, should, must, shall, will, needs to, has to",
	wh: "which, that, who, where, whose",
}

// Determiners by what they say about the thing.
var determiners = map[string]string{
	"indefinite":    "a, an, some, any, one, a new, another, a second, an additional, a further, a third, a different, a separate",
	"definite":      "the, its, their, both, all, all the, both the, all of the, each of the, both of the",
	"demonstrative": "this, that, these, those, the same, said, the above, all these, all of these, both of these, the aforementioned",
	"possessive":    "my, our, your",
}

// fresh are the determiners which always introduce something new.
const fresh = "a new, another, a second, an additional, a further, a third, a different, a separate"

var pronouns = "it, them, this, these, that, those, both, the result of that, the former, the latter, the first, the second, the first one, the second one"

// comparators maps phrases to operators of a selection.
var comparators = map[string]string{
	"==":         "equals, equal to, is equal to, is exactly, exactly, equal, =, ==, matches, is",
	">=":         "at least, no less than, not less than, greater than or equal to, more than or equal to, greater or equal to, >=, ≥, not below, or more than, a minimum of, from at least, no fewer than",
	"<=":         "at most, no more than, not more than, less than or equal to, smaller than or equal to, less or equal to, <=, ≤, up to, not above, not over, a maximum of, not exceeding",
	">":          "more than, greater than, above, over, higher than, larger than, bigger than, exceeding, exceeds, exceed, beyond, >, later than, is over, longer than",
	"<":          "less than, fewer than, below, under, lower than, smaller than, <, beneath, earlier than, shorter than",
	"!=":         "not equal to, is not equal to, different from, does not equal, !=, <>, other than, does not equal, is anything but",
	"startswith": "starting with, starts with, start with, beginning with, begins with, begin with, that starts with, that start with",
	"endswith":   "ending with, ends with, end with, ending in, ends in, end in",
	"contains":   "containing, contains, contain, including, includes, include, with the word, mentioning, mentions, that contains",
	"between":    "between, in between, from between",
	"before":     "before, until, prior to",
	"after":      "after, since",
}

var functions = map[string]string{
	"SUM":   "total, sum, sum of, total of, overall, sum up, summed, totals, sums, sums of, totals of, the sum of all, total amount of, sum total of",
	"AVG":   "average, mean, avg, average of, mean of, averages, averages of, means of, average value of, mean value of",
	"MIN":   "minimum, min, smallest, lowest, minimum of, lowest value of, smallest value of, min of, minimum value of",
	"MAX":   "maximum, max, largest, highest, biggest, maximum of, highest value of, largest value of, max of, maximum value of, greatest",
	"COUNT": "number of, count of, how many, the number of, amount of, counts of, total number of, numbers of, the total number of",
}

// orderings say which end of a sorted table is meant; the direction is that of
// the order in which the wanted rows come first.
var orderings = map[string]string{
	"desc":  "top, largest, biggest, highest, greatest, best",
	"asc":   "bottom, smallest, lowest, worst",
	"first": "first",
	"last":  "last",
}

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

var months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

func (x *index) english() {
	for _, c := range slices.Sorted(maps.Keys(english)) {
		x.all(english[c], sense{class: c})
	}
	for _, name := range slices.Sorted(maps.Keys(determiners)) {
		x.all(determiners[name], sense{class: determiner, text: name})
	}
	x.all(fresh, sense{class: determiner, text: "fresh"})
	x.all(pronouns, sense{class: pronoun})
	x.table(comparator, comparators)
	x.table(function, functions)
	x.table(ordering, orderings)
	for i, w := range numerals {
		x.add(w, sense{class: numeral, text: strconv.Itoa(i)})
	}
	for i, w := range months {
		x.add(w, sense{class: month, text: strconv.Itoa(i + 1)})
	}
}

func (x *index) table(c class, words map[string]string) {
	for _, text := range slices.Sorted(maps.Keys(words)) {
		x.all(words[text], sense{class: c, text: text})
	}
}

func (x *index) all(words string, s sense) {
	for _, w := range list(words) {
		x.add(w, s)
	}
}
