package compiler

import "genplanx/pddl/diag"

// Codes of the faults in an answer, in the order in which they are looked for.
const (
	EmptyAnswer      diag.Code = "answer-empty"        // ""
	AnswerTooLarge   diag.Code = "answer-too-large"    // more than MaxAnswer bytes
	AnswerNotText    diag.Code = "answer-not-utf8"     // "\xff{}"
	AnswerRefused    diag.Code = "answer-refused"      // "I'm sorry, but I can't help with that."
	NoDictionary     diag.Code = "answer-no-json"      // "Here you are!"
	SeveralAnswers   diag.Code = "answer-several"      // two dictionaries with goals
	AnswerCutOff     diag.Code = "answer-cut-off"      // {"a": {"type": "da
	BadJSON          diag.Code = "answer-bad-json"     // {"a" 1}
	AnswerTooDeep    diag.Code = "answer-too-deep"     // [[[[[...
	AnswerMended     diag.Code = "answer-mended"       // note: Python's True, a trailing comma
	DuplicateKey     diag.Code = "duplicate-key"       // {"a": 1, "a": 2}
	NotADefinition   diag.Code = "not-a-definition"    // "chart1": "a chart"
	IgnoredEntry     diag.Code = "ignored-entry"       // note: "explanation": "..."
	RenamedObject    diag.Code = "renamed-object"      // note: "Bar Chart 1" is bar-chart-1
	NameClash        diag.Code = "name-clash"          // "Slide 1" and "slide-1"
	MissingType      diag.Code = "missing-type"        // "chart1": {"value": 1}
	UnknownType      diag.Code = "unknown-type"        // "type": "barchrat"
	MissingValue     diag.Code = "missing-value"       // a title without a value
	BadValue         diag.Code = "bad-value"           // a path that ends in .exe
	MissingKey       diag.Code = "missing-key"         // an output-email without "to"
	BadState         diag.Code = "bad-state"           // "goals": 7
	SwallowedLiteral diag.Code = "swallowed-literal"   // "(p a) ; then (q b)"
	UnknownPredicate diag.Code = "unknown-predicate"   // (inn a b)
	UnknownFunction  diag.Code = "unknown-function"    // (= (cost f) 1)
	WrongArgument    diag.Code = "wrong-argument-type" // (done-query title1)
	UnknownObject    diag.Code = "undeclared-object"   // (available nothing)
	CostConflict     diag.Code = "cost-conflict"       // (= (c f) 1) (= (c f) 2)
	MisplacedCost    diag.Code = "misplaced-cost"      // (= (c f) 1) among the goals
	DroppedLiteral   diag.Code = "dropped-literal"     // note: a goal repeated in init_state
	MissingGoals     diag.Code = "missing-goals"       // no "goals" at all
	EmptyGoals       diag.Code = "empty-goals"         // "goals": ""
	GoalBeyondReach  diag.Code = "goal-without-action" // no action makes it true
	BadBranch        diag.Code = "bad-branch"          // "when": [7]
	NoRoundsLeft     diag.Code = "no-rounds-left"      // the goals cannot be reached, asked three times
	BadAsk           diag.Code = "bad-ask"             // "ask": {"type": 7}
)
