package files_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/files"
)

func events(n int, reads *int) iter.Seq2[store.Event, error] {
	return func(yield func(store.Event, error) bool) {
		*reads++
		for i := range n {
			if !yield(store.Event{ID: fmt.Sprint("e", i), Body: fmt.Appendf(nil, `{"id":"e%d"}`, i)}, nil) {
				return
			}
		}
	}
}

func engine(t *testing.T, sessions ...files.Session) *files.Store {
	t.Helper()
	return files.New(func(context.Context) ([]files.Session, error) { return sessions, nil })
}

func TestTranscriptIsReadOnceInPagesFromAnyPoint(t *testing.T) {
	reads := 0
	s := engine(t, files.Session{ID: "a", Open: []byte(`{"id":"open"}`), Events: events(10, &reads)})
	var ids []string
	for from := uint64(1); ; {
		p, err := s.Read(t.Context(), "a", from, 4, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Records {
			if r.Prev != r.Seq-1 {
				t.Errorf("record %d names %d as its predecessor", r.Seq, r.Prev)
			}
			ids = append(ids, r.ID)
			from = r.Seq + 1
		}
		if !p.More {
			break
		}
	}
	if got, want := strings.Join(ids, " "), "open e0 e1 e2 e3 e4 e5 e6 e7 e8 e9"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, last, _ := s.Bounds(t.Context(), "a"); last != 11 {
		t.Errorf("last = %d", last)
	}
	if p, err := s.Read(t.Context(), "a", 99, 4, 1); err != nil || len(p.Records) != 0 || p.More {
		t.Errorf("behind the end: %v %v", p, err)
	}
	if p, _ := s.Read(t.Context(), "a", 2, 4, 1); len(p.Records) != 1 || !p.More {
		t.Errorf("a page holds at least one record, got %d", len(p.Records))
	}
	if reads != 1 {
		t.Errorf("read %d times", reads)
	}
}

func TestTranscriptIsReadAnewWhenItHasChanged(t *testing.T) {
	reads, stamp := 0, "1"
	s := engine(t, files.Session{ID: "a", Events: events(1, &reads), Stamp: func() string { return stamp }})
	for range 2 {
		if _, err := s.Read(t.Context(), "a", 1, 9, 1); err != nil {
			t.Fatal(err)
		}
	}
	stamp = "2"
	if _, err := s.Read(t.Context(), "a", 1, 9, 1); err != nil || reads != 2 {
		t.Errorf("read %d times, want 2 (%v)", reads, err)
	}
}

func TestBrokenTranscriptKeepsWhatWasReadBefore(t *testing.T) {
	bad := func(yield func(store.Event, error) bool) {
		_ = yield(store.Event{ID: "e0"}, nil) && yield(store.Event{}, errors.New("the disk is gone"))
	}
	s := engine(t, files.Session{ID: "a", Events: bad}, files.Session{ID: "b", Events: func(yield func(store.Event, error) bool) {
		yield(store.Event{}, errors.New("not there"))
	}})
	p, err := s.Read(t.Context(), "a", 1, 9, 1<<20)
	if err != nil || len(p.Records) != 3 || !strings.Contains(string(p.Records[2].Body), "the disk is gone") {
		t.Errorf("got %d records, %v; want what was read and what ended it", len(p.Records), err)
	}
	if _, err := s.Read(t.Context(), "b", 1, 9, 1<<20); err == nil {
		t.Error("a transcript that cannot be read at all is no error")
	}
}

func TestTranscriptOverTheBoundIsReadThatFarAndSaysSo(t *testing.T) {
	reads := 0
	s := engine(t, files.Session{ID: "a", Open: []byte(`{"id":"open"}`), Events: events(1000, &reads)})
	s.ReadAtMost(60)
	p, err := s.Read(t.Context(), "a", 1, 99, 1<<20)
	if err != nil || len(p.Records) != 6 || !strings.Contains(string(p.Records[5].Body), `"type":"error","event":{"message":"Reading ended here: it is longer than 60 bytes.`) {
		t.Errorf("got %d records, %v, want the opening, four events and the reason", len(p.Records), err)
	}
}

func TestNothingIsWrittenAndNothingIsInvented(t *testing.T) {
	s := engine(t)
	if _, err := s.Append(t.Context(), "a", nil); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("Append: %v", err)
	}
	if _, err := s.Create(t.Context(), "a", store.Event{}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("Create: %v", err)
	}
	if err := errors.Join(s.Delete(t.Context(), "a"), s.PutBlob(t.Context(), "a", "", nil)); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("Delete, PutBlob: %v", err)
	}
	if _, err := s.Read(t.Context(), "a", 1, 1, 1); !errors.Is(err, store.ErrNoSession) {
		t.Errorf("Read: %v", err)
	}
}

func TestManyReadersShareOneReading(t *testing.T) {
	reads := 0
	s := engine(t, files.Session{ID: "a", Events: events(2000, &reads)})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if p, err := s.Read(t.Context(), "a", 1, 5000, 1<<30); err != nil || len(p.Records) != 2001 {
				t.Errorf("%d records, %v", len(p.Records), err)
			}
		})
	}
	wg.Wait()
	if reads != 1 {
		t.Errorf("read %d times", reads)
	}
}
