package transcript_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// walk is a transcript of a host that leads through it, and the host's document.
type walk struct {
	testing.TB
	tr *transcript.Transcript
	d  *doc
}

func newWalk(t testing.TB, events ...source.Envelope) *walk {
	w := &walk{t, transcript.New(transcript.Options{Card: testCards, Ways: true}), newDoc()}
	for _, e := range events {
		w.do(w.tr.Append(e))
	}
	return w
}

// do applies changes, and holds the document against the model.
func (w *walk) do(c transcript.Changes) transcript.Changes {
	w.Helper()
	if err := w.d.apply(c); err != nil {
		w.Fatal(err)
	}
	same(w, w.d, w.tr)
	return c
}

func failure(id, tool string) source.Envelope {
	return event("tool_result", fmt.Sprintf(`{"id":%q,"name":%q,"display":{"open":false},"value":"It broke.","is_error":true,"artifact":null}`, id, tool))
}

func under(parent string, events ...source.Envelope) []source.Envelope {
	for i := range events {
		events[i].Parent, events[i].Agent = parent, "helper"
	}
	return events
}

// run is two turns, a list of several calls, a sub-agent, and three failures: f1 in a list, f2 in the sub-agent, f3 alone.
func longRun() []source.Envelope {
	events := []source.Envelope{
		event("message", `{"role":"user","text":"Why did revenue drop?"}`),
		request("1", "sql"), result("1", "sql", `{"label":"first"}`), request("f1", "sql"), failure("f1", "sql"), request("2", "sql"), result("2", "sql", "null"),
		event("message", `{"role":"assistant","markdown":"Two **stores** closed."}`),
		request("agent", "Task"),
	}
	events = append(events, under("agent", request("x", "look"), result("x", "look", "null"), request("f2", "look"), failure("f2", "look"))...)
	return append(events, result("agent", "Task", "null"), event("message", `{"role":"user","text":"And then?"}`), request("f3", "Edit"), failure("f3", "Edit"), request("run", "Bash"))
}

func TestFailuresAreFoundInTheOrderOfReading(t *testing.T) {
	w := newWalk(t, longRun()...)
	for _, c := range []struct {
		name, from string
		by         int
		want       transcript.Place
	}{
		{"the first from the beginning", "", 1, transcript.Place{Key: "r2", Ref: "f1", N: 1, Of: 3}},
		{"on into a sub-agent", "r2", 1, transcript.Place{Key: "r6", Ref: "agent/f2", N: 2, Of: 3}},
		{"on", "r6", 1, transcript.Place{Key: "h7", Ref: "f3", N: 3, Of: 3}},
		{"round at the end", "h7", 1, transcript.Place{Key: "r2", Ref: "f1", N: 1, Of: 3}},
		{"back", "r6", -1, transcript.Place{Key: "r2", Ref: "f1", N: 1, Of: 3}},
		{"back, round at the beginning", "r2", -1, transcript.Place{Key: "h7", Ref: "f3", N: 3, Of: 3}},
		{"from a part that is none", "zz9", 1, transcript.Place{Key: "r2", Ref: "f1", N: 1, Of: 3}},
		{"back from nowhere is the last", "", -1, transcript.Place{Key: "h7", Ref: "f3", N: 3, Of: 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, changes := w.tr.Failure(c.from, c.by)
			w.do(changes)
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if w.d.parts[got.Key] == nil {
				t.Errorf("%s is not in the document", got.Key)
			}
		})
	}
	if got, _ := newWalk(t, request("1", "a")).tr.Failure("", 1); got != (transcript.Place{}) {
		t.Errorf("nothing failed: got %+v", got)
	}
}

