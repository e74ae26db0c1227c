// Package examples has the tests of the examples: each README says what its test runs.
package examples_test

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/memory"
)

const token = "admin-token-of-the-tests"

// server is a live server that reads results of all formats, as vitrine serve does.
func server(t *testing.T) *live.Client {
	t.Helper()
	auth, err := live.NewAuth(token)
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New(memory.Config{})
	srv := httptest.NewServer(live.Handler(live.Config{Store: st, Auth: auth, Import: func(from string, body []byte) (live.Imported, error) {
		var got live.Imported
		r, err := artifactkit.ReadEvents(bytes.NewReader(body), from, source.Options{}, func(e source.Envelope) {
			if e.Type != "open" {
				got.Envelopes = append(got.Envelopes, e.AppendJSON(nil))
			}
		})
		got.From = r.From
		return got, err
	}}))
	t.Cleanup(func() { srv.Close(); st.Close() })
	return &live.Client{URL: srv.URL, Token: token}
}

// command is the folder with the command vitrine.
func command(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "vitrine"), "..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

var indented = regexp.MustCompile(`(?m)^    (\S.*)$`)

// follow runs the commands of a README in a folder.
func follow(t *testing.T, c *live.Client, bin, example, dir string) string {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(example, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for _, m := range indented.FindAllStringSubmatch(string(readme), -1) {
		script.WriteString(m[1] + "\n")
	}
	if script.Len() == 0 {
		t.Fatal("the README has no commands")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-euc", script.String())
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "VITRINE_URL="+c.URL, "VITRINE_TOKEN="+token, "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", example, err, out)
	}
	return string(out)
}

func TestTheReadmesOfTheProducersRun(t *testing.T) {
	c, bin := server(t), command(t)
	for _, x := range []struct {
		example, session string
		results          int
	}{{"python-producer", "tides", 3}, {"r-producer", "tides-r", 1}, {"go-producer", "tides-go", 0}} {
		dir, err := filepath.Abs("..")
		if err != nil {
			t.Fatal(err)
		}
		if x.results > 0 {
			dir = t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(x.example)); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 { // the second time nothing is new
			out := follow(t, c, bin, x.example, dir)
			if n := strings.Count(out, `"kind":"table"`); n != x.results {
				t.Errorf("%s: %d artifacts are found in the file, want %d: %s", x.example, n, x.results, out)
			}
		}
		if x.results > 0 {
			page, err := os.ReadFile(filepath.Join(dir, "tides.html"))
			if err != nil || !bytes.HasPrefix(page, []byte("<div class=\"ak-root\"")) || !bytes.Contains(page, []byte("<style>")) || !bytes.Contains(page, []byte("Duluth")) {
				t.Errorf("%s: the string for notebooks is %.80q, %v", x.example, page, err)
			}
		}
		var events []string
		if err := c.Events(t.Context(), x.session, "", func(e live.Event) error {
			if e.Type == "tool_result" {
				events = append(events, string(e.Event))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(events) != 1 || !strings.Contains(events[0], `"kind":"table"`) || !strings.Contains(events[0], `"title":"Tides"`) || !strings.Contains(events[0], "Fargo") {
			t.Errorf("%s: the session has %v", x.example, events)
		}
	}
}

// TestTheReadmeOfMCPRuns has the official SDK's client and server at both ends of vitrine tap, and its client before vitrine mcp.
func TestTheReadmeOfMCPRuns(t *testing.T) {
	if _, err := os.Stat("mcp/node_modules"); err != nil {
		t.Fatalf("%v: scripts/test-setup.sh installs it", err)
	}
	c, bin := server(t), command(t)
	out := follow(t, c, bin, "mcp", "mcp")
	for _, want := range []string{"tide_table\n", "Reading the gauge\n", `"structuredContent":{"rows":[{"port":"Duluth","high":1.25}`, "show\n", `"codeagent/artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table"`, "the calls are at " + c.URL} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in %s", want, out)
		}
	}
	for session, want := range map[string]string{"tapped": "open tool_request tool_result tool_result end", "shown": "open tool_request tool_result"} {
		var types []string
		var last string
		if err := c.Events(t.Context(), session, "", func(e live.Event) error {
			if types = append(types, e.Type); e.Type == "tool_result" {
				last = string(e.Event)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(types, " "); got != want || !strings.Contains(last, `"kind":"table"`) || !strings.Contains(last, "Fargo") {
			t.Errorf("%s has %s, want %s; the last result is %s", session, got, want, last)
		}
	}
}
