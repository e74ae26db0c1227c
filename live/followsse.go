package live

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// handshakes is after how many refused ones in a row the event stream is tried in the place of a WebSocket.
const handshakes = 2

// foreign tells whether the answer to a handshake is none of the server's: something between does not let WebSockets through. The server
// itself says that the Upgrade did not reach it.
func foreign(e *Error) bool {
	return strings.HasPrefix(e.Code, "http_") || e.Code == "upgrade_required" || e.Code == "bad_handshake"
}

// refused notes how a handshake went that failed. One refusal by something between is enough; what may be a passing failure must come twice.
// Where there is nobody to connect to, nothing is learned.
func (fl *follower) refused(err error, e *Error) {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return
	}
	if fl.failed++; fl.failed >= handshakes || e != nil && foreign(e) && !passing(e.Status) {
		fl.failed, fl.plain = 0, true
	}
}

// stream holds one event stream, as once does a socket: the same events over plain HTTP.
func (fl *follower) stream(ctx context.Context) (wait time.Duration, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := time.AfterFunc(fl.c.quiet(), func() { cancel(errSilent) })
	defer silent.Stop()
	resp, err := fl.open(ctx)
	if err != nil {
		fl.plain = false // perhaps the other way is open again
		e, ok := errors.AsType[*Error](err)
		switch {
		case !ok:
			return 0, cmp.Or(context.Cause(ctx), err)
		case e.Status == http.StatusGone:
			fl.plain = true
			fl.reset(e.Code)
			return 0, err
		case e.Status < 500 && !passing(e.Status):
			return 0, &finalError{e}
		}
		return e.RetryAfter, err
	}
	defer resp.Body.Close()
	// The next connection tries a socket once more: it may have been the server that was away.
	fl.plain, fl.failed = false, handshakes-1
	lines := bufio.NewReaderSize(resp.Body, 16<<10)
	var name, data string
	for {
		silent.Reset(fl.c.quiet())
		line, err := readLine(lines)
		if err != nil {
			return wait, cmp.Or(context.Cause(ctx), err)
		}
		silent.Stop() // the caller takes as long as it likes
		field, value, _ := strings.Cut(string(line), ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "event":
			name = value
		case "data":
			data = value // the server writes one line
		case "retry":
			ms, _ := strconv.Atoi(value)
			wait = time.Duration(min(max(ms, 0), 60_000)) * time.Millisecond
		case "":
			if len(line) > 0 || data == "" {
				break // a comment: a heartbeat
			}
			err = fl.block(name, data)
			name, data = "", ""
		}
		if err != nil {
			return wait, err
		}
	}
}

func (fl *follower) open(ctx context.Context) (*http.Response, error) {
	u, err := fl.c.at("v1", "sessions", fl.session, "events")
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	if fl.after != "" {
		req.Header.Set("Last-Event-ID", fl.after)
	}
	return fl.c.send(req)
}

// block takes in one block of the stream.
func (fl *follower) block(name, data string) error {
	switch name {
	case "":
		return fl.deliver([]byte(data))
	case "live":
		if fl.f.Live != nil {
			fl.f.Live()
		}
	case "reset":
		var r struct {
			Reason string `json:"reason"`
		}
		if err := json.Unmarshal([]byte(data), &r); err != nil {
			return errors.New("the server sent no JSON")
		}
		fl.reset(r.Reason)
	}
	return nil
}
