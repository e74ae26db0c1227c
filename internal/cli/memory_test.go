//go:build !race

package cli_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/cli"
)

// The race detector has a memory of its own and takes ten times as long, so these run without it.

// TestManyLinesAtFlatMemory runs 100,000 results through one process a command and looks at the heap in between.
func TestManyLinesAtFlatMemory(t *testing.T) {
	const lines = 100_000
	for _, command := range []string{"inspect", "adapt"} {
		r, w := io.Pipe()
		go func() {
			for i := range lines {
				fmt.Fprintf(w, `{"value":"%d","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","payload":{"text":"%d"}}}}}`+"\n", i, i)
			}
			w.Close()
		}()
		out := &counter{}
		code := cli.Run(t.Context(), []string{command, "--jsonl"}, os.Getenv, cli.Stdio{In: r, Out: out, Err: io.Discard})
		if code != 0 || out.lines != lines {
			t.Errorf("%s: exit %d, %d answers, want %d", command, code, out.lines, lines)
		}
		if out.peak > 64<<20 {
			t.Errorf("%s: the heap reached %d MB", command, out.peak>>20)
		}
	}
}

type counter struct {
	lines int
	calls int
	peak  uint64
}

func (c *counter) Write(p []byte) (int, error) {
	c.lines += strings.Count(string(p), "\n")
	if c.calls++; c.calls%50 == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.peak = max(c.peak, m.HeapAlloc)
	}
	return len(p), nil
}

// TestExportAtFlatMemory writes JSONL of more than it may hold.
func TestExportAtFlatMemory(t *testing.T) {
	r, w := io.Pipe()
	go func() {
		text := strings.Repeat("line of output with /home/mechthild/x in it\\n", 400)
		for i := range 1500 {
			fmt.Fprintf(w, `{"id":"r%d","type":"tool_result","event":{"id":"c%d","name":"Bash","value":"%s","is_error":false}}`+"\n", i, i, text)
		}
		w.Close()
	}()
	out := filepath.Join(t.TempDir(), "out.jsonl")
	peak, done := make(chan uint64), make(chan struct{})
	go func() {
		most := uint64(0)
		for {
			select {
			case <-done:
				peak <- most
				return
			default:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
				time.Sleep(20 * time.Millisecond)
			}
		}
	}()
	var said strings.Builder
	code := cli.Run(t.Context(), []string{"export", "-o", out, "-"}, os.Getenv, cli.Stdio{In: r, Out: io.Discard, Err: &said})
	close(done)
	if most := <-peak; code != 0 || most > 64<<20 {
		t.Errorf("exit %d, the heap reached %d MB: %s", code, most>>20, said.String())
	}
}
