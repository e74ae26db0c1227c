package cli

import "github.com/vitrine-go/vitrine/artifactkit"

type adaptCmd struct {
	JSONL bool   `name:"jsonl" help:"One result a line; a bad line is answered with its reason."`
	From  string `default:"auto" help:"What to take it for: auto, codeagent or a format."`
	File  string `arg:"" optional:"" default:"-" help:"File, or - for standard input."`
}

func (c *adaptCmd) Run(std Stdio) error {
	if err := checkFrom(c.From); err != nil {
		return err
	}
	return answers(c.File, c.JSONL, std, func(data []byte) []byte {
		return artifactkit.AdaptJSON(data, artifactkit.Options{From: c.From})
	})
}
