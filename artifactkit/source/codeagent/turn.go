package codeagent

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// record reads what ellmer's contents_record makes: a turn, or one content.
func (r *reader) record(v protocol.Value) {
	class := strings.TrimPrefix(v.Get("class").Str(), "ellmer::")
	if !strings.HasSuffix(class, "Turn") {
		r.content(v, "assistant")
		return
	}
	props := v.Get("props")
	role := props.Get("role").Str()
	if role == "" {
		role = strings.ToLower(strings.TrimSuffix(class, "Turn"))
	}
	before := r.rec
	for _, c := range props.Get("contents").Elems() {
		r.rec = c.AppendCompact(nil)
		r.content(c, role)
	}
	r.rec = v.AppendCompact(nil)
	r.usage(props)
	r.rec = before
}

// content reads one recorded content. What is not known travels under its class.
func (r *reader) content(v protocol.Value, role string) {
	props := v.Get("props")
	class := strings.TrimPrefix(v.Get("class").Str(), "ellmer::")
	var o obj.Object
	switch class {
	case "ContentText":
		o.Str("role", role)
		o.Str(textKey(role), props.Get("text").Str())
		r.rest(&o, props, "text")
		r.put("message", "", o.JSON())
	case "ContentThinking":
		o.Str("text", props.Get("thinking").Str())
		r.rest(&o, props, "thinking")
		r.put("thinking", "", o.JSON())
	case "ContentToolRequest":
		id := props.Get("id").Str()
		r.calls[id] = true
		request, _ := protocol.Parse(requestEvent(props))
		for k, m := range request.Members() {
			o.Val(k, m)
		}
		props, _ = protocol.Parse(protocol.AppendEdited(nil, props, protocol.Delete("tool", "annotations")))
		r.rest(&o, props, "id", "name", "arguments")
		r.put("tool_request", id, o.JSON())
	case "ContentToolResult":
		result, _ := protocol.Parse(resultOf(props))
		r.result(result, source.Envelope{})
	case "ContentImageInline":
		mime := props.Get("type").Str()
		r.image(props, role, "["+mime+"]", talk.Picture(mime, props.Get("data").Str(), ""))
	case "ContentImageRemote":
		url := props.Get("url").Str()
		r.image(props, role, url, talk.Picture("", url, ""))
	default:
		r.put(name+"."+class, "", v.AppendCompact(nil))
	}
}

// image writes a picture in the conversation as a message: a word for hosts that show none, and the picture beside it.
func (r *reader) image(props protocol.Value, role, word string, picture []byte) {
	var o obj.Object
	o.Str("role", role)
	o.Str("text", word)
	o.Raw("images", obj.List([][]byte{picture}))
	r.rest(&o, props, "type", "data", "url")
	r.put("message", "", o.JSON())
}

// rest keeps the props that the event does not carry.
func (r *reader) rest(o *obj.Object, props protocol.Value, drop ...string) {
	rest := obj.Rest(props, drop...)
	if v, _ := protocol.Parse(rest); rest != nil && holds(v) {
		o.Raw("extra", nest(rest))
	}
}

func (r *reader) put(typ, native string, event []byte) {
	r.send(source.Envelope{ID: r.ids.Native(native, typ, r.rec), Type: typ, Event: event})
}

// resultOf writes a recorded tool result as a codeagent result: its request is a record as well, and so are contents that stand in
// the place of its value.
func resultOf(props protocol.Value) []byte {
	var o obj.Object
	value := props.Get("value")
	contents := recorded(value)
	if contents == nil {
		if value.Exists() {
			o.Val("value", value)
		} else {
			o.OrNull("value", "")
		}
	} else {
		var words []string
		for _, c := range contents {
			if t := c.At("props", "text"); t.Type() == protocol.String {
				words = append(words, t.Str())
			}
		}
		o.Str("value", strings.Join(words, "\n"))
	}
	if e := props.Get("error"); e.Exists() {
		o.Val("error", e)
	} else {
		o.OrNull("error", "")
	}
	o.Raw("extra", extraOf(props.Get("extra"), value, contents))
	request := props.Get("request")
	if isRecord(request) {
		request = request.Get("props")
	}
	if request.IsSet() {
		o.Val("request", request)
	} else {
		o.OrNull("request", "")
	}
	return o.JSON()
}

// extraOf is the extra of a result with the contents that stood in its value, where adaptation looks for them (AD-4).
func extraOf(extra, value protocol.Value, contents []protocol.Value) []byte {
	if extra.Type() != protocol.Object {
		var o obj.Object
		if contents != nil {
			o.Raw("contents", list(value))
		}
		return o.JSON()
	}
	if contents == nil || extra.Get("contents").Exists() {
		return extra.AppendCompact(nil)
	}
	return protocol.AppendEdited(nil, extra, protocol.Set(list(value), "contents"))
}

func list(v protocol.Value) []byte {
	if v.Type() == protocol.Array {
		return v.AppendCompact(nil)
	}
	return append(v.AppendCompact([]byte{'['}), ']')
}

// recorded returns the contents that a value is, nil when it is anything else.
func recorded(v protocol.Value) []protocol.Value {
	if isRecord(v) {
		return []protocol.Value{v}
	}
	var all []protocol.Value
	for _, e := range v.Elems() {
		if !isRecord(e) {
			return nil
		}
		all = append(all, e)
	}
	return all
}

// usage writes the tokens of a turn, if it counts any, and keeps what else the turn says of itself.
func (r *reader) usage(props protocol.Value) {
	total := int64(0)
	for _, n := range props.Get("tokens").Elems() {
		if i, ok := n.Int(); ok && i > 0 && i < 1<<40 {
			total += i
		}
	}
	var o obj.Object
	if total == 0 {
		if r.rest(&o, props, "role", "contents", "text"); !o.Empty() {
			r.put(name+".turn", "", o.JSON())
		}
		return
	}
	cost := props.Get("cost")
	o.Raw("n_tokens", strconv.AppendInt(nil, total, 10))
	o.OrNull("model_limit", "")
	o.OrNull("warning_state", "")
	if cost.Type() == protocol.Number {
		o.Val("cost_last", cost)
	} else {
		o.OrNull("cost_last", "")
	}
	r.rest(&o, props, "role", "contents", "text", "cost")
	r.put("usage", "", o.JSON())
}
