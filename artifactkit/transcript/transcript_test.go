package transcript_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

var serial int

func event(kind, body string) source.Envelope {
	serial++
	return source.Envelope{ID: fmt.Sprintf("t%d", serial), Type: kind, Event: []byte(body)}
}

func request(id, tool string) source.Envelope {
	return event("tool_request", fmt.Sprintf(`{"id":%q,"name":%q,"arguments":{"n":1},"intent":null,"annotations":{"title":"Working"}}`, id, tool))
}

func result(id, tool, display string) source.Envelope {
	return event("tool_result", fmt.Sprintf(`{"id":%q,"name":%q,"display":%s,"value":"done","is_error":false,"artifact":null}`, id, tool, display))
}

func pagedResult(id string) source.Envelope {
	return event("tool_result", fmt.Sprintf(`{"id":%q,"name":"p","display":{"open":true},"value":"v","is_error":false,
		"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"paged","status":"success","icon":null,"title":null,"payload":{"pages":"one two three"}}}`, id))
}

func TestSummaryCounts(t *testing.T) {
	tr := transcript.New(transcript.Options{})
	for _, e := range []source.Envelope{
		event("open", `{"title":"Revenue\n in Duluth"}`), event("message", `{"role":"user","text":"Why?"}`), event("delta", `{"text":"Be"}`),
		event("delta", `{"text":"cause."}`), request("1", "a"), request("2", "a"), request("3", "a"), result("1", "a", "null"),
		event("tool_result", `{"id":"2","name":"a","display":null,"value":"no","is_error":true,"artifact":null}`),
		event("usage", `{"n_tokens":1200,"model_limit":200000}`), event("nonsense", `{}`), event("delta", `{`),
	} {
		tr.Append(e)
	}
	want := transcript.Summary{Title: "Revenue in Duluth", Calls: 3, Failed: 1, Running: 1, Messages: 2, Skipped: 2, Tokens: 1200, Limit: 200000, Fitting: 3}
	if got := tr.Summary(); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	tr.Append(event("end", `{"stop_reason":"completed"}`))
	want.Running, want.Ended = 0, true
	if got := tr.Summary(); got != want {
		t.Errorf("after the end: got %+v\nwant %+v", got, want)
	}
}

func TestChangesAreWrittenAsJSON(t *testing.T) {
	tr := transcript.New(transcript.Options{})
	c := tr.Append(event("message", `{"role":"user","text":"\"<b>\" ü"}`))
	var got struct {
		Ops      [][4]string
		Announce string
	}
	if err := json.Unmarshal(c.AppendJSON(nil), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Ops) != 1 || got.Ops[0][0] != "add" || got.Ops[0][2] != "" || got.Ops[0][3] != c.Ops[0].HTML.String() {
		t.Errorf("got %q", got.Ops)
	}
	if got := string((transcript.Changes{}).AppendJSON(nil)); got != `{"ops":[],"announce":""}` {
		t.Errorf("no changes are %s", got)
	}
}

// A reader's choices outlive a reload, whether they are told before the events come or after.
func TestStateIsRestored(t *testing.T) {
	events := []source.Envelope{
		request("1", "a"), result("1", "a", `{"open":true}`), request("2", "b"), request("3", "b"), result("2", "b", "null"), result("3", "b", "null"),
		pagedResult("4"), result("", "c", "null"),
	}
	o := transcript.Options{Card: testCards}
	first := transcript.New(o)
	first.AppendAll(events)
	first.Act("h1", "toggle", "")
	first.Act("h2", "toggle", "")
	first.Act("r3", "toggle", "")
	first.Act("k4", "page:2", "")
	first.Act("h5", "toggle", "")
	want := markup.Write(first.Node()).String()
	if got, want := string(first.State()), `{"calls":{"1":false,"3":true,"#5":true},"groups":{"1":false,"2":true,"#5":true},"views":{"4":{"page":2}}}`; got != want {
		t.Errorf("state\n got %s\nwant %s", got, want)
	}

	before := transcript.New(o)
	before.Restore(first.State())
	d := newDoc()
	for _, e := range events {
		if err := d.apply(before.Append(e)); err != nil {
			t.Fatal(err)
		}
	}
	same(t, d, before)
	if got := markup.Write(before.Node()).String(); got != want {
		t.Errorf("restored before the events\n got %s\nwant %s", got, want)
	}

	after := transcript.New(o)
	d = newDoc()
	if err := d.apply(after.AppendAll(events)); err != nil {
		t.Fatal(err)
	}
	if err := d.apply(after.Restore(first.State())); err != nil {
		t.Fatal(err)
	}
	same(t, d, after)
	if got := markup.Write(after.Node()).String(); got != want {
		t.Errorf("restored behind the events\n got %s\nwant %s", got, want)
	}
	for _, bad := range []string{"", "{", "[]", `{"calls":[],"groups":7,"views":{"4":"x"}}`, `{"calls":{"1":"yes"}}`, strings.Repeat(" ", 1<<21) + "{}"} {
		after.Restore([]byte(bad))
	}
	if got := markup.Write(after.Node()).String(); got != want {
		t.Errorf("a state that cannot be read changed the view to %s", got)
	}
}

