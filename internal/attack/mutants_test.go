package attack_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mutant is a change of one place, and the test of a class that must fail after it.
type mutant struct{ class, test, file, old, new string }

// mutants open one door each. The class is what must notice.
var mutants = []mutant{
	{"html", "Results", "artifactkit/markup/escape.go", `t['&'], t['<'],`, `t['&'], t[1],`},
	{"attributes", "Results", "artifactkit/markup/escape.go", `t['>'], t['"'],`, `t['>'], t[1],`},
	{"characters", "Results", "artifactkit/markup/escape.go", "\t\t\tt[c] = bad\n", ""},
	{"urls", "Results", "artifactkit/markup/url.go", "default:\n\t\treturn URL{}, false", "default:"},
	{"css", "Results", "artifactkit/markup/sanitize/build.go", "markup.El(tag, attrs, kids...)", `markup.El(tag, append(attrs, markup.Const("style", "x")), kids...)`},
	{"mutation", "Results", "artifactkit/markup/sanitize/sanitize.go", "if !b.settle() {", "if false {"},
	{"clobbering", "Results", "artifactkit/markup/node.go", `Attr{name: "id", value: s.String() + "-" + part}`, `Attr{name: "id", value: part}`},
	{"markdown", "Results", "artifactkit/markup/markdown/link.go", "u, ok := markup.SafeURL(to)\n\tif !ok || u.Host() == \"\" {", "u, ok := markup.SafeURL(to)\n\tif ok {\n\t\treturn markup.RemotePicture(u, alt)\n\t}\n\tif !ok || u.Host() == \"\" {"},
	{"ansi", "Results", "artifactkit/markup/ansi.go", `u, ok := SafeURL(address); ok && u.Host() != "" &&`, `u, ok := (URL{address}), true; ok &&`},
	{"bidi", "Results", "artifactkit/markup/bidi.go", "return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069", "return r == 0x202a"},
	{"lookalike", "Lookalikes", "artifactkit/markup/lookalike.go", "\t\t\treturn tell\n", "\t\t\tcontinue\n"},
	{"svg", "Results", "artifactkit/markup/picture.go", "case bytes.HasPrefix(head, []byte(\"BM\")):", "case bytes.HasPrefix(head, []byte(\"<svg\")):\n\t\treturn \"image/png\"\n\tcase bytes.HasPrefix(head, []byte(\"BM\")):"},
	{"dataurls", "Results", "artifactkit/markup/url.go", "c == '+' || c == '/' || c == '=')", "c == '+' || c == '/' || c == '=' || c == '\"' || c == '%')"},
	{"polyglots", "Results", "artifactkit/markup/picture.go", "case bytes.HasPrefix(head, []byte(\"BM\")):", "case bytes.HasPrefix(head, []byte(\"<htm\")):\n\t\treturn \"image/gif\"\n\tcase bytes.HasPrefix(head, []byte(\"BM\")):"},
	{"websocket", "Frames", "live/socket.go", "if !g.reads(k.session) {", "if g.reads(\"\") {"},
	{"formulas", "Results", "artifactkit/kind/table/sheet.go", `return "'" + s`, `return s`},
	{"exports", "Transcripts", "artifactkit/markup/page.go", `default-src 'none'; style-src 'unsafe-inline'`, `style-src 'unsafe-inline'`},
	{"paths", "Results", "artifactkit/kind/internal/field/filename.go", "name = name[i+1:]", "name = name[i:]"},
	{"json", "JSON", "artifactkit/protocol/accessor.go", "if key, ok := v.Duplicate(); ok {", "if key, ok := v.Duplicate(); ok && key == \"\" {"},
}

// TestEveryMutantIsCaught builds the class's test with one door open and demands that it fails. All of them in make attack-full; of
// the others only that they still are what they say: a change of one place.
func TestEveryMutantIsCaught(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range mutants {
		t.Run(m.class, func(t *testing.T) { caught(t, root, m, full || i == 0) })
	}
}

func caught(t *testing.T, root string, m mutant, build bool) {
	t.Helper()
	file := filepath.Join(root, m.file)
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(source), m.old) != 1 {
		t.Errorf("%s: %q stands %d times in %s", m.class, m.old, strings.Count(string(source), m.old), m.file)
		return
	}
	if !build {
		return
	}
	dir := t.TempDir()
	broken, overlay := filepath.Join(dir, "broken.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(broken, []byte(strings.Replace(string(source), m.old, m.new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: broken}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	run := "^Test" + m.test + "$"
	if m.test == "Results" || m.test == "Transcripts" {
		run += "/^" + m.class + "$"
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-run", run, ".")
	cmd.Env = append(os.Environ(), "VITRINE_ATTACK=full")
	out, err := cmd.CombinedOutput()
	if err == nil || !regexp.MustCompile(`(?m)^\s*--- FAIL: Test`+m.test).Match(out) {
		t.Errorf("%s: the mutant lives: %.800s", m.class, out)
	}
}
