package transcript_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

var update = flag.Bool("update", false, "write what is drawn into the vectors")

// TestVectors feeds events.jsonl event by event and holds the document against want.txt, and want.html where there is one. Lines
// that are no envelope are acts of a reader: "act PART ACTION [VALUE]", "close", or "grouping WORD". options.json is {"grouping"}.
// Announcements are lines of want.txt in front of the outline.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text, markup := run(t, ar)
			changed := false
			for i, f := range ar.Files {
				var got string
				switch f.Name {
				case "want.txt":
					got = text
				case "want.html":
					got = markup
				default:
					continue
				}
				if want := string(f.Data); strings.TrimSuffix(want, "\n") != strings.TrimSuffix(got, "\n") {
					ar.Files[i].Data, changed = []byte(got), true
					if !*update {
						t.Errorf("%s\n got:\n%s\nwant:\n%s", f.Name, got, want)
					}
				}
			}
			if changed && *update {
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func section(ar *txtar.Archive, name string) []byte {
	for _, f := range ar.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func run(t *testing.T, ar *txtar.Archive) (text, page string) {
	t.Helper()
	o := transcript.Options{Card: testCards}
	if v, why := protocol.Parse(section(ar, "options.json")); why == nil {
		o.Grouping = transcript.Grouping(v.Get("grouping").Str())
	}
	tr, d := transcript.New(o), newDoc()
	var said []string
	var events []source.Envelope
	acted := false
	do := func(c transcript.Changes) {
		t.Helper()
		if err := d.apply(c); err != nil {
			t.Fatal(err)
		}
		if c.Announce != "" {
			said = append(said, "says: "+c.Announce)
		}
		same(t, d, tr)
	}
	for line := range bytes.Lines(section(ar, "events.jsonl")) {
		line = bytes.TrimSpace(line)
		switch word, rest, _ := strings.Cut(string(line), " "); {
		case len(line) == 0:
		case word == "act":
			acted = true
			f := append(strings.SplitN(rest, " ", 3), "")
			if f[0] == "root" {
				f[0] = ""
			}
			do(tr.Act(f[0], f[1], f[2]))
		case word == "close":
			acted = true
			do(tr.Close())
		case word == "grouping":
			acted = true
			do(tr.SetGrouping(transcript.Grouping(rest)))
		default:
			v, why := protocol.Parse(line)
			if why != nil {
				t.Fatalf("%s: %s", why.Message, line)
			}
			e, why := source.ParseEnvelope(v)
			if why != nil {
				t.Fatalf("%s: %s", why.Message, line)
			}
			events = append(events, e)
			do(tr.Append(e))
		}
	}
	lint(t, d.host)
	static(t, tr)
	if !acted {
		atOnce := transcript.New(o)
		all := newDoc()
		if err := all.apply(atOnce.AppendAll(events)); err != nil {
			t.Fatal(err)
		}
		if got, want := all.host.String(), d.host.String(); got != want {
			t.Errorf("all events at once\n got %s\nwant %s", got, want)
		}
		if atOnce.Summary() != tr.Summary() {
			t.Errorf("all events at once: summary %+v, want %+v", atOnce.Summary(), tr.Summary())
		}
	}
	if len(said) > 0 {
		said = append(said, "")
	}
	return strings.Join(said, "\n") + outline(d.host), strings.ReplaceAll(markup.Write(tr.Node()).String(), "><", ">\n<") + "\n"
}

// same holds a host's document, made by operations alone, against the tree of the model.
func same(t testing.TB, d *doc, tr *transcript.Transcript) {
	t.Helper()
	want, err := parseHTML(markup.Write(tr.Node()).String())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.host.String(), want.String(); got != want {
		t.Fatalf("the operations\n gave %s\n model %s", got, want)
	}
}

// static holds the page without script against its rules: no control, no part, nothing left out.
func static(t testing.TB, tr *transcript.Transcript) {
	t.Helper()
	root, err := parseHTML(markup.Write(tr.Page()).String())
	if err != nil {
		t.Fatal(err)
	}
	lint(t, root)
	cards := 0
	root.each(func(e *el) bool {
		if e.is("ak-card") || e.is("ak-alone") {
			cards++
		}
		if e.name == "button" || e.name == "input" || e.attr("data-ak-part")+e.attr("data-ak-slot")+e.attr("data-ak-action") != "" {
			t.Errorf("<%s class=%q> on a page without script", e.name, e.attr("class"))
		}
		if _, hidden := e.get("hidden"); hidden {
			t.Errorf("<%s class=%q> is hidden on a page without script", e.name, e.attr("class"))
		}
		return true
	})
	if want := tr.Summary().Calls; cards != want {
		t.Errorf("%d cards on the page, want %d", cards, want)
	}
}