func TestRevealOpensWhatACallIsIn(t *testing.T) {
	for _, c := range []struct{ name, ref, key, card string }{
		{"a single call", "f3", "h7", "k7"},
		{"a call in a closed list", "2", "r3", "k3"},
		{"a call of a sub-agent", "agent/x", "r5", "k5"},
		{"a call of a sub-agent by its id alone", "f2", "r6", "k6"},
		{"no such call", "none", "", ""},
		{"nothing", "", "", ""},
		{"a number of a call that has an id", "#1", "", ""},
		{"a number that is none", "#x", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWalk(t, longRun()...)
			key, changes := w.tr.Reveal(c.ref)
			w.do(changes)
			if key != c.key {
				t.Errorf("got %q, want %q", key, c.key)
			}
			if c.card != "" && w.d.parts[c.card] == nil {
				t.Errorf("the card %s is not there", c.card)
			}
			if _, again := w.tr.Reveal(c.ref); len(again.Ops) > 0 {
				t.Errorf("once more: %d operations, want none", len(again.Ops))
			}
		})
	}
	w := newWalk(t, event("tool_result", `{"id":"","name":"a","display":null,"value":"v","is_error":false,"artifact":null}`))
	if key, changes := w.tr.Reveal("#1"); key != "h1" || len(w.do(changes).Ops) == 0 {
		t.Errorf("a call without an id: got %q, want h1", key)
	}
}

func TestRevealBringsEarlierRowsOfALongList(t *testing.T) {
	w := newWalk(t)
	var events []source.Envelope
	for i := range 900 {
		p := pair(i, "a")
		events = append(events, p[0], p[1])
	}
	w.do(w.tr.AppendAll(events))
	w.do(w.tr.Act("h1", "toggle", ""))
	key, changes := w.tr.Reveal("c000100")
	w.do(changes)
	if w.d.parts[key] == nil {
		t.Errorf("row %q is not in the list", key)
	}
}

func TestTheQuietLineCountsAndUnfolds(t *testing.T) {
	w := newWalk(t, longRun()...)
	line := func() *el { return w.d.host.first("ak-quiet") }
	if got, want := line().words(), "3 calls, 1 failed"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, want := range []string{"true", "false"} {
		w.do(w.tr.Act(line().attr("data-ak-part"), "toggle", ""))
		if got := line().attr("aria-expanded"); got != want {
			t.Errorf("aria-expanded is %s, want %s", got, want)
		}
	}
	_, changes := w.tr.Reveal("1")
	w.do(changes)
	if got := line().attr("aria-expanded"); got != "true" {
		t.Error("a call that is led to stays behind its quiet line")
	}
	for _, g := range []transcript.Grouping{transcript.All, transcript.None, transcript.ByTool} {
		w.do(w.tr.SetGrouping(g))
		if got, want := line().words(), "3 calls, 1 failed"; got != want {
			t.Errorf("grouped by %s: got %q, want %q", g, got, want)
		}
	}
	if plain := transcript.New(transcript.Options{}); plain != nil {
		plain.AppendAll(longRun())
		if s := fmt.Sprint(plain.Node()); strings.Contains(s, "ak-quiet") || strings.Contains(s, "ak-dots") {
			t.Error("a host that leads nowhere has lines and buttons for it")
		}
	}
}

