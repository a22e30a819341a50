package ml

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"genplanx/actions"
)

// task says what is predicted.
type task uint8

const (
	byTarget task = iota // the target's values decide
	classify
	regress
)

// settings of one learning run.
type settings struct {
	name    string
	task    task
	entropy bool // instead of gini
	depth   int
	leaf    int
}

const (
	mostDepth = 64
	leastLeaf = 1
)

// algorithmNamed reads the names people and libraries have for decision trees.
// ID3 and C4.5 mean the entropy criterion; splits are binary all the same. A name
// that says nothing (the object's own) means a decision tree.
func algorithmNamed(o actions.Object) (settings, error) {
	s := settings{name: "decision tree", depth: mostDepth, leaf: leastLeaf}
	name, _ := o.Value.(string)
	switch letters(name) {
	case "", letters(o.Name), "decisiontree", "tree", "cart", "dt", "j48", "rpart":
	case "decisiontreeclassifier", "classificationtree", "treeclassifier", "decisiontreeclassification":
		s.task = classify
	case "decisiontreeregressor", "regressiontree", "treeregressor", "decisiontreeregression":
		s.task = regress
	case "id3", "c45", "c50", "entropytree":
		s.task, s.entropy = classify, true
	default:
		return s, &actions.Fault{Doing: "learning a model", Err: fmt.Errorf("the algorithm %q is not available", name),
			Hint: "use DecisionTreeClassifier, DecisionTreeRegressor, CART or ID3"}
	}
	if strings.EqualFold(o.Attr("criterion"), "entropy") {
		s.entropy = true
	}
	var errDepth, errLeaf error
	s.depth, errDepth = wholeAttr(o, mostDepth, "max_depth", "max-depth", "maxdepth")
	s.leaf, errLeaf = wholeAttr(o, leastLeaf, "min_samples_leaf", "min-leaf", "min_leaf", "minleaf")
	if err := errors.Join(errDepth, errLeaf); err != nil {
		return s, &actions.Fault{Doing: "learning a model", Err: err, Hint: "give whole numbers from 1"}
	}
	s.depth = min(s.depth, mostDepth)
	return s, nil
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// wholeAttr reads a number from the first of the attributes that is there.
func wholeAttr(o actions.Object, otherwise int, keys ...string) (int, error) {
	for _, k := range keys {
		v, ok := o.Attrs[k]
		if !ok || v == nil {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(fmt.Sprint(v)))
		if err != nil || n < 1 {
			return 0, fmt.Errorf("%s is %v", k, v)
		}
		return n, nil
	}
	return otherwise, nil
}
