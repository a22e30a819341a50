package genplanx_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// topFolders are the folders for code; ARCHITECTURE.md says what each owns.
var topFolders = []string{"actions", "cmd", "compiler", "domain", "monitor", "pddl", "planner", "testdata"}

// mayImport is the direction of imports: each top folder and the others of ours
// it may use.
var mayImport = map[string][]string{
	"pddl":     {},
	"planner":  {"pddl"},
	"actions":  {"pddl"},
	"domain":   {"pddl", "actions"},
	"compiler": {"pddl", "domain"},
	"monitor":  {"pddl", "actions", "planner"},
	"cmd":      {"pddl", "planner", "actions", "domain", "compiler", "monitor"},
}

// seesOnly narrows single packages further than their folder: all that they
// may import of ours.
var seesOnly = map[string][]string{
	"planner/task":      {},
	"planner/search":    {"planner/task"},
	"planner/heuristic": {"planner/task"},

	"planner/heuristic/abstraction":           {"planner/task", "planner/heuristic/abstraction/cartesian", "planner/heuristic/abstraction/graph"},
	"planner/heuristic/abstraction/cartesian": {"planner/task", "planner/heuristic/abstraction/graph", "planner/heuristic/landmark"},
	"planner/heuristic/abstraction/graph":     {},
	"planner/heuristic/landmark":              {"planner/task"},
	"planner/mutex":                           {"planner/task"},
	"planner/mutex/pairs":                     {"planner/task"},
	"planner/symbolic":                        {"planner/task", "planner/symbolic/bdd"},
	"planner/symbolic/bdd":                    {},
	"planner/symmetry":                        {"planner/task"},

	"planner/lifted": {"pddl", "pddl/diag"},
	"planner/audit":  {"pddl", "pddl/diag", "planner/lifted"},
}

// goFile is one parsed source of ours; Dir is its package's path in the module.
type goFile struct {
	Dir, Path string
	Test      bool
	Fset      *token.FileSet
	AST       *ast.File
}

func sources(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, goFile{filepath.ToSlash(filepath.Dir(path)), path, strings.HasSuffix(path, "_test.go"), fset, tree})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// ours returns the module's packages that a file imports.
func (f goFile) ours() []string {
	var list []string
	for _, spec := range f.AST.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		if rest, ok := strings.CutPrefix(path, "genplanx/"); ok {
			list = append(list, rest)
		}
	}
	return list
}

func top(dir string) string { return strings.Split(dir, "/")[0] }

func TestTopFolders(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(topFolders, e.Name()) {
			t.Errorf("folder %s: the top-level folders are fixed (%s); nest it below one of them", e.Name(), strings.Join(topFolders, " "))
		}
	}
}

func TestImportDirection(t *testing.T) {
	for _, f := range sources(t) {
		if f.Test || f.Dir == "." {
			continue
		}
		for _, to := range f.ours() {
			if top(to) != top(f.Dir) && !slices.Contains(mayImport[top(f.Dir)], top(to)) {
				t.Errorf("%s imports %s: %s may use only %v", f.Path, to, top(f.Dir), mayImport[top(f.Dir)])
			}
			if only, ok := seesOnly[f.Dir]; ok && !slices.Contains(only, to) {
				t.Errorf("%s imports %s: %s sees only %v", f.Path, to, f.Dir, only)
			}
		}
	}
}

func TestPackageDocs(t *testing.T) {
	documented := map[string]bool{}
	var dirs []string
	for _, f := range sources(t) {
		if f.Test {
			continue
		}
		if !slices.Contains(dirs, f.Dir) {
			dirs = append(dirs, f.Dir)
		}
		if f.AST.Doc != nil {
			documented[f.Dir] = true
		}
	}
	for _, dir := range dirs {
		if !documented[dir] {
			t.Errorf("package %s has no doc comment: say what it owns, in, out, what it must not know, where to start", dir)
		}
	}
}

// TestOnlyCmdTalks keeps printing, exiting and the process's streams in cmd,
// and init functions out of everything.
func TestOnlyCmdTalks(t *testing.T) {
	for _, f := range sources(t) {
		if f.Test {
			continue
		}
		for _, d := range f.AST.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: no init functions", f.Fset.Position(fn.Pos()))
			}
		}
		if top(f.Dir) == "cmd" {
			continue
		}
		ast.Inspect(f.AST, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && talks(pkg.Name+"."+sel.Sel.Name) {
					t.Errorf("%s: %s.%s belongs under cmd", f.Fset.Position(n.Pos()), pkg.Name, sel.Sel.Name)
				}
			}
			return true
		})
	}
}

func talks(name string) bool {
	return slices.Contains([]string{"os.Exit", "os.Stdout", "os.Stderr", "os.Stdin", "fmt.Print", "fmt.Printf", "fmt.Println",
		"zerolog.SetGlobalLevel", "log.Print", "log.Printf", "log.Println", "log.Fatal", "log.Fatalf"}, name)
}
