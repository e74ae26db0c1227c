package nats_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/nats"
	"github.com/vitrine-go/vitrine/live/store/storetest"
)

func open(t *testing.T, cfg nats.Config) *nats.Store {
	t.Helper()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	s, err := nats.Open(t.Context(), cfg)
	if err != nil {
		t.Fatalf("opening: %v", err)
	}
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

func closeStore(t *testing.T, s store.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatalf("closing: %v", err)
	}
}

func create(t *testing.T, s store.Store, session string) store.Ack {
	t.Helper()
	ack, err := s.Create(t.Context(), session, store.Event{ID: "open", Body: []byte(`{}`)})
	if err != nil {
		t.Fatalf("creating %s: %v", session, err)
	}
	return ack
}

func appendOne(t *testing.T, s store.Store, session, id, body string) store.Ack {
	t.Helper()
	acks, err := s.Append(t.Context(), session, []store.Event{{ID: id, Body: []byte(body)}})
	if err != nil {
		t.Fatalf("appending %s: %v", id, err)
	}
	return acks[0]
}

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Engine {
		dir := t.TempDir()
		var now store.Store = open(t, nats.Config{Dir: dir})
		return storetest.Engine{
			Store: now,
			Reopen: func(t *testing.T) store.Store {
				t.Helper()
				closeStore(t, now)
				now = open(t, nats.Config{Dir: dir})
				return now
			},
			Small: func(t *testing.T) store.Store { return open(t, nats.Config{MaxBytes: 8 << 20}) },
		}
	})
}

func TestAFastStoreKeepsWhatAStrictOneDoes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, nats.Config{Dir: dir, Sync: nats.Fast})
	create(t, s, "s")
	ack := appendOne(t, s, "s", "a", `1`)
	closeStore(t, s)
	s = open(t, nats.Config{Dir: dir})
	if got := appendOne(t, s, "s", "a", `1`); !got.Duplicate || got.Seq != ack.Seq {
		t.Errorf("got %+v, want the duplicate of %d", got, ack.Seq)
	}
}

func TestTheFolderIsClosedToOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "data")
	open(t, nats.Config{Dir: dir})
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := info.Mode().Perm(), os.FileMode(0o700); got != want {
		t.Errorf("got mode %v, want %v", got, want)
	}
	wide := t.TempDir()
	if err := os.Chmod(wide, 0o755); err != nil {
		t.Fatal(err)
	}
	open(t, nats.Config{Dir: wide})
	if info, err = os.Stat(wide); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("got mode %v of a folder that was open, want 0700", info.Mode().Perm())
	}
}

func TestASecondStoreOnTheFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := open(t, nats.Config{Dir: dir})
	create(t, s, "s")
	_, err := nats.Open(t.Context(), nats.Config{Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "another process has it open") || !strings.Contains(err.Error(), dir) {
		t.Fatalf("got %v, want an error that names the folder and says why", err)
	}
	appendOne(t, s, "s", "a", `1`)
	closeStore(t, s)
	again := open(t, nats.Config{Dir: dir})
	appendOne(t, again, "s", "b", `1`)
}

func TestBadConfigurationsAreRefused(t *testing.T) {
	for _, tt := range []struct {
		name string
		cfg  nats.Config
	}{
		{"no folder", nats.Config{}},
		{"hardly any room", nats.Config{Dir: t.TempDir(), MaxBytes: 1000}},
		{"a negative age", nats.Config{Dir: t.TempDir(), MaxAge: -time.Second}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if s, err := nats.Open(t.Context(), tt.cfg); err == nil {
				closeStore(t, s)
				t.Error("got nil, want an error")
			}
		})
	}
}

