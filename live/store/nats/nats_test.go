package nats_test

import (
	"testing"

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
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	})
	return s
}

func TestConformance(t *testing.T) {
	for _, tt := range []struct {
		name string
		sync nats.Sync
	}{{"strict", nats.Strict}, {"fast", nats.Fast}} {
		t.Run(tt.name, func(t *testing.T) {
			storetest.Run(t, func(t *testing.T) storetest.Engine {
				dir := t.TempDir()
				s := open(t, nats.Config{Dir: dir, Sync: tt.sync})
				var now store.Store = s
				return storetest.Engine{
					Store: s,
					Reopen: func(t *testing.T) store.Store {
						t.Helper()
						if err := now.Close(); err != nil {
							t.Fatalf("closing: %v", err)
						}
						now = open(t, nats.Config{Dir: dir, Sync: tt.sync})
						return now
					},
					Small: func(t *testing.T) store.Store { return open(t, nats.Config{Sync: tt.sync, MaxBytes: 8 << 20}) },
				}
			})
		})
	}
}
