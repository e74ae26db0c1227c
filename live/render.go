package live

import (
	"errors"
	"net/http"
)

func (s *Server) render(w http.ResponseWriter, r *http.Request, g grant) error {
	if s.cfg.Render == nil {
		return refuse(http.StatusNotImplemented, "not_implemented", "this server does not render")
	}
	if _, err := bodyKind(r); err != nil {
		return err
	}
	release, err := s.hold(r.Context(), s.heavy, g)
	if err != nil {
		return err
	}
	defer release()
	body, err := s.readBody(w, r, s.lim.Body)
	if err != nil {
		return err
	}
	line, err := s.cfg.Render(r.URL.Query(), body)
	if err != nil {
		if e, ok := errors.AsType[*Error](err); ok {
			return e
		}
		return badShape("not_rendered", "", "%s", cutText(err.Error(), 400))
	}
	w.Header().Set("Content-Type", "application/json")
	return s.copyOut(w, line)
}
