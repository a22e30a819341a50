package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"genplanx/pddl"
	"genplanx/pddl/diag"
)

// maxFile bounds what is read of one file; larger ones are refused unread.
const maxFile = 1 << 30

// readFile reads a PDDL file whole.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, &failure{Exit: BadInput, Err: fmt.Errorf("reading %q: %w", path, err), Hint: "check the path"}
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, &failure{Exit: BadInput, Err: fmt.Errorf("reading %q: not a regular file of at most 1 GiB", path), Hint: "name a PDDL file"}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &failure{Exit: BadInput, Err: fmt.Errorf("reading %q: %w", path, err), Hint: "check its permissions"}
	}
	return text, nil
}

// loadTask reads and checks a domain and a problem file; all faults of both are
// printed before it fails.
func (t Terminal) loadTask(domainPath, problemPath string) (*pddl.Domain, *pddl.Problem, error) {
	domainText, err := readFile(domainPath)
	if err != nil {
		return nil, nil, err
	}
	problemText, err := readFile(problemPath)
	if err != nil {
		return nil, nil, err
	}
	d, faults := pddl.ReadDomain(domainPath, domainText)
	if pddl.Detect(domainText) == pddl.ProblemFile && pddl.Detect(problemText) == pddl.DomainFile {
		return nil, nil, &failure{Exit: BadInput, Err: fmt.Errorf("%q is a problem and %q a domain", domainPath, problemPath),
			Hint: fmt.Sprintf("genplanx plan %s %s", problemPath, domainPath)}
	}
	p, problemFaults := pddl.ReadProblem(problemPath, problemText)
	if !faults.HasErrors() {
		faults.Append(pddl.CheckDomain(d))
	}
	faults.Append(problemFaults)
	if !faults.HasErrors() {
		faults.Append(pddl.CheckProblem(d, p))
	}
	if shown := faults.AtLeast(diag.Warning); len(shown) > 0 {
		fmt.Fprint(t.Err, shown.Text())
	}
	if faults.HasErrors() {
		return nil, nil, &failure{Exit: BadInput, Hint: fmt.Sprintf("genplanx check %s %s shows these faults, --json for programs", domainPath, problemPath)}
	}
	return d, p, nil
}

// writeFile makes or replaces a regular file as a whole, so that a failed write
// leaves the old one. It follows a symbolic link and keeps the permissions;
// devices and pipes are refused, for a rename would take their place.
func writeFile(path string, write func(io.Writer) error) error {
	target, mode, err := writable(path)
	if err == nil {
		err = replaceFile(target, mode, write)
	}
	if err != nil {
		return &failure{Exit: BadInput, Err: fmt.Errorf("writing %q: %w", path, err), Hint: "name a file in an existing folder that can be written"}
	}
	return nil
}

// writable finds the file behind a path and the permissions it has or will get.
func writable(path string) (string, fs.FileMode, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, 0o644, nil
	case err != nil:
		return "", 0, err
	case info.IsDir():
		return "", 0, errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return "", 0, errors.New("it is not a regular file")
	}
	return path, info.Mode().Perm(), nil
}

func replaceFile(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".genplanx.*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()           // a second time does no harm
			_ = os.Remove(f.Name()) // the first error is the one to tell
		}
	}()
	if err := errors.Join(write(f), f.Chmod(mode)); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
