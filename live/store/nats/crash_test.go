package nats_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/nats"
)

const producers = 20 // enough that some writes go in batches and some alone

// produce appends until it is killed and prints each id when its ack has come.
func produce(dir string) error {
	ctx := context.Background()
	s, err := nats.Open(ctx, nats.Config{Dir: dir})
	if err != nil {
		return err
	}
	round := 0
	for ; ; round++ {
		_, err := s.Create(ctx, fmt.Sprintf("round-%d", round), store.Event{ID: "open", Body: []byte(`{}`)})
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrExists) {
			return err
		}
	}
	failed := make(chan error)
	for p := range producers {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("p%d-%d", p, i)
				session := fmt.Sprintf("round-%d", round)
				events := []store.Event{{ID: id, Body: eventBody(id)}, {ID: id + "-b", Body: eventBody(id)}}[:1+p%2]
				acks, err := s.Append(ctx, session, events)
				if err != nil {
					failed <- err
					return
				}
				line := ""
				for _, ack := range acks {
					line += fmt.Sprintf("%s %s %d\n", session, ack.ID, ack.Seq)
				}
				_, _ = os.Stdout.WriteString(line) // one write: a kill leaves whole lines
			}
		}()
	}
	return <-failed
}

func eventBody(id string) []byte {
	return []byte(`{"id":"` + id + `","text":"` + strings.Repeat("x", len(id)*20) + `"}`)
}

type acked struct{ session, id, seq string }

// killedMidWrite runs a producer until it has printed some acks and kills it; it returns every ack that was printed.
func killedMidWrite(t *testing.T, dir string, after int, meanwhile func()) []acked {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var list []acked
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("reading the producer: %v", err)
		}
		var a acked
		if _, err := fmt.Sscan(line, &a.session, &a.id, &a.seq); err != nil {
			t.Fatalf("got line %q from the producer: %v", line, err)
		}
		list = append(list, a)
		if len(list) == after {
			meanwhile()
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait()
	if len(list) < after {
		t.Fatalf("got %d acks, want %d before the kill; the producer said: %s", len(list), after, stderr.String())
	}
	return list
}

func TestWhatWasAcknowledgedSurvivesAKill(t *testing.T) {
	dir := t.TempDir()
	var all []acked
	for round := range 3 {
		all = append(all, killedMidWrite(t, dir, 300+100*round, func() {
			if _, err := nats.Open(t.Context(), nats.Config{Dir: dir}); err == nil ||
				!strings.Contains(err.Error(), "another process has it open") {
				t.Errorf("opening a folder that is in use: got %v, want an error that says so", err)
			}
		})...)
		s, err := nats.Open(t.Context(), nats.Config{Dir: dir})
		if err != nil {
			t.Fatalf("opening after kill %d: %v", round+1, err)
		}
		stored := make(map[string]int)
		seqs := make(map[string]string)
		for r := range round + 1 {
			session := fmt.Sprintf("round-%d", r)
			var from, prev uint64
			for {
				page, err := s.Read(t.Context(), session, from, 512, 4<<20)
				if err != nil {
					t.Fatalf("reading %s: %v", session, err)
				}
				for _, rec := range page.Records {
					if rec.Prev != prev {
						t.Fatalf("got prev %d in record %d of %s, want %d", rec.Prev, rec.Seq, session, prev)
					}
					prev = rec.Seq
					if want := string(eventBody(strings.TrimSuffix(rec.ID, "-b"))); rec.ID != "open" && string(rec.Body) != want {
						t.Fatalf("got body %s of %s, want %s", rec.Body, rec.ID, want)
					}
					stored[session+"/"+rec.ID]++
					seqs[session+"/"+rec.ID] = fmt.Sprint(rec.Seq)
				}
				if !page.More {
					break
				}
				from = prev + 1
			}
		}
		for _, a := range all {
			if got := stored[a.session+"/"+a.id]; got != 1 {
				t.Fatalf("kill %d: the acknowledged %s/%s is there %d times, want once", round+1, a.session, a.id, got)
			}
			if got := seqs[a.session+"/"+a.id]; got != a.seq {
				t.Fatalf("kill %d: %s/%s is at %s, its ack said %s", round+1, a.session, a.id, got, a.seq)
			}
		}
		for _, a := range all[len(all)-20:] {
			id := strings.TrimSuffix(a.id, "-b")
			acks, err := s.Append(t.Context(), a.session, []store.Event{{ID: a.id, Body: eventBody(id)}})
			if err != nil || !acks[0].Duplicate {
				t.Fatalf("repeating %s: got %+v, %v; want a duplicate", a.id, acks, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatalf("closing: %v", err)
		}
	}
}
