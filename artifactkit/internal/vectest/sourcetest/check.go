package sourcetest

import (
	"encoding/json"
	"io"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// Read reads a transcript, checks what must hold for any input, and returns the envelopes as JSON.
func Read(t *testing.T, src source.Source, r io.Reader, o source.Options) ([]string, source.Report) {
	t.Helper()
	var got []string
	ids := map[string]bool{}
	rep := source.Read(src, r, o, func(e source.Envelope) {
		line := string(e.AppendJSON(nil))
		got = append(got, line)
		if !json.Valid([]byte(line)) {
			t.Errorf("the envelope is no JSON: %s", line)
		}
		if !source.ValidID(e.ID) || e.Type == "" || e.Source == "" {
			t.Errorf("id %q, type %q, source %q", e.ID, e.Type, e.Source)
		}
		if ids[e.ID] {
			t.Errorf("the id %q comes twice", e.ID)
		}
		ids[e.ID] = true
		v, why := protocol.Parse(e.Event)
		if why != nil || v.Type() != protocol.Object {
			t.Errorf("the event of %s is no object: %s", e.ID, e.Event)
		}
		if e.Type == "tool_result" && keys(v) != "id name display value is_error artifact " {
			t.Errorf("EV-1: the event has the fields %s", keys(v))
		}
	})
	if rep.Lines != rep.Read+rep.Blank+rep.Skipped {
		t.Errorf("%d lines are not %d read, %d blank, %d skipped", rep.Lines, rep.Read, rep.Blank, rep.Skipped)
	}
	if rep.Events != len(got) {
		t.Errorf("%d events counted, %d came", rep.Events, len(got))
	}
	return got, rep
}

func keys(v protocol.Value) string {
	s := ""
	for k := range v.Members() {
		s += k + " "
	}
	return s
}
