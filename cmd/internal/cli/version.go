package cli

import (
	"fmt"
	"runtime/debug"
)

// versionCommand is "genplanx version".
type versionCommand struct{}

// Run prints the module's version as the go command recorded it.
func (versionCommand) Run(t Terminal) error {
	_, err := fmt.Fprintln(t.Out, "genplanx", version())
	return err
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
