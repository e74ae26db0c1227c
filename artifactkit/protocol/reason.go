package protocol

import (
	"strings"
	"unicode/utf8"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
)

// Code names why something was refused, repaired or noted (ART-9).
type Code string

// The codes of ART-9.
const (
	NotJSON            Code = "not_json"
	NotAnObject        Code = "not_an_object"
	BadSchema          Code = "bad_schema"
	BadVersion         Code = "bad_version"
	UnsupportedVersion Code = "unsupported_version"
	BadKind            Code = "bad_kind"
	BadStatus          Code = "bad_status"
	BadIcon            Code = "bad_icon"
	BadTitle           Code = "bad_title"
	BadPayload         Code = "bad_payload"
	DuplicateKey       Code = "duplicate_key"
	BoxedScalar        Code = "boxed_scalar"
	TooDeep            Code = "too_deep"
	TooLarge           Code = "too_large"
	BadBase64          Code = "bad_base64"
	BadDisplayField    Code = "bad_display_field"
	BadHTML            Code = "bad_html"
	LegacyCard         Code = "legacy_card"
	Synthesized        Code = "synthesized"
	StatusRepaired     Code = "status_repaired"
	Unboxed            Code = "unboxed"
)

// Reason says why something about the data was refused or repaired. It is an answer, never a Go error.
type Reason struct {
	Code    Code
	Path    string // JSON Pointer to the place, "" for the whole text
	Message string // one sentence
}

// AppendJSON appends {"code","path","message"}.
func (r Reason) AppendJSON(dst []byte) []byte {
	dst = AppendString(append(dst, `{"code":`...), string(r.Code))
	dst = AppendString(append(dst, `,"path":`...), r.Path)
	dst = AppendString(append(dst, `,"message":`...), r.Message)
	return append(dst, '}')
}

// Quote puts untrusted text into a message: in quotes, cut at limits.QuoteRunes, control characters replaced.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	n := 0
	for _, r := range s {
		if n == limits.QuoteRunes {
			b.WriteString("…")
			break
		}
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
			r = utf8.RuneError
		}
		b.WriteRune(r)
		n++
	}
	b.WriteByte('"')
	return b.String()
}

// Pointer makes a JSON Pointer of member names.
func Pointer(keys ...string) string {
	var b strings.Builder
	for _, k := range keys {
		b.WriteByte('/')
		if strings.ContainsAny(k, "~/") {
			k = pointerEscapes.Replace(k)
		}
		b.WriteString(k)
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string token: valid UTF-8, only what must be escaped is.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0 // what stands from here on is copied as it is
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				dst = append(append(dst, s[start:i]...), "\ufffd"...)
				start = i + n
			}
			i += n
			continue
		}
		if c >= 0x20 && c != '"' && c != '\\' && c != 0x7f {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}
