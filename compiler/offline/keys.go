package offline

// key is one more column by which rows are sorted, with its own direction.
type key struct {
	column     string
	descending bool
}

// moreKeys reads what else rows are sorted by: "and then by sales descending".
// It stops where something else begins.
func (p *parser) moreKeys(i int, target *node) int {
	for {
		j, by := i, false
		for p.isText(j, ",", "and", "then") && j < i+3 {
			j++
		}
		if j == i {
			return i
		}
		if p.isText(j, "by") {
			j, by = j+1, true
		}
		if _, n := p.has(j, verbal); n > 0 && !by && !p.isColumn(j) {
			return i
		}
		column, to := p.conditionColumn(j)
		if to == 0 {
			return i
		}
		probe := &node{kind: target.kind}
		end := p.direction(to, probe)
		if !by && end == to && !p.delimited(to) && !p.isText(to, "and", "then", "to") {
			return i // "sorted by name and ..." goes on with something else
		}
		target.sel.also = append(target.sel.also, key{column, probe.sel.descending})
		i = end
	}
}

// orderSQL writes the keys of the order.
func (s selection) orderSQL() string {
	text := key{s.order, s.descending}.sql()
	for _, k := range s.also {
		text += ", " + k.sql()
	}
	return text
}

func (k key) sql() string {
	if k.descending {
		return identifier(k.column) + " DESC"
	}
	return identifier(k.column)
}
