package carrier

import "github.com/vitrine-go/vitrine/artifactkit/protocol"

// result is what a carrier takes along.
type result struct {
	id, name string
	value    string
	failure  string         // what the error says
	error    protocol.Value // as it is given
	failed   bool
	artifact protocol.Value
	display  protocol.Value
	others   []member // further members of extra
	channel  protocol.Value
	siblings bool // extra.codeagent holds more than the artifact
}

type member struct {
	key string
	v   protocol.Value
}

func read(data []byte) (result, error) {
	v, why := protocol.Parse(data)
	if why != nil || v.Type() != protocol.Object {
		return result{}, ErrNoResult
	}
	isEvent := v.Get("is_error").Exists()
	if !isEvent && !v.Get("value").Exists() && !v.Get("extra").Exists() {
		return result{}, ErrNoResult
	}
	r := result{value: protocol.ValueOf(v, ""), error: v.Get("error")}
	r.artifact, _ = protocol.Candidate(v)
	r.failure, r.failed = protocol.ErrorOf(v)
	request, extra := v.Get("request"), v.Get("extra")
	if isEvent {
		request, r.failed, r.display = v, r.failed || v.Get("is_error").Bool(), v.Get("display")
	} else {
		r.display = extra.Get("display")
	}
	r.id, r.name = word(request.Get("id")), word(request.Get("name"))
	for k, m := range extra.Members() {
		switch k {
		case protocol.Channel:
			r.channel, r.siblings = m, m.Len() > 1
		case "display":
		default:
			r.others = append(r.others, member{k, m})
		}
	}
	if !r.display.IsSet() {
		r.display = protocol.Value{}
	}
	return r, nil
}

func word(v protocol.Value) string {
	if v.Type() == protocol.Number {
		return v.Num()
	}
	return v.Str()
}

// text is the portable text: of a failure that says nothing else, its error (AD-5).
func (r result) text() string {
	if r.value == "" && r.failed {
		return r.failure
	}
	return r.value
}

// content is the portable text as the only block of a content.
func (r result) content() []byte {
	var block object
	block.str("type", "text")
	block.str("text", r.text())
	return append(append([]byte{'['}, block.json()...), ']')
}

// extra is the extra of the result.
func (r result) extra() object {
	var extra, channel object
	if r.channel.Type() == protocol.Object {
		extra.val(protocol.Channel, r.channel)
	} else if r.artifact.Exists() {
		channel.val("artifact", r.artifact)
		extra.some(protocol.Channel, channel)
	}
	extra.val("display", r.display)
	for _, m := range r.others {
		extra.val(m.key, m.v)
	}
	return extra
}

// inText is the result as JSON text, for places that take text alone.
func (r result) inText() []byte {
	var o object
	o.str("value", r.value)
	switch {
	case r.error.IsSet():
		o.val("error", r.error)
	case r.failed:
		o.str("error", r.text())
	}
	o.raw("extra", r.extra().json())
	return o.json()
}

// object is a JSON object that grows at its end.
type object struct {
	text    []byte
	members int
}

func (o *object) raw(key string, json []byte) {
	sep := byte(',')
	if o.members++; o.members == 1 {
		sep = '{'
	}
	o.text = append(append(protocol.AppendString(append(o.text, sep), key), ':'), json...)
}

func (o *object) str(key, s string) { o.raw(key, protocol.AppendString(nil, s)) }

// val appends a value token for token; an absent one appends nothing.
func (o *object) val(key string, v protocol.Value) {
	if v.Exists() {
		o.raw(key, v.AppendCompact(nil))
	}
}

// some appends an object unless it is empty.
func (o *object) some(key string, in object) {
	if in.members > 0 {
		o.raw(key, in.json())
	}
}

func (o object) json() []byte {
	if o.members == 0 {
		return []byte("{}")
	}
	return append(o.text[:len(o.text):len(o.text)], '}')
}
