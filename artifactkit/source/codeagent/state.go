package codeagent

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/cut"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/rjson"
)

// state reads a chat-state line: base64 of a zlib stream of serializeJSON of recorded turns.
func (r *reader) state(v protocol.Value) *protocol.Reason {
	if r.settled {
		return &protocol.Reason{Code: protocol.DuplicateKey, Path: "/state", Message: "Another chat state, or the text in its place, was read before."}
	}
	text, why := inflate(v.Get("state"))
	if why != nil && len(text) == 0 {
		return why
	}
	turns, ok := cut.Elements(text, "value")
	if !ok && why == nil {
		why = &protocol.Reason{Code: protocol.NotJSON, Path: "/state", Message: "The chat state is no list of turns, or it breaks off."}
	}
	read := 0
	for _, turn := range turns {
		t, bad := protocol.Parse(turn)
		if bad != nil {
			why = bad
			continue
		}
		if t, bad = protocol.Parse(rjson.Append(nil, t)); bad != nil || !isRecord(t) {
			why = &protocol.Reason{Code: protocol.NotAnObject, Path: "/state", Message: "Something in the chat state is no recorded turn."}
			continue
		}
		read++
		r.record(t)
	}
	if read > 0 {
		r.replace()
	}
	if why != nil && read > 0 {
		why.Message = fmt.Sprintf("%d turns of the chat state were read. %s", read, why.Message)
	}
	return why
}

// inflate undoes base64 and zlib (or gzip) within bounds. A stream that breaks off gives what came before, and the reason.
func inflate(v protocol.Value) ([]byte, *protocol.Reason) {
	bad := func(code protocol.Code, format string, args ...any) *protocol.Reason {
		return &protocol.Reason{Code: code, Path: "/state", Message: fmt.Sprintf(format, args...)}
	}
	if v.Type() != protocol.String {
		return nil, bad(protocol.BadBase64, "The state must be a string, it is %s.", v.Type())
	}
	packed, err := base64.RawStdEncoding.DecodeString(bareBase64(v.Str()))
	if err != nil {
		return nil, bad(protocol.BadBase64, "The state is no base64.")
	}
	in, err := decompressor(packed)
	if err != nil {
		return nil, bad(protocol.BadBase64, "The state is no zlib stream.")
	}
	most := min(limits.ChatState, len(packed)*limits.ChatStateRatio+1<<16)
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	switch {
	case len(text) > most:
		return nil, bad(protocol.TooLarge, "The state unpacks to more than %d bytes.", most)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return text, bad(protocol.BadBase64, "The state breaks off.")
	case err != nil:
		return text, bad(protocol.BadBase64, "The state is damaged.")
	}
	return text, nil
}

func decompressor(packed []byte) (io.Reader, error) {
	if bytes.HasPrefix(packed, []byte{0x1f, 0x8b}) {
		return gzip.NewReader(bytes.NewReader(packed))
	}
	return zlib.NewReader(bytes.NewReader(packed))
}

// bareBase64 takes white space and padding out.
func bareBase64(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		if c := s[i]; c > ' ' && c != '=' {
			out = append(out, c)
		}
	}
	return string(out)
}
