package watch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/watch"
)

func TestANewFileIsFollowedByteByByte(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.watch(nil)
	text := journey(t)
	f, err := os.Create(filepath.Join(r.dir, "7b1f6c2e-3d0a-4c58-9f43-2a6d1e0b8c11.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for i := range text { // 45,000 writes, and a line is cut nearly everywhere
		if _, err := f.Write(text[i : i+1]); err != nil {
			t.Fatal(err)
		}
		if i%2000 == 0 {
			time.Sleep(30 * time.Millisecond)
		}
	}
	got := r.session(0)
	if got.Format != "Claude Code session" || got.Title == "" || got.Again {
		t.Errorf("got %+v", got)
	}
	r.has(got.Session, want(t, "claudecode", text))
}

func TestWhatIsThereIsSentWhenItChanges(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.write("p/a.jsonl", said(1, 2))
	r.write("p/quiet.jsonl", said(7))
	r.watch(nil)
	r.add("p/a.jsonl", said(3))
	s := r.session(0)
	r.has(s.Session, want(t, "claudecode", []byte(said(1, 2, 3))))
	if r.count() != 1 {
		t.Error("more is followed than the file that changed")
	}
}

func TestFromNowSendsWhatIsAdded(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	now := func(c *watch.Config) { c.FromNow = true }
	r.write("a.jsonl", said(1, 2))
	stop := r.watch(now)
	r.add("a.jsonl", said(3))
	s := r.session(0)
	r.write("b.jsonl", said(8))
	r.has(s.Session, want(t, "claudecode", []byte(said(1, 2, 3)))[2:])
	r.has(r.session(1).Session, want(t, "claudecode", []byte(said(8))))
	stop()
	// What was added while nobody watched is behind what the server has, and is sent.
	r.add("a.jsonl", said(4))
	r.watch(now)
	r.has(s.Session, want(t, "claudecode", []byte(said(1, 2, 3, 4)))[2:])
}

func TestAFileThatIsNamedIsFollowedAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.write("log", said(1))
	r.watch(nil, "log")
	r.has(r.session(0).Session, want(t, "claudecode", []byte(said(1))))
}

func TestALineCountsWhenItIsWhole(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.watch(nil)
	half := words(2)[:40]
	r.write("a.jsonl", said(1)+half)
	s := r.session(0)
	r.has(s.Session, want(t, "claudecode", []byte(said(1))))
	time.Sleep(1500 * time.Millisecond) // it rests, but is no line
	r.has(s.Session, want(t, "claudecode", []byte(said(1))))
	r.add("a.jsonl", words(2)[40:])
	r.has(s.Session, want(t, "claudecode", []byte(said(1, 2)))) // a last line without its end, when the file rests
	r.add("a.jsonl", "\r\n"+said(3))
	r.has(s.Session, want(t, "claudecode", []byte(said(1, 2, 3))))
}

func TestAFileThatIsReplaced(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.watch(nil)
	r.write("a.jsonl", said(1, 2, 3))
	s := r.session(0)
	r.has(s.Session, want(t, "claudecode", []byte(said(1, 2, 3))))

	// The same conversation, written anew and shorter: what the server has does not come twice.
	r.write("a.jsonl", said(1, 4))
	r.has(s.Session, append(want(t, "claudecode", []byte(said(1, 2, 3))), want(t, "claudecode", []byte(said(4)))...))

	// Another conversation in its place is another session.
	r.write("b.tmp", said(5, 6, 7, 8, 9))
	if err := os.Rename(filepath.Join(r.dir, "b.tmp"), filepath.Join(r.dir, "a.jsonl")); err != nil {
		t.Fatal(err)
	}
	other := r.session(1)
	if other.Session == s.Session {
		t.Error("two conversations are one session")
	}
	r.has(other.Session, want(t, "claudecode", []byte(said(5, 6, 7, 8, 9))))

	// Overwritten in place, without getting shorter.
	r.write("a.jsonl", said(11, 12, 13, 14, 15, 16))
	r.has(r.session(2).Session, want(t, "claudecode", []byte(said(11, 12, 13, 14, 15, 16))))
	if err := os.Remove(filepath.Join(r.dir, "a.jsonl")); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
	if words := r.words(); len(words) > 0 {
		t.Errorf("it says %q", words)
	}
}

func TestASecondWatchSendsTheRest(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	text := string(journey(t))
	lines := strings.SplitAfter(text, "\n")
	stop := r.watch(nil)
	r.write("a.jsonl", strings.Join(lines[:30], ""))
	s := r.session(0)
	r.until("the first part is there", func() bool { return len(r.events(s.Session)) > 20 })
	stop()
	r.add("a.jsonl", strings.Join(lines[30:], "")) // while nobody watches, and never again
	r.watch(nil)
	if again := r.session(1); again.Session != s.Session || !again.Again {
		t.Errorf("got %+v, want the session of before", again)
	}
	r.has(s.Session, want(t, "claudecode", []byte(text)))
}

