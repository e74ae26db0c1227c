package repocheck_test

import (
	"os/exec"
	"testing"
)

// TestThePublicGoAPIChangesOnPurpose compares what the public packages declare with docs/api.
func TestThePublicGoAPIChangesOnPurpose(t *testing.T) {
	cmd := exec.Command("go", "run", "./internal/gen/api", "-check")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
