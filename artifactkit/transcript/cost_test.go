package transcript_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// shapes are transcripts of n settled calls, the last loop or message still open.
var shapes = []struct {
	name string
	make func(tr *transcript.Transcript, n int)
}{
	{"calls in turns of their own", func(tr *transcript.Transcript, n int) {
		for i := range n {
			tr.Append(event("message", `{"role":"assistant","markdown":"Next."}`))
			call(tr, i, "a")
		}
	}},
	{"one closed row of calls", func(tr *transcript.Transcript, n int) {
		for i := range n {
			call(tr, i, "a")
		}
	}},
	{"one open list of calls", func(tr *transcript.Transcript, n int) {
		for i := range n {
			call(tr, i, "a")
		}
		tr.Act("h1", "toggle", "")
	}},
	{"one loop of as many tools", func(tr *transcript.Transcript, n int) {
		tr.SetGrouping(transcript.All)
		for i := range n {
			call(tr, i, fmt.Sprintf("tool_%06d", i))
		}
	}},
	{"a message of as many lines", func(tr *transcript.Transcript, n int) {
		tr.Append(event("thinking", `{"text":"Hm.\n\n"}`))
		for i := range n {
			tr.Append(event("thinking", fmt.Sprintf(`{"text":"Line %06d of thought.\n\n"}`, i)))
		}
	}},
	{"an answer of as many paragraphs", func(tr *transcript.Transcript, n int) {
		for i := range n {
			tr.Append(event("delta", fmt.Sprintf(`{"text":"Line %06d of the answer.\n\n"}`, i)))
		}
	}},
	{"calls of one sub-agent", func(tr *transcript.Transcript, n int) {
		tr.Append(request("agent", "Task"))
		tr.Act("h1", "toggle", "")
		for i := range n {
			for _, e := range pair(i, "a") {
				e.Parent = "agent"
				tr.Append(e)
			}
		}
	}},
}

func pair(i int, tool string) [2]source.Envelope {
	id := fmt.Sprintf("c%06d", i)
	return [2]source.Envelope{request(id, tool), result(id, tool, `{"label":"Duluth","value_preview":"18 C"}`)}
}

func call(tr *transcript.Transcript, i int, tool string) {
	for _, e := range pair(i, tool) {
		tr.Append(e)
	}
}

// next are the events whose cost is measured: in the session, and in the sub-agent where there is one.
func next() []source.Envelope {
	p := pair(900_000, "a")
	events := []source.Envelope{event("delta", `{"text":"In"}`), event("delta", `{"text":"deed.

"}`), event("thinking", `{"text":"So far."}`), event("thinking", `{"text":" And on.\n"}`)}
	events = append(events, p[0], p[1], event("delta", `{"text":"It was"}`), event("delta", `{"text":" the cold.\n\n"}`), event("delta", `{"text":"Really."}`))
	for _, e := range pair(900_001, "a") {
		e.Parent = "agent"
		events = append(events, e)
	}
	return append(events, event("end", `{"stop_reason":"completed"}`))
}

// What an event sends to the page depends on the event alone.
func TestCostOfAnEventDoesNotGrow(t *testing.T) {
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) { flat(t, transcript.Options{}, s.make) })
		t.Run(s.name+", with ways", func(t *testing.T) {
			flat(t, transcript.Options{Ways: true}, func(tr *transcript.Transcript, n int) {
				tr.SetFilter(transcript.Filter{Tool: "a", Status: "success"})
				s.make(tr, n)
			})
		})
	}
}

func flat(t *testing.T, o transcript.Options, shape func(*transcript.Transcript, int)) {
	t.Helper()
	small, large := costs(o, shape, 50), costs(o, shape, 5000)
	for i := range small {
		a, b := small[i], large[i]
		// Numbers have more digits in a longer transcript, and a piece of text ends here or there.
		if a.ops != b.ops || b.bytes > a.bytes+2048 || a.bytes > b.bytes+2048 {
			t.Errorf("event %d: %d operations of %d bytes at 50, %d of %d at 5,000", i, a.ops, a.bytes, b.ops, b.bytes)
		}
	}
}

