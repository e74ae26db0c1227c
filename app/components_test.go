package app_test

import (
	"strings"
	"testing"
	"time"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/app"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

const hostile = `x" onmouseover="alert(1)" y='<img src=x onerror=alert(2)>` + "\u202egnp.exe\u200b\x00\x1b[2J"

// draw renders the frame as a browser would have it, through go-app's own encoder.
func draw(t *testing.T, frame, sessions string, s transcript.Summary) string {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC) }
	h := app.New(app.Outside{Send: func([]byte) {}, Wake: func() {}, Now: now, Locale: locale.Locale{}})
	h.Answer("frame", []byte(frame))
	if sessions != "" {
		h.Answer("sessions", []byte(sessions))
	}
	h.Summarize(s)
	e := ui.NewTestEngine()
	root := h.Root()
	if err := e.Load(root); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	return ui.HTMLString(root)
}

func TestFrame(t *testing.T) {
	list := `{"sessions":[
		{"session":"older","title":"Older one","last":"2026-03-02T09:00:00Z"},
		{"session":"newer","title":"Newer one","project":"/home/ada/shop","agent":"Some Agent","bytes":1500000,"last":"2026-03-04T10:30:00Z"},
		{"session":"whole","title":"Whole one","agent":"Codex","bytes":900,"created":"2026-03-04T08:15:00Z","ended":"2026-03-04T08:27:05Z","last":"2026-03-04T09:00:00Z","calls":14,"failed":2,"resume":"codex resume s-1"},
		{"session":"part","title":"Seen in part","created":"2026-03-03T23:50:00Z","last":"2026-03-04T09:00:00Z","calls":30,"failed":0,"partial":true,"resume":"codex resume s-1\nreboot"},
		{"session":"../etc","title":"No id"}]}`
	for _, c := range []struct {
		name, frame, sessions string
		sum                   transcript.Summary
		want, not             []string
	}{
		{"home without a list invites to open a file", `{"view":"home"}`, "", transcript.Summary{},
			[]string{"Open a transcript", "Nothing leaves this browser"}, []string{"Filter sessions", "Expand all"}},
		{"home lists sessions by project and day", `{"view":"home","base":"/v/"}`, list, transcript.Summary{},
			[]string{`href="/v/s/newer"`, "/home/ada/shop", "Today", "2026-03-02", "1.5 MB", "Some Agent", "10:30", "Filter sessions", "08:15", "Codex · 12 min 5 s · 14 calls", ">2 failed<", "03-03 23:50", "30+ calls"},
			[]string{"etc", "Open a transcript", "reboot"}},
		{"a session counts its calls in words", `{"view":"session","session":"abc","conn":{"state":"live"}}`, "", transcript.Summary{Title: "Revenue", Calls: 1204, Failed: 3, Running: 1},
			[]string{"Revenue", "1,204 calls · 1 running · ", ">3 failed</button>", "live", "Collapse all"}, []string{"Nothing has happened"}},
		{"a session says what it knows of itself", `{"view":"session","session":"abc","conn":{"state":"live"}}`, "",
			transcript.Summary{Agent: "Some agent", Model: "m-1", Project: "/home/ada", From: "2026-03-04T10:00:00Z", To: "2026-03-04T10:12:05Z", Tokens: 41200, Limit: 200000},
			[]string{">Some agent<", ">m-1<", ">/home/ada<", ">2026-03-04 10:00<", ">12 min 5 s<", ">41,200 of 200,000 tokens<"}, []string{"failed"}},
		{"a session that says nothing has no facts", `{"view":"session","session":"abc","conn":{"state":"live"}}`, "", transcript.Summary{From: "yesterday", To: "x"}, nil, []string{"<li"}},
		{"an export shows what is taken out before it is saved", `{"view":"session","export":{"open":true,"call":"c1","format":"md","redact":true,"made":{"events":4,"bytes":68000,"removed":1200,"pictures":2,"stubs":1,"rules":[{"rule":"password","n":1200,"at":"shell \u202evalue"}]}}}`, "", transcript.Summary{},
			[]string{"1,200 secrets and names are taken out", ">password<", "×1,200", "shell [U+202E]value", "2 pictures were not looked into", "One large result", "4 events, 68 kB", "from this call on", `disabled="false"`}, nil},
		{"an export that takes nothing out says so", `{"view":"file","export":{"open":true,"format":"html","made":{"events":1,"bytes":9}}}`, "", transcript.Summary{},
			[]string{"Nothing is taken out"}, []string{"from this call on"}},
		{"an export that is being made cannot be saved", `{"view":"file","export":{"open":true,"redact":true,"busy":true}}`, "", transcript.Summary{},
			[]string{"Looking through it", " disabled"}, []string{"No secret", `disabled="false"`}},
		{"a filter says what it leaves", `{"view":"session","session":"abc","ways":{"filter":{"status":"error"},"grouping":"all","prose":true}}`, "", transcript.Summary{Calls: 12, Fitting: 3, Filtered: true},
			[]string{"3 of 12 calls", "Show all calls", "failed (0)"}, nil},
		{"a search counts", `{"view":"session","session":"abc","ways":{"find":{"open":true,"words":"x","hits":17,"at":3,"done":true,"cut":true}}}`, "", transcript.Summary{},
			[]string{"3 of 17 · long results to their bound", "Next match"}, nil},
		{"a search that goes on", `{"view":"session","session":"abc","ways":{"find":{"open":true,"words":"x","hits":17}}}`, "", transcript.Summary{}, []string{"17 so far…"}, nil},
		{"a search in vain", `{"view":"session","session":"abc","ways":{"find":{"open":true,"words":"x","done":true}}}`, "", transcript.Summary{}, []string{"no match"}, nil},
		{"the list of keys", `{"view":"home","ways":{"help":true,"keys":true}}`, "", transcript.Summary{}, []string{"<dialog", "next, previous failure", "<kbd"}, nil},
		{"the page for any JSON", `{"view":"inspect","inspect":{"call":"","from":"mcp","name":"a\u202e.json","size":1200}}`, "", transcript.Summary{},
			[]string{"<textarea", "Take it for", "a[U+202E].json, 1 kB", ">Clear</button>"}, []string{"Expand all", "<dialog", "Filter sessions"}},
		{"a look into a call stands over its transcript", `{"view":"session","session":"abc","inspect":{"call":"c1"}}`, "", transcript.Summary{}, []string{"<dialog", "Look inside"}, []string{"<textarea"}},
		{"an empty live session says so", `{"view":"session","session":"abc","conn":{"state":"live"}}`, "", transcript.Summary{}, []string{"abc", "Nothing has happened yet"}, nil},
		{"a lost connection counts down", `{"view":"session","session":"a","conn":{"state":"waiting","seconds":4}}`, "", transcript.Summary{}, []string{"reconnecting in 4 s"}, nil},
		{"a refusal says why", `{"view":"session","session":"a","conn":{"state":"refused","code":"forbidden","why":"the token is for another session"}}`, "", transcript.Summary{},
			[]string{"not allowed", "the token is for another session"}, nil},
		{"a token is asked for in place of the rest", `{"view":"home","token":{"needed":true,"why":""}}`, list, transcript.Summary{}, []string{"asks for a token", `type="password"`}, []string{"Newer one"}},
		{"a file that is read shows how far", `{"view":"file","name":"run.jsonl","progress":{"name":"run.jsonl","done":50,"size":200}}`, "", transcript.Summary{}, []string{"Reading run.jsonl: 25 %", "Cancel"}, nil},
		{"a notice has its words", `{"view":"file","name":"a.txt","notice":{"code":"file_nothing","args":["a.txt","line 1: no"]}}`, "", transcript.Summary{}, []string{"Nothing could be read from a.txt", "Dismiss"}, []string{"Try again"}},
		{"a notice of a newer loader is shown by its code", `{"view":"home","notice":{"code":"what_is_this","retry":true}}`, "", transcript.Summary{}, []string{"what_is_this", "Try again"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := draw(t, c.frame, c.sessions, c.sum)
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("got %s, want %q in it", got, w)
				}
			}
			for _, n := range c.not {
				if strings.Contains(got, n) {
					t.Errorf("got %s, want no %q in it", got, n)
				}
			}
		})
	}
}

