package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/vitrine-go/vitrine/live/store"
)

// model is the contract in its plainest form: ids and bodies of each session, in order.
type model map[string][]store.Event

func (m model) append(session string, events []store.Event) (acks int, err error) {
	if _, ok := m[session]; !ok {
		return 0, store.ErrNoSession
	}
	for i, e := range events {
		at := slices.IndexFunc(m[session], func(old store.Event) bool { return old.ID == e.ID })
		switch {
		case at < 0:
			m[session] = append(m[session], e)
		case string(m[session][at].Body) != string(e.Body):
			return i, store.ErrConflict
		}
	}
	return len(events), nil
}

var modelled = []test{{"a random sequence of calls answers as the model does", random}}

// random drives the engine and the model with the same calls and compares every answer.
func random(t *testing.T, e Engine) {
	rnd := rand.New(rand.NewPCG(7, 11))
	m := make(model)
	var s store.Store = e
	pick := func() string { return fmt.Sprintf("s%d", rnd.IntN(4)) }
	for step := range 250 {
		session := pick()
		switch op := rnd.IntN(20); {
		case op < 2:
			_, err := s.Create(ctxOf(t), session, ev("open", `{}`))
			var want error
			if _, ok := m[session]; ok {
				want = store.ErrExists
			} else {
				m[session] = []store.Event{ev("open", `{}`)}
			}
			if !errors.Is(err, want) {
				t.Fatalf("step %d: create: got %v, want %v", step, err, want)
			}
		case op < 14:
			var events []store.Event
			for range rnd.IntN(20) {
				events = append(events, ev(fmt.Sprintf("e%d", rnd.IntN(60)), fmt.Sprint(rnd.IntN(40)/39)))
			}
			acks, err := s.Append(ctxOf(t), session, events)
			want, wantErr := m.append(session, events)
			if len(acks) != want || !errors.Is(err, wantErr) {
				t.Fatalf("step %d: append: got %d acks, %v; want %d, %v", step, len(acks), err, want, wantErr)
			}
		case op < 15:
			err := s.Delete(ctxOf(t), session)
			var want error
			if _, ok := m[session]; !ok {
				want = store.ErrNoSession
			}
			delete(m, session)
			if !errors.Is(err, want) {
				t.Fatalf("step %d: delete: got %v, want %v", step, err, want)
			}
		case op < 16 && e.Reopen != nil && step%8 == 0:
			s = e.Reopen(t)
		default:
			if _, ok := m[session]; !ok {
				_, err := s.Read(ctxOf(t), session, 0, 1, 1)
				wantErr(t, fmt.Sprintf("step %d: read", step), err, store.ErrNoSession)
				continue
			}
			got := readAll(t, s, session, 1+rnd.IntN(30), 1+rnd.IntN(60))
			if len(got) != len(m[session]) {
				t.Fatalf("step %d: got %d records of %s, want %d", step, len(got), session, len(m[session]))
			}
			for i, r := range got {
				if want := m[session][i]; r.ID != want.ID || string(r.Body) != string(want.Body) {
					t.Fatalf("step %d: got %s %s, want %s %s", step, r.ID, r.Body, want.ID, want.Body)
				}
			}
		}
	}
}
