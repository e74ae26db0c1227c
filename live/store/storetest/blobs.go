package storetest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

var blobs = []test{
	{"a blob comes back whole, of any size up to the limit", func(t *testing.T, e Engine) {
		create(t, e, "s")
		for _, n := range []int{0, 1, 512<<10 - 1, 512 << 10, 512<<10 + 1, 3<<20 + 17, min(e.Limits().Blob, largestBlob)} {
			data := body(fmt.Sprint("blob", n), n)
			if err := e.PutBlob(ctxOf(t), "s", digest(data), data); err != nil {
				t.Fatalf("putting %d bytes: %v", n, err)
			}
			got, err := e.Blob(ctxOf(t), "s", digest(data))
			if err != nil || !bytes.Equal(got, data) {
				t.Fatalf("got %d bytes, %v; want the %d bytes back", len(got), err, n)
			}
		}
	}},
	{"the same digest again is no error", func(t *testing.T, e Engine) {
		create(t, e, "s")
		data := body("pixels", 1200<<10)
		for range 3 {
			if err := e.PutBlob(ctxOf(t), "s", digest(data), data); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := e.Blob(ctxOf(t), "s", digest(data)); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("got %d bytes, %v; want it back", len(got), err)
		}
	}},
	{"many goroutines may store one blob", func(t *testing.T, e Engine) {
		create(t, e, "s")
		data := body("pixels", 1200<<10)
		errs := make(chan error, 6)
		for range cap(errs) {
			go func() { errs <- e.PutBlob(ctxOf(t), "s", digest(data), data) }()
		}
		for range cap(errs) {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
		if got, err := e.Blob(ctxOf(t), "s", digest(data)); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("got %d bytes, %v; want it back", len(got), err)
		}
	}},
	{"bytes that are not what their digest says are refused", func(t *testing.T, e Engine) {
		create(t, e, "s")
		err := e.PutBlob(ctxOf(t), "s", digest([]byte("a")), []byte("b"))
		wantErr(t, "putting", err, store.ErrInvalid)
		_, err = e.Blob(ctxOf(t), "s", digest([]byte("a")))
		wantErr(t, "reading", err, store.ErrNoBlob)
	}},
	{"a blob over the limit is refused", func(t *testing.T, e Engine) {
		create(t, e, "s")
		data := body("big", e.Limits().Blob+1)
		wantErr(t, "putting", e.PutBlob(ctxOf(t), "s", digest(data), data), store.ErrTooLarge)
	}},
	{"a blob that was never stored, and one of another session, are not found", func(t *testing.T, e Engine) {
		create(t, e, "s")
		create(t, e, "t")
		data := body("pixels", 100)
		if err := e.PutBlob(ctxOf(t), "s", digest(data), data); err != nil {
			t.Fatal(err)
		}
		_, err := e.Blob(ctxOf(t), "t", digest(data))
		wantErr(t, "another session", err, store.ErrNoBlob)
		_, err = e.Blob(ctxOf(t), "s", digest([]byte("never")))
		wantErr(t, "never stored", err, store.ErrNoBlob)
	}},
	{"blobs are no records", func(t *testing.T, e Engine) {
		create(t, e, "s")
		data := body("pixels", 100)
		if err := e.PutBlob(ctxOf(t), "s", digest(data), data); err != nil {
			t.Fatal(err)
		}
		wantIDs(t, readAll(t, e, "s", 10, 1<<20), "open")
	}},
	{"a full store refuses blobs", func(t *testing.T, e Engine) {
		s := e.Small(t)
		create(t, s, "s")
		var full error
		for i := 0; i < 20 && full == nil; i++ {
			data := body(fmt.Sprint("blob", i), 1<<20)
			full = s.PutBlob(ctxOf(t), "s", digest(data), data)
		}
		wantErr(t, "putting", full, store.ErrFull)
		first := body("blob0", 1<<20)
		if got, err := s.Blob(ctxOf(t), "s", digest(first)); err != nil || !bytes.Equal(got, first) {
			t.Fatalf("got %d bytes, %v; want the first blob kept", len(got), err)
		}
	}},
}

var names = []test{
	{"bad names are refused by every call and store nothing", func(t *testing.T, e Engine) {
		create(t, e, "s")
		sum := digest([]byte("a"))
		for _, bad := range []string{"", "S", "a.b", "*", ">", "a b", "-a", "../x", "a/b", "a\r\nb", strings.Repeat("a", 65)} {
			_, err := e.Create(ctxOf(t), bad, ev("open", `{}`))
			wantErr(t, "create "+bad, err, store.ErrInvalid)
			_, err = e.Append(ctxOf(t), bad, []store.Event{ev("a", `{}`)})
			wantErr(t, "append "+bad, err, store.ErrInvalid)
			_, err = e.Read(ctxOf(t), bad, 0, 1, 1)
			wantErr(t, "read "+bad, err, store.ErrInvalid)
			_, _, err = e.Bounds(ctxOf(t), bad)
			wantErr(t, "bounds "+bad, err, store.ErrInvalid)
			wantErr(t, "delete "+bad, e.Delete(ctxOf(t), bad), store.ErrInvalid)
			wantErr(t, "put blob "+bad, e.PutBlob(ctxOf(t), bad, sum, []byte("a")), store.ErrInvalid)
			_, err = e.Blob(ctxOf(t), bad, sum)
			wantErr(t, "blob "+bad, err, store.ErrInvalid)
		}
		for _, bad := range []string{"", "a/b", "a b", "a\r\nNats-Sequence: 1", "ü", strings.Repeat("a", 129)} {
			acks, err := e.Append(ctxOf(t), "s", []store.Event{ev("good-before-"+fmt.Sprint(len(bad)), `{}`), ev(bad, `{}`), ev("after", `{}`)})
			wantErr(t, "append of "+bad, err, store.ErrInvalid)
			if len(acks) != 1 {
				t.Fatalf("got %d acks, want the one before it", len(acks))
			}
			_, err = e.Create(ctxOf(t), "fresh", ev(bad, `{}`))
			wantErr(t, "create with "+bad, err, store.ErrInvalid)
		}
		for _, bad := range []string{"", "abc", strings.ToUpper(sum), sum + "0", strings.Repeat("*", 64)} {
			wantErr(t, "put blob "+bad, e.PutBlob(ctxOf(t), "s", bad, []byte("a")), store.ErrInvalid)
			_, err := e.Blob(ctxOf(t), "s", bad)
			wantErr(t, "blob "+bad, err, store.ErrInvalid)
		}
		for _, r := range readAll(t, e, "s", 100, 1<<20) {
			if r.ID == "after" {
				t.Fatal("an event after a bad one was stored")
			}
		}
	}},
	{"the widest names are kept as they are", func(t *testing.T, e Engine) {
		session, id := strings.Repeat("z", 64), strings.Repeat("aZ0._:-x", 16)
		create(t, e, session)
		appendAll(t, e, session, ev(id, `{}`))
		wantIDs(t, readAll(t, e, session, 10, 1<<20), "open", id)
	}},
}