// Whatever arrives ends up as text: none of it in an attribute, none of it as an element.
func TestUntrustedTextIsTextOnly(t *testing.T) {
	quoted := strings.NewReplacer(`"`, `\"`, "\x00", `\u0000`, "\x1b", `\u001b`).Replace(hostile)
	frame := strings.ReplaceAll(`{"view":"VIEW","session":"X","name":"X","theme":"X","base":"X","conn":{"state":"refused","code":"X","why":"X"},
		"notice":{"code":"file_failed","args":["X","X"]},"progress":{"name":"X","done":1,"size":2},
		"ways":{"grouping":"X","filter":{"tool":"X","status":"X","kind":"X"},"find":{"open":true,"words":"X"},"help":true},"inspect":{"call":"X","from":"X","name":"X","size":3}}`, "X", quoted)
	list := strings.ReplaceAll(`{"sessions":[{"session":"a","title":"X","prompt":"X","project":"X","agent":"X"}]}`, "X", quoted)
	for _, view := range []string{"home", "session", "file", "inspect"} {
		got := draw(t, strings.Replace(frame, "VIEW", view, 1), list, transcript.Summary{Title: hostile, Agent: hostile, Model: hostile, Project: hostile, From: hostile, Calls: 1, Failed: 1, Filtered: true})
		if strings.Contains(got, "<img") {
			t.Errorf("%s: got an element of the data: %s", view, got)
		}
		if strings.ContainsAny(got, "\u202e\u200b\x00\x1b") || !strings.Contains(got, "[U+202E]gnp.exe") {
			t.Errorf("%s: got characters that reorder, hide or control: %q", view, got)
		}
		for rest := got; ; {
			_, after, ok := strings.Cut(rest, "<")
			if !ok {
				break
			}
			tag, _, _ := strings.Cut(after, ">")
			if strings.Contains(tag, "onmouseover") {
				t.Errorf("%s: got untrusted text in the tag <%s>", view, tag)
			}
			rest = after
		}
	}
}

