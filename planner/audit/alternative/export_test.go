package alternative

// OneByOne has every step of an action tried by itself.
func (f *Finder) OneByOne() { f.soon = 1 }
