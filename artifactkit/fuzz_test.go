package artifactkit_test

import (
	"bytes"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

var controls = regexp.MustCompile(` data-ak-action="([^"]*)"`)

// FuzzDoc takes any text, state and action through everything that a host does with a result. Whatever comes: every view passes
// lint, an action leaves the members of a state that nobody knows, every button does or gives something, and what was adapted
// stays as it is when it is adapted again.
func FuzzDoc(f *testing.F) {
	seedDocs(f)
	f.Fuzz(func(t *testing.T, data, state []byte, action string) {
		if len(data) > 1<<20 {
			return
		}
		d := artifactkit.Open(data, artifactkit.Options{Highlight: true})
		st := artifactkit.ParseState(state)
		for _, s := range []artifactkit.State{{}, st, d.Update(st, action)} {
			if again := artifactkit.ParseState([]byte(s.JSON())); again.JSON() != s.JSON() {
				t.Errorf("a state that is not read back: %.300s", s.JSON())
			}
			r := d.Render(s)
			lint(t, "in the state "+cut(s.JSON()), r, false)
			buttons(t, d, s, r.HTML.String())
		}
		lint(t, "static", artifactkit.Open(data, artifactkit.Options{Static: true}).Render(st), true)
		const mark = `{"nobody knows":[1.50]}`
		if kept := d.Update(artifactkit.ParseState([]byte(mark)), action); !strings.Contains(kept.JSON(), mark[1:len(mark)-1]) {
			t.Errorf("%.60q left of %s only %.300s", action, mark, kept.JSON())
		}
		d.Extract(action, st)
		twice(t, data)
	})
}

// seedDocs begins with the inputs of the vectors and with some that nobody would write.
func seedDocs(f *testing.F) {
	states := []string{`{}`, `{"page":1e9,"more":-1,"sort":"x","hidden":[0],"filter":{},"cell":[0,0],"mode":7,"open":["/a","#0"],"zoom":true,"full":1,"at":""}`,
		`{"table":{"at":"","view":{"page":9}},"tools":true,"full":true,"from":{"":-1},"wrap":"x","load":[0]}`}
	actions := []string{"", "sort:0", "expand:*", "more:1", "filter:a", "mode:split", "cell:0:0", "hide:0", "zoom:in", "load:0", "page:-1", "tools", "at:/a", "fullscreen"}
	n := 0
	add := func(text []byte) {
		f.Add(text, []byte(states[n%len(states)]), actions[n%len(actions)])
		n++
	}
	for _, room := range []string{"testdata/vectors/*/*.txtar", "kind/*/testdata/*.txtar", "source/*/testdata/*.txtar"} {
		files, err := filepath.Glob(room)
		if err != nil || len(files) == 0 {
			f.Fatalf("%s: %v, %d files", room, err, len(files))
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, section := range txtar.Parse(data).Files {
				if section.Name == "input.json" && len(section.Data) < 32<<10 {
					add(section.Data)
				}
			}
		}
	}
	for _, text := range odd() {
		add([]byte(text))
	}
}

// buttons holds every control to its word: what copies and saves gives something, what else there is leads to another state.
func buttons(t *testing.T, d *artifactkit.Doc, st artifactkit.State, out string) {
	t.Helper()
	for i, m := range controls.FindAllStringSubmatch(out, 40) {
		action := html.UnescapeString(m[1])
		verb, word, _ := strings.Cut(action, ":")
		switch verb {
		case "copy", "download":
			if mime, name, _, ok := d.Extract(word, st); !ok || mime == "" || name == "" {
				t.Errorf("%.60q gives nothing in %s", action, cut(st.JSON()))
			}
		default:
			if next := d.Update(st, action); i%8 == 0 {
				lint(t, "after "+cut(action), d.Render(next), false)
			}
		}
	}
}

// twice adapts a text, and what came of it once more.
func twice(t *testing.T, data []byte) {
	t.Helper()
	once, why := artifactkit.Adapt(data, artifactkit.Options{})
	if why != nil {
		return
	}
	for name, text := range map[string][]byte{"result": once.Result, "event": once.Event} {
		if _, why := protocol.Parse(text); why != nil {
			t.Fatalf("the %s cannot be read: %+v: %.300s", name, *why, text)
		}
		again, _ := artifactkit.Adapt(text, artifactkit.Options{})
		if !bytes.Equal(again.Event, once.Event) || name == "result" && !bytes.Equal(again.Result, once.Result) {
			t.Errorf("the %s adapted again\n got %.500s\nwant %.500s", name, again.Event, once.Event)
		}
	}
}

func cut(s string) string { return s[:min(len(s), 120)] }
