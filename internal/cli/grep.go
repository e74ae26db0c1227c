package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/internal/discover"
	"github.com/vitrine-go/vitrine/internal/grep"
)

type grepCmd struct {
	JSON  bool     `name:"json" help:"One JSON object a line: session, title, agent, project, path, type, who, call, at, snippet, link."`
	URL   string   `help:"Address of a page that vitrine open serves, put before each link." env:"VITRINE_OPEN_URL" placeholder:"URL"`
	Most  int      `default:"20" help:"How many results of one session are shown."`
	Words string   `arg:"" help:"Words that must all be in one message, call or result, in any case; words in double quotes stand together."`
	Paths []string `arg:"" optional:"" name:"path" help:"Files and folders (default: the sessions that agents keep on this machine)."`
}

// hitLine is a result as --json writes it.
type hitLine struct {
	Session string `json:"session"`
	Title   string `json:"title"`
	Agent   string `json:"agent"`
	Project string `json:"project,omitempty"`
	Path    string `json:"path"`
	Type    string `json:"type"`
	Who     string `json:"who"`
	Call    string `json:"call,omitempty"`
	At      string `json:"at,omitempty"`
	Snippet string `json:"snippet"`
	Link    string `json:"link"`
}

func (c *grepCmd) Run(ctx context.Context, std Stdio, env environment) error {
	query, err := grep.Parse(c.Words)
	if err != nil {
		return usage("%s", err)
	}
	if c.Most < 1 {
		return usage("--most: at least one result is shown")
	}
	paths, err := sessionPaths(c.Paths, env)
	if err != nil {
		return err
	}
	finder, err := discover.New(paths)
	if err != nil {
		return err
	}
	files, err := finder.Files(ctx)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(std.Out, 64<<10)
	defer out.Flush()
	sessions, bold := 0, showsBold(std.Out, env)
	var failed error
	err = grep.Search(ctx, files, query, c.Most, func(f grep.Found) bool {
		if f.Err != nil {
			fmt.Fprintf(std.Err, "vitrine: grep: %s: %v\n", name(f.File.Path), bare(f.Err))
			failed = errors.New("some transcripts could not be read")
		}
		if len(f.Hits) > 0 {
			sessions++
			if c.JSON {
				c.lines(out, f)
			} else {
				c.text(out, f, bold)
			}
		}
		return out.Flush() == nil
	})
	switch {
	case err != nil:
		return err
	case sessions == 0 && !c.JSON:
		fmt.Fprintf(std.Err, "vitrine: grep: none of %s has these words\n", count(len(files), "session"))
	case bold && c.URL == "":
		fmt.Fprintln(std.Err, "vitrine open --at LINK shows a result in its session.")
	}
	return failed
}

// link leads to a hit, below the address of a page.
func (c *grepCmd) link(f grep.Found, h grep.Hit) string {
	link := "s/" + f.File.Session
	if h.Call != "" {
		link += "#call=" + url.QueryEscape(h.Call)
	}
	if c.URL != "" {
		link = slashed(c.URL) + link
	}
	return link
}

func (c *grepCmd) lines(out *bufio.Writer, f grep.Found) {
	w := json.NewEncoder(out)
	w.SetEscapeHTML(false)
	for _, h := range f.Hits {
		_ = w.Encode(hitLine{ // into a buffer, of strings
			Session: f.File.Session, Title: f.File.Title, Agent: f.File.Agent, Project: f.File.Project, Path: f.File.Path,
			Type: h.Type, Who: h.Who, Call: h.Call, At: h.At, Snippet: h.Snippet, Link: c.link(f, h),
		})
	}
}

// text writes a session's hits for people: who said it, the words with what stands around them, and the link.
func (c *grepCmd) text(out *bufio.Writer, f grep.Found, bold bool) {
	facts := []string{shown(f.File.Agent)}
	if f.File.Project != "" {
		facts = append(facts, shown(f.File.Project))
	}
	facts = append(facts, f.File.Started.Local().Format("2006-01-02 15:04"))
	fmt.Fprintf(out, "%s (%s)\n", shown(f.File.Title), strings.Join(facts, ", "))
	for _, h := range f.Hits {
		before, words, after := shown(h.Snippet[:h.From]), shown(h.Snippet[h.From:h.To]), shown(h.Snippet[h.To:])
		if bold {
			words = "\x1b[1m" + words + "\x1b[22m"
		}
		fmt.Fprintf(out, "  %s: %s%s%s\n    %s\n", shown(h.Who), before, words, after, c.link(f, h))
	}
	if f.More {
		fmt.Fprintf(out, "  and more: --most shows them\n")
	}
	fmt.Fprintln(out)
}

// shown is untrusted text on one line of a terminal: nothing in it moves the cursor, changes colours or reorders the line.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' {
			return ' '
		}
		return r
	}, markup.Spelled(markup.Clean(s)))
}

// showsBold tells whether the output is a terminal that shows bold letters, as far as anyone says.
func showsBold(out io.Writer, env environment) bool {
	f, ok := out.(*os.File)
	if !ok || env("NO_COLOR") != "" || env("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
