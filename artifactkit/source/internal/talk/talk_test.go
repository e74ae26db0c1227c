package talk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// script is a format whose items say what they do: {"user"}, {"says"}, {"calls"}, {"gives"}, {"stops"}, or {"items": […]}.
type script struct{}

func (s script) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	for k, m := range v.Members() {
		switch k {
		case "items":
			t.Each(m, func(e protocol.Value) *protocol.Reason { return s.Item(t, e) })
		case "user":
			t.Message("user", "text", m.Str(), nil)
		case "says":
			t.Message("assistant", "markdown", m.Str(), nil)
		case "calls":
			t.Request(m.Str(), talk.Call{Name: "tool"})
		case "gives":
			t.Result(answer.Draft{ID: m.Str(), Kind: "text", Payload: []byte("{}")}, false)
		case "stops":
			t.Stop(m.Str())
		default:
			return &protocol.Reason{Code: protocol.NotAnObject, Message: "What is that?"}
		}
	}
	return nil
}

func (script) End(*talk.Talk) {}

var format = talk.Format{Name: "script", Agent: "Test", Lists: []string{"items"}, New: func() talk.Items { return script{} }}

// run reads a text and tells the types of its envelopes, with the reason of an end.
func run(t *testing.T, text string) (string, source.Report) {
	t.Helper()
	var got []string
	rep := source.Read(source.Source{Name: "script", Open: format.Open}, strings.NewReader(text), source.Options{Head: []byte(text)[:min(len(text), source.SniffBytes)]}, func(e source.Envelope) {
		word := e.Type
		if e.Type == "end" {
			v, _ := protocol.Parse(e.Event)
			word += "=" + v.Get("stop_reason").Str()
		}
		got = append(got, word)
	})
	if rep.Lines != rep.Read+rep.Blank+rep.Skipped {
		t.Errorf("%q: %d lines are not %d read, %d blank, %d skipped", text, rep.Lines, rep.Read, rep.Blank, rep.Skipped)
	}
	return strings.Join(got, " "), rep
}

func TestItemsAreFoundHoweverAFileHoldsThem(t *testing.T) {
	const want = "open message message end=completed"
	for name, c := range map[string]struct {
		text           string
		lines, skipped int
	}{
		"one a line":                   {"{\"user\":\"a\"}\n\n{\"says\":\"b\"}\n", 3, 0},
		"an array":                     {`[{"user":"a"},{"says":"b"}]`, 2, 0},
		"an array over lines":          {"[\n {\"user\":\"a\"},\n {\"says\":\"b\"}\n]\n", 2, 0},
		"an object around them":        {`{"items":[{"user":"a"},{"says":"b"}]}`, 2, 0},
		"an object over lines":         {"{\n\"items\": [\n{\"user\":\"a\"},{\"says\":\"b\"}]}", 2, 0},
		"objects, one a line":          {"{\"items\":[{\"user\":\"a\"}]}\n{\"items\":[{\"says\":\"b\"}]}\n", 2, 0},
		"arrays, one a line":           {"[{\"user\":\"a\"}]\n[{\"says\":\"b\"}]\n", 2, 0},
		"a stream":                     {": hello\nevent: x\ndata: {\"user\":\"a\"}\n\ndata:{\"says\":\"b\"}\n\ndata: [DONE]\n", 7, 0},
		"a byte order mark":            {"\ufeff[{\"user\":\"a\"},{\"says\":\"b\"}]", 2, 0},
		"an array that breaks off":     {`[{"user":"a"},{"says":"b"},{"sa`, 3, 1},
		"an object that breaks off":    {`{"x":1,"items":[{"user":"a"},{"says":"b"},{"sa`, 3, 1},
		"a line that is broken":        {"{\"user\":\"a\"}\n{\"sa\n{\"says\":\"b\"}\n", 3, 1},
		"one line that breaks off":     {"{\"user\":\"a\"}\n{\"says\":\"b\"}\n{\"say", 3, 1},
		"two items without a line end": {"{\"user\":\"a\"}\n{\"says\":\"b\"}", 2, 0},
	} {
		got, rep := run(t, c.text)
		if got != want || rep.Lines != c.lines || rep.Skipped != c.skipped {
			t.Errorf("%s: %s, %d lines, %d skipped, want %s, %d, %d", name, got, rep.Lines, rep.Skipped, want, c.lines, c.skipped)
		}
	}
}

