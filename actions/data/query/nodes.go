package query

// node is a part of a query: one of the types below.
type node interface{ isNode() }

type (
	// literal holds int64, float64, string, bool or nil.
	literalNode struct {
		v any
	}
	// nameNode is a bare word; quoted when it stood in backticks.
	nameNode struct {
		name   string
		quoted bool
	}
	// attrNode is x.name.
	attrNode struct {
		x    node
		name string
	}
	// indexNode is x[a] or x[a, b].
	indexNode struct {
		x    node
		args []node
	}
	// callNode is x(a, key=b).
	callNode struct {
		x     node
		args  []node
		named map[string]node
	}
	// listNode is [a, b], (a, b) or a, b.
	listNode struct{ items []node }
	// dictNode is {a: b}.
	dictNode struct{ keys, values []node }
	// sliceNode is a:b; either may be nil.
	sliceNode struct{ from, to node }
	// unaryNode is -x or not x.
	unaryNode struct {
		op string
		x  node
	}
	// binaryNode is x op y, with the operators spelled as in SQL: = != <> < <= > >=
	// and or in like + - * / % // **.
	binaryNode struct {
		op   string
		x, y node
	}
)

func (literalNode) isNode() {}
func (nameNode) isNode()    {}
func (attrNode) isNode()    {}
func (indexNode) isNode()   {}
func (callNode) isNode()    {}
func (listNode) isNode()    {}
func (dictNode) isNode()    {}
func (sliceNode) isNode()   {}
func (unaryNode) isNode()   {}
func (binaryNode) isNode()  {}
