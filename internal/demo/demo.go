// Package demo plays a sample session: every kind of result, a failure, a kind and a version that are not drawn, and markup
// that stays text.
package demo

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live/store"
)

//go:embed sample.jsonl
var sample []byte

// Session is the id of the session that is played.
const Session = "demo"

// Play makes the session and appends the sample, at the pace of an agent, until it is over or ctx ends.
func Play(ctx context.Context, st store.Store) error {
	now := time.Now().UTC()
	open := source.Envelope{ID: "open", Type: "open", Event: fmt.Appendf(nil,
		`{"title":"Why did revenue drop in Duluth?","agent":"Sample","project":"vitrine --demo","created":%q}`, now.Format(time.RFC3339))}
	if _, err := st.Create(ctx, Session, store.Event{ID: open.ID, Body: open.AppendJSON(nil)}); err != nil {
		return fmt.Errorf("making the sample's session: %w", err)
	}
	for line := range bytes.Lines(sample) {
		v, why := protocol.Parse(line)
		if why != nil {
			return fmt.Errorf("reading the sample: %s", why.Message)
		}
		e, why := source.ParseEnvelope(v)
		if why != nil {
			return fmt.Errorf("reading the sample: %s", why.Message)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pace(e.Type)):
		}
		e.At = time.Now().UTC().Format(time.RFC3339Nano)
		if _, err := st.Append(ctx, Session, []store.Event{{ID: e.ID, Body: e.AppendJSON(nil)}}); err != nil {
			return fmt.Errorf("playing the sample: %w", err)
		}
	}
	return nil
}

func pace(typ string) time.Duration {
	switch typ {
	case "delta":
		return 250 * time.Millisecond
	case "tool_request":
		return 200 * time.Millisecond
	}
	return 700 * time.Millisecond
}
