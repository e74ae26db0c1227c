package cli

import (
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
)

type cssCmd struct{}

func (c *cssCmd) Run(std Stdio) error {
	_, err := fmt.Fprint(std.Out, artifactkit.Stylesheet())
	return err
}

type versionCmd struct{}

func (c *versionCmd) Run(std Stdio) error {
	_, err := fmt.Fprintln(std.Out, "vitrine", version())
	return err
}

// version is the module's version as the build recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "(devel)"
}

// checkFrom refuses a format that does not exist.
func checkFrom(from string) error {
	if from == "auto" || from == "codeagent" {
		return nil
	}
	for _, f := range artifactkit.Formats() {
		if f.Name == from {
			return nil
		}
	}
	return usage("--from: there is no format %q; vitrine import --list names them", from)
}
