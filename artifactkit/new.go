package artifactkit

import (
	"errors"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Result is a codeagent result of our own making. The zero Result is JSON null.
type Result struct{ json []byte }

// JSON is the result as compact JSON. The bytes are the Result's own: do not change them.
func (r Result) JSON() []byte {
	if r.json == nil {
		return []byte("null")
	}
	return r.json
}

// MarshalJSON lets a Result stand in a larger structure.
func (r Result) MarshalJSON() ([]byte, error) { return r.JSON(), nil }

// Option is one thing that a producer says about a result.
type Option func(*adapt.Spec)

// Kind is what the payload is: text, table, image, code, diff or error. Without it the kind is text.
func Kind(name string) Option { return func(s *adapt.Spec) { s.Kind = name } }

// Payload is the data of the artifact, a JSON object or array as its kind wants it. Without it the payload is empty.
func Payload(json []byte) Option { return func(s *adapt.Spec) { s.Payload = json } }

// Title is a short plain text over the artifact.
func Title(text string) Option { return func(s *adapt.Spec) { s.Title = &text } }

// Icon is the name of a Bootstrap icon. A name that is not bundled is drawn as a dot.
func Icon(name string) Option { return func(s *adapt.Spec) { s.Icon = &name } }

// Status is success or error. Without it the status is success; an artifact of the kind error always has the status error.
func Status(word string) Option { return func(s *adapt.Spec) { s.Status = word } }

// Markdown is a body for people, drawn in place of the payload, which stays one click away.
func Markdown(source string) Option { return func(s *adapt.Spec) { s.Markdown = &source } }

// Display is other presentation hints, a JSON object such as {"label":"Duluth","open":true}.
func Display(json []byte) Option { return func(s *adapt.Spec) { s.Display = json } }

// New makes a result for those who write tools. value is the portable text: what the model reads, and what is shown wherever
// nothing else can be. It must stand for itself, since the artifact does not reach the model. An error is a mistake of the
// caller and names the member.
func New(value string, opts ...Option) (Result, error) {
	s := adapt.Spec{Value: value}
	for _, o := range opts {
		o(&s)
	}
	json, err := adapt.New(s)
	return Result{json}, err
}

// NewJSON is New for a JSON object with the members value, kind, payload, title, icon, status, markdown and display. An unknown
// member is an error.
func NewJSON(spec []byte) (Result, error) {
	v, why := protocol.Parse(spec)
	if why != nil {
		return Result{}, errors.New("make a result: " + why.Message)
	}
	s, err := adapt.ParseSpec(v)
	if err != nil {
		return Result{}, err
	}
	json, err := adapt.New(s)
	return Result{json}, err
}
