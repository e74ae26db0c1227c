package app

import (
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// Ways is how the reader finds the way through the transcript: what is shown of it, and what is looked for.
type Ways struct {
	Prose    bool   // the conversation first, a line for each run of calls
	Grouping string // tool, all, none
	Filter   transcript.Filter
	Find     Find
	Keys     bool // single keys do something
	Help     bool // the list of keys is open
	Inspect  bool // the host can show a call's event
}

// Find is a search and how far it has come.
type Find struct {
	Open  bool
	Words string
	Hits  int
	At    int // the hit that is shown, from 1; 0 before there is one
	Done  bool
	Cut   bool // of long results, only the beginning was searched
	Apart bool // the words are in a part of the result that is not drawn
}

func parseWays(v protocol.Value) Ways {
	f, filter := v.Get("find"), v.Get("filter")
	return Ways{
		Prose: v.Get("prose").Bool(), Grouping: v.Get("grouping").Str(), Keys: v.Get("keys").Bool(), Help: v.Get("help").Bool(), Inspect: v.Get("inspect").Bool(),
		Filter: transcript.Filter{Tool: filter.Get("tool").Str(), Status: filter.Get("status").Str(), Kind: filter.Get("kind").Str()},
		Find: Find{
			Open: f.Get("open").Bool(), Words: f.Get("words").Str(), Hits: number(f.Get("hits")), At: number(f.Get("at")),
			Done: f.Get("done").Bool(), Cut: f.Get("cut").Bool(), Apart: f.Get("apart").Bool(),
		},
	}
}

// appendFilter writes a filter as the engine reads it.
func appendFilter(dst []byte, f transcript.Filter) []byte {
	dst = protocol.AppendString(append(dst, `{"tool":`...), f.Tool)
	dst = protocol.AppendString(append(dst, `,"status":`...), f.Status)
	return append(protocol.AppendString(append(dst, `,"kind":`...), f.Kind), '}')
}
