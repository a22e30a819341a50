package cli

import (
	"fmt"
	"runtime/debug"
)

// versionCommand is "genplanx version".
type versionCommand struct{}

// Run prints the module's version as the go command recorded it.
func (versionCommand) Run(t Terminal) error {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	_, err := fmt.Fprintln(t.Out, "genplanx", version)
	return err
}
