//go:build unix

package watch_test

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"
)

// TestFiveThousandFilesCostLittle measures the processor's time of this process, so nothing else runs beside it.
func TestFiveThousandFilesCostLittle(t *testing.T) {
	r := newRig(t)
	for i := range 5000 {
		if i%100 == 0 {
			if err := os.MkdirAll(fmt.Sprintf("%s/p%d", r.dir, i/100), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(fmt.Sprintf("%s/p%d/%d.jsonl", r.dir, i/100, i), []byte(said(i)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.watch(nil)
	before, begun := spent(t), time.Now()
	time.Sleep(3 * time.Second)
	if share := float64(spent(t)-before) / float64(time.Since(begun)); share > 0.15 {
		t.Errorf("looking takes %.0f %% of a processor", 100*share)
	}
	r.add("p7/700.jsonl", said(1))
	r.has(r.session(0).Session, want(t, "claudecode", []byte(said(700, 1))))
}

func spent(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
