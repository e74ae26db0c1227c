package schemacheck_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTypesCompile compiles the generated types with a program that uses them, and sees that a misuse is one.
func TestTypesCompile(t *testing.T) {
	const tsc = "../../../e2e/node_modules/.bin/tsc"
	if _, err := os.Stat(tsc); err != nil {
		t.Fatalf("%v: scripts/test-setup.sh installs what is missing", err)
	}
	compile := func(file string) (string, error) {
		out, err := exec.Command(tsc, "--strict", "--noEmit", "--module", "nodenext", "--moduleResolution", "nodenext", "--target", "es2022", file).CombinedOutput()
		return string(out), err
	}
	if out, err := compile("testdata/use.ts"); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	out, err := compile("testdata/misuse.ts")
	if err == nil || strings.Count(out, "is not assignable") < 2 {
		t.Errorf("a version and a payload that are strings: got %v %s", err, out)
	}
}

func TestPythonTypesLoad(t *testing.T) {
	cmd := exec.Command("python3", "-W", "error", "testdata/use.py")
	folder, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "PYTHONPATH="+folder, "PYTHONDONTWRITEBYTECODE=1")
	if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "['extra', 'value']" {
		t.Errorf("got %v %s (scripts/test-setup.sh installs what is missing)", err, out)
	}
}
