package actions

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Workspace is the folder a run may read and write, and nothing outside it:
// neither by "..", nor by an absolute path, nor through a symbolic link.
type Workspace struct {
	dir  string
	root *os.Root
}

// ErrOutside is the cause of every error about a path that leaves the workspace.
var ErrOutside = errors.New("the path is outside the workspace")

// OpenWorkspace opens an existing folder.
func OpenWorkspace(dir string) (*Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening workspace %q: %w", dir, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, &Fault{Doing: "opening workspace " + strconv.Quote(dir), Err: err, Hint: "name an existing folder with --workspace"}
	}
	return &Workspace{dir: abs, root: root}, nil
}

// Close releases the folder.
func (w *Workspace) Close() error { return w.root.Close() }

// Dir is the absolute path of the workspace.
func (w *Workspace) Dir() string { return w.dir }

// Bounds of a path: systems take longer ones, but one that long is no person's,
// and writing it would leave folders behind that are hard to remove.
const (
	longestPath = 1024
	deepestPath = 40
)

// Rel cleans a path a user wrote: slashes, "./", and absolute paths that lie
// inside the workspace. Others are refused with [ErrOutside], and so are
// addresses and "~", which only look like paths.
func (w *Workspace) Rel(name string) (string, error) {
	slashed := strings.TrimSpace(strings.ReplaceAll(name, `\`, "/"))
	switch {
	case slashed == "":
		return "", errors.New("the path is empty")
	case len(slashed) > longestPath || strings.Count(slashed, "/") > deepestPath:
		return "", fmt.Errorf("the path has %d characters and %d folders, at most %d and %d can be used", len(slashed), strings.Count(slashed, "/"), longestPath, deepestPath)
	case strings.Contains(slashed, "://"), slashed == "~", strings.HasPrefix(slashed, "~/"):
		return "", fmt.Errorf("%q: %w", name, ErrOutside)
	}
	if filepath.IsAbs(slashed) {
		rel, err := filepath.Rel(w.dir, slashed)
		if err != nil {
			return "", fmt.Errorf("%q: %w", name, ErrOutside)
		}
		slashed = filepath.ToSlash(rel)
	}
	clean := path.Clean(slashed)
	if !filepath.IsLocal(filepath.FromSlash(clean)) {
		return "", fmt.Errorf("%q: %w", name, ErrOutside)
	}
	return clean, nil
}

// Open opens a file for reading.
func (w *Workspace) Open(name string) (*os.File, error) {
	rel, err := w.Rel(name)
	if err != nil {
		return nil, err
	}
	return w.root.Open(filepath.FromSlash(rel))
}

// Stat describes a file; the error is fs.ErrNotExist when there is none.
func (w *Workspace) Stat(name string) (fs.FileInfo, error) {
	rel, err := w.Rel(name)
	if err != nil {
		return nil, err
	}
	return w.root.Stat(filepath.FromSlash(rel))
}

// Target cleans a path that is to be written and says what writing does there:
// "create", or "replace" for a file or a symbolic link, which is never followed.
// Folders, devices and pipes are refused.
func (w *Workspace) Target(name string) (rel, verb string, err error) {
	if rel, err = w.Rel(name); err != nil {
		return "", "", &Fault{Doing: "writing " + quote(name), Err: err, Hint: "name a file inside the workspace " + w.dir}
	}
	info, err := w.root.Lstat(filepath.FromSlash(rel))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return rel, "create", nil
	case err != nil:
	case info.IsDir():
		err = errors.New("there is a folder of that name")
	case info.Mode().IsRegular() || info.Mode()&fs.ModeSymlink != 0:
		return rel, "replace", nil
	default:
		err = errors.New("it is not a regular file")
	}
	return "", "", &Fault{Doing: "writing " + strconv.Quote(rel), Err: err, Hint: "choose another file name"}
}

// quote shows a path that may be of any length.
func quote(name string) string {
	const shown = 100
	if len(name) > shown {
		return strconv.Quote(strings.ToValidUTF8(name[:shown], "")) + "..."
	}
	return strconv.Quote(name)
}

// FS gives the workspace as a file system for listing.
func (w *Workspace) FS() fs.FS { return w.root.FS() }

// Write makes or replaces a file as a whole: write fills a temporary file
// beside the target, which is renamed into place only when all went well. Missing
// folders are made.
func (w *Workspace) Write(name string, write func(io.Writer) error) (err error) {
	rel, _, err := w.Target(name)
	if err != nil {
		return err
	}
	if dir := path.Dir(rel); dir != "." {
		if err := w.root.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
			return &Fault{Doing: "making folder " + strconv.Quote(dir), Err: err, Hint: "choose another folder"}
		}
	}
	temp, f, err := w.temporary(rel)
	if err != nil {
		return err
	}
	renamed := false
	defer func() {
		if !renamed { // also when the writer panics
			_ = f.Close() // a second time does no harm
			err = errors.Join(err, w.root.Remove(temp))
		}
	}()
	if err := errors.Join(write(f), f.Sync()); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := w.root.Rename(temp, filepath.FromSlash(rel)); err != nil {
		return err
	}
	renamed = true
	return nil
}

// temporary opens a new file in the target's folder under a name nobody uses.
func (w *Workspace) temporary(rel string) (string, *os.File, error) {
	for i := 0; ; i++ {
		name := filepath.FromSlash(path.Join(path.Dir(rel), "."+path.Base(rel)+"."+strconv.Itoa(i)+".part"))
		f, err := w.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil {
			return name, f, nil
		}
		if !errors.Is(err, fs.ErrExist) || i > 100 {
			return "", nil, &Fault{Doing: "writing " + strconv.Quote(rel), Err: err, Hint: "check that the folder can be written and has space, or choose another"}
		}
	}
}
