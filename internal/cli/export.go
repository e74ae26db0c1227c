package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/export"
)

type exportCmd struct {
	Out       string   `short:"o" required:"" placeholder:"FILE" help:"File to write: .html, .md or .jsonl; - for standard output."`
	Format    string   `enum:"auto,html,md,jsonl" default:"auto" help:"html, md or jsonl (default: by the file's name)."`
	FromCall  string   `name:"from-call" placeholder:"CALL" help:"Begin at the call with this id."`
	ToCall    string   `name:"to-call" aliases:"to" placeholder:"CALL" help:"End with the result of this call."`
	Call      []string `sep:"none" placeholder:"ID" help:"Only this call, with what runs under it; may be repeated."`
	From      string   `default:"auto" help:"What to take it for: auto or a format."`
	Locale    string   `default:"en" help:"Language of the words around the transcript."`
	Yes       bool     `short:"y" help:"Do not ask."`
	TokenFile string   `env:"VITRINE_TOKEN_FILE" placeholder:"FILE" help:"File with the token for a session's address (default: in the address, else the local server's)."`
	Data      string   `env:"VITRINE_DATA" placeholder:"DIR" help:"The local server's data folder."`
	redactFlags
	Path string `arg:"" name:"path" help:"Transcript, the address of a session, or - for standard input."`
}

// Run writes beside the file first. What was removed is shown before the file takes its name.
func (c *exportCmd) Run(ctx context.Context, std Stdio, env environment) error {
	begun := time.Now()
	format, err := c.format()
	if err != nil {
		return err
	}
	if err := checkFrom(c.From); err != nil {
		return err
	}
	if same(c.Out, c.Path) {
		return usage("-o: %s is what is read; name another file", name(c.Out))
	}
	r := c.redactor()
	spool, err := newSpool(c.Out)
	if err != nil {
		return err
	}
	defer spool.discard()
	if format != "jsonl" { // a page needs the whole transcript, which is then most of the memory: let little be garbage beside it
		defer debug.SetGCPercent(debug.SetGCPercent(25))
	}
	x := export.New(export.Options{
		Format: format, From: c.FromCall, To: c.ToCall, Calls: c.Call, Redactor: r, Locale: c.Locale, Open: remote(c.Path),
	}, spool)
	partial, err := c.read(ctx, std, env, x.Put)
	if err != nil {
		return err
	}
	if err := x.End(); err != nil {
		return err
	}
	if err := x.Write(partial); err != nil {
		return fmt.Errorf("writing %s: %w", name(c.Out), bare(err))
	}
	size, err := spool.finish()
	if err != nil {
		return err
	}
	if r != nil {
		found := x.Found()
		tell(std.Err, "export", found)
		if err := c.write(found); err != nil {
			return err
		}
	}
	if !c.Yes && !agreed(std) {
		return errors.New("nothing was saved")
	}
	if err := spool.save(std.Out); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "vitrine: export: %s in %.1f MB to %s, %s\n", count(x.Events(), "event"), float64(size)/1e6, target(c.Out), time.Since(begun).Round(time.Millisecond))
	return nil
}

// target names what is written to.
func target(out string) string {
	if out == "-" {
		return "standard output"
	}
	return name(out)
}

func (c *exportCmd) format() (string, error) {
	if c.Format != "auto" {
		return c.Format, nil
	}
	switch strings.ToLower(filepath.Ext(c.Out)) {
	case ".html", ".htm":
		return "html", nil
	case ".md", ".markdown":
		return "md", nil
	case ".jsonl", ".ndjson":
		return "jsonl", nil
	}
	return "", usage("-o: %s names no format; end it in .html, .md or .jsonl, or say --format", target(c.Out))
}

// same tells whether two names are of one file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil || a == "-" || b == "-" {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// remote tells an address from a file.
func remote(path string) bool {
	return strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://")
}

// read hands over the events of a file or of a session.
func (c *exportCmd) read(ctx context.Context, std Stdio, env environment, emit func(source.Envelope)) (partial bool, err error) {
	if remote(c.Path) {
		return c.session(ctx, env, emit)
	}
	got, err := readEvents(c.Path, c.From, std, emit)
	if err == nil {
		err = got.Report.Err
	}
	if err != nil {
		return false, fmt.Errorf("reading %s: %w", name(c.Path), bare(err))
	}
	if n := got.Report.Skipped; n > 0 {
		fmt.Fprintf(std.Err, "vitrine: export: %d of %d records could not be read and were skipped\n", n, got.Report.Lines)
	}
	return false, nil
}

// spool is a file beside the one that is to be, or in the folder for such files when the output is standard output.
type spool struct {
	*os.File
	out string
}

func newSpool(out string) (*spool, error) {
	dir := ""
	if out != "-" {
		dir = filepath.Dir(out)
	}
	f, err := os.CreateTemp(dir, ".vitrine-*")
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", target(out), bare(err))
	}
	return &spool{f, out}, nil
}

func (s *spool) finish() (size int64, err error) {
	if size, err = s.Seek(0, io.SeekCurrent); err != nil {
		return 0, fmt.Errorf("writing %s: %w", target(s.out), bare(err))
	}
	return size, nil
}

func (s *spool) save(stdout io.Writer) error {
	var err error
	if s.out == "-" {
		if _, err = s.Seek(0, io.SeekStart); err == nil {
			_, err = io.Copy(stdout, s.File)
		}
	} else if err = s.Close(); err == nil {
		err = os.Rename(s.Name(), s.out)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", target(s.out), bare(err))
	}
	return nil
}

// discard removes what has not taken its name.
func (s *spool) discard() {
	s.Close()
	os.Remove(s.Name())
}

// agreed asks on a terminal. Where nobody can answer, whoever wrote the command has agreed.
func agreed(std Stdio) bool {
	if !attended(std.In) || !attended(raw(std.Err)) {
		return true
	}
	fmt.Fprint(std.Err, "Save it? [y/N] ")
	line, _ := bufio.NewReader(std.In).ReadString('\n')
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(line)))
}

// attended tells whether someone sits there.
func attended(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}