func TestExtractGivesOutWhatTheCardShows(t *testing.T) {
	tr := transcript.New(transcript.Options{Card: testCards})
	tr.AppendAll([]source.Envelope{request("0", "a"), pagedResult("1")})
	tr.Act("k2", "page:1", "")
	mime, name, body, ok := tr.Extract("k2", "text")
	if mime != "text/plain" || name != "page.txt" || string(body) != "two" || !ok {
		t.Errorf("got %q %q %q %v", mime, name, body, ok)
	}
	if _, _, body, ok := tr.Extract("k2", "value"); !ok || string(body) != "v" {
		t.Errorf("the value is %q %v", body, ok)
	}
	for _, part := range []string{"", "k", "k1", "k9", "k-2", "x2", "k2x", "b1"} {
		if _, _, _, ok := tr.Extract(part, "value"); ok {
			t.Errorf("part %q gave something out", part)
		}
	}
}

func TestActsThatNobodyKnowsChangeNothing(t *testing.T) {
	tr := transcript.New(transcript.Options{Card: testCards})
	tr.AppendAll([]source.Envelope{event("delta", `{"text":"Hi"}`), request("0", "a"), request("1", "a"), pagedResult("2")})
	for _, act := range [][2]string{{"", ""}, {"", "toggle"}, {"h9", "toggle"}, {"h2", "toggle"}, {"r9", "toggle"}, {"r", "toggle"}, {"r3", "toggle"}, {"b1", "toggle"},
		{"k3", "nonsense"}, {"k1", "page:1"}, {"k99999999999999999999", "page:1"}, {"h1", "page:1"}, {"☃", "toggle"}} {
		if c := tr.Act(act[0], act[1], ""); len(c.Ops) > 0 {
			t.Errorf("act %q %q changed %d parts", act[0], act[1], len(c.Ops))
		}
	}
}

func TestExpandAllIsBoundedAndSaysSo(t *testing.T) {
	tr := transcript.New(transcript.Options{})
	d := newDoc()
	for i := range 300 {
		if err := d.apply(tr.Append(result(fmt.Sprint(i), fmt.Sprintf("t%d", i), "null"))); err != nil {
			t.Fatal(err)
		}
	}
	c := tr.Act("", "expand-all", "")
	if want := "Opened the first 200 of 300 calls."; c.Announce != want {
		t.Errorf("announced %q, want %q", c.Announce, want)
	}
	if err := d.apply(c); err != nil {
		t.Fatal(err)
	}
	same(t, d, tr)
	if got := strings.Count(d.host.String(), "<article"); got != 200 {
		t.Errorf("%d cards are open, want 200", got)
	}
	if err := d.apply(tr.Act("", "collapse-all", "")); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(d.host.String(), "<article"); got != 0 {
		t.Errorf("%d cards are open, want none", got)
	}
}

// A result whose body is still on its way has its envelope's id already; the whole one comes under the same.
func TestAResultThatWasOnItsWayIsTakenWhenItComes(t *testing.T) {
	tr := transcript.New(transcript.Options{})
	short, whole := result("1", "a", "null"), result("1", "a", `{"value_preview":"whole"}`)
	short.Event = []byte(`{"$blob":{"sha256":"00","bytes":9,"url":"x"},"id":"1","name":"a","display":null,"value":"do","is_error":false,"artifact":null}`)
	whole.ID = short.ID
	tr.Append(short)
	tr.Append(whole)
	if got := markup.Write(tr.Node()).String(); !strings.Contains(got, ">whole<") || tr.Summary().Calls != 1 {
		t.Errorf("got %s", got)
	}
	if c := tr.Append(whole); len(c.Ops) > 0 {
		t.Errorf("the whole result was taken twice")
	}
}

func TestSectionsHoldTheWholePage(t *testing.T) {
	tr := transcript.New(transcript.Options{})
	for i := range 250 {
		tr.Append(event("message", fmt.Sprintf(`{"role":"user","text":"No. %d"}`, i)))
	}
	var all strings.Builder
	n := 0
	for s := range tr.Sections() {
		all.WriteString(markup.Write(s).String())
		n++
	}
	if got := markup.Write(tr.Page()).String(); got != all.String() || n != 3 {
		t.Errorf("%d sections, and together they are the page: %v", n, got == all.String())
	}
	if got := markup.Plain(tr.Page()); strings.Count(got, "\n") != 250 {
		t.Errorf("as text: %.200q", got)
	}
}

// The rows are there in plain text too, for readers without a browser.
func TestPageAsText(t *testing.T) {
	tr := transcript.New(transcript.Options{})
	tr.AppendAll([]source.Envelope{
		event("message", `{"role":"user","text":"Why?"}`), request("1", "a"), request("2", "a"),
		event("tool_result", `{"id":"1","name":"a","display":{"label":"Duluth"},"value":"no","is_error":true,"artifact":null}`),
	})
	got := markup.Plain(tr.Page())
	for _, want := range []string{"Why?\n", "Running… Working 2 calls 1 failed\n", "Duluth no failed\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
