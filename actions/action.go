// Package actions says what a planned action is at run time.
//
// It owns the contract between the monitor, which decides when a step is
// called, and the Go code that does the work: [Action], [Call], [Result],
// observations, effects and the [Workspace] no call can leave. The folders
// below hold the actions themselves, by area, one file each. In: a call with
// typed arguments. Out: new values, observed facts, new goals, things made.
// It must not know plans, prompts or search. Start reading at [Action].
package actions

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"genplanx/pddl"
)

// Class says how far an action's effects reach; approval, retries and the
// journal depend on it.
type Class uint8

const (
	// Memory: the call changes values of this run only.
	Memory Class = iota + 1
	// Reads: the call also looks at the workspace or outside it.
	Reads
	// Writes: the call changes files of the workspace.
	Writes
	// Outside: the call reaches other people or systems (mail, calendar, HTTP).
	Outside
)

// Action is the Go side of one PDDL action. Run, Class and Describe are
// required. A handler never changes a value it is given; it returns a new one,
// so that a call can be repeated.
type Action struct {
	Class Class
	// Describe says in one line what the call will do: "read data from file
	// a.csv into dataframe1". The monitor puts the action's name before it.
	Describe func(*Call) string
	// Effects lists what the call will change outside memory; nil for none.
	Effects func(*Call) []Effect
	// Preflight finds, without any effect, reasons why the call cannot work
	// (file missing, server not configured). It is run before the first call of
	// a plan for each step whose preconditions hold by then.
	Preflight func(context.Context, *Call) error
	// Run does the work. It honours the context's deadline.
	Run func(context.Context, *Call) (Result, error)
	// Check looks at the world again after Run; call.Args hold the new values.
	// It returns what it saw, true, false or unknown; nil Check sees nothing.
	Check func(context.Context, *Call) ([]Observation, error)
	// Timeout of one Run; 0 means the monitor's default.
	Timeout time.Duration
}

// Set binds PDDL action names to their Go side.
type Set map[string]Action

// Object is a typed, named value of a run. Value is nil until something gives
// it one; Attrs holds the other keys of its JSON definition ("to", "subject").
type Object struct {
	Name  string
	Type  string
	Value any
	Attrs map[string]any
}

// Call is one run of one step.
type Call struct {
	Step      pddl.Step
	Args      []Object // in the order of the action's parameters
	Workspace *Workspace
	// Lookup returns any other object of the run by name, and the atoms true
	// now that have the predicate, for actions whose arguments are tied to other
	// objects by facts ((attached file1 email1)).
	Lookup func(name string) (Object, bool)
	Facts  func(predicate string) [][]string
	// Key is the same for every repetition of this call and different for all
	// other calls (idempotency key).
	Key string
	Log zerolog.Logger
}

// Result is what a call did.
type Result struct {
	// Values are the new values of objects, by name.
	Values map[string]any
	// Objects appeared during the call (the columns of a file, say).
	Objects []Object
	// Observed are facts the call learnt about the world.
	Observed []Observation
	// Goals, when not nil, asks for more to be achieved.
	Goals *Goals
	// Made lists the files, messages and values a user wants to see reported.
	Made []Artifact
	// Summary says in one line, past tense, what was done: "read 12 rows, 3
	// columns from a.csv".
	Summary string
}

// Truth is the outcome of an observation.
type Truth uint8

const (
	// Unknown: the world could not be asked.
	Unknown Truth = iota
	// True: the fact was seen to hold.
	True
	// False: the fact was seen not to hold.
	False
)

// Observation is one fact and what was seen of it.
type Observation struct {
	Predicate string
	Args      []string // object names
	Truth     Truth
	Note      string // what was seen, for the report: "file a.pptx has 2 slides, 3 expected"
}

// Goals are asked for by a call, not by the user.
type Goals struct {
	Objects  []Object
	Init     string // literals true of the new objects
	Literals string // the goals, as a literal list
	// Origin says where they come from: "mail from Ann, 3 May".
	Origin string
	// FromText is set when the goals were derived from text read at run time;
	// they then need the user's approval.
	FromText bool
}

// Effect is a change outside memory that a call will make.
type Effect struct {
	Class  Class
	Verb   string // "create", "replace", "send"
	Target string // the path, the recipients
	Detail string // "subject: Q3 report, 1 attachment"
}

// Artifact is something made.
type Artifact struct {
	Kind   string // "file", "message", "value", "mail"
	Object string // the object's name
	Path   string // for files: relative to the workspace, with slashes
	Text   string // for messages: the text; for others a short description
}