// shown are the tools of the rows that are not hidden, a call in a list by its number.
func (w *walk) shown() (keys []string) {
	for key, e := range w.d.parts {
		if !strings.Contains("gc", key[:1]) {
			continue
		}
		hidden := false
		for x := e; x != nil; x = x.up {
			_, off := x.get("data-ak-off")
			hidden = hidden || off
		}
		if !hidden {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func TestAFilterHidesAndCounts(t *testing.T) {
	w := newWalk(t, longRun()...)
	for _, part := range []string{"h1", "h4"} {
		w.do(w.tr.Act(part, "toggle", ""))
	}
	w.do(w.tr.Act("h5", "toggle", ""))
	for _, c := range []struct {
		name   string
		filter transcript.Filter
		want   string
		fit    int
		say    string
	}{
		{"a tool", transcript.Filter{Tool: "sql"}, "c1 c2 c3 g1", 3, "3 of 8 calls are shown."},
		{"a status, with the call that runs the sub-agent", transcript.Filter{Status: "error"}, "c2 c6 g1 g4 g5 g7", 3, "3 of 8 calls are shown."},
		{"running", transcript.Filter{Status: "running"}, "g8", 1, "1 of 8 calls is shown."},
		{"both", transcript.Filter{Tool: "sql", Status: "success"}, "c1 c3 g1", 2, "2 of 8 calls are shown."},
		{"a kind that no result has", transcript.Filter{Kind: "image"}, "", 0, "0 of 8 calls are shown."},
		{"none", transcript.Filter{}, "c1 c2 c3 c5 c6 g1 g4 g5 g7 g8", 8, "All calls are shown."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := w.do(w.tr.SetFilter(c.filter))
			if keys := strings.Join(w.shown(), " "); keys != c.want {
				t.Errorf("shown: %s, want %s", keys, c.want)
			}
			if s := w.tr.Summary(); s.Fitting != c.fit || s.Filtered != (c.filter != transcript.Filter{}) {
				t.Errorf("summary %+v, want %d", s, c.fit)
			}
			if got.Announce != c.say {
				t.Errorf("says %q, want %q", got.Announce, c.say)
			}
			for _, op := range got.Ops {
				if op.Verb != "on" && op.Verb != "off" {
					t.Errorf("%s %s: a filter draws nothing", op.Verb, op.Key)
				}
			}
		})
	}
	w.do(w.tr.SetFilter(transcript.Filter{Status: "success"}))
	w.do(w.tr.Append(result("run", "Bash", "null")))
	w.do(w.tr.Append(request("new", "Bash")))
	if got, want := strings.Join(w.shown(), " "), "c1 c3 c5 g1 g4 g5 g8"; got != want {
		t.Errorf("a call that ends well comes into view: %s, want %s", got, want)
	}
	_, changes := w.tr.Reveal("f3")
	w.do(changes)
	if !slices.Contains(w.shown(), "g7") {
		t.Error("a call that is led to stays hidden")
	}
	w.do(w.tr.SetFilter(transcript.Filter{Tool: "sql"}))
	w.do(w.tr.SetGrouping(transcript.None))
	if got, want := strings.Join(w.shown(), " "), "g1 g2 g3"; got != want {
		t.Errorf("under another grouping: %s, want %s", got, want)
	}
}

func TestFacetsCount(t *testing.T) {
	w := newWalk(t, longRun()...)
	got, _ := json.Marshal(w.tr.Facets())
	want := `{"Tools":[{"Word":"sql","Calls":3},{"Word":"look","Calls":2},{"Word":"Bash","Calls":1},{"Word":"Edit","Calls":1},{"Word":"Task","Calls":1}],` +
		`"Statuses":[{"Word":"success","Calls":4},{"Word":"error","Calls":3},{"Word":"running","Calls":1}],"Kinds":[{"Word":"text","Calls":4},{"Word":"error","Calls":3}]}`
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// found searches to the end.
func (w *walk) found(words string) transcript.Found {
	f := w.tr.Find(words)
	for n := 0; !f.Done; n++ {
		if n > 100_000 {
			w.Fatal("the search does not end")
		}
		f = w.tr.FindMore()
	}
	return f
}

func TestFindLooksInsideEverything(t *testing.T) {
	w := newWalk(t, append(longRun(),
		event("thinking", `{"text":"A quiet thought."}`),
		event("tool_request", `{"id":"deep","name":"fetch","arguments":{"city":"D\u00fcsseldorf","deep":{"street \"K\u00f6\"":12.75}},"intent":"to be sure"}`),
		event("tool_result", `{"id":"deep","name":"fetch","display":{"footer":"By the sea"},"value":"line one\nline two","is_error":false,
			"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"rows","status":"success","icon":"zebra","title":"A Title","payload":{"columns":["Größe"],"rows":[["Straße"]],"b64":"QUJDcats"}}}`))...)
	for _, c := range []struct {
		words string
		want  string // references and keys of the places
	}{
		{"REVENUE", "b1"},
		{"stores", "b3"},
		{"a quiet thought", "b8"},
		{"düsseldorf", "deep"},
		{"Dusseldorf", ""},
		{`street "kö"`, "deep"},
		{"12.75", "deep"},
		{"to be sure", "deep"},
		{"line two", "deep"},
		{"one\nline", "deep"},
		{"größe", "deep"},
		{"straße", "deep"},
		{"by the sea", "deep"},
		{"a title", "deep"},
		{"it broke", "f1 agent/f2 f3"},
		{"first", "1"},
		{"codeagent.tool", ""},
		{"is_error", ""},
		{"zebra", ""},
		{"cats", ""},
		{"payload", ""},
		{"", ""},
	} {
		t.Run(c.words, func(t *testing.T) {
			f := w.found(c.words)
			var got []string
			from, by := "", 0
			for range f.Hits {
				p, changes := w.tr.Hit(from, by)
				w.do(changes)
				if w.d.parts[p.Key] == nil {
					t.Fatalf("%s is not in the document", p.Key)
				}
				name := p.Ref
				if name == "" {
					name = p.Key
				}
				got = append(got, name)
				from, by = p.Key, 1
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestFindSeesWhatChanged(t *testing.T) {
	w := newWalk(t, request("1", "a"), event("delta", `{"text":"An open"}`))
	for _, words := range []string{"arrived", "message"} {
		if got := w.found(words).Hits; got != 0 {
			t.Errorf("%q is found %d times before it is there", words, got)
		}
	}
	w.do(w.tr.Append(event("delta", `{"text":" message"}`)))
	w.do(w.tr.Append(event("tool_result", `{"id":"1","name":"a","display":null,"value":"It arrived.","is_error":false,"artifact":null}`)))
	for _, words := range []string{"arrived", "message"} {
		if got := w.found(words).Hits; got != 1 {
			t.Errorf("%q is found %d times, want once", words, got)
		}
	}
}

// One step of a search reads about as much of a result as its bound says, whatever the result's size.
func TestFindIsBounded(t *testing.T) {
	w := newWalk(t)
	huge := strings.Repeat(`\u00e9 and on, `, 1<<20)
	w.tr.Append(event("tool_result", `{"id":"1","name":"a","display":null,"value":"`+huge+`the end","is_error":false,"artifact":null}`))
	if f := w.found("É and on"); f.Hits != 1 || !f.Cut {
		t.Errorf("got %+v, want the beginning found and said to be cut", f)
	}
	if f := w.found("the end"); f.Hits != 0 || !f.Cut {
		t.Errorf("got %+v, want what is behind the bound not found", f)
	}
	for i := range 2000 {
		w.tr.Append(event("tool_result", fmt.Sprintf(`{"id":"n%d","name":"a","display":null,"value":%q,"is_error":false,"artifact":null}`, i, strings.Repeat("word ", 400))))
	}
	steps := 1
	for f := w.tr.Find("word"); !f.Done; f = w.tr.FindMore() {
		steps++
	}
	if least := 2000 * 2000 / limits.FindSlice; steps < least {
		t.Errorf("got %d steps, want at least %d", steps, least)
	}
}

func TestWhatCanBeDoneWithACall(t *testing.T) {
	w := newWalk(t, longRun()...)
	w.tr.Append(event("tool_request", `{"id":"t","name":"odd `+"`"+`tool","arguments":{"a":[1,{"b":"x"}]},"annotations":{"title":"A *title*"}}`))
	for part, want := range map[string]string{"r2": "f1 value artifact arguments markdown", "g7": "f3 value artifact arguments markdown", "g8": "run arguments markdown", "b1": "", "": ""} {
		a, ok := w.tr.About(part)
		if got := strings.TrimSpace(a.Ref + " " + strings.Join(a.Copy, " ")); got != want || ok != (want != "") {
			t.Errorf("%s: got %q, want %q", part, got, want)
		}
	}
	for _, c := range []struct{ part, what, want string }{
		{"r2", "arguments", "{\n  \"n\": 1\n}"},
		{"r2", "value", "It broke."},
		{"g8", "artifact", ""},
		{"r2", "markdown", "**Working** (`sql`): failed\n\n```json\n{\n  \"n\": 1\n}\n```\n\n```\nIt broke.\n```\n"},
		{"g9", "markdown", "**A \\*title\\*** (``odd `tool``): running\n\n```json\n{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x\"\n    }\n  ]\n}\n```\n"},
	} {
		if _, _, body, ok := w.tr.Extract(c.part, c.what); string(body) != c.want || ok != (c.want != "") {
			t.Errorf("%s of %s: got %q, want %q", c.what, c.part, body, c.want)
		}
	}
}

func TestTheSummaryKnowsTheSession(t *testing.T) {
	tr := transcript.New(transcript.Options{})
	open := event("open", `{"title":"T","agent":"Some agent","project":"/home/ada","model":"m-1","created":"2026-03-04T10:00:00Z"}`)
	last := request("1", "a")
	open.At, last.At = "2026-03-04T10:00:05Z", "2026-03-04T10:12:00Z"
	tr.AppendAll([]source.Envelope{open, last})
	want := transcript.Summary{Title: "T", Agent: "Some agent", Project: "/home/ada", Model: "m-1", From: "2026-03-04T10:00:00Z", To: "2026-03-04T10:12:00Z", Calls: 1, Running: 1, Fitting: 1}
	if got := tr.Summary(); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
