package fanout_test

import (
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/internal/fanout"
)

func TestStopWaitsForARunningCallAndAddDoesNot(t *testing.T) {
	var s fanout.Set
	entered, release, delivered := make(chan struct{}), make(chan struct{}), make(chan struct{})
	calls := 0
	stop := s.Add(func(store.Record) { calls++; close(entered); <-release }, nil)
	go func() { s.Deliver(store.Record{}); close(delivered) }()
	<-entered
	stopOther := s.Add(nil, nil) // returns while the delivery runs
	stopped := make(chan struct{})
	go func() { stop(); close(stopped) }()
	select {
	case <-stopped:
		t.Fatal("stop returned while a call ran")
	case <-time.After(20 * time.Millisecond):
	}
	close(release)
	<-stopped
	<-delivered
	stop()
	s.Deliver(store.Record{})
	s.Lost()
	if got, want := calls, 1; got != want {
		t.Errorf("got %d calls, want %d", got, want)
	}
	stopOther()
}

func TestCloseStopsEveryWatcher(t *testing.T) {
	var s fanout.Set
	calls := 0
	for range 3 {
		s.Add(func(store.Record) { calls++ }, func() { calls++ })
	}
	s.Deliver(store.Record{})
	s.Lost()
	s.Close()
	s.Deliver(store.Record{})
	s.Lost()
	if got, want := calls, 6; got != want {
		t.Errorf("got %d calls, want %d", got, want)
	}
}
