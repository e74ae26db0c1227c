package watch_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/send"
	"github.com/vitrine-go/vitrine/internal/watch"
	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store/memory"
)

const token = "admin-token-of-the-tests"

// rig is a folder, a server and what the watchers of a test say.
type rig struct {
	t      *testing.T
	dir    string
	srv    *httptest.Server
	client *live.Client

	mu       sync.Mutex
	followed []watch.Followed
	said     []string
}

func newRig(t *testing.T) *rig {
	t.Helper()
	auth, err := live.NewAuth(token)
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New(memory.Config{})
	h := live.Handler(live.Config{Store: st, Auth: auth})
	r := &rig{t: t, dir: t.TempDir(), srv: httptest.NewServer(h)}
	r.client = &live.Client{URL: r.srv.URL, Token: token, Backoff: live.Backoff{Min: 5 * time.Millisecond, Max: 50 * time.Millisecond}}
	t.Cleanup(func() {
		r.srv.Close()
		st.Close()
	})
	return r
}

// watch starts a watcher over the rig's folder, or over the files named, and returns what ends it.
func (r *rig) watch(change func(*watch.Config), names ...string) (stop func()) {
	r.t.Helper()
	paths := []string{r.dir}
	if len(names) > 0 {
		paths = nil
		for _, n := range names {
			paths = append(paths, filepath.Join(r.dir, n))
		}
	}
	looked := make(chan struct{})
	var once sync.Once
	n := 0
	cfg := watch.Config{
		Sender: send.Sender{
			Client: r.client,
			Say:    func(f string, a ...any) { r.mu.Lock(); r.said = append(r.said, fmt.Sprintf(f, a...)); r.mu.Unlock() },
		},
		Paths: func() []string {
			if n++; n == 2 { // what is there at the first look was seen
				once.Do(func() { close(looked) })
			}
			return paths
		},
		Followed: func(f watch.Followed) { r.mu.Lock(); r.followed = append(r.followed, f); r.mu.Unlock() },
	}
	if change != nil {
		change(&cfg)
	}
	ctx, cancel := context.WithCancel(r.t.Context())
	done := make(chan error, 1)
	go func() { done <- watch.New(cfg).Run(ctx) }()
	var ended sync.Once
	stop = func() {
		ended.Do(func() {
			cancel()
			select {
			case err := <-done:
				if err != nil {
					r.t.Errorf("the watcher ended with %v", err)
				}
			case <-time.After(5 * time.Second):
				r.t.Error("the watcher does not end")
			}
		})
	}
	r.t.Cleanup(stop)
	select {
	case <-looked:
	case <-time.After(5 * time.Second):
		r.t.Fatal("the watcher does not look")
	}
	return stop
}

// session waits for the n-th session that is followed.
func (r *rig) session(n int) watch.Followed {
	r.t.Helper()
	var f watch.Followed
	r.until("a session is followed", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.followed) <= n {
			return false
		}
		f = r.followed[n]
		return true
	})
	return f
}

func (r *rig) until(what string, is func() bool) {
	r.t.Helper()
	for end := time.Now().Add(8 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.t.Fatalf("waited in vain until %s; it says %q", what, r.said)
		}
	}
}

// events are those that the server has of a session, behind the first.
func (r *rig) events(session string) (lines []string) {
	r.t.Helper()
	err := r.client.Events(r.t.Context(), session, "", func(e live.Event) error {
		v, why := protocol.Parse(e.Line)
		if why != nil {
			r.t.Fatal(why.Message)
		}
		env, why := source.ParseEnvelope(v)
		if why != nil {
			r.t.Fatal(why.Message)
		}
		if env.Type != "open" {
			lines = append(lines, string(env.AppendJSON(nil)))
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return lines
}

// has waits until the server has exactly these events.
func (r *rig) has(session string, want []string) {
	r.t.Helper()
	var got []string
	for end := time.Now().Add(8 * time.Second); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if got = r.events(session); len(got) >= len(want) {
			break
		}
	}
	if !slices.Equal(stamped(got), stamped(want)) {
		r.t.Fatalf("the server has %d events, want %d:\n got %s\nwant %s", len(got), len(want), first(got, want), first(want, got))
	}
}

// stamped leaves out the time, which the server adds where there is none.
func stamped(lines []string) (out []string) {
	for _, l := range lines {
		v, _ := protocol.Parse([]byte(l))
		e, _ := source.ParseEnvelope(v)
		e.At = ""
		out = append(out, string(e.AppendJSON(nil)))
	}
	return out
}

func first(a, b []string) string {
	for i := range a {
		if i >= len(b) || stamped(a[i : i+1])[0] != stamped(b[i : i+1])[0] {
			return fmt.Sprintf("%d: %.300s", i, a[i])
		}
	}
	return "nothing"
}

// want is what a file's lines give, without what only an end gives.
func want(t *testing.T, from string, text []byte) (lines []string) {
	t.Helper()
	s, ok := artifactkit.Transcript(from, nil)
	if !ok {
		t.Fatalf("there is no format %s", from)
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	reader := artifactkit.OpenTranscript(s, source.Options{Head: append(first, '\n')})
	for line := range bytes.Lines(text) {
		reader.Record(bytes.TrimSpace(line), func(e source.Envelope) {
			if e.Type != "open" {
				lines = append(lines, string(e.AppendJSON(nil)))
			}
		})
	}
	if len(lines) == 0 {
		t.Fatal("the file gives nothing")
	}
	return lines
}

func journey(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../artifactkit/source/claudecode/testdata/journey.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (r *rig) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) add(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		r.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		r.t.Fatal(err)
	}
}

func words(n int) string {
	return fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":"s1","cwd":"/home/dev/tides","message":{"role":"user","content":"word %d"}}`, n, n)
}

func said(n ...int) string {
	var b strings.Builder
	for _, i := range n {
		b.WriteString(words(i) + "\n")
	}
	return b.String()
}

// count is how many sessions are followed, words what was said.
func (r *rig) count() int { r.mu.Lock(); defer r.mu.Unlock(); return len(r.followed) }

func (r *rig) words() []string { r.mu.Lock(); defer r.mu.Unlock(); return slices.Clone(r.said) }
