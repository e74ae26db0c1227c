package redact

import (
	"bytes"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Envelope is an event without its secrets, in every text that it has. Ids stay ids, and those that belong together stay together.
func (r *Redactor) Envelope(e source.Envelope) source.Envelope {
	v, why := protocol.Parse(e.Event)
	r.place = place{event: r.quiet(e.Type)}
	if why == nil {
		r.place.call, r.place.tool = r.called(v)
		r.pictures(e.Event)
		e.Event = r.JSON(e.Event)
	} else {
		e.Event = []byte("null") // no event, so nothing of it is shown
	}
	r.place.in = [2]string{"envelope"}
	e.Parent, e.Agent, e.Type, e.Source, e.At = r.Text(e.Parent), r.Text(e.Agent), r.Text(e.Type), r.Text(e.Source), r.Text(e.At)
	if id := r.Text(e.ID); id != e.ID {
		e.ID = strings.TrimSuffix(source.NewIDs("removed").Hash([]byte(e.ID)), ":0")
	}
	return e
}

// called is the call that an event is about, as the list may show it.
func (r *Redactor) called(v protocol.Value) (id, tool string) {
	if id = v.Get("id").Str(); id == "" {
		id = v.At("request", "id").Str()
	}
	if tool = v.Get("name").Str(); tool == "" {
		tool = v.At("request", "name").Str()
	}
	return r.quiet(id[:min(len(id), 128)]), r.quiet(tool[:min(len(tool), 64)])
}

// quiet removes secrets from a text of the list itself, which are counted where they stand.
func (r *Redactor) quiet(s string) string { return r.still.Text(s) }

// pictures counts pictures, which are not looked into: members of base 64 that say so, and data: addresses.
func (r *Redactor) pictures(json []byte) {
	r.found.pictures += bytes.Count(json, []byte(`"b64":"`)) + bytes.Count(json, []byte(`"data:image/`))
}