func TestAStoreOfANewerProgramIsRefusedAndLeftAlone(t *testing.T) {
	dir := t.TempDir()
	s := open(t, nats.Config{Dir: dir})
	create(t, s, "s")
	epoch := s.Epoch()
	closeStore(t, s)
	marker := filepath.Join(dir, "store.json")
	mine, err := os.ReadFile(marker)
	if err != nil {
		t.Fatal(err)
	}
	theirs := []byte(`{"format":99,"epoch":"` + epoch + `","more":true}`)
	if err := os.WriteFile(marker, theirs, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := nats.Open(t.Context(), nats.Config{Dir: dir}); !errors.Is(err, nats.ErrNewer) {
		t.Fatalf("got %v, want ErrNewer", err)
	}
	if got, _ := os.ReadFile(marker); string(got) != string(theirs) {
		t.Fatalf("got marker %s, want it as it was", got)
	}
	if err := os.WriteFile(marker, mine, 0o600); err != nil {
		t.Fatal(err)
	}
	appendOne(t, open(t, nats.Config{Dir: dir}), "s", "a", `1`)
}

func TestADamagedMarkerIsRefused(t *testing.T) {
	for _, text := range []string{"", "{", `{"format":0,"epoch":"x"}`, `{"format":1}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "store.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := nats.Open(t.Context(), nats.Config{Dir: dir}); err == nil {
			closeStore(t, s)
			t.Errorf("marker %q: got nil, want an error", text)
		}
	}
}

func TestAStoreThatLostItsEventsIsNotMadeAnewInSilence(t *testing.T) {
	dir := t.TempDir()
	s := open(t, nats.Config{Dir: dir})
	create(t, s, "s")
	epoch := s.Epoch()
	closeStore(t, s)
	if err := os.RemoveAll(filepath.Join(dir, "engine")); err != nil {
		t.Fatal(err)
	}
	if _, err := nats.Open(t.Context(), nats.Config{Dir: dir}); !errors.Is(err, nats.ErrGone) {
		t.Fatalf("got %v, want ErrGone", err)
	}
	if err := os.Remove(filepath.Join(dir, "store.json")); err != nil {
		t.Fatal(err)
	}
	if got := open(t, nats.Config{Dir: dir}).Epoch(); got == epoch {
		t.Errorf("got the epoch %q of the lost history, want another", got)
	}
}

func TestLimitsMayChangeButNotBelowWhatIsHeld(t *testing.T) {
	dir := t.TempDir()
	s := open(t, nats.Config{Dir: dir, MaxBytes: 8 << 20})
	create(t, s, "s")
	for i := range 6 {
		appendOne(t, s, "s", fmt.Sprint("e", i), strings.Repeat("x", 500<<10))
	}
	closeStore(t, s)
	if _, err := nats.Open(t.Context(), nats.Config{Dir: dir, MaxBytes: 4 << 20}); err == nil ||
		!strings.Contains(err.Error(), "the limit is") {
		t.Fatalf("got %v, want an error that names the limit", err)
	}
	s = open(t, nats.Config{Dir: dir, MaxBytes: 32 << 20})
	for i := range 12 {
		appendOne(t, s, "s", fmt.Sprint("more", i), strings.Repeat("x", 500<<10))
	}
}

func TestADiskThatRunsFullIsRefusedBeforeItIs(t *testing.T) {
	dir := t.TempDir()
	s := open(t, nats.Config{Dir: dir})
	create(t, s, "s")
	closeStore(t, s)
	s = open(t, nats.Config{Dir: dir, MinFree: 1 << 60})
	if _, err := s.Append(t.Context(), "s", []store.Event{{ID: "a"}}); !errors.Is(err, store.ErrFull) {
		t.Errorf("append: got %v, want full", err)
	}
	if err := s.Health(t.Context()); !errors.Is(err, store.ErrFull) {
		t.Errorf("health: got %v, want full", err)
	}
	if _, err := s.Read(t.Context(), "s", 0, 1, 1); err != nil {
		t.Errorf("read: got %v, want the record", err)
	}
}

func TestOldRecordsExpire(t *testing.T) {
	s := open(t, nats.Config{MaxAge: 1200 * time.Millisecond})
	first := create(t, s, "s")
	create(t, s, "gone")
	time.Sleep(700 * time.Millisecond)
	second := appendOne(t, s, "s", "a", `1`)
	deadline := time.Now().Add(10 * time.Second)
	for {
		from, _, err := s.Bounds(t.Context(), "s")
		if err == nil && from == second.Seq {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("got first %d, %v; want %d", from, err, second.Seq)
		}
		time.Sleep(20 * time.Millisecond)
	}
	page, err := s.Read(t.Context(), "s", first.Seq, 10, 1<<20)
	if err != nil || len(page.Records) != 1 || page.Records[0].Prev != first.Seq {
		t.Fatalf("got %+v, %v; want one record that names the expired one before it", page.Records, err)
	}
	list, err := s.Sessions(t.Context())
	if err != nil || len(list) != 1 || list[0].Open != nil {
		t.Fatalf("got %+v, %v; want one session without its open event", list, err)
	}
	if _, err := s.Append(t.Context(), "gone", []store.Event{{ID: "b"}}); !errors.Is(err, store.ErrNoSession) {
		t.Fatalf("appending to an expired session: got %v, want no session", err)
	}
	create(t, s, "gone")
}

func TestAnExpiredSessionCanBeMadeAgain(t *testing.T) {
	s := open(t, nats.Config{MaxAge: 300 * time.Millisecond})
	create(t, s, "s")
	deadline := time.Now().Add(10 * time.Second)
	for {
		_, err := s.Create(t.Context(), "s", store.Event{ID: "open", Body: []byte(`{}`)})
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrExists) || time.Now().After(deadline) {
			t.Fatalf("got %v, want it to exist until it has expired", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	appendOne(t, s, "s", "a", `1`)
}
