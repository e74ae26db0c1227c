package cli_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/internal/cli"
)

// What stands in messages comes from names and data: a terminal obeys none of it, and none passes for a line of ours.
func TestMessagesMoveNoTerminal(t *testing.T) {
	dir := t.TempDir()
	bad := "a\x1b]0;owned\x07\x1b[2J\u009b31m\u202e\nvitrine: all is well"
	if err := os.WriteFile(filepath.Join(dir, bad+".json"), []byte("no JSON"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"import", dir}, {"import", filepath.Join(dir, bad)}, {"open", "--no-browser", filepath.Join(dir, bad)}, {"inspect", bad}, {"render", filepath.Join(dir, bad+".json")},
		{"render", "--from", bad}, {"inspect", "--versions", bad}, {"--" + bad}, {"render", "--format", bad}, {"token", "--session", bad}, {"push", "--url", bad}, {"serve", "--addr", bad},
	} {
		_, errs, code := run(t, "{}", args...)
		if code == 0 || strings.ContainsAny(errs, "\x1b\x07\u009b\u202e") {
			t.Errorf("%q: exit %d, %q; want a message without control characters", args[0], code, errs)
		}
		if !strings.HasPrefix(errs, "vitrine: ") {
			t.Errorf("%q: got %q, want it to say who speaks", args[0], errs)
		}
	}
	if _, errs, _ := run(t, "", "import", dir); strings.Contains(errs, "\nvitrine: all is well") {
		t.Errorf("a file's name passed for a message: %q", errs)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAnAnswerThatCannotBeWrittenIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"inspect"}, {"inspect", "--jsonl"}, {"adapt"}, {"render"}, {"render", "--page"}, {"import", "-"}, {"import", "--list"}, {"css"}, {"version"}} {
		var errs strings.Builder
		code := cli.Run(t.Context(), args, func(string) string { return "" }, cli.Stdio{In: strings.NewReader(mcpResult), Out: full{}, Err: &errs})
		if code != 1 || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%v: exit %d, %q; want 1 and the reason", args, code, errs.String())
		}
	}
}

func TestAFolderThatIsNamedByALinkIsImported(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.Mkdir(real, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(real, "r.json"), []byte(mcpResult), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Fatal(err)
	}
	if out, errs, code := run(t, "", "import", link); code != 0 || !strings.Contains(out, `"type":"tool_result"`) {
		t.Errorf("exit %d, %q, %q; want the result", code, out, errs)
	}
}
