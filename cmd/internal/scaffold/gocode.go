package scaffold

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"
)

// bind adds the action's line at the end of the set of handlers, and the import
// of its area.
func (w *writer) bind(name string, d fields) error {
	line := fmt.Sprintf("\n\t\t%q: %s.%s(),\n", d.Name, d.Area, d.Func)
	return w.edit(name, func(tree *ast.File) []insertion {
		edits := []insertion{{after(tree, isSet), line}}
		if !imports(tree, "genplanx/actions/"+d.Area) {
			edits = append(edits, insertion{lastImport(tree), "\n\t" + strconv.Quote("genplanx/actions/"+d.Area)})
		}
		return edits
	})
}

// phrase adds how reports tell the action's goal.
func (w *writer) phrase(name string, d fields) error {
	line := fmt.Sprintf("\t%q: %q,\n\t\t", "done-"+d.Name, d.Name+" of {1}")
	return w.edit(name, func(tree *ast.File) []insertion { return []insertion{{after(tree, isGoals), line}} })
}

// insertion is text to be put at a place of a file.
type insertion struct {
	at   token.Pos
	text string
}

func (w *writer) edit(name string, plan func(*ast.File) []insertion) error {
	text, err := w.read(name)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	for _, e := range plan(tree) { // the later place comes first
		if e.at == token.NoPos {
			return fmt.Errorf("%s has no place for the new line", name)
		}
		at := fset.Position(e.at).Offset
		text = append(text[:at:at], append([]byte(e.text), text[at:]...)...)
	}
	text, err = format.Source(text)
	w.put(name, text)
	return err
}

// after finds the closing brace of the first composite literal that fits.
func after(tree *ast.File, fits func(ast.Node) *ast.CompositeLit) token.Pos {
	found := token.NoPos
	ast.Inspect(tree, func(n ast.Node) bool {
		if lit := fits(n); lit != nil && found == token.NoPos {
			found = lit.Rbrace
		}
		return found == token.NoPos
	})
	return found
}

// isSet is the literal actions.Set{...}.
func isSet(n ast.Node) *ast.CompositeLit {
	lit, ok := n.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if sel, ok := lit.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Set" {
		return lit
	}
	return nil
}

// isGoals is the map behind the key Goals.
func isGoals(n ast.Node) *ast.CompositeLit {
	pair, ok := n.(*ast.KeyValueExpr)
	if !ok {
		return nil
	}
	if key, ok := pair.Key.(*ast.Ident); !ok || key.Name != "Goals" {
		return nil
	}
	lit, _ := pair.Value.(*ast.CompositeLit)
	return lit
}

func imports(tree *ast.File, path string) bool {
	for _, i := range tree.Imports {
		if i.Path.Value == strconv.Quote(path) {
			return true
		}
	}
	return false
}

func lastImport(tree *ast.File) token.Pos {
	if len(tree.Imports) == 0 {
		return token.NoPos
	}
	return tree.Imports[len(tree.Imports)-1].End()
}