func TestSubAgentsAreSeenWhileTheyRun(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.watch(nil)
	const (
		ask    = `{"type":"user","uuid":"u0","sessionId":"s1","message":{"role":"user","content":"look"}}` + "\n"
		task   = `{"type":"assistant","uuid":"a1","parentUuid":"u0","sessionId":"s1","message":{"role":"assistant","id":"m1","content":[{"type":"tool_use","id":"t1","name":"Task","input":{"prompt":"look left","subagent_type":"Explore"}}]}}` + "\n"
		inside = `{"type":"user","uuid":"l1","isSidechain":true,"agentId":"ag1","sessionId":"s1","message":{"role":"user","content":"look left"}}` + "\n"
		found  = `{"type":"assistant","uuid":"l2","parentUuid":"l1","isSidechain":true,"agentId":"ag1","sessionId":"s1","message":{"role":"assistant","id":"m2","content":[{"type":"text","text":"found it"}]}}` + "\n"
		done   = `{"type":"user","uuid":"r1","parentUuid":"a1","sessionId":"s1","toolUseResult":{"agentId":"ag1","status":"completed"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"found it"}]}]}}` + "\n"
	)
	r.write("s1.jsonl", ask+task)
	s := r.session(0)
	r.until("the call is there", func() bool { return len(r.events(s.Session)) == 2 })
	r.write("s1/subagents/agent-ag1.jsonl", inside)
	r.until("the agent's first line is there", func() bool { return len(r.events(s.Session)) == 3 })
	r.add("s1/subagents/agent-ag1.jsonl", found)
	r.until("what it found is there", func() bool { return len(r.events(s.Session)) == 4 })
	r.add("s1.jsonl", done)
	r.until("the result is there", func() bool { return len(r.events(s.Session)) == 5 })
	var got []string
	for _, e := range r.events(s.Session) {
		_, id, _ := strings.Cut(e, `"id":"claudecode:`)
		id, _, _ = strings.Cut(id, `"`)
		parent := strings.Contains(e, `"parent":"t1","agent":"Explore"`)
		if parent != strings.HasPrefix(id, "l") {
			t.Errorf("%s stands below a call: %v", id, parent)
		}
		got = append(got, id)
	}
	if want := "u0:message t1:tool_request l1:message l2:message t1:tool_result"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestEverythingLeavesThroughOneDoor(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.watch(func(c *watch.Config) {
		c.Prepare = func(batch []source.Envelope) []source.Envelope {
			for i := range batch {
				batch[i].Event = []byte(strings.ReplaceAll(string(batch[i].Event), "word", "****"))
			}
			return batch
		}
	})
	r.write("a.jsonl", said(1))
	s := r.session(0)
	r.until("the event is there", func() bool { return len(r.events(s.Session)) == 1 })
	rows, err := r.client.Sessions(t.Context())
	if err != nil || len(rows) != 1 || rows[0].Title != "**** 1" {
		t.Errorf("the session is listed as %+v, %v", rows, err)
	}
	if got := r.events(s.Session)[0]; strings.Contains(got, "word") {
		t.Errorf("got %s", got)
	}
}

func TestWhatIsNoTranscriptIsLeftAlone(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.watch(nil)
	r.write("metrics.jsonl", strings.Repeat(`{"cpu":1}`+"\n", 100))
	r.write("notes.txt", said(1))
	r.write("b.jsonl", said(2))
	r.session(0)
	time.Sleep(1200 * time.Millisecond)
	if r.count() != 1 {
		t.Error("more is followed than the transcript")
	}
}

func TestOtherFormatsAreFollowedToo(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.watch(nil)
	text := `{"timestamp":"2026-04-02T08:00:01.000Z","type":"session_meta","payload":{"id":"0199c0de-0000-7000-8000-000000000001","cwd":"/home/dev/tides"}}
{"timestamp":"2026-04-02T08:00:06.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Find out why."}]}}
{"timestamp":"2026-04-02T08:00:12.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"call_1"}}
{"timestamp":"2026-04-02T08:00:13.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"call_1","output":"a.txt\n"}}
`
	for line := range strings.SplitAfterSeq(text, "\n") {
		r.add("2026/04/02/rollout-1.jsonl", line)
		time.Sleep(30 * time.Millisecond)
	}
	s := r.session(0)
	if s.Format != "Codex session" {
		t.Errorf("got %+v", s)
	}
	r.has(s.Session, want(t, "codex", []byte(text)))
}
