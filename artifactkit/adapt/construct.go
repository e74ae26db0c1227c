package adapt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Spec is what a producer says about a result (MK-1). The zero value of each member but Value is its default.
type Spec struct {
	Value    string // portable text; invalid UTF-8 is replaced
	Kind     string // text, table, image, code, diff or error; "" is text
	Payload  []byte // a JSON object or array; nil is []
	Title    *string
	Icon     *string
	Status   string  // success or error; "" is success, and an error always is error
	Markdown *string // goes into the display, never into the artifact (MK-4)
	Display  []byte  // a JSON object with other fields of the display
}

// kinds are those a producer may use; others name their owner and are made as JSON (CAR-4).
var kinds = []string{"text", "table", "image", "code", "diff", "error"}

// New makes a codeagent result as compact JSON: value and extra. An error is a mistake of the caller and names the member.
func New(s Spec) ([]byte, error) {
	d := draft{kind: quoted(s.Kind), status: quoted(s.Status), payload: []byte("[]")}
	switch {
	case s.Kind == "":
		d.kind = quoted("text")
	case !slices.Contains(kinds, s.Kind):
		return nil, fmt.Errorf("make a result: kind is %s, want one of %s", protocol.Quote(s.Kind), strings.Join(kinds, ", "))
	}
	switch s.Status {
	case "":
		d.status = quoted("success")
	case "success", "error":
	default:
		return nil, fmt.Errorf("make a result: status is %s, want success or error", protocol.Quote(s.Status))
	}
	if s.Payload != nil {
		p, err := member(s.Payload, "payload", protocol.Object, protocol.Array)
		if err != nil {
			return nil, err
		}
		if p.Height() > limits.PayloadDepth || p.Bound() != "" {
			return nil, fmt.Errorf("make a result: payload nests deeper than %d levels or holds a number of more than %d digits", limits.PayloadDepth, limits.NumberDigits)
		}
		d.payload = p.AppendCompact(nil)
	}
	if s.Icon != nil {
		d.icon = quoted(*s.Icon)
	}
	if s.Title != nil {
		d.title = quoted(*s.Title)
	}
	art := d.build()
	if !art.Exists() {
		return nil, tooLong(len(d.payload))
	}
	dst := protocol.AppendString([]byte(`{"value":`), s.Value)
	dst = art.AppendJSON(append(dst, `,"extra":{"codeagent":{"artifact":`...))
	dst = append(dst, '}')
	show, err := s.display()
	if err != nil {
		return nil, err
	}
	if show != nil {
		dst = append(append(dst, `,"display":`...), show...)
	}
	dst = append(dst, "}}"...)
	if len(dst) > limits.Result {
		return nil, tooLong(len(dst))
	}
	return dst, nil
}

func tooLong(n int) error {
	return fmt.Errorf("make a result: it has %d bytes, at most %d are read", n, limits.Result)
}

// display is the display with the Markdown in it, nil without either.
func (s Spec) display() ([]byte, error) {
	if s.Display == nil && s.Markdown == nil {
		return nil, nil
	}
	text := s.Display
	if text == nil {
		text = []byte("{}")
	}
	v, err := member(text, "display", protocol.Object)
	if err != nil {
		return nil, err
	}
	if s.Markdown == nil {
		return v.AppendCompact(nil), nil
	}
	return protocol.AppendEdited(nil, v, protocol.Set(quoted(*s.Markdown), "markdown")), nil
}

// member parses a member that must be JSON of certain types.
func member(text []byte, name string, want ...protocol.Type) (protocol.Value, error) {
	v, why := protocol.Parse(text)
	if why != nil {
		return v, fmt.Errorf("make a result: %s: %s", name, why.Message)
	}
	if !slices.Contains(want, v.Type()) {
		return v, wrongType(name, v, want...)
	}
	return v, nil
}

func wrongType(name string, v protocol.Value, want ...protocol.Type) error {
	words := make([]string, len(want))
	for i, t := range want {
		words[i] = t.String()
	}
	return fmt.Errorf("make a result: %s is %s, want %s", name, v.Type(), strings.Join(words, " or "))
}

// ParseSpec reads a Spec from a JSON object with its members in lower case. What is null counts as absent; an unknown member and
// a member of a wrong type are errors that name it (MK-2).
func ParseSpec(v protocol.Value) (Spec, error) {
	var s Spec
	if v.Type() != protocol.Object {
		return s, wrongType("the specification", v, protocol.Object)
	}
	if !v.Get("value").Exists() {
		return s, fmt.Errorf("make a result: value is missing, want %s", protocol.String)
	}
	for key, m := range v.Members() {
		if key != "value" && !m.IsSet() {
			continue
		}
		if err := s.set(key, m); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (s *Spec) set(key string, m protocol.Value) error {
	str := m.Str()
	switch key {
	case "payload":
		s.Payload = m.AppendCompact(nil)
		return nil
	case "display":
		s.Display = m.AppendCompact(nil)
		return nil
	case "value":
		s.Value = str
	case "kind":
		s.Kind = str
	case "status":
		s.Status = str
	case "title":
		s.Title = &str
	case "icon":
		s.Icon = &str
	case "markdown":
		s.Markdown = &str
	default:
		return fmt.Errorf("make a result: unknown member %s", protocol.Quote(key))
	}
	if m.Type() != protocol.String {
		return wrongType(key, m, protocol.String)
	}
	return nil
}
