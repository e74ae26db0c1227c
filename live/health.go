package live

import (
	"cmp"
	"net/http"
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

func (s *Server) readyz(w http.ResponseWriter, r *http.Request, _ grant) error {
	type ready struct {
		Status string            `json:"status"`
		Reason string            `json:"reason,omitempty"`
		Notes  map[string]string `json:"notes,omitempty"`
	}
	ctx, cancel := s.deadline(r.Context())
	defer cancel()
	a, status := ready{Status: "ready", Notes: s.cfg.Notes}, http.StatusOK
	if err := s.store.Health(ctx); err != nil {
		a.Reason = err.Error()
	} else if s.draining.Load() {
		a.Reason = errBye.Error()
	}
	if a.Reason != "" {
		a.Status, status = "not ready", http.StatusServiceUnavailable
	}
	s.answer(w, status, a)
	return nil
}
