package domain

// Lexicon holds the words and sentence frames by which the offline front end
// understands requests in a domain. It is data: adding a synonym is adding a
// word to a list, adding an intent is adding a [Verb] or a [Kind] with its
// slots and the [Rule] that says what it means in PDDL.
//
// Lists of words are written in one string, separated by commas. A word of
// several parts matches with spaces or hyphens between them and without regard
// to case. Nouns match in the plural too, and verbs in their regular forms.
type Lexicon struct {
	// Skip are phrases that carry no meaning of their own: "please".
	Skip string
	// Plain are adjectives that add nothing to a noun: "nice".
	Plain string
	Kinds []Kind
	Verbs []Verb
	// Coercions are tried in order when a thing does not fit a slot.
	Coercions []Coercion
	// Extensions maps the end of a file name to a variant of the kind "file".
	Extensions map[string]string
	// Flags are adjectives that select rows: "recurring".
	Flags []Flag
	// Degrees are adjectives that compare a column: "older than 40".
	Degrees []Degree
	// Times names the columns that hold parts of dates.
	Times Times
	Rules []Rule
	Help  Help
}

// Help tells users what can be asked for.
type Help struct {
	// Asked lists requests that only ask for this.
	Asked string
	// Examples holds one request of each kind.
	Examples []string
	// Formats says which types of files can be read and written.
	Formats string
}

// Kind is something that can be spoken of: a chart, a file, a column.
type Kind struct {
	Name  string
	Nouns string
	// Variants are more special nouns with their own PDDL type.
	Variants []Variant
	// Type is the PDDL type of its object, unless the variant has one. A kind
	// without a type makes no object of its own.
	Type string
	// Object is the base of object names: "dataframe" gives dataframe1.
	Object string
	// Value is the template of the object's value; empty: the thing's own text.
	Value string
	// Attrs are templates of other keys of the object, left out when empty.
	Attrs []Attr
	Slots []Slot
	// Via is the slot whose table a filter on this thing narrows ("data" of a
	// chart), or "self" for a table.
	Via string
	// Named things are introduced by a name alone: "db1 supports basic query".
	Named bool
	// Same lists slots; two things of this kind that agree in one of them are
	// the same thing: two mentions of one path.
	Same string
	// Own lists the slots that make a new mention a thing of its own. "A bar
	// chart" without its own columns is the chart spoken of before.
	Own string
	// Is names a kind that things of this kind can stand for: predictions are a
	// table.
	Is string
	// Alone is the slot, as "kind.slot", that takes up things of this kind which
	// nothing else holds: what was counted goes into the answer.
	Alone string
	// AloneIf lists slots; Alone applies only when one of them is filled.
	AloneIf string
	// Single kinds exist once in a request: the answer.
	Single bool
}

// Variant is a special kind of a kind: a bar chart. Fill gives slots that the
// noun itself fills, as "slot=kind": "appointments" come from the calendar.
type Variant struct {
	Name  string
	Nouns string
	Type  string
	Value string
	Fill  string
	// Mine is set when the thing is never one spoken of before if it is
	// introduced by "my" or "our".
	Mine bool
}

// Attr is another key of an object. The value "$label" is what the user calls
// a part of an answer.
type Attr struct {
	Key   string
	Value string
}

