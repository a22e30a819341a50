package actions

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func open(t *testing.T) (*Workspace, string) {
	t.Helper()
	outside := t.TempDir()
	dir := filepath.Join(outside, "ws")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ws, err := OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return ws, outside
}

func TestRel(t *testing.T) {
	ws, outside := open(t)
	for _, tt := range []struct{ name, want string }{
		{"a.csv", "a.csv"},
		{"./genplanx/a.csv", "genplanx/a.csv"},
		{"genplanx//b/../a.csv", "genplanx/a.csv"},
		{`genplanx\a.csv`, "genplanx/a.csv"},
		{"  a.csv ", "a.csv"},
		{"..a/b", "..a/b"},
		{filepath.Join(ws.Dir(), "x", "a.csv"), "x/a.csv"},
		{ws.Dir(), "."},
	} {
		if got, err := ws.Rel(tt.name); err != nil || got != tt.want {
			t.Errorf("Rel(%q) = %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
	for _, name := range []string{"..", "../a", "a/../../b", `..\a`, "/etc/passwd", "~", "~/a", "https://example.com/a.csv", "file:///etc/passwd", outside, ws.Dir() + "/../x", ws.Dir() + "x/y"} {
		if got, err := ws.Rel(name); !errors.Is(err, ErrOutside) {
			t.Errorf("Rel(%q) = %q, %v; want ErrOutside", name, got, err)
		}
	}
	for _, name := range []string{"", "  ", strings.Repeat("a", 2000), strings.Repeat("a/", 50) + "b", ws.Dir() + strings.Repeat("/a", 600)} {
		if _, err := ws.Rel(name); err == nil {
			t.Errorf("Rel(%q) is accepted", name)
		}
	}
}

// Nothing outside can be read or written, whatever way the path takes.
func TestOutsideIsOutOfReach(t *testing.T) {
	ws, outside := open(t)
	secret := filepath.Join(outside, "secret.txt")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"file": secret, "folder": outside, "relative": "../secret.txt", "absolute": "/etc"} {
		if err := os.Symlink(target, filepath.Join(ws.Dir(), link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"../secret.txt", secret, "file", "folder/secret.txt", "relative", "absolute/passwd"} {
		if f, err := ws.Open(name); err == nil {
			t.Errorf("Open(%q) works", name)
			_ = f.Close()
		}
		if _, err := ws.Stat(name); err == nil {
			t.Errorf("Stat(%q) works", name)
		}
	}
	for _, name := range []string{"../secret.txt", secret, "folder/secret.txt", "folder/new.txt", "absolute/new.txt"} {
		if err := ws.Write(name, text("changed")); err == nil {
			t.Errorf("Write(%q) works", name)
		}
	}
	// A link itself is replaced, what it points to is not.
	if err := ws.Write("file", text("changed")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(secret); string(got) != "secret" {
		t.Errorf("the file outside holds %q", got)
	}
	if got, _ := os.ReadFile(filepath.Join(ws.Dir(), "file")); string(got) != "changed" {
		t.Errorf("the file inside holds %q", got)
	}
	if names, _ := os.ReadDir(outside); len(names) != 2 {
		t.Errorf("left outside: %v", names)
	}
}

// A link that stays inside is followed.
func TestLinkInside(t *testing.T) {
	ws, _ := open(t)
	if err := ws.Write("a.txt", text("a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.txt", filepath.Join(ws.Dir(), "b.txt")); err != nil {
		t.Fatal(err)
	}
	if got := read(t, ws, "b.txt"); got != "a" {
		t.Errorf("read %q", got)
	}
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func read(t *testing.T, ws *Workspace, name string) string {
	t.Helper()
	f, err := ws.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWrite(t *testing.T) {
	ws, _ := open(t)
	for _, content := range []string{"first", "second"} {
		if err := ws.Write("deep/er/a.txt", text(content)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, ws, "deep/er/a.txt"); got != content {
			t.Errorf("read %q, want %q", got, content)
		}
	}
	wantFiles(t, ws, "deep/er/a.txt")
	if err := ws.Write("deep", text("x")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	wantFiles(t, ws, "deep/er/a.txt")
}

// When the writer fails the old file stays, and no part of the new one.
func TestWriteFails(t *testing.T) {
	ws, _ := open(t)
	if err := ws.Write("a.txt", text("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, name := range []string{"a.txt", "new.txt"} {
		err := ws.Write(name, func(w io.Writer) error {
			_, err := io.WriteString(w, "half")
			return errors.Join(err, broken)
		})
		if !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
	if got := read(t, ws, "a.txt"); got != "old" {
		t.Errorf("the old file holds %q", got)
	}
	wantFiles(t, ws, "a.txt")
}

// A panicking writer leaves nothing behind.
func TestWritePanics(t *testing.T) {
	ws, _ := open(t)
	func() {
		defer func() { _ = recover() }()
		_ = ws.Write("a.txt", func(w io.Writer) error {
			_, _ = io.WriteString(w, "half")
			panic("broken")
		})
	}()
	wantFiles(t, ws)
}

// A writer that is in the middle of a file does not disturb another one.
func TestWriteTwice(t *testing.T) {
	ws, _ := open(t)
	err := ws.Write("a.txt", func(w io.Writer) error {
		if err := ws.Write("a.txt", text("inner")); err != nil {
			return err
		}
		return text("outer")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, ws, "a.txt"); got != "outer" {
		t.Errorf("read %q", got)
	}
	wantFiles(t, ws, "a.txt")
}

func wantFiles(t *testing.T, ws *Workspace, want ...string) {
	t.Helper()
	var got []string
	err := fs.WalkDir(ws.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			got = append(got, p)
		}
		return err
	})
	if err != nil || strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("files %v, want %v (%v)", got, want, err)
	}
}

func TestOpenWorkspaceRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{filepath.Join(t.TempDir(), "none"), file} {
		ws, err := OpenWorkspace(dir)
		if err == nil {
			_ = ws.Close()
			t.Errorf("%s is opened", dir)
		}
		if HintOf(err) == "" {
			t.Errorf("no hint: %v", err)
		}
	}
}

// A path to write is checked before anything is done: what cannot be replaced
// whole is refused, and a symbolic link is replaced, never followed.
func TestTarget(t *testing.T) {
	ws, outside := open(t)
	for name, make := range map[string]func(path string) error{
		"folder.csv": func(p string) error { return os.Mkdir(p, 0o755) },
		"file.csv":   func(p string) error { return os.WriteFile(p, nil, 0o600) },
		"link.csv":   func(p string) error { return os.Symlink(filepath.Join(outside, "secret.txt"), p) },
		"socket.csv": func(p string) error {
			l, err := net.Listen("unix", p)
			if err == nil {
				t.Cleanup(func() { _ = l.Close() })
			}
			return err
		},
	} {
		if err := make(filepath.Join(ws.Dir(), name)); err != nil {
			t.Skip("skipped: ", err)
		}
	}
	for name, want := range map[string]string{"new.csv": "create", "a/b/new.csv": "create", "file.csv": "replace", "link.csv": "replace"} {
		if _, verb, err := ws.Target(name); err != nil || verb != want {
			t.Errorf("Target(%q) = %q, %v; want %q", name, verb, err, want)
		}
	}
	for name, want := range map[string]string{
		"folder.csv": "there is a folder of that name", "socket.csv": "it is not a regular file", "file.csv/new.csv": "not a directory",
		"../a.csv": ErrOutside.Error(), "~/a.csv": ErrOutside.Error(),
		strings.Repeat("a/", 100_000) + "a.csv": "the path has 200005 characters",
	} {
		_, _, err := ws.Target(name)
		if err == nil || !strings.Contains(err.Error(), want) || HintOf(err) == "" {
			t.Errorf("Target(%q): %v (hint %q), want %s", name, err, HintOf(err), want)
		}
		if err := ws.Write(name, text("x")); err == nil {
			t.Errorf("Write(%q) works", name)
		}
	}
	if err := ws.Write("link.csv", text("x")); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
		t.Errorf("outside the workspace: %v, %v", entries, err)
	}
}