func TestOnlyCommandsThatAreKnownAreGivenToPaste(t *testing.T) {
	for resume, want := range map[string]int{
		"claude --resume 0-a": 1, "cd '/home/a b' && gemini --resume x": 1, "codex resume a_b": 1, "": 0, "codex resume a; reboot": 0, "codex resume a\\nreboot": 0, "rm -rf /": 0,
		"cd '/a' && rm -rf / && codex resume a": 0, "cd '/a'$(reboot)'' && codex resume a": 0, "codex resume --yolo": 0, " codex resume a": 0,
	} {
		got := draw(t, `{"view":"home"}`, `{"sessions":[{"session":"a","title":"t","resume":"`+resume+`"}]}`, transcript.Summary{})
		if n := strings.Count(got, "app-resume"); n != want {
			t.Errorf("%q: %d buttons, want %d", resume, n, want)
		}
	}
}

func TestNamesInTheListAreCut(t *testing.T) {
	long := strings.Repeat("wide ", 1000)
	got := draw(t, `{"view":"home"}`, `{"sessions":[{"session":"a","title":"`+long+`","project":"`+long+`","agent":"`+long+`"}]}`, transcript.Summary{})
	if n := strings.Count(got, "wide"); n > 80 {
		t.Errorf("got the word %d times, want names cut to a line", n)
	}
}

func TestTheListIsFilteredAndCut(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"sessions":[`)
	for i := range 230 {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(`{"session":"s` + strings.Repeat("x", i%60) + `","title":"t","last":"2026-01-01T00:00:00Z"}`)
	}
	b.WriteString(`]}`)
	got := draw(t, `{"view":"home"}`, b.String(), transcript.Summary{})
	if n := strings.Count(got, `class="app-session"`); n != 200 {
		t.Errorf("got %d rows, want 200", n)
	}
	if want := "30 more sessions"; !strings.Contains(got, want) {
		t.Errorf("want %q in the list", want)
	}
}