type cost struct{ ops, bytes int }

func costs(o transcript.Options, shape func(*transcript.Transcript, int), n int) []cost {
	tr := transcript.New(o)
	shape(tr, n)
	var out []cost
	for _, e := range next() {
		c := tr.Append(e)
		bytes := 0
		for _, op := range c.Ops {
			bytes += len(op.HTML.String())
		}
		out = append(out, cost{len(c.Ops), bytes})
	}
	return out
}

// One endless code block costs a small multiple of its length and not its square, and ends as it should. Beyond what is read as
// Markdown the text goes on in another message.
func TestAnEndlessBlock(t *testing.T) {
	tr, d := transcript.New(transcript.Options{}), newDoc()
	const deltas, line = 4000, `one more line of code that never ends\n`
	sent := 0
	take := func(body string) {
		t.Helper()
		c := tr.Append(event("delta", `{"text":"`+body+`"}`))
		for _, op := range c.Ops {
			sent += len(op.HTML.String())
		}
		if err := d.apply(c); err != nil {
			t.Fatal(err)
		}
	}
	take("```\\n")
	for range deltas {
		take(line)
	}
	same(t, d, tr)
	if n := deltas * len(line); sent > 150*n {
		t.Errorf("%d bytes were sent for %d", sent, n)
	}
	for range deltas {
		take(line)
	}
	if err := d.apply(tr.Append(event("end", `{}`))); err != nil {
		t.Fatal(err)
	}
	same(t, d, tr)
	if got := strings.Count(d.host.words(), "never ends"); got != 2*deltas {
		t.Errorf("%d lines are shown, want %d", got, 2*deltas)
	}
	if got := tr.Summary().Messages; got != 2 {
		t.Errorf("%d messages, want 2", got)
	}
}

// A failure opens its row; of a long list only the end comes with it, the rest on demand.
func TestALongListOpensAtItsEnd(t *testing.T) {
	tr, d := transcript.New(transcript.Options{}), newDoc()
	do := func(c transcript.Changes) {
		t.Helper()
		if err := d.apply(c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 950 {
		for _, e := range pair(i, "a") {
			do(tr.Append(e))
		}
	}
	do(tr.Append(event("tool_result", `{"id":"bad","name":"a","display":null,"value":"no","is_error":true,"artifact":null}`)))
	rows := func() int { return strings.Count(d.host.String(), `class="ak-call"`) }
	for _, want := range []int{200, 400, 600, 800, 951, 951} {
		same(t, d, tr)
		if got := rows(); got != want {
			t.Errorf("%d rows are there, want %d", got, want)
		}
		do(tr.Act("i1", "earlier", ""))
	}
	do(tr.Act("h1", "toggle", ""))
	do(tr.Act("h1", "toggle", ""))
	for _, e := range pair(2000, "a") {
		do(tr.Append(e))
	}
	same(t, d, tr)
	if got, want := rows(), 201; got != want {
		t.Errorf("opened again: %d rows, want %d", got, want)
	}
}

// BenchmarkEvent measures a request with its result at the end of a transcript. ns/op is the mean; the median of the single events
// is reported beside it, since one collection of garbage in thousands of events is not what an event costs.
func BenchmarkEvent(b *testing.B) {
	for _, s := range shapes[:4] {
		for _, n := range []int{50, 5000} {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(s.name, " ", "_"), n), func(b *testing.B) {
				tr := transcript.New(transcript.Options{})
				s.make(tr, n)
				var times []time.Duration
				for i := 0; b.Loop(); i++ {
					p := pair(1_000_000+i, "a")
					start := time.Now()
					tr.Append(p[0])
					tr.Append(p[1])
					times = append(times, time.Since(start)/2)
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "median-ns/event")
			})
		}
	}
}
