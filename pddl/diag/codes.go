package diag

// The codes of faults in PDDL. Each comment ends with an example that a test
// of the reader runs: the text after "file:" is a whole file; after "domain:"
// or "problem:" it is put into a small domain or problem, that of codes_test.go;
// "literals:" and "plan:" are read as such. "*501" repeats the text.

// Form: characters, parentheses, words out of place.
const (
	// IllegalCharacter is a character that no PDDL token has: quotes, braces, commas, control bytes.
	//
	//	literals: (title "report")
	IllegalCharacter Code = "illegal-character"

	// InvalidUTF8 is bytes that are not UTF-8.
	//
	//	literals: (title \xff)
	InvalidUTF8 Code = "invalid-utf8"

	// MissingParen is a list that is still open at the end of the text, or where a keyword of an outer
	// list follows.
	//
	//	domain: (:action go :parameters (?t - truck) :precondition (and (at ?t base) :effect (not (at ?t base)))
	MissingParen Code = "missing-paren"

	// ExtraParen is a `)` that closes nothing, or closes a list too early.
	//
	//	literals: (linked a b))
	ExtraParen Code = "extra-paren"

	// NestingTooDeep is lists nested deeper than any PDDL needs.
	//
	//	literals*501: (
	NestingTooDeep Code = "nesting-too-deep"

	// FileTooLarge is a text of more than a gigabyte; places in it could not be told. No example is run.
	FileTooLarge Code = "file-too-large"

	// TooManyFaults is the end of a report that would grow beyond use, with the severity of what is left out.
	//
	//	literals*501: (p ?x)
	TooManyFaults Code = "too-many-faults"

	// WrongFile is a problem where a domain was expected, or the other way, or neither; also a section of
	// the other.
	//
	//	domain: (:init (at t1 a))
	WrongFile Code = "wrong-file"

	// StrayToken is a word or list that has no place where it stands.
	//
	//	problem: surplus
	StrayToken Code = "stray-token"

	// UnknownKeyword is a keyword that PDDL does not have, most often misspelt; it is read as what was
	// probably meant.
	//
	//	domain: (:action go :precondtion (linked base base))
	UnknownKeyword Code = "unknown-keyword"

	// DuplicateSection is a section or clause given twice.
	//
	//	problem: (:goal (at t1 a))
	DuplicateSection Code = "duplicate-section"

	// Unsupported is a part of PDDL outside the supported subset.
	//
	//	domain: (:durative-action go)
	Unsupported Code = "unsupported"
)

// Form: names, numbers and lists.
const (
	// MissingName is a form without the name it needs.
	//
	//	domain: (:action :parameters ())
	MissingName Code = "missing-name"

	// BadName is a word that cannot be the name of what it stands for.
	//
	//	domain: (:action ?go)
	BadName Code = "bad-name"

	// BadNumber is a word where a number is needed.
	//
	//	literals: (= (toll a) much)
	BadNumber Code = "bad-number"

	// NonIntegerCost is a cost with a fraction.
	//
	//	literals: (= (toll a) 2.5)
	NonIntegerCost Code = "non-integer-cost"

	// BadTypeList is a typed list in which a name, a `-` or a type is missing.
	//
	//	problem: (:objects c -)
	BadTypeList Code = "bad-type-list"

	// MissingPart is a form that lacks a part, as a keyword without a value.
	//
	//	domain: (:action go :precondition)
	MissingPart Code = "missing-part"

	// BadCondition is what cannot be a condition.
	//
	//	domain: (:action go :precondition ((linked base base) (reach base)))
	BadCondition Code = "bad-condition"

	// BadEffect is what cannot be an effect.
	//
	//	domain: (:action go :effect (or (linked base base) (reach base)))
	BadEffect Code = "bad-effect"

	// BadInit is what cannot stand in the initial state.
	//
	//	problem: (:init (or (at t1 a) (at t1 b)))
	BadInit Code = "bad-init"

	// NegatedFact is a negated fact in the initial state: a note, since it says nothing.
	//
	//	problem: (:init (not (at t1 a)))
	NegatedFact Code = "negated-fact"

	// ContradictoryInit is a fact that the initial state both gives and denies.
	//
	//	problem: (:init (linked a b) (not (linked a b)))
	ContradictoryInit Code = "contradictory-init"

	// NotGround is a variable where an object is needed.
	//
	//	problem: (:init (at t1 ?where))
	NotGround Code = "not-ground"

	// BadLiteral is what cannot stand in a list of literals.
	//
	//	literals: at t1 a
	BadLiteral Code = "bad-literal"

	// BadPlan is what is not a step of a plan.
	//
	//	plan: 0.0: (go t1 a b) [1]
	BadPlan Code = "bad-plan"
)

