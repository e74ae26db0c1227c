package live_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/live"
	"github.com/vitrine-go/vitrine/live/store"
	"github.com/vitrine-go/vitrine/live/store/nats"
)

// engines are the stores that the server is tested on.
var engines = []struct {
	name string
	open func(t *testing.T) store.Store
}{
	{"memory", openMemory},
	{"nats", openNATS},
}

func openNATS(t *testing.T) store.Store {
	t.Helper()
	st, err := nats.Open(t.Context(), nats.Config{Dir: t.TempDir(), Sync: nats.Fast, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Errorf("closing the store: %v", err)
		}
	})
	return st
}

// onEngines runs a test on each engine.
func onEngines(t *testing.T, run func(t *testing.T, st *faulty)) {
	t.Helper()
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) { run(t, &faulty{Store: e.open(t)}) })
	}
}

// with puts a store into a configuration.
func with(st store.Store) func(*live.Config) { return func(c *live.Config) { c.Store = st } }
