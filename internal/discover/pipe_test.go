//go:build unix

package discover_test

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/discover"
)

// A pipe that nobody writes to would hold up whoever opens it for ever.
func TestPipesAreNotOpened(t *testing.T) {
	dir := tree(t, "a.jsonl", "a/subagents/b.jsonl")
	for _, name := range []string{"pipe.jsonl", "a/subagents/agent-c.jsonl", "d"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f, err := discover.New([]string{dir, filepath.Join(dir, "pipe.jsonl")})
		if err != nil {
			t.Error(err)
			return
		}
		if got, err := f.Sessions(t.Context()); err != nil || len(got) != 1 {
			t.Errorf("got %d sessions, %v; want a.jsonl", len(got), err)
		}
		o := discover.Options(filepath.Join(dir, "a.jsonl"))
		if r, err := o.Sibling("a/subagents/agent-c.jsonl"); err == nil {
			r.Close()
			t.Error("a pipe was opened")
		}
		if got := o.Siblings("d"); got != nil {
			t.Errorf("a pipe was listed as a folder: %v", got)
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("a pipe was opened, and is waited for")
	}
}
