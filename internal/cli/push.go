package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/redact"
	"github.com/vitrine-go/vitrine/live"
)

type pushCmd struct {
	Session string `placeholder:"ID" help:"Session to add to; it is made if it is not there. Without it a new one is made."`
	serverFlags
	Title string `help:"Title of a new session."`
	From  string `default:"auto" help:"What to take it for: auto or a format."`
	Path  string `arg:"" optional:"" default:"-" help:"File, or - for standard input."`
}

// batchEvents and batchBytes bound one request.
const (
	batchEvents = 200
	batchBytes  = 4 << 20
)

func (c *pushCmd) Run(ctx context.Context, std Stdio, env environment) error {
	if err := checkFrom(c.From); err != nil {
		return err
	}
	client, err := c.client(env)
	if err != nil {
		return err
	}
	away := ""
	client.Retry = func(err error, wait time.Duration) {
		why := "no answer"
		if e, ok := errors.AsType[*live.Error](err); ok {
			why = e.Code
		}
		if why != away { // once for each reason, not for each try
			away = why
			fmt.Fprintf(std.Err, "vitrine: push: %v; trying again, first in %s, until it is taken (Ctrl-C ends it; what was sent may be sent again)\n", err, wait.Round(10*time.Millisecond))
		}
	}
	back := func() {
		if away != "" {
			away = ""
			fmt.Fprintln(std.Err, "vitrine: push: the server takes events again")
		}
	}
	p := &pusher{ctx: ctx, client: client, taken: back, session: c.Session, title: c.Title, fallback: name("-")}
	if c.Path != "-" && c.Path != "" {
		p.fallback = filepath.Base(c.Path)
	}
	add, end := p.add, func() {}
	r := c.leaving(c.URL)
	if r != nil {
		p.prepared = r.Text
		stream := redact.NewStream(r, p.add)
		add, end = stream.Put, stream.Flush
	}
	got, err := readEvents(c.Path, c.From, std, add)
	if err == nil {
		end()
		err = p.finish()
	} else {
		err = fmt.Errorf("reading %s: %w", name(c.Path), bare(err))
	}
	if p.failed != nil {
		err = p.failed
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "%s of %s, %d of them new\n", count(p.sent, "event"), got.From, p.fresh)
	if n := got.Report.Skipped; n > 0 {
		fmt.Fprintf(std.Err, "vitrine: push: %d of %d records could not be read and were skipped\n", n, got.Report.Lines)
	}
	fmt.Fprintln(std.Out, pageURL(slashed(c.URL), p.session, client.Token))
	if r == nil {
		return nil
	}
	tell(std.Err, "push", r.Found())
	return c.write(r.Found())
}

// pusher sends events in batches. After a failure it takes no more.
type pusher struct {
	ctx             context.Context
	client          *live.Client
	session         string
	title, fallback string
	prepared        func(string) string // what the title goes through before it leaves; may be nil
	ready           bool
	batch           [][]byte
	bytes           int
	sent, fresh     int
	failed          error
	taken           func() // called when the server took a batch
}

func (p *pusher) add(e source.Envelope) {
	if p.failed != nil {
		return
	}
	if e.Type == "open" { // the session has its own first event
		if p.title == "" {
			p.title = artifactkit.TranscriptTitle(e)
		}
		return
	}
	body := e.AppendJSON(nil)
	if len(p.batch) == batchEvents || p.bytes+len(body) > batchBytes {
		p.failed = p.flush()
	}
	p.batch = append(p.batch, body)
	p.bytes += len(body)
}

func (p *pusher) finish() error {
	if p.failed != nil {
		return p.failed
	}
	return p.flush()
}

func (p *pusher) flush() error {
	if err := p.prepare(); err != nil {
		return err
	}
	if len(p.batch) == 0 {
		return nil
	}
	acks, err := p.client.Push(p.ctx, p.session, p.batch...)
	if err == nil {
		p.taken()
	}
	for _, a := range acks {
		p.sent++
		if !a.Duplicate {
			p.fresh++
		}
	}
	p.batch, p.bytes = p.batch[:0], 0
	return err
}

// prepare makes the session before the first batch, when the title is known.
func (p *pusher) prepare() error {
	if p.ready {
		return nil
	}
	p.ready = true
	title := or(p.title, p.fallback)
	if p.prepared != nil {
		title = p.prepared(title)
	}
	if p.session != "" {
		err := p.client.Ensure(p.ctx, p.session, title, nil)
		var e *live.Error
		if errors.As(err, &e) && e.Status == 403 {
			return nil // a session's own token cannot make sessions, and need not
		}
		return p.reaching(err)
	}
	made, err := p.client.Create(p.ctx, "", title, nil)
	p.session = made.Session
	return p.reaching(err)
}

// reaching says of an error on the way to the server what to do about it.
func (p *pusher) reaching(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return fmt.Errorf("reaching the server at %s: %w (is one running there? vitrine serve starts one)", p.client.URL, e.Err)
	}
	return err
}
