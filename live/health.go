package live

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/vitrine-go/vitrine/live/store"
)

func (s *Server) livez(w http.ResponseWriter, _ *http.Request, _ grant) error {
	s.answer(w, http.StatusOK, struct {
		Status string `json:"status"`
	}{"ok"})
	return nil
}

func (s *Server) version(w http.ResponseWriter, _ *http.Request, _ grant) error {
	s.answer(w, http.StatusOK, struct {
		Name     string `json:"name"`
		Version  string `json:"version"`
		Protocol string `json:"protocol"`
	}{"vitrine", cmp.Or(s.cfg.Version, "unknown"), Subprotocol})
	return nil
}

// cause is one reason not to send anyone here. Codes: draining, store_full, store_down.
type cause struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// unready lists why the server cannot take events or readers now.
func (s *Server) unready(ctx context.Context) (why []cause) {
	if s.draining.Load() {
		why = append(why, cause{"draining", errBye.Error()})
	}
	switch err := s.store.Health(ctx); {
	case err == nil:
	case errors.Is(err, store.ErrFull):
		why = append(why, cause{"store_full", err.Error()})
	default:
		why = append(why, cause{"store_down", err.Error()})
	}
	return why
}

func (s *Server) readyz(w http.ResponseWriter, r *http.Request, _ grant) error {
	type ready struct {
		Status  string            `json:"status"`
		Reasons []cause           `json:"reasons,omitempty"`
		Notes   map[string]string `json:"notes,omitempty"`
	}
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	a, status := ready{Status: "ready", Reasons: s.unready(ctx), Notes: s.cfg.Notes}, http.StatusOK
	if len(a.Reasons) > 0 {
		a.Status, status = "not ready", http.StatusServiceUnavailable
	}
	s.answer(w, status, a)
	return nil
}
