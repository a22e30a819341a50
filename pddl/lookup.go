package pddl

// Action returns the action of that name, or nil.
func (d *Domain) Action(name string) *Action {
	for _, a := range d.Actions {
		if a.Name.Text == name {
			return a
		}
	}
	return nil
}

// Predicate returns the declaration of a predicate, or nil.
func (d *Domain) Predicate(name string) *Signature { return find(d.Predicates, name) }

// Function returns the declaration of a numeric function, or nil.
func (d *Domain) Function(name string) *Signature { return find(d.Functions, name) }

func find(list []Signature, name string) *Signature {
	for i := range list {
		if list[i].Name.Text == name {
			return &list[i]
		}
	}
	return nil
}