// Meaning: declarations.
const (
	// UnknownType is a type that is not declared.
	//
	//	problem: (:objects c - plaice)
	UnknownType Code = "unknown-type"

	// DuplicateType is a type declared twice: a warning; it then has both supertypes.
	//
	//	domain: (:types truck)
	DuplicateType Code = "duplicate-type"

	// CyclicType is a type that is its own supertype.
	//
	//	domain: (:types car - van van - car)
	CyclicType Code = "cyclic-type"

	// DuplicatePredicate is a predicate declared twice; a warning when both agree.
	//
	//	domain: (:predicates (at ?t))
	DuplicatePredicate Code = "duplicate-predicate"

	// DuplicateFunction is a function declared twice; a warning when both agree.
	//
	//	domain: (:functions (toll) - number)
	DuplicateFunction Code = "duplicate-function"

	// DuplicateAction is two actions of one name.
	//
	//	domain: (:action go) (:action go)
	DuplicateAction Code = "duplicate-action"

	// DuplicateObject is an object declared twice; a warning when both agree.
	//
	//	problem: (:objects a - truck)
	DuplicateObject Code = "duplicate-object"

	// DuplicateVariable is two variables of one name in a list.
	//
	//	domain: (:action go :parameters (?t ?t - truck))
	DuplicateVariable Code = "duplicate-variable"

	// ShadowedVariable is a quantifier that hides a variable outside of it: a warning.
	//
	//	domain: (:action go :parameters (?p - place) :precondition (exists (?p - place) (reach ?p)))
	ShadowedVariable Code = "shadowed-variable"

	// UnusedParameter is a parameter that changes nothing but the number of operators: a note.
	//
	//	domain: (:action go :parameters (?t - truck))
	UnusedParameter Code = "unused-parameter"

	// UnknownRequirement is a requirement that PDDL does not have: a warning.
	//
	//	domain: (:requirements :stripes)
	UnknownRequirement Code = "unknown-requirement"

	// UnsupportedRequirement is a requirement outside the supported subset: a warning, for it may be
	// declared and not used.
	//
	//	domain: (:requirements :preferences)
	UnsupportedRequirement Code = "unsupported-requirement"

	// MissingRequirement is a feature used and not declared: a warning.
	//
	//	file: (define (domain d) (:predicates (p)) (:action a :precondition (not (p))))
	MissingRequirement Code = "missing-requirement"
)

// Meaning: uses.
const (
	// UnknownPredicate is a predicate that is not declared.
	//
	//	problem: (:init (linkt a b))
	UnknownPredicate Code = "unknown-predicate"

	// UnknownFunction is a numeric function that is not declared.
	//
	//	problem: (:init (= (tool a) 3))
	UnknownFunction Code = "unknown-function"

	// UnknownObject is an object that is not declared.
	//
	//	problem: (:init (at t1 c))
	UnknownObject Code = "unknown-object"

	// UnboundVariable is a variable that is neither a parameter nor quantified.
	//
	//	domain: (:action go :precondition (reach ?p))
	UnboundVariable Code = "unbound-variable"

	// WrongArity is too few or too many arguments.
	//
	//	problem: (:init (at t1))
	WrongArity Code = "wrong-arity"

	// WrongType is an argument that can never be of the declared type.
	//
	//	problem: (:init (at a t1))
	WrongType Code = "wrong-type"

	// LooseType is a variable of a wider type than the predicate is for: a warning.
	//
	//	domain: (:action go :parameters (?x) :precondition (reach ?x))
	LooseType Code = "loose-type"

	// DerivedChanged is an effect or initial fact of a derived predicate; only its rule may make it true.
	//
	//	domain: (:derived (reach ?p - place) (linked base ?p)) (:action go :effect (reach base))
	DerivedChanged Code = "derived-changed"

	// Unstratified is a derived predicate that depends on its own negation.
	//
	//	domain: (:derived (reach ?p - place) (not (reach ?p)))
	Unstratified Code = "unstratified"

	// DuplicateFact is an initial fact or value given twice; an error when two values differ.
	//
	//	problem: (:init (linked a b) (linked a b))
	DuplicateFact Code = "duplicate-fact"

	// DomainMismatch is a problem that names another domain than the one it is checked with: a warning.
	//
	//	file: (define (problem p) (:domain other) (:goal (and)))
	DomainMismatch Code = "domain-mismatch"

	// MissingGoal is a problem without a goal.
	//
	//	file: (define (problem p) (:domain d))
	MissingGoal Code = "missing-goal"
)

// Meaning: costs.
const (
	// NegativeCost is a cost below 0.
	//
	//	problem: (:init (= (toll a) -1))
	NegativeCost Code = "negative-cost"

	// CostTooLarge is a cost above 2147483647.
	//
	//	problem: (:init (= (toll a) 2147483648))
	CostTooLarge Code = "cost-too-large"

	// MissingCostValue is a cost that an action reads and the initial state does not give; an error where
	// the action could be applied at once.
	//
	//	domain: (:action pay :parameters (?p - place) :effect (increase (total-cost) (toll ?p)))
	MissingCostValue Code = "missing-cost-value"

	// MissingTotalCost is a metric without (= (total-cost) 0): a note; another start than 0: a warning.
	//
	//	problem: (:metric minimize (total-cost))
	MissingTotalCost Code = "missing-total-cost"

	// CostsWithoutMetric is actions with costs in a problem without a metric: a warning; each step then
	// counts 1.
	//
	//	domain: (:action pay :effect (increase (total-cost) 5))
	CostsWithoutMetric Code = "costs-without-metric"
)
