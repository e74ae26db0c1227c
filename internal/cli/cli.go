// Package cli is the command line: one file a command, each a few lines over the rooms below.
//
// Input is a file or "-"; answers go to stdout and messages to stderr as "vitrine: doing what: why". Exit 0: answered, also when
// the answer is what is wrong with the data; 1: a file cannot be read or a service cannot be reached; 2: wrong usage.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"
)

// Stdio is what a command reads and writes.
type Stdio struct {
	In       io.Reader
	Out, Err io.Writer
}

type commands struct {
	Open        openCmd        `cmd:"" default:"withargs" help:"Find agents' sessions on this machine, or read the files and folders named, and show them in a page. Reads in place, writes nothing. Example: vitrine open ./logs"`
	Serve       serveCmd       `cmd:"" help:"Run the live server. Example: vitrine serve --addr 127.0.0.1:8737 --data ./data"`
	Push        pushCmd        `cmd:"" help:"Send a result or a transcript to a session of the live server. Example: vitrine push result.json"`
	Watch       watchCmd       `cmd:"" help:"Follow agents at work: sessions on this machine that change from now on become live sessions of the server. Example: vitrine watch"`
	Tap         tapCmd         `cmd:"" help:"Run an MCP server, pass every byte on, and show the calls of its tools in a live session. Example: vitrine tap -- npx some-mcp-server"`
	MCP         mcpCmd         `cmd:"" name:"mcp" help:"Be an MCP server with the tool show: what an agent shows goes to a live session. Example: vitrine mcp --session show"`
	Render      renderCmd      `cmd:"" help:"Draw a result as HTML or text. Example: vitrine render --format text result.json"`
	Inspect     inspectCmd     `cmd:"" help:"Say what a JSON text is: its artifact, its value, the reason. Example: vitrine inspect result.json"`
	Adapt       adaptCmd       `cmd:"" help:"Bring a result into the protocol's shape: the event, the repaired result, the notes. Example: vitrine adapt result.json"`
	Grep        grepCmd        `cmd:"" help:"Look for words in the sessions of all agents, without an index. Example: vitrine grep \"rounding error\""`
	Export      exportCmd      `cmd:"" help:"Write a transcript as one page, as Markdown or as JSONL, without secrets. Example: vitrine export -o run.html session.jsonl"`
	Import      importCmd      `cmd:"" help:"Read transcripts and write envelopes, one JSON object a line. Example: vitrine import session.jsonl"`
	Site        siteCmd        `cmd:"" help:"Write the page as files for a static host. Example: vitrine site -o public"`
	CSS         cssCmd         `cmd:"" name:"css" help:"Print the stylesheet that fragments need. Example: vitrine css > style.css"`
	Token       tokenCmd       `cmd:"" help:"Make, revoke and renew the tokens of sessions. Example: vitrine token --session build-42 --read"`
	CheckConfig checkConfigCmd `cmd:"" name:"check-config" help:"Look at the settings that serve would start with, and at the files they name. Example: vitrine check-config --public-url https://tools.example/vitrine"`
	Version     versionCmd     `cmd:"" help:"Print the version. Example: vitrine version"`
}

// failure ends a command with a code other than 1; without an error nothing is said about it.
type failure struct {
	code int
	err  error
}

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

// usage is a mistake on the command line.
func usage(format string, args ...any) error { return failure{2, fmt.Errorf(format, args...)} }

type exit int

// Run runs one command and returns the exit code.
func Run(ctx context.Context, args []string, env func(string) string, std Stdio) (code int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case exit:
			code = int(r)
		default:
			panic(r)
		}
	}()
	std.Err = messages{std.Err}
	var c commands
	parser, err := kong.New(&c,
		kong.Name("vitrine"), kong.Description("Shows what the tools of agents returned: text, tables, images, code, diffs, errors."),
		kong.Writers(std.Out, std.Err), kong.Exit(func(n int) { panic(exit(n)) }), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(std, environment(env)))
	if err != nil {
		panic(err)
	}
	k, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintln(std.Err, "vitrine:", err)
		fmt.Fprintln(std.Err, "vitrine --help lists the commands.")
		return 2
	}
	err = k.Run()
	if err == nil {
		return 0
	}
	var f failure
	if errors.As(err, &f) && f.err == nil { // the program that the command ran has said why
		return f.code
	}
	fmt.Fprintf(std.Err, "vitrine: %s: %v\n", k.Selected().Name, err)
	if f.err != nil {
		return f.code
	}
	return 1
}

// environment looks up environment variables.
type environment func(string) string
