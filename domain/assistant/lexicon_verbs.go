package assistant

import "genplanx/domain"

// Things that can be the object of most verbs.
const lexiconThings = "chart, slide, deck, prediction, measure, model, mail, text"

func lexiconVerbs() []domain.Verb {
	return []domain.Verb{
		{Name: "read", Words: "read/read/reading, load, open, import, take/took/taken/taking, fetch, get/got/getting, retrieve, pull, pull in, grab, access, look at, start with, start from", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "letter, table, measure", Many: true},
			{Name: "from", Marks: "from, out of", Takes: "table", Many: true},
		}},
		{Name: "use", Words: "use, take, using", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "model, algorithm, database, file, table, chart", Many: true},
		}},
		{Name: "create", Words: "create, make/made/making, generate, build/built/building, prepare, produce, draw/drew/drawn/drawing, design, construct, set up, give, need, want, do, put together, compile, have, i need, i want, i would like, i'd like, we need, we want, we would like, compose, render",
			Slots: []domain.Slot{{Name: "object", Marks: "-", Takes: lexiconThings, Many: true, Exact: true}}},
		{Name: "add", Words: "add, put/put/putting, place, insert, include, attach, paste, drop, stick, move", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "slide, chart, table, measure, prediction, text, deck, file", Many: true, Ask: "What should be added?"},
			{Name: "to", Marks: "to, in, into, on, onto, inside, within", Takes: "slide, deck, mail, answer, file", Strong: true}, // a file that is there cannot be added to
		}, Links: []string{"to.contents += object"}},
		{Name: "save", Words: "save, store, write/wrote/written/writing, export, output, dump, convert, turn, transform, write out, save out, persist", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "deck, prediction, table, chart, slide, measure", Many: true, Ask: "What should be saved?"},
			{Name: "to", Marks: "to, as, in, into, on, under, at, to file, on file, in file, under the name, as file, with name, with the name", Nouns: "name, file name", Takes: "file", Strong: true, Ask: "Into which file should it be saved?"},
		}, Links: []string{"object.file = to"}},
		{Name: "learn", Words: "learn/learnt/learned/learning, train, fit/fitted/fitting", Makes: "model", Slots: nil},
		{Name: "predict", Words: "predict, forecast/forecast/forecasting, classify/classified/classifying, estimate", Makes: "prediction", Slots: nil},
		{Name: "apply", Words: "apply/applied/applying, run/run/running", Makes: "prediction", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "model"},
		}, Links: []string{"made.model = object"}},
		{Name: "count", Words: "count, count up, count the number of", Makes: "measure", Fill: "fn=COUNT", Slots: []domain.Slot{{Name: "object", Marks: "-", Takes: "measure", Many: true}}},
		{Name: "compute", Words: "calculate, compute, work out, find out, find/found/finding, determine, get/got/getting, derive, evaluate", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "measure, table", Many: true}}},
		{Name: "filter", Words: "filter, select, keep only/kept only/keeping only, pick, restrict, limit, filter out only, narrow, narrow down, extract, keep/kept/keeping, sort, order, rank, arrange, filter down", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "table", Many: true},
			{Name: "to", Marks: "to, from, in, by", Takes: "table"},
		}},
		{Name: "tell", Makes: "answer", Words: "tell/told/telling, show, give, display, list, print, report, answer, say/said/saying, what is, what's, whats, which, see, view, look up, what are, what was, what were, let me know, send back, return, what, need, want, i need, i want, i would like, i'd like, we need",
			Slots: []domain.Slot{{Name: "object", Marks: "-", Takes: "chart", Many: true}}},
		{Name: "plot", Words: "plot/plotted/plotting, draw/drew/drawn/drawing, show, chart, graph, visualise, visualize, compare, show a chart, show a graph", Makes: "chart", Slots: []domain.Slot{
			{Name: "as", Marks: "as, in, on, using", Takes: "chart"},
		}, Links: []string{"made.is = as"}},
		{Name: "follow", Words: "do what it asks, do what it says, do what it asks for, do as it says, do what is asked, do what it wants, act on it, follow it, follow its instructions, carry it out, do what the mail says, do what the email says, do what the mail asks, do what the email asks, do what's in it",
			Slots: []domain.Slot{{Name: "object", Takes: "letter", Many: true, Ask: "Which mail?"}}},
		{Name: "mail", Words: "mail, email, e-mail, send/sent/sending, forward", Makes: "mail", Slots: nil},
		{Name: "name", Words: "call, name, title", Slots: []domain.Slot{
			{Name: "object", Marks: "-", Takes: "model, slide, deck, chart"},
			{Name: "text", Marks: "-, as", Takes: "text"},
		}, Links: []string{"object.title|name = text"}},
	}
}
