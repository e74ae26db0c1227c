package engine_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/app/engine"
)

type answer struct {
	Ops      [][4]string
	Announce string
	Summary  struct {
		Title                                     string
		Calls, Failed, Running, Messages, Skipped int
	}
	Notice string
	Args   []string
	Error  string
	More   bool
}

func ask(t *testing.T, e *engine.Engine, call, input string) answer {
	t.Helper()
	var a answer
	if out := e.Answer(call, []byte(input)); out != nil {
		if err := json.Unmarshal(out, &a); err != nil {
			t.Fatalf("%s answered %q: %v", call, out, err)
		}
	}
	return a
}

const (
	ask1    = `{"t":"event","cursor":"c1","prev":null,"id":"m1","type":"message","event":{"role":"user","markdown":"Why?"}}`
	call1   = `{"id":"q1","type":"tool_request","event":{"id":"c1","name":"run_sql","arguments":{"q":"select 1"}}}`
	result1 = `{"id":"r1","type":"tool_result","event":{"id":"c1","name":"run_sql","display":null,"value":"one","is_error":false,"artifact":null}}`
)

func TestFeed(t *testing.T) {
	e := engine.New(engine.Options{})
	a := ask(t, e, "feed", ask1+"\n"+call1)
	if a.Summary.Messages != 1 || a.Summary.Calls != 1 || a.Summary.Running != 1 {
		t.Errorf("got %+v, want one message and one running call", a.Summary)
	}
	if len(a.Ops) == 0 || a.Ops[0][0] != "add" || !strings.Contains(a.Ops[0][3], "Why?") {
		t.Errorf("got %q, want the prompt to be added", a.Ops)
	}
	if a = ask(t, e, "feed", call1+"\nnonsense\n[1]\n{}\n"+result1); a.Summary.Running != 0 || a.Summary.Calls != 1 {
		t.Errorf("got %+v, want the call answered, and nothing else", a.Summary)
	}
	if a = ask(t, e, "feed", `{"id":"o","type":"open","event":{"title":"\u202egnp.exe\u0007"}}`); a.Summary.Title != "[U+202E]gnp.exe" {
		t.Errorf("got the title %q, want what reorders spelled", a.Summary.Title)
	}
	if a = ask(t, e, "reset", ""); a.Summary.Calls != 0 {
		t.Errorf("got %+v after a reset, want nothing", a.Summary)
	}
}

func TestARowOpensAndItsStateComesBack(t *testing.T) {
	e := engine.New(engine.Options{})
	row := ""
	for _, op := range ask(t, e, "feed", call1+"\n"+result1).Ops {
		if _, rest, ok := strings.Cut(op[3], `data-ak-part="h`); ok {
			n, _, _ := strings.Cut(rest, `"`)
			row = "h" + n
		}
	}
	a := ask(t, e, "act", `{"part":"`+row+`","action":"toggle","value":""}`)
	if len(a.Ops) == 0 {
		t.Fatalf("toggling %q changed nothing", row)
	}
	state := e.Answer("state", nil)
	again := engine.New(engine.Options{})
	ask(t, again, "restore", string(state))
	open := ""
	for _, op := range ask(t, again, "feed", call1+"\n"+result1).Ops {
		open += op[3]
	}
	if !strings.Contains(open, `aria-expanded="true"`) {
		t.Errorf("got %s, want the row open", open)
	}
}

func TestImport(t *testing.T) {
	long := strings.Repeat("a long line that fills the head of the file ", 4000)
	for _, c := range []struct {
		name, in             string
		calls, messages      int
		notice, shown, first string
	}{
		{"events one a line", ask1 + "\n" + call1 + "\n\n" + result1 + "\n", 1, 1, "", "Why?", ""},
		{"events behind a byte order mark, without an end of line", "\ufeff" + ask1 + "\r\n" + call1, 1, 1, "", "Why?", ""},
		{"a bad line costs itself", ask1 + "\n{broken\n" + call1, 1, 1, "file_skipped", "Why?", "line 2"},
		{"a single result", `{"value":"just this","extra":{}}`, 1, 0, "", "", ""},
		{"a result on several lines", "{\n\"value\": \"just this\"\n}\n", 1, 0, "", "", ""},
		{"results one a line", `{"value":"one"}` + "\n" + `{"value":"two"}` + "\n", 2, 0, "", "", ""},
		{"no JSON at all", "hello", 0, 0, "file_nothing", "", "line 1"},
		{"an empty file", "", 0, 0, "file_nothing", "", ""},
		{"a head longer than what is looked at first", `{"id":"m0","type":"message","event":{"role":"user","markdown":"` + long + `"}}` + "\n" + ask1, 0, 2, "", "Why?", ""},
	} {
		for _, piece := range []int{1 << 20, 7} {
			t.Run(c.name+" in pieces of "+strconv.Itoa(piece), func(t *testing.T) {
				if len(c.in) > 1<<16 {
					piece = max(piece, 1000)
				}
				e := engine.New(engine.Options{})
				ask(t, e, "importBegin", `{"name":"f.jsonl","size":1}`)
				html := ""
				for rest := c.in; rest != ""; {
					n := min(piece, len(rest))
					a := ask(t, e, "importChunk", rest[:n])
					for rest = rest[n:]; ; a = ask(t, e, "importChunk", "") {
						for _, op := range a.Ops {
							html += op[3]
						}
						if !a.More {
							break
						}
					}
				}
				a := ask(t, e, "importEnd", "")
				for _, op := range a.Ops {
					html += op[3]
				}
				if a.Summary.Calls != c.calls || a.Summary.Messages != c.messages || a.Summary.Running != 0 {
					t.Errorf("got %+v, want %d calls, %d messages and nothing running", a.Summary, c.calls, c.messages)
				}
				if a.Notice != c.notice || !strings.Contains(strings.Join(a.Args, " "), c.first) {
					t.Errorf("got the notice %q %q, want %q naming %q", a.Notice, a.Args, c.notice, c.first)
				}
				if !strings.Contains(html, c.shown) {
					t.Errorf("got %.300q, want %q in it", html, c.shown)
				}
			})
		}
	}
}

func TestAnswerNeverPanics(t *testing.T) {
	for _, in := range []string{"", "null", "[", `{"part":"k1","action":"toggle"}`, `{"part":"h999","action":"x:y:z"}`, "\xff\x00", `{"calls":{"":1}}`} {
		e := engine.New(engine.Options{})
		ask(t, e, "feed", call1+"\n"+result1)
		for _, call := range append(engine.Names[:9:9], "unknown") {
			out := e.Answer(call, []byte(in))
			if out != nil && !json.Valid(out) {
				t.Errorf("%s of %q answered %q, want JSON", call, in, out)
			}
			if strings.Contains(string(out), "runtime error") {
				t.Errorf("%s of %q failed: %s", call, in, out)
			}
		}
	}
}
