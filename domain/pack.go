// Package domain says what a domain pack is: which actions exist and what the
// compiler needs to know to speak of them.
//
// It owns the PDDL model, intents, value types, aliases, recognisers and the
// lexicon of a domain; the folders below hold one pack each. In: nothing; packs
// are written by domain authors. Out: [Pack]. It must not know planner, monitor
// or language models. Start reading at [Pack].
package domain

import "genplanx/pddl"

// Pack is everything that is known about one domain of actions. Which Go
// handler runs each action is in the pack's own Handlers function, because it
// needs connectors.
type Pack struct {
	Name  string
	File  string       // name of the PDDL file, for diagnostics
	Text  []byte       // the PDDL file as it stands
	Model *pddl.Domain // the same, read and checked
	// Setting is the sentence that tells a language model where it works.
	Setting string
	// Advice holds what a language model has to know beyond types, predicates and
	// examples, a sentence or two each.
	Advice  []string
	Intents []Intent
	// TypeAliases are other words for types: "piechart" for "pie-chart".
	TypeAliases map[string]string
	// Forms are other ways of writing a literal that older prompts used.
	Forms []Form
	// Defaults are values of numeric functions that a problem need not state.
	Defaults []CostDefault
	// Values tells how the JSON value of an object of a type is checked; a type
	// not listed takes the rule of its nearest supertype.
	Values map[string]ValueRule
	// Extensions are the endings that the path of a file of a type may have, with
	// the dot; "" among them allows none. A type not listed takes those of its
	// nearest supertype.
	Extensions map[string][]string
	// Needs names the keys that an object of a type has beside type and value:
	// "to" of an "output-email".
	Needs map[string][]string
	// Links are keys of objects that name another object, and the fact that says.
	Links []Link
	// Implied are facts of the initial state that a problem need not state.
	Implied []Implied
	// Valued are predicates that hold at the start only of objects with a value:
	// what a problem claims of others is dropped, so that it is still made.
	Valued []string
	// Decided is the predicate of a condition object that was evaluated: the goal
	// that an entry of "when" sets. Empty when the domain has no conditions.
	Decided string
	// Phrases tell facts and objects to people.
	Phrases Phrases
	// Recognisers find entities in the text of a request.
	Recognisers []Recogniser
	// TextGoals lists the predicates that goals derived from text (a mail) may
	// use; such goals need the user's word besides.
	TextGoals []string
	// Lexicon holds the words of the offline front end.
	Lexicon *Lexicon
}

// Intent is one kind of thing a user can ask for (paper, section 6.2).
type Intent struct {
	Name        string
	Description string
	// Examples are whole answers; each is decoded, compiled and planned by a test.
	Examples []Example
}

// Example is a request and the JSON problem it means.
type Example struct {
	Request string
	JSON    string
}

// Form rewrites a literal: From and To are patterns whose variables start with
// a question mark: From "(learned-model ?m ?d ?c)", To "(learned-model ?m ?c)
// (learned-from ?m ?d)". It applies when the predicate and the number of
// arguments fit and the model does not know that number.
type Form struct {
	From, To string
}

// Link says that the value of Key in an object of Type names another object.
// Literal is the fact that follows, with ?object and ?value in it:
// "(condition-on ?object ?value)". When the value is no object's name, the key
// is left alone, or is a fault when Required.
type Link struct {
	Type, Key string
	Literal   string
	Required  bool
}

// Implied adds the fact Then to the initial state for each fact there that fits
// If. Then has one variable; its object must be of Type, and no goal may fit
// Unless with it.
type Implied struct {
	If, Then, Unless string
	Type             string
}

// CostDefault gives a numeric function its value for every object of its first
// parameter's type that has none.
type CostDefault struct {
	Function string
	Value    int64
}

// ValueRule says what the value of an object must look like.
type ValueRule uint8

const (
	// AnyValue: not checked.
	AnyValue ValueRule = iota
	// PathValue: a path inside the workspace, with one of the type's extensions.
	PathValue
	// TextValue: a string that is not empty.
	TextValue
	// QueryValue: a query text or a selection.
	QueryValue
	// EmptyValue: filled at run time; what is given is a label.
	EmptyValue
)

// Recogniser finds one type of entity.
type Recogniser struct {
	Type string
	// Pattern is a regular expression (RE2); its first group, or the whole
	// match, is the entity.
	Pattern string
	// Check is empty or the name of a checksum: "isin", "cusip", "sedol",
	// "lei", "iban", "luhn".
	Check string
	// Lenient recognisers find what fits the pattern and fails the check too, and
	// mark it as doubtful: the shape alone says what was meant.
	Lenient bool
	// Words is a gazetteer, matched as whole words without regard to case.
	Words []string
}
