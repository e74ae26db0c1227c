// Package carry finds the protocol's own channels inside other people's results (CAR-1). An explicit carrier beats whatever could be
// inferred, so every importer asks here first.
package carry

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Carried are channels that a producer sent along. The zero Carried is none.
type Carried struct {
	Result   protocol.Value // the whole result {value, error?, extra, request?}; absent unless the carrier is one
	Artifact protocol.Value // an object, unchecked: the accessor says what is wrong with it
	Display  protocol.Value // an object
}

// Of reads a place that may hold anything: a whole result, what stands under its extra ({"codeagent": …, "display"?: …}), what
// stands under codeagent ({"artifact": …}), the result of an MCP tool with its _meta, or an artifact. ok is false for all else, however it is named.
func Of(v protocol.Value) (c Carried, ok bool) {
	if v.Type() != protocol.Object {
		return c, false
	}
	extra := v.Get("extra")
	switch {
	case isArtifact(v):
		return Carried{Artifact: v}, true
	case extra.Get(protocol.Channel).Type() == protocol.Object, v.Get("value").Exists() && extra.Type() == protocol.Object && only(v, "value", "error", "extra", "request"):
		c = channels(extra)
		c.Result = v
		return c, true
	case v.Get(protocol.Channel).Type() == protocol.Object:
		c = channels(v)
		return c, c.Artifact.Exists() || c.Display.Exists()
	case v.Get("_meta").Get(protocol.MetaArtifact).Type() == protocol.Object:
		meta := v.Get("_meta")
		return Carried{Artifact: meta.Get(protocol.MetaArtifact), Display: object(meta.Get(protocol.MetaDisplay))}, true
	case isArtifact(v.Get("artifact")) && only(v, "artifact", "display"):
		return Carried{Artifact: v.Get("artifact"), Display: object(v.Get("display"))}, true
	}
	return c, false
}

// Text reads a carrier that is JSON text, also one that was made a JSON string twice.
func Text(s string) (Carried, bool) {
	for range 2 {
		s = strings.TrimSpace(s)
		if len(s) < 2 || len(s) > limits.Result || s[0] != '{' && s[0] != '"' || !strings.Contains(s, "codeagent") && !strings.Contains(s, "extra") {
			return Carried{}, false
		}
		v, why := protocol.Parse([]byte(s))
		if why != nil {
			return Carried{}, false
		}
		if v.Type() != protocol.String {
			return Of(v)
		}
		s = v.Str()
	}
	return Carried{}, false
}

func channels(extra protocol.Value) Carried {
	channel := extra.Get(protocol.Channel)
	c := Carried{Artifact: object(channel.Get("artifact")), Display: object(extra.Get("display"))}
	if isArtifact(channel) {
		c.Artifact = channel
	}
	if !c.Display.Exists() {
		c.Display = object(channel.Get("display"))
	}
	return c
}

func isArtifact(v protocol.Value) bool { return v.Get("schema").Str() == protocol.Schema }

func object(v protocol.Value) protocol.Value {
	if v.Type() == protocol.Object {
		return v
	}
	return protocol.Value{}
}

func only(v protocol.Value, keys ...string) bool {
	n := 0
	for _, k := range keys {
		if v.Get(k).Exists() {
			n++
		}
	}
	return n == v.Len()
}
