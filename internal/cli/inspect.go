package cli

import (
	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

type inspectCmd struct {
	JSONL    bool   `name:"jsonl" help:"One result a line; a bad line is answered with its reason."`
	Versions string `default:"1" help:"Versions of the artifact to accept: 1,2 or any."`
	From     string `default:"auto" help:"What to take it for: auto, codeagent or a format."`
	File     string `arg:"" optional:"" default:"-" help:"File, or - for standard input."`
}

func (c *inspectCmd) Run(std Stdio) error {
	versions, err := protocol.ParseVersions(c.Versions)
	if err != nil {
		return usage("--versions: %w", err)
	}
	if err := checkFrom(c.From); err != nil {
		return err
	}
	return answers(c.File, c.JSONL, std, func(data []byte) []byte {
		return artifactkit.InspectJSON(data, versions, artifactkit.Options{From: c.From})
	})
}
