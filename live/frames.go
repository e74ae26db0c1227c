package live

import (
	"errors"
	"time"

	"github.com/coder/websocket"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// The frames that the server sends beside events, each a JSON object with the kind in "t".

func appendWelcome(dst []byte, begin, first, last cursor) []byte {
	return appendJSON(dst, struct {
		T      string  `json:"t"`
		Cursor *string `json:"cursor"` // where reading begins: behind this, or at the oldest event
		First  *string `json:"first"`
		Last   *string `json:"last"`
	}{"welcome", begin.orNull(), first.orNull(), last.orNull()})
}

func appendHeartbeat(dst []byte, last cursor) []byte {
	return appendJSON(dst, struct {
		T    string  `json:"t"`
		Last *string `json:"last"`
	}{"hb", last.orNull()})
}

func appendReset(dst []byte, reason string) []byte {
	return appendJSON(dst, struct {
		T      string `json:"t"`
		Reason string `json:"reason"`
	}{"reset", reason})
}

func appendBye(dst []byte, retry time.Duration) []byte {
	return appendJSON(dst, struct {
		T     string `json:"t"`
		Retry int64  `json:"retry_ms"`
	}{"bye", retry.Milliseconds()})
}

func appendError(dst []byte, e *Error) []byte {
	return appendJSON(dst, struct {
		T       string `json:"t"`
		Code    string `json:"code"`
		Message string `json:"message"`
	}{"error", e.Code, e.Message})
}

// hello is the client's first frame.
type hello struct{ token, after string }

// clientFrame is a hello or an acknowledgement.
type clientFrame struct {
	hello *hello
	ack   cursor
}

var errBadFrame = errors.New("not a frame of ours")

// parseFrame reads a frame of a client. Members it does not know are passed over.
func parseFrame(kind websocket.MessageType, msg []byte) (f clientFrame, err error) {
	v, reason := protocol.Parse(msg)
	if kind != websocket.MessageText || reason != nil || v.Type() != protocol.Object {
		return f, errBadFrame
	}
	if _, twice := v.Duplicate(); twice {
		return f, errBadFrame
	}
	text := func(key string) (s string, ok bool) {
		m := v.Get(key)
		return m.Str(), m.Type() <= protocol.Null || m.Type() == protocol.String
	}
	switch v.Get("t").Str() {
	case "hello":
		token, ok := text("token")
		after, ok2 := text("after")
		if !ok || !ok2 {
			return f, errBadFrame
		}
		f.hello = &hello{token, after}
		return f, nil
	case "ack":
		at, _ := text("cursor")
		if f.ack, err = parseCursor(at); err != nil || f.ack.seq == 0 {
			return f, errBadFrame
		}
		return f, nil
	}
	return f, errBadFrame
}
