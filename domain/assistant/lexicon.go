package assistant

import "genplanx/domain"

// Lexicon returns the words by which the offline front end understands office
// requests. Things are in lexicon_kinds.go, verbs in lexicon_verbs.go, and what
// they mean in PDDL in lexicon_rules.go.
func Lexicon() *domain.Lexicon {
	return &domain.Lexicon{
		Skip:      lexiconSkip,
		Plain:     lexiconPlain,
		Kinds:     lexiconKinds(),
		Verbs:     lexiconVerbs(),
		Coercions: lexiconCoercions(),
		Rules:     lexiconRules(),
		Help:      lexiconHelp(),
		Extensions: map[string]string{
			".csv": "csv", ".tsv": "csv", ".xlsx": "excel", ".xlsm": "excel", ".pptx": "powerpoint", ".png": "image", ".svg": "image", ".eml": "email",
			".db": "database", ".sqlite": "database", ".sqlite3": "database",
			".txt": "plain", ".md": "plain", ".pdf": "pdf", ".docx": "word", ".ics": "calendar", ".json": "other", ".zip": "other", ".doc": "other",
			".ppt": "other", ".xls": "other", ".jpg": "other", ".jpeg": "other", ".gif": "other", ".html": "other", ".xml": "other", ".parquet": "other",
		},
		Flags: []domain.Flag{
			{Words: "recurring, recurrent, repeating, repeated, isrecurring", Column: "isrecurring"},
			{Words: "all-day, allday, full-day, whole-day", Column: "alldayevent"},
		},
		Degrees: []domain.Degree{
			{Words: "older than", Columns: "age", Op: ">", Units: "years, years old"},
			{Words: "younger than", Columns: "age", Op: "<", Units: "years, years old"},
			{Words: "longer than", Columns: "duration, length", Op: ">", Units: "minutes, min"},
			{Words: "shorter than", Columns: "duration, length", Op: "<", Units: "minutes, min"},
			{Words: "cheaper than", Columns: "price, cost, amount", Op: "<", Units: "euros, dollars, pounds"},
			{Words: "more expensive than", Columns: "price, cost, amount", Op: ">", Units: "euros, dollars, pounds"},
		},
		Times: domain.Times{Year: "year", Month: "month", Day: "day", Hour: "hour", Duration: "duration"},
	}
}

// Phrases that carry no meaning for the work.
const lexiconSkip = "please, pls, kindly, could you, can you, would you, will you, could you please, can you please, would you please, would you mind, " +
	"i want to, i want you to, i need to, i need you to, i would like to, i would like you to, i'd like to, i'd like you to, i wish to, " +
	"we need to, we want to, we'd like to, let's, let us, go ahead and, make sure to, be sure to, help me, help me to, " +
	"hi, hello, hey, dear assistant, good morning, good afternoon, thanks, thank you, many thanks, thanks a lot, thank you very much, thanks in advance, cheers, regards, best regards, kind regards, " +
	"thank you in advance, for me, for us, me, us, to me, to us, too, also, just, simply, so, ok, okay, well, " +
	"it has, it contains, does it have, it holds, first of all, to begin with, to start, start by, begin by, there is, there are, are there, is there, do i have, do we have, did i have, have i, have we, you, now, here, " +
	"reading from, reading data from, available to read from, to read from, to read, to read data from, that we can read from, respectively, as follows, in total, altogether, in there, in it, " +
	"on my computer, asap, if you can, if possible, when you can, already, both of, together, my task is to, your task is to, the task is to, i have, we have"

// Adjectives that add nothing to the noun after them.
const lexiconPlain = "nice, simple, new, short, quick, good, little, small, following, given, available, trained, learned, learnt, fitted, whole, entire, full, complete, " +
	"final, basic looking, clean, fresh, actual, current, own, existing, respective, corresponding, resulting, filtered, remaining, above mentioned, raw, plain, beautiful, clear, single, " +
	"individual, saved, generated, created, finished, desired, office, only, just"

func lexiconCoercions() []domain.Coercion {
	return []domain.Coercion{
		{From: "file", To: "letter", Slot: "source"},
		{From: "file", To: "table", Slot: "source"},
		{From: "database", To: "table", Slot: "source"},
		{From: "file", To: "calendar", Slot: "file"},
		{From: "calendar", To: "table", Slot: "source"},
		{From: "chart", To: "slide", Slot: "contents"},
		{From: "table", To: "slide", Slot: "contents"},
		{From: "text", To: "slide", Slot: "contents"},
		{From: "measure", To: "slide", Slot: "contents"},
		{From: "slide", To: "deck", Slot: "contents"},
		{From: "file", To: "deck", Slot: "file", Makes: true},
		{From: "algorithm", To: "model", Slot: "algorithm"},
		{From: "column", To: "table", Slot: "columns"},
	}
}
