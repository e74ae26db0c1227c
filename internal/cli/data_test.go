package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/live"
)

const mcpResult = `{"content":[{"type":"text","text":"3 rows"}],"structuredContent":[{"k":"a","n":9007199254740993}],"isError":false}`

func TestAnswersOfTheDataCommands(t *testing.T) {
	for _, c := range []struct {
		name, in string
		args     []string
		want     string
	}{
		{"inspect finds no artifact in a plain result", `{"value":"x"}`, []string{"inspect"}, `{"artifact":null,"value":"x","reason":null,"from":"codeagent"}` + "\n"},
		{"a bare number at a door has its text as value", `42`, []string{"inspect", "-"}, `{"artifact":null,"value":"42","reason":null,"from":"json"}` + "\n"},
		{"text keeps markup as text", `{"value":"<b>x</b>"}`, []string{"render", "--format", "text"}, "tool done\n<b>x</b>\n"},
	} {
		out, errs, code := run(t, c.in, c.args...)
		if out != c.want || code != 0 || errs != "" {
			t.Errorf("%s:\n got %q (exit %d, %q)\nwant %q", c.name, out, code, errs, c.want)
		}
	}
}

func TestForeignResultIsNamed(t *testing.T) {
	out, _, code := run(t, mcpResult, "adapt")
	var a struct {
		From  string
		Event struct {
			Artifact struct{ Kind string }
			Value    string
		}
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil || code != 0 {
		t.Fatalf("%v (exit %d): %s", err, code, out)
	}
	if a.From != "mcp" || a.Event.Artifact.Kind != "table" || a.Event.Value != "3 rows" {
		t.Errorf("got %+v", a)
	}
	if !strings.Contains(out, "9007199254740993") {
		t.Error("a big integer lost its digits")
	}
}

func TestRenderPageIsCompleteAndRunsNothing(t *testing.T) {
	out, _, code := run(t, `{"value":"<script>alert(1)</script>"}`, "render", "--page")
	if code != 0 || !strings.HasPrefix(out, "<!doctype html>") || strings.Contains(out, "<script") || !strings.Contains(out, "default-src 'none'") {
		t.Errorf("exit %d: %.400s", code, out)
	}
	if strings.Contains(out, "<button") {
		t.Error("a page without script has controls")
	}
}

func TestJSONLGoesOnBehindABadLine(t *testing.T) {
	in := `{"value":"a"}` + "\n\nnot json\r\n" + `{"value":"b"}`
	out, _, code := run(t, in, "inspect", "--jsonl")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 3 {
		t.Fatalf("exit %d, %d lines: %s", code, len(lines), out)
	}
	if !strings.HasPrefix(lines[1], `{"artifact":null,"value":"","reason":{"code":"not_json"`) || !strings.HasSuffix(lines[1], `"line":3}`) {
		t.Errorf("the bad line is answered %s", lines[1])
	}
	if !strings.Contains(lines[2], `"value":"b"`) {
		t.Errorf("the last line is answered %s", lines[2])
	}
}

func TestMistakesHaveTheirExitCodes(t *testing.T) {
	for _, c := range []struct {
		name string
		in   string
		args []string
		code int
		want string
	}{
		{"a file that is not there", "", []string{"inspect", filepath.Join(t.TempDir(), "none.json")}, 1, "no such file"},
		{"no JSON", "{", []string{"render"}, 1, "Not JSON at byte 1"},
		{"an unknown flag", "", []string{"render", "--bogus"}, 2, "bogus"},
		{"an unknown format", "{}", []string{"render", "--from", "bogus"}, 2, "there is no format"},
		{"a bad version set", "{}", []string{"inspect", "--versions", "0"}, 2, "--versions"},
		{"import without a path", "", []string{"import"}, 2, "name the files"},
		{"open of what is not there", "", []string{"open", filepath.Join(t.TempDir(), "none")}, 1, "opening"},
		{"open of a folder without transcripts", "", []string{"open", t.TempDir()}, 1, "no transcript"},
		{"a command that is none", "", []string{"dance"}, 1, "opening dance: no such file or directory; vitrine --help"},
		{"a folder where a file belongs", "", []string{"render", "."}, 1, "render: reading .: is a directory"},
		{"a state that is none", "{}", []string{"render", "--state", "["}, 2, "--state"},
		{"a page of many lines", "{}", []string{"render", "--page", "--jsonl"}, 2, "--page and --styled"},
		{"a style around text", "{}", []string{"render", "--styled", "--format", "text"}, 2, "--page and --styled"},
		{"a token that ends before it begins", "", []string{"token", "--session", "a", "--life", "0s"}, 2, "--life"},
		{"a public address that is none", "", []string{"serve", "--addr", "127.0.0.1:0", "--public-url", "tools.example"}, 2, "--public-url"},
	} {
		_, errs, code := run(t, c.in, c.args...)
		if code != c.code || !strings.Contains(errs, c.want) || !strings.HasPrefix(errs, "vitrine: ") {
			t.Errorf("%s: exit %d, %q; want %d, …%s…", c.name, code, errs, c.code, c.want)
		}
	}
}

func TestEveryHelpHasAnExampleThatParses(t *testing.T) {
	for _, c := range []string{"open", "serve", "push", "watch", "tap", "mcp", "render", "inspect", "adapt", "import", "css", "token", "check-config", "version"} {
		help, _, code := run(t, "", c, "--help")
		_, example, ok := strings.Cut(strings.Join(strings.Fields(help), " "), "Example: vitrine ")
		if !ok || code != 0 {
			t.Errorf("%s --help has no example (exit %d)", c, code)
			continue
		}
		example, _, _ = strings.Cut(example, " Arguments:")
		example, _, _ = strings.Cut(example, " Flags:")
		example, _, _ = strings.Cut(example, " >")
		words := strings.Fields(example)
		end := slices.Index(words, "--") // what follows is for another program
		if end < 0 {
			end = len(words)
		}
		if _, errs, code := run(t, "", slices.Insert(words, end, "--help")...); code != 0 {
			t.Errorf("%s: the example %q is wrong: %s", c, example, errs)
		}
	}
}

// TestTheAdminTokenOfThisMachineStaysOnIt pushes to addresses that are none of this machine, with only the local token at hand.
func TestTheAdminTokenOfThisMachineStaysOnIt(t *testing.T) {
	data := t.TempDir()
	if err := os.WriteFile(filepath.Join(data, "admin.token"), []byte(live.NewAdminToken()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		url  string
		code int
	}{
		{"http://198.51.100.1:8737", 2}, {"https://tools.invalid/vitrine", 2}, {"http://127.0.0.1.tools.invalid:1", 2}, {"http://localhost@tools.invalid", 2}, {"nonsense", 2}, {"", 2},
		{"http://127.0.0.1:1", 1}, {"http://[::1]:1", 1}, {"http://localhost:1", 1}, // asked, and not reached
	} {
		_, errs, code := run(t, mcpResult, "push", "--data", data, "--url", c.url)
		if code != c.code || c.code == 2 && !strings.Contains(errs, "--token-file") {
			t.Errorf("%s: exit %d, %q; want %d", c.url, code, errs, c.code)
		}
	}
}

func TestPushWithoutAServerSaysWhatToDo(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte(live.NewAdminToken()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errs, code := run(t, mcpResult, "push", "--url", "http://127.0.0.1:1", "--token-file", token)
	if code != 1 || !strings.Contains(errs, "reaching the server at http://127.0.0.1:1: ") || !strings.Contains(errs, "vitrine serve starts one") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

func TestImportCountsWhatItRead(t *testing.T) {
	dir := t.TempDir()
	file, report := filepath.Join(dir, "r.json"), filepath.Join(dir, "report.json")
	if err := os.WriteFile(file, []byte(mcpResult), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := run(t, "", "import", "--report", report, file)
	if code != 0 || strings.Count(out, "\n") != 1 || !strings.Contains(out, `"type":"tool_result"`) {
		t.Fatalf("exit %d, %s: %s", code, errs, out)
	}
	again, _, _ := run(t, "", "import", file)
	if again != out {
		t.Error("the same input gives other ids")
	}
	data, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(data), `"from": "mcp"`) {
		t.Errorf("report %s, %v", data, err)
	}
	list, _, _ := run(t, "", "import", "--list")
	for _, name := range []string{"mcp", "codeagent", "claudecode"} {
		if !strings.Contains(list, name) {
			t.Errorf("--list does not name %s", name)
		}
	}
}
