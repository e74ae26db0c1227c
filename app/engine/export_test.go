package engine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/app/engine"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

type made struct {
	Missing                       bool
	Events, Bytes, Removed, Stubs int
	Rules                         []struct {
		Rule, At string
		N        int
	}
}

// export makes a file in pieces of a size, and answers it with what was said of it.
func export(t *testing.T, e *engine.Engine, how, in string, piece int) (m made, file string) {
	t.Helper()
	e.Answer("exportBegin", []byte(how))
	for rest := in; rest != ""; {
		n := min(piece, len(rest))
		out := e.Answer("exportChunk", []byte(rest[:n]))
		for rest = rest[n:]; out != nil; {
			out = e.Answer("exportChunk", nil)
		}
	}
	if err := json.Unmarshal(e.Answer("exportEnd", nil), &m); err != nil {
		t.Fatal(err)
	}
	for {
		var p struct {
			Text string
			More bool
		}
		if err := json.Unmarshal(e.Answer("exportTake", nil), &p); err != nil {
			t.Fatal(err)
		}
		if file += p.Text; !p.More {
			return m, file
		}
	}
}

func TestWhatIsShownIsExported(t *testing.T) {
	secret := "password=hunter2Zx91!"
	call := func(id, value string) string {
		v, _ := json.Marshal(value)
		return `{"id":"q` + id + `","type":"tool_request","event":{"id":"` + id + `","name":"shell","arguments":{},"intent":null,"annotations":null}}` + "\n" +
			`{"id":"r` + id + `","type":"tool_result","event":{"id":"` + id + `","name":"shell","display":null,"value":` + string(v) + `,"is_error":false,"artifact":null}}` + "\n"
	}
	in := `{"id":"o","type":"open","event":{"title":"A run"}}` + "\n" + call("c1", "the first") + call("c2", secret) + call("c3", strings.Repeat("üb ", 300_000)+"<b>")
	for _, c := range []struct {
		name, how string
		events    int
		want, not []string
	}{
		{"all of it as a page", `{"format":"html","redact":true}`, 7, []string{"<h1", "A run", "the first", "[removed: password]", "üb üb"}, []string{"hunter2", "<script", "<b>"}},
		{"from a call on as a page", `{"format":"html","from":"c2","redact":true}`, 5, []string{"A run", "[removed: password]"}, []string{"hunter2", "the first"}},
		{"as Markdown", `{"format":"md","redact":true}`, 7, []string{"# A run", "the first"}, []string{"hunter2"}},
		{"as events, whole", `{"format":"jsonl","redact":false}`, 7, []string{`"value":"the first"`, "hunter2", strings.Repeat("üb ", 300_000)}, []string{"[removed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := engine.New(engine.Options{})
			m, file := export(t, e, c.how, in, 1<<18)
			if m.Events != c.events || m.Bytes != len(file) {
				t.Errorf("got %d events and %d bytes, want %d and %d", m.Events, m.Bytes, c.events, len(file))
			}
			for _, w := range c.want {
				if !strings.Contains(file, w) {
					t.Errorf("got %.400q, want %.40q in it", file, w)
				}
			}
			for _, w := range c.not {
				if strings.Contains(file, w) {
					t.Errorf("%q is in the file", w)
				}
			}
			if redacted := strings.Contains(c.how, `"redact":true`); redacted && (m.Removed != 1 || m.Rules[0].At != "shell value") || !redacted && m.Removed != 0 {
				t.Errorf("got %+v, want the list of what was taken out", m)
			}
			if again, same := export(t, e, c.how, in, 1<<15); again.Bytes != m.Bytes || same != file {
				t.Error("the file depends on the pieces that it was made of")
			}
		})
	}
}

func TestAnExportDisturbsNothing(t *testing.T) {
	e := engine.New(engine.Options{})
	ask(t, e, "feed", call1)
	before := e.Summary()
	if m, _ := export(t, e, `{"format":"html","from":"nobody"}`, call1+"\n"+result1, 50); !m.Missing {
		t.Error("a call that is not there was begun with")
	}
	m, file := export(t, e, `{"format":"html","live":true}`, call1+"\n", 50)
	if m.Events != 1 || !strings.Contains(file, "no longer kept") || strings.Contains(file, "interrupted") {
		t.Errorf("got %+v %.300s, want a session whose beginning is lost and that goes on", m, file)
	}
	if m, _ = export(t, e, `{"format":"jsonl","live":true}`, `{"id":"b","type":"message","event":{"$blob":{"sha256":"x","bytes":9}}}`+"\n", 50); m.Stubs != 1 {
		t.Errorf("got %+v, want it said that an event is not whole", m)
	}
	if got := e.Summary(); got != before {
		t.Errorf("got %+v, want the transcript as it was, %+v", got, before)
	}
	fresh := engine.New(engine.Options{})
	for _, call := range []string{"exportChunk", "exportEnd", "exportTake"} {
		if out := fresh.Answer(call, []byte("x")); out != nil {
			t.Errorf("%s answered %q before anything was begun", call, out)
		}
	}
}

func TestAnExportHasNothingThatIsWithheld(t *testing.T) {
	in := `{"id":"m","type":"message","event":{"role":"assistant","markdown":"[go](https://a.example/m)"}}` + "\n"
	links := engine.New(engine.Options{Withhold: markup.WithheldLinks})
	if _, file := export(t, links, `{"format":"html"}`, in, 1<<20); !strings.Contains(file, ">go<") || strings.Contains(file, "href=\"http") {
		t.Errorf("got %s", file)
	}
	none := engine.New(engine.Options{Withhold: markup.WithheldExports})
	none.Answer("exportBegin", []byte(`{"format":"html"}`))
	none.Answer("exportChunk", []byte(in))
	for _, call := range []string{"exportEnd", "exportTake"} {
		if got := none.Answer(call, nil); got != nil {
			t.Errorf("%s: got %s", call, got)
		}
	}
}
