package memory_test

import (
	"fmt"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/memory"
	"github.com/vitrine-go/vitrine/live/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T, cfg memory.Config) *memory.Store {
	s := memory.New(cfg)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Engine {
		return storetest.Engine{
			Store: open(t, memory.Config{}),
			Small: func(t *testing.T) store.Store { return open(t, memory.Config{MaxBytes: 4 << 20}) },
		}
	})
}

func TestEveryNewStoreHasItsOwnEpoch(t *testing.T) {
	if a, b := open(t, memory.Config{}).Epoch(), open(t, memory.Config{}).Epoch(); a == b {
		t.Errorf("got the epoch %q twice, want two", a)
	}
}

func TestTheClockIsTheGivenOne(t *testing.T) {
	at := time.Date(2031, 5, 4, 3, 2, 1, 0, time.FixedZone("x", 3600))
	s := open(t, memory.Config{Now: func() time.Time { return at }})
	if _, err := s.Create(t.Context(), "s", store.Event{ID: "open"}); err != nil {
		t.Fatal(err)
	}
	page, err := s.Read(t.Context(), "s", 0, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := page.Records[0].Time; !got.Equal(at) || got.Location() != time.UTC {
		t.Errorf("got %v, want %v in UTC", got, at)
	}
}

func TestAWatcherThatIsTooSlowIsTold(t *testing.T) {
	s := open(t, memory.Config{})
	entered, release, lost := make(chan struct{}, 1), make(chan struct{}), make(chan struct{}, 1)
	stop, err := s.Watch(func(store.Record) {
		select {
		case entered <- struct{}{}:
		default:
		}
		<-release
	}, func() {
		select {
		case lost <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if _, err := s.Create(t.Context(), "s", store.Event{ID: "open"}); err != nil {
		t.Fatal(err)
	}
	<-entered
	for i := range 5 {
		var events []store.Event
		for j := range 1000 {
			events = append(events, store.Event{ID: fmt.Sprintf("e%d-%d", i, j)})
		}
		if _, err := s.Append(t.Context(), "s", events); err != nil {
			t.Fatal(err)
		}
	}
	close(release)
	select {
	case <-lost:
	case <-time.After(10 * time.Second):
		t.Fatal("lost was not called")
	}
}
