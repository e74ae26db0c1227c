package export_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/export"
)

// run is a run of calls, with one of a sub-agent that has the id of one outside.
func run() (all []source.Envelope) {
	put := func(id, typ, parent, event string) {
		all = append(all, source.Envelope{ID: id, Type: typ, Parent: parent, Event: []byte(event)})
	}
	put("open", "open", "", `{"title":"A run"}`)
	put("q1", "tool_request", "", `{"id":"c1","name":"t"}`)
	put("in1", "tool_request", "c1", `{"id":"c2","name":"t"}`)
	put("in2", "tool_result", "c1", `{"id":"c2","name":"t"}`)
	put("r1", "tool_result", "", `{"id":"c1","name":"t"}`)
	put("said", "message", "", `{"role":"assistant","markdown":"on"}`)
	put("q2", "tool_request", "", `{"id":"c2","name":"t"}`)
	put("r2", "tool_result", "", `{"request":{"id":"c2"}}`)
	put("end", "end", "", `{}`)
	return all
}

func TestAPartIsTakenByItsCalls(t *testing.T) {
	for _, c := range []struct {
		name    string
		o       export.Options
		want    string
		missing bool
	}{
		{"everything", export.Options{}, "open q1 in1 in2 r1 said q2 r2 end", false},
		{"from a call on", export.Options{From: "c1"}, "open q1 in1 in2 r1 said q2 r2 end", false},
		{"from a sub-agent's call on, by the call that runs it", export.Options{From: "c1/c2"}, "open in1 in2 r1 said q2 r2 end", false},
		{"to the result of a call", export.Options{To: "c1"}, "open q1 in1 in2 r1", false},
		{"one call with what runs under it", export.Options{Calls: []string{"c1"}}, "open q1 in1 in2 r1", false},
		{"one call of a sub-agent", export.Options{Calls: []string{"c1/c2"}}, "open in1 in2", false},
		{"a call that is not there", export.Options{From: "c9"}, "open", true},
		{"a name that only looks like that of a sub-agent's call", export.Options{From: "c2/c1"}, "open", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			c.o.Format = "jsonl"
			x := export.New(c.o, &out)
			for _, e := range run() {
				x.Put(e)
			}
			if err := x.End(); (err != nil) != c.missing {
				t.Errorf("got %v, want missing: %v", err, c.missing)
			}
			if err := x.Write(false); err != nil {
				t.Fatal(err)
			}
			var got []string
			for line := range strings.Lines(out.String()) {
				_, rest, _ := strings.Cut(line, `"id":"`)
				id, _, _ := strings.Cut(rest, `"`)
				got = append(got, id)
			}
			if strings.Join(got, " ") != c.want || x.Events() != len(got) {
				t.Errorf("got %v, want %s", got, c.want)
			}
		})
	}
}