// Slot is a place of a kind or verb that other things fill.
type Slot struct {
	Name string
	// Marks are the words that introduce the filler. "-" stands for none: the
	// object of a verb.
	Marks string
	// Nouns name the slot itself: "with title X", "the title is X".
	Nouns string
	// Takes lists kinds; a coercion may lead to one. "chart:pie-chart" is a
	// variant of a kind.
	Takes string
	Many  bool
	// Or is set when several fillers are alternatives: "from db1 or db2".
	Or bool
	// Into names a slot of the filler that receives the owner instead: "a chart
	// on a slide" fills the contents of the slide.
	Into string
	// Exact slots take only things as they are, nothing by coercion: who makes a
	// slide does not make one of a file.
	Exact bool
	// Strong slots of a verb come before those of its object: "save the data
	// in a.csv" names a target.
	Strong bool
	// By is the slot that groups a measure which fills this one: the total sales
	// in a chart are grouped by its x axis.
	By string
	// Adds is set when the columns of the owner are not those of the table in
	// this slot: what is predicted is new to the data.
	Adds bool
	// Unless lists slots, or "=variant", "fn=COUNT", that make this one needless.
	Unless string
	// Last replaces the fillers in the end by what fills that slot of theirs: the
	// file of a presentation is what can be mailed.
	Last string
	// Default tells what fills the slot when nobody did.
	Default Default
	// Agree names a slot of a filler, as "model.column", that must not say
	// something else.
	Agree string
	// Ask is put to the user when the slot stays empty; it is then needed. The
	// object of a verb that is needed and not there is "it".
	Ask string
}

// Default fills an empty slot from the rest of the request. The first that
// gives something is used, in the order of the fields.
type Default struct {
	// All takes every thing of a kind: all databases.
	All string
	// Loose takes all things of the kinds that nothing else holds.
	Loose string
	// Of copies a slot of the filler of a slot: "contents.title".
	Of string
	// User copies a slot of the thing that this one serves, as
	// "kind.slot.other": a model learns what it is to predict.
	User string
	// Only takes the one thing of a kind that there is, Except those which fill
	// the slot "kind.slot" of others. More than one is a question to the user.
	Only, Except string
	// Text is a template for a text that the user did not give.
	Text string
	// Kind of the text: "title", "file".
	Kind string
	// Alone is set when the text is for things that nothing holds: a chart that
	// is on no slide goes into a picture file.
	Alone bool
}

// Verb is something that can be asked for.
type Verb struct {
	Name string
	// Words: each entry is the plain form, irregular forms follow after spaces
	// and a slash: "make/made/making".
	Words string
	Slots []Slot
	// Makes is the kind of thing that the verb itself makes: to plot is to make
	// a chart. Fill gives slots of it, as in [Variant].
	Makes string
	Fill  string
	// Links say what the verb means for its fillers: "object.file = to"; "made" is
	// the thing that the verb makes.
	Links []string
}

// Coercion makes a thing of kind To from one of kind From by filling Slot: a
// file where a table is wanted is the table in that file.
type Coercion struct {
	From, To, Slot string
	// Makes is set when it holds in exact slots, and only there: who creates
	// slides.pptx creates a presentation.
	Makes bool
}

// Flag is an adjective that selects rows by a column.
type Flag struct {
	Words  string
	Column string
}

// Degree is an adjective that compares the first of the columns that there is
// with a number; Units may follow the number.
type Degree struct {
	Words   string
	Columns string
	Op      string
	Units   string
}

// Times names the columns for parts of dates: "in 2024", "in March", "between
// 8 and 11 o'clock".
type Times struct {
	Year, Month, Day, Hour string
	// Duration holds how long something takes, in minutes.
	Duration string
}

// Rule says what a thing means in the JSON problem. Its templates name slots
// by a dollar sign: $self is the thing's object, $data the object in its slot
// data, $each the filler for which the rule is applied; ${y} is the text of the
// filler, ${y:q} that text in quotes, ${self:query} the selection of rows.
type Rule struct {
	For string // kind or verb
	// If lists conditions: "slot" is filled, "!slot" is empty, "slot:kind" holds
	// a thing of the kind, "=variant" or "!=variant" is the thing's variant,
	// "fn=COUNT" its function, "each:kind" the kind of the filler, "@slot" and "!@slot": it fills such a slot of
	// something.
	If string
	// Each repeats the rule for every filler of the slot.
	Each    string
	Objects []ObjectRule
	Init    string
	Costs   string
	Goals   string
}

// ObjectRule is an object that a rule adds; Local is its name in templates.
// With the local name "self" it says what the thing's own object is.
type ObjectRule struct {
	Local string
	Name  string // base of the object's name
	Type  string
	Value string
}
