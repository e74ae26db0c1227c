// Package shinychat reads what shinychat keeps of a conversation: the folder of its history (record.json with turns.jsonl and ui.jsonl
// beside it), lists of messages as the page shows them, each of those files by itself, and the messages that server and page exchange.
//
// A record is read along its current branch; the other branches stand where they part, each under a call named branch. Where turns were
// kept they are what is read, with the values of the tools; what the page showed follows them in an envelope of the type
// shinychat.ui. Without turns the page's messages are read, and the tool elements in their text become calls again.
package shinychat

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/turns"
)

const name = "shinychat"

// Source is the format.
var Source = source.Source{Name: name, Title: "shinychat conversation", Sniff: sniff, Open: open, Peek: peek}

func open(o source.Options) source.Reader {
	f := talk.Format{Name: name, Agent: name, Lists: []string{"messages"}, New: func() talk.Items {
		return &reader{o: o, turns: turns.New(name), told: map[string]int{}, asked: map[string]bool{}}
	}}
	return f.Open(o)
}

// shape is what an object is taken for.
type shape uint8

const (
	unknown  shape = iota
	record         // of a conversation
	message        // of the page
	uiLine         // messages of a node
	turnLine       // a turn with its number
	exchange       // what goes between server and page
	wrapper        // an object around messages
)

func shapeOf(v protocol.Value) shape {
	is := func(keys ...string) bool {
		for _, k := range keys {
			if !v.Get(k).Exists() {
				return false
			}
		}
		return true
	}
	switch {
	case is("nodes", "current_leaf"), is("schema_version", "id", "title") && (is("title_source") || is("response_count") || is("client_info") || is("nodes")):
		return record
	case is("role", "segments"):
		return message
	case is("node_id", "data"):
		return uiLine
	case v.Get("seq").Type() == protocol.Number && is("data"):
		return turnLine
	case v.Get("action").Type() == protocol.Object && v.At("action", "type").Type() == protocol.String && is("id"):
		return exchange
	case v.Get("messages").Type() == protocol.Array && v.Get("messages").Len() > 0:
		for _, m := range v.Get("messages").Elems() {
			if shapeOf(m) == message {
				return wrapper
			}
			break
		}
	}
	return unknown
}

func sniff(head []byte) bool {
	for _, v := range talk.Begins(head, "messages") {
		switch shapeOf(v) {
		case record, uiLine, wrapper:
			return true
		case exchange:
			if actions[v.At("action", "type").Str()] {
				return true
			}
		case message:
			for _, s := range v.Get("segments").Elems() {
				return s.Get("content_type").Exists()
			}
			return v.Get("segments").Type() == protocol.Null // cut off
		case turnLine:
			if turns.IsChatlas(v.Get("data")) || serialized(v.Get("data").Str()) {
				return true
			}
		}
	}
	return false
}

// serialized tells whether a text is R's serialisation, as turns lie in files of R.
func serialized(s string) bool {
	return len(s) > 16 && s[:8] == `{"type":`
}

func peek(head, tail []byte) source.Info {
	info := source.Info{Agent: name}
	for _, v := range talk.Begins(head, "messages") {
		if shapeOf(v) == record {
			info.Title, info.Session, info.Model = v.Get("title").Str(), v.Get("id").Str(), v.At("client_info", "model").Str()
			info.Started, info.Updated = source.When(v.Get("created_at").Str()), source.When(v.Get("updated_at").Str())
			return info
		}
	}
	r := open(source.Options{Head: head})
	emit := func(e source.Envelope) {
		v, _ := protocol.Parse(e.Event)
		if e.Type == "message" && info.FirstPrompt == "" && v.Get("role").Str() == "user" {
			info.FirstPrompt = v.Get("text").Str()
		}
	}
	r.Record(head, emit)
	r.End(emit)
	info.Title = source.TitleOf(info.FirstPrompt)
	return info
}

// reader reads objects of any of the shapes.
type reader struct {
	o       source.Options
	turns   *turns.Turns
	told    map[string]int  // messages of a node that were read: its later lines repeat them
	asked   map[string]bool // calls whose element was seen
	pending *streaming
}

// Item reads one object.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	switch shapeOf(v) {
	case record:
		return r.record(t, v)
	case message:
		return r.message(t, v)
	case uiLine:
		r.uiLine(t, v)
		return nil
	case turnLine:
		return r.turn(t, v.Get("data"))
	case exchange:
		r.exchange(t, v)
		return nil
	case wrapper:
		t.Each(v.Get("messages"), func(m protocol.Value) *protocol.Reason {
			t.Item(m, "", "", nil)
			return r.Item(t, m)
		})
		if rest := turns.Rest(v, "messages"); rest != nil {
			t.Item(v, "", "", nil)
			t.Put(name+".state", "", rest)
		}
		return nil
	}
	return &protocol.Reason{Code: protocol.NotAnObject, Message: "This is neither a record nor a message of a conversation."}
}

// End says what a stream that broke off has said.
func (r *reader) End(t *talk.Talk) { r.settle(t) }

// uiLine reads the messages of a node. The file grows at its end: a later line of a node has its earlier messages as well.
func (r *reader) uiLine(t *talk.Talk, v protocol.Value) {
	id := v.Get("node_id").Str()
	list := v.Get("data")
	if list.Type() != protocol.Array {
		t.Unknown("ui", v)
		return
	}
	for i, m := range list.Elems() {
		if i < r.told[id] {
			continue
		}
		t.Item(m, "", "", nil)
		if why := r.message(t, m); why != nil {
			t.Other("unread", m)
		}
	}
	r.told[id] = max(r.told[id], list.Len())
}

// turn reads a turn as either client keeps it: chatlas as an object, ellmer as text of R's serialisation.
func (r *reader) turn(t *talk.Talk, data protocol.Value) *protocol.Reason {
	if data.Type() == protocol.String {
		inner, why := protocol.Parse([]byte(data.Str()))
		if why != nil {
			return why
		}
		data = inner
	}
	data = turns.Plain(data)
	switch {
	case turns.IsRecord(data):
		return r.turns.Ellmer(t, data)
	case turns.IsChatlas(data):
		return r.turns.Chatlas(t, data)
	}
	t.Unknown("turn", data)
	return nil
}
