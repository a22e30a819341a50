package genplanx_test

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// loopFiles are the files of monitor that run what the core decided: they may
// use a clock.
const loopPackage = "genplanx/monitor"

var loopFiles = []string{"runner.go"}

// TestDeterminism forbids the clock, randomness and map order in planner and in
// the deciding core of monitor: same input, same plan, byte for byte.
// Iterate over slices.Sorted(maps.Keys(m)) instead of over m.
func TestDeterminism(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: no go command to list packages with")
	}
	exports, dirs := listPackages(t, "./planner/...", "./monitor")
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for path, dir := range dirs {
		var files []*ast.File
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		if _, err := (&types.Config{Importer: imp}).Check(path, fset, files, info); err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			base := filepath.Base(fset.Position(f.Pos()).Filename)
			if path == loopPackage && slices.Contains(loopFiles, base) {
				continue
			}
			inspectDeterminism(t, fset, f, info)
		}
	}
}

func inspectDeterminism(t *testing.T, fset *token.FileSet, f *ast.File, info *types.Info) {
	t.Helper()
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if _, ok := info.Types[n.X].Type.Underlying().(*types.Map); ok {
				t.Errorf("%s: ranges over a map; its order is not fixed", fset.Position(n.Pos()))
			}
		case *ast.Ident:
			if o := info.Uses[n]; o != nil && o.Pkg() != nil && undetermined(o.Pkg().Path(), o.Name()) {
				t.Errorf("%s: uses %s.%s", fset.Position(n.Pos()), o.Pkg().Path(), o.Name())
			}
		}
		return true
	})
}

func undetermined(pkg, name string) bool {
	switch pkg {
	case "time":
		return slices.Contains([]string{"Now", "Since", "Until", "After", "Tick", "NewTimer", "NewTicker", "AfterFunc", "Sleep"}, name)
	case "math/rand", "math/rand/v2", "crypto/rand", "hash/maphash":
		return true
	}
	return false
}

// listPackages asks the go command for compiled exports of all dependencies and
// for the folders of the named packages.
func listPackages(t *testing.T, patterns ...string) (exports, dirs map[string]string) {
	t.Helper()
	exports, dirs = map[string]string{}, map[string]string{}
	run := func(args ...string) []string {
		var out, errs bytes.Buffer
		cmd := exec.Command("go", append([]string{"list"}, args...)...)
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			t.Fatalf("go list: %v\n%s", err, errs.String())
		}
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	for _, line := range run(append([]string{"-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}, patterns...)...) {
		path, file, _ := strings.Cut(line, "\t")
		exports[path] = file
	}
	for _, line := range run(append([]string{"-f", "{{.ImportPath}}\t{{.Dir}}"}, patterns...)...) {
		path, dir, _ := strings.Cut(line, "\t")
		dirs[path] = dir
	}
	return exports, dirs
}