// EV-4.
func TestWhatCannotBeReadInAListIsCarriedAndCounted(t *testing.T) {
	got, rep := run(t, `[{"user":"a"},7,{"odd":1},{"says":"b"}]`)
	if want := "open message script.unread script.unread message end=completed"; got != want || rep.Read != 2 || rep.Skipped != 2 || rep.Skips[1].Line != 3 {
		t.Errorf("got %s, %+v", got, rep)
	}
}

// EV-5, EV-6.
func TestEndSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		`[{"user":"a"}]`:                       "open message",
		`[{"user":"a"},{"says":"b"}]`:          "open message message end=completed",
		`[{"says":"b","stops":"length"}]`:      "open message end=truncated",
		`[{"calls":"1"}]`:                      "open tool_request end=interrupted",
		`[{"calls":"1","stops":"tool_calls"}]`: "open tool_request end=incomplete_tool_use",
		`[{"calls":"1","stops":"tool_calls"},{"gives":"1"},{"says":"b"}]`: "open tool_request tool_result message end=completed",
		`[{"calls":"1"},{"gives":"1"},{"gives":"1"}]`:                     "open tool_request tool_result tool_result end=completed",
		`[{"gives":"1"}]`: "open tool_result",
		`[{"says":"b","stops":"content_filter"},{"user":"a"},{"says":"c"}]`:           "open message end=filtered message message end=completed",
		`[{"says":"b","stops":"stop"},{"user":"a"},{"says":"c","stops":"refusal"}]`:   "open message message message end=filtered",
		`[{"calls":"1"},{"user":"a"},{"gives":"1"},{"says":"c","stops":"abort"}]`:     "open tool_request message tool_result message end=interrupted",
		`[{"says":"c","stops":"error"}]`:                                              "open message end=error",
		`[{"says":"c","stops":"something new"}]`:                                      "open message end=completed",
		`[{"says":"c","stops":"model_context_window_exceeded"},{"stops":""}]`:         "open message end=truncated",
		`[{"calls":"1","stops":"tool_use"},{"user":"b"},{"gives":"1"},{"says":"ok"}]`: "open tool_request message tool_result message end=completed",
	} {
		if got, _ := run(t, text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestOpenCallsAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range limits.OpenCalls + 10 {
		fmt.Fprintf(&b, "{\"calls\":\"c%d\"}\n", i)
	}
	b.WriteString("{\"gives\":\"c0\"}\n")
	fmt.Fprintf(&b, "{\"gives\":\"c%d\"}\n", limits.OpenCalls)
	var last []string
	source.Read(source.Source{Name: "script", Open: format.Open}, strings.NewReader(b.String()), source.Options{Head: []byte(b.String()[:200])}, func(e source.Envelope) {
		if e.Type == "tool_result" {
			last = append(last, string(e.Event[:40]))
		}
	})
	if len(last) != 2 || !strings.Contains(last[0], `"name":null`) || !strings.Contains(last[1], `"name":"tool"`) {
		t.Errorf("got %q", last)
	}
}

func TestBegins(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "no json": 0, `[{"a":1},{"b":2},{"c`: 2, `[{"a":{"long":"` + strings.Repeat("x", 100): 1, `{"m":1,"items":[{"a":1},{"b`: 2, "{\"a\":1}\n{\"items\":[{\"b\":1}]}\n": 3, "data: {\"a\":1}\n\ndata: {\"b": 1,
	} {
		if got := len(talk.Begins([]byte(text), "items")); got != want {
			t.Errorf("%.40q: %d, want %d", text, got, want)
		}
	}
}

func TestAPictureIsWrittenAsTheKindOfImagesReadsIt(t *testing.T) {
	for _, c := range []struct{ mime, data, want string }{
		{"image/png", "iVBORw0KGgo=", `{"mime":"image/png","b64":"iVBORw0KGgo="}`},
		{"", "data:image/png;base64,iVBORw0KGgo=", `{"mime":"image/png","b64":"iVBORw0KGgo="}`},
		{"", "data:image/png;name=a;base64,iVBORw0KGgo=", `{"mime":"image/png","b64":"iVBORw0KGgo="}`},
		{"", "data:image/svg+xml,%3Csvg%3E", `{"src":"data:image/svg+xml,%3Csvg%3E"}`},
		{"", "https://example.org/map.png", `{"src":"https://example.org/map.png"}`},
		{"image/png", "file:map.png", `{"mime":"image/png","src":"file:map.png"}`},
	} {
		if got := string(talk.Picture(c.mime, c.data, "")); got != c.want {
			t.Errorf("%s: got %s, want %s", c.data, got, c.want)
		}
	}
}
