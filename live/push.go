package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Bounds of one request of Push.
const (
	pushEvents = 256
	pushBytes  = 1 << 20
)

// JSON is the envelope's text. Its event is kept byte for byte.
func (e Envelope) JSON() ([]byte, error) {
	text, err := encode(nil, e)
	if err != nil {
		return nil, fmt.Errorf("encoding envelope %.40q: %w", e.ID, err)
	}
	return text, nil
}

// Push stores envelopes, one JSON object each, in order. It returns when the server has them safely, and repeats what
// failed on the way, with the same ids, until ctx ends, telling c.Retry each time: an event is stored once however often it is sent. An *Error whose
// Line counts the envelopes from 1 tells what the server will not take; those before it are in the first result.
func (c *Client) Push(ctx context.Context, session string, envelopes ...[]byte) ([]Accepted, error) {
	var accepted []Accepted
	for done := 0; done < len(envelopes); {
		var body []byte
		n := 0
		for _, env := range envelopes[done:] {
			if n > 0 && (n == pushEvents || len(body)+len(env) > pushBytes) {
				break
			}
			if bytes.IndexByte(env, '\n') >= 0 {
				var flat bytes.Buffer
				if err := json.Compact(&flat, env); err != nil {
					return accepted, fmt.Errorf("pushing envelope %d: %w", done+n+1, err)
				}
				env = flat.Bytes()
			}
			body = append(append(body, env...), '\n')
			n++
		}
		acks, err := c.pushBatch(ctx, session, body)
		accepted = append(accepted, acks...)
		if err != nil {
			if e, ok := errors.AsType[*Error](err); ok && e.Line > 0 {
				e.Line += done
			}
			return accepted, fmt.Errorf("pushing events: %w", err)
		}
		done += n
	}
	return accepted, nil
}

func (c *Client) pushBatch(ctx context.Context, session string, body []byte) ([]Accepted, error) {
	for n := 0; ; n++ {
		var got struct {
			Accepted []Accepted `json:"accepted"`
		}
		err := c.call(ctx, "POST", "application/x-ndjson", body, &got, "v1", "sessions", session, "events")
		if err == nil {
			return got.Accepted, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		wait := c.Backoff.wait(n)
		if e, ok := errors.AsType[*Error](err); ok {
			if !passing(e.Status) {
				return e.Accepted, e
			}
			wait = max(wait, e.RetryAfter)
		}
		if c.Retry != nil {
			c.Retry(err, wait)
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// passing tells the refusals that may be none the next time.
func passing(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}
