package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

func mine(id string, failed bool) string {
	return fmt.Sprintf(`{"id":%q,"name":"map","display":null,"value":"mine: %s","is_error":%t,"artifact":null}`, id, id, failed)
}

// What a host draws in place of a row is led to, filtered and found like any other call.
func TestWhatStandsAloneIsReached(t *testing.T) {
	tr, d := transcript.New(transcript.Options{Card: testCards, Ways: true}), newDoc()
	do := func(c transcript.Changes) {
		t.Helper()
		if err := d.apply(c); err != nil {
			t.Fatal(err)
		}
		same(t, d, tr)
	}
	for _, e := range []string{"a", "b"} {
		do(tr.Append(request(e, "map")))
	}
	do(tr.Append(event("tool_result", mine("a", true))))
	do(tr.Append(result("b", "map", "null")))
	key, c := tr.Reveal("a")
	if do(c); key == "" || !strings.Contains(d.host.String(), key) {
		t.Errorf("got the place %q, which is not in the document", key)
	}
	at, c := tr.Failure("", 1)
	if do(c); at.Ref != "a" || !strings.Contains(d.host.String(), at.Key) {
		t.Errorf("got the failure %+v, want the call that stands alone", at)
	}
	do(tr.SetFilter(transcript.Filter{Status: "success"}))
	do(tr.SetFilter(transcript.Filter{}))
	do(tr.SetGrouping(transcript.All))
	do(tr.Act("", "collapse-all", ""))
	if !strings.Contains(outline(d.host), "alone: mine: a") {
		t.Errorf("got %s, want it there though all rows are closed", outline(d.host))
	}
	do(tr.Append(event("tool_result", mine("a", false))))
	do(tr.Close())
}

// A run of many calls keeps its rows: leaving them has the run drawn anew.
func TestFewLeaveTheirRows(t *testing.T) {
	tr, d := transcript.New(transcript.Options{Card: testCards}), newDoc()
	const n = limits.Beside * 3
	for i := range n {
		id := fmt.Sprint(i)
		for _, c := range []transcript.Changes{tr.Append(request(id, "map")), tr.Append(event("tool_result", mine(id, false)))} {
			if err := d.apply(c); err != nil {
				t.Fatal(err)
			}
			size := 0
			for _, op := range c.Ops {
				size += len(op.HTML.String())
			}
			if i > limits.Beside && size > 8<<10 {
				t.Fatalf("event %d of a long run wrote %d bytes", i, size)
			}
		}
	}
	same(t, d, tr)
	if got := strings.Count(outline(d.host), "alone:"); got != limits.Beside {
		t.Errorf("%d of %d stand alone, want %d", got, n, limits.Beside)
	}
}
