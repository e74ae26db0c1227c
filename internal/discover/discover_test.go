package discover_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/internal/discover"
	"github.com/vitrine-go/vitrine/live/store/files"
)

const line = `{"type":"user","message":{"role":"user","content":"why is the tide table wrong?"},"uuid":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-14T09:14:00Z","sessionId":"00000000-0000-4000-8000-00000000000a","cwd":"/home/dev/tides"}` + "\n"

// tree makes files below a folder; each is a minute younger than the one before.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		text := line
		if strings.Contains(name, "other") {
			text = `{"a":1}`
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 3, 14, 10, i, 0, 0, time.UTC)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSessionsAreTheTranscriptsOfKnownFormatsNewestFirst(t *testing.T) {
	dir := tree(t, "old.jsonl", "project/new.JSONL", "project/old/subagents/agent.jsonl", "other.json", "notes.txt", "deep/1/2/3/4/5/6/7/8/9/10/11/12/13/x.jsonl")
	f, err := discover.New([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Sessions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || !got[0].Last.After(got[1].Last) {
		t.Fatalf("got %d sessions, want the two transcripts, newest first", len(got))
	}
	for _, want := range []string{`"title":"why is the tide table wrong?"`, `"agent":"Claude Code"`, `"project":"/home/dev/tides"`, `"created":"2026-03-14T09:14:00Z"`} {
		if open := string(got[0].Open); !strings.Contains(open, want) {
			t.Errorf("%s is missing in %s", want, open)
		}
	}
	if strings.Contains(got[0].ID, "new") || got[0].ID == got[1].ID {
		t.Errorf("the ids are %s and %s", got[0].ID, got[1].ID)
	}
	again, err := f.Sessions(t.Context())
	if err != nil || !slices.EqualFunc(got, again, func(a, b files.Session) bool { return a.ID == b.ID }) {
		t.Errorf("a second listing differs: %v", err)
	}
	var types []string
	for e, err := range got[0].Events {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, e.ID)
	}
	if len(types) != 1 || strings.HasSuffix(types[0], ":open") {
		t.Errorf("got the events %v, want the message alone: the session has its own first one", types)
	}
}

func TestFileThatIsNamedNeedsNoEnding(t *testing.T) {
	dir := tree(t, "transcript.log")
	f, err := discover.New([]string{filepath.Join(dir, "transcript.log")})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Sessions(t.Context()); err != nil || len(got) != 1 {
		t.Errorf("got %d sessions, %v; want 1", len(got), err)
	}
}

func TestSessionIsLookedAtAnewWhenItGrew(t *testing.T) {
	dir := tree(t, "a.jsonl")
	f, err := discover.New([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Sessions(t.Context())
	if err != nil || len(got) != 1 {
		t.Fatalf("got %d sessions, %v", len(got), err)
	}
	before := got[0].Stamp()
	if err := os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte(line+line), 0o600); err != nil {
		t.Fatal(err)
	}
	if got[0].Stamp() == before {
		t.Error("the stamp of a file that grew is the same")
	}
	if err := os.Remove(filepath.Join(dir, "a.jsonl")); err != nil {
		t.Fatal(err)
	}
	if got, err := f.Sessions(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("a file that went: got %d sessions, %v", len(got), err)
	}
}

func TestWhatIsNotThereIsAMistakeAtOnce(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none")
	if _, err := discover.New([]string{missing}); !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Errorf("got %v, want the path once", err)
	}
}

func TestRootsAreThoseThatAreThere(t *testing.T) {
	home := t.TempDir()
	none := func(string) string { return "" }
	if got := discover.Roots(home, none); len(got) != 0 {
		t.Errorf("an empty home has %v", got)
	}
	elsewhere := t.TempDir()
	for _, dir := range []string{".claude/projects", ".codex/sessions", ".codex/archived_sessions", ".gemini/tmp"} {
		for _, in := range []string{filepath.Join(home, dir), filepath.Join(elsewhere, strings.TrimPrefix(strings.TrimPrefix(dir, ".claude"), ".codex"))} {
			if err := os.MkdirAll(in, 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	below := func(dir string, names ...string) (want []string) {
		for _, n := range names {
			want = append(want, filepath.Join(dir, filepath.FromSlash(n)))
		}
		return want
	}
	if got, want := discover.Roots(home, none), below(home, ".claude/projects", ".codex/sessions", ".codex/archived_sessions", ".gemini/tmp"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	moved := func(string) string { return elsewhere }
	if got, want := discover.Roots(home, moved), below(elsewhere, "projects", "sessions", "archived_sessions", ".gemini/tmp"); !slices.Equal(got, want) {
		t.Errorf("with folders of their own: got %v, want %v", got, want)
	}
}

func TestNeighboursAreReadBelowTheFolderOnly(t *testing.T) {
	dir := tree(t, "in/a.jsonl", "in/a/subagents/b.jsonl", "secret.jsonl")
	o := discover.Options(filepath.Join(dir, "in", "a.jsonl"))
	if got := o.Siblings("a/subagents"); len(got) != 1 || got[0] != "b.jsonl" {
		t.Errorf("got %v, want b.jsonl", got)
	}
	r, err := o.Sibling("a/subagents/b.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	if err := os.Symlink(filepath.Join(dir, "secret.jsonl"), filepath.Join(dir, "in", "link.jsonl")); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"../secret.jsonl", "/etc/hostname", "link.jsonl"} {
		if r, err := o.Sibling(out); err == nil {
			r.Close()
			t.Errorf("%s was opened", out)
		}
	}
}

func TestALinkThatIsNamedIsFollowedAndThoseInsideAreNot(t *testing.T) {
	dir := tree(t, "real/a.jsonl", "elsewhere/b.jsonl")
	for name, to := range map[string]string{
		"folder": "real", "file": "real/a.jsonl", "real/inside.jsonl": "../elsewhere/b.jsonl", "real/loop": "..", "real/nowhere.jsonl": "none",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, paths := range [][]string{{"folder"}, {"file"}, {"real", "folder", "file", "real/a.jsonl"}} {
		named := slices.Clone(paths)
		for i, p := range named {
			named[i] = filepath.Join(dir, p)
		}
		f, err := discover.New(named)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.Sessions(t.Context())
		if err != nil || len(got) != 1 {
			t.Errorf("%v: got %d sessions, %v; want a.jsonl, once", paths, len(got), err)
		}
	}
}
