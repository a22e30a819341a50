package domain

// Lexicon holds the words and sentence frames by which the offline front end
// understands requests in a domain.
type Lexicon struct{}
