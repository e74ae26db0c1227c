package live

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// access is what a route asks of the token.
type access uint8

const (
	public   access = iota // none
	anyone                 // any valid token
	reader                 // may read the session of the path
	writer                 // may write it
	maker                  // may make sessions: the admin token, or a person
	owner                  // may share and delete the session of the path: the admin token, or the person it belongs to
	admin                  // the admin token
	byItself               // the handler checks: the token comes in a frame, or as a password
)

// A route of the API. The handler's error is answered as JSON.
type route struct {
	method, path string
	need         access
	serve        func(w http.ResponseWriter, r *http.Request, g grant) error
}

// table is every route there is beside the page.
func (s *Server) table() []route {
	return []route{
		{"GET", "/livez", public, s.livez},
		{"GET", "/readyz", public, s.readyz},
		{"GET", "/version", public, s.version},
		{"GET", "/v1/sessions", anyone, s.listSessions},
		{"POST", "/v1/sessions", maker, s.createSession},
		{"DELETE", "/v1/sessions/{session}", owner, s.deleteSession},
		{"POST", "/v1/sessions/{session}/tokens", owner, s.makeToken},
		{"DELETE", "/v1/sessions/{session}/tokens", owner, s.revokeTokens},
		{"DELETE", "/v1/sessions/{session}/tokens/{token}", owner, s.revokeToken},
		{"POST", "/v1/keys", admin, s.rotateKeys},
		{"POST", "/v1/sessions/{session}/events", writer, s.postEvents},
		{"GET", "/v1/sessions/{session}/events", reader, s.getEvents},
		{"GET", "/v1/sessions/{session}/blobs/{sha256}", reader, s.getBlob},
		{"GET", "/v1/sessions/{session}/ws", byItself, s.socket},
		{"POST", "/v1/render", anyone, s.render},
		{"GET", "/s/{session}/static", byItself, s.static},
	}
}

// handler dispatches: headers, gate, then the route's method and token.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	byPath := map[string][]route{}
	for _, rt := range s.table() {
		byPath[rt.path] = append(byPath[rt.path], rt)
	}
	for p, routes := range byPath {
		mux.Handle(p, s.dispatch(routes))
	}
	mux.HandleFunc("/", s.page)
	return Headers(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // that of the connection's last request
		r = s.underBase(r)
		if !isProbe(r) {
			if err := s.gate.check(r); err != nil {
				s.private(w)
				s.fail(w, r, err)
				return
			}
			if _, err := s.cfg.Identity.person(r); err != nil {
				s.private(w)
				s.fail(w, r, err)
				return
			}
		}
		if s.gate.crossOrigin(w, r) {
			return
		}
		if clean := path.Clean(r.URL.Path); clean != r.URL.Path && clean+"/" != r.URL.Path {
			s.private(w) // the mux would redirect, and knows nothing of the prefix
			s.fail(w, r, notFound())
			return
		}
		mux.ServeHTTP(w, r)
	}), HeaderOptions{})
}

func (s *Server) dispatch(routes []route) http.Handler {
	var allow []string
	for _, rt := range routes {
		if allow = append(allow, rt.method); rt.method == "GET" {
			allow = append(allow, "HEAD")
		}
	}
	slices.Sort(allow)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.private(w)
		method := r.Method
		if method == "HEAD" {
			method = "GET"
		}
		i := slices.IndexFunc(routes, func(rt route) bool { return rt.method == method })
		if i < 0 {
			w.Header().Set("Allow", strings.Join(allow, ", "))
			s.fail(w, r, refuse(http.StatusMethodNotAllowed, "method_not_allowed", "this address takes %s", strings.Join(allow, ", ")))
			return
		}
		g, err := s.admit(r, routes[i].need)
		if err == nil {
			err = routes[i].serve(w, r, g)
		}
		if err != nil {
			s.fail(w, r, err)
		}
	})
}

// admit checks the request's token, or who its proxy says that it is, against what a route needs, and its rate.
func (s *Server) admit(r *http.Request, need access) (grant, error) {
	if need == public {
		return grant{}, nil
	}
	if err := s.limit.addr.check(s.callerAddr(r)); err != nil {
		return grant{}, err
	}
	if need == byItself {
		return grant{}, nil
	}
	g, err := s.grantOf(r, bearer(r))
	if err != nil {
		if err := s.limit.refused.check(s.callerAddr(r)); err != nil {
			return g, err
		}
		return g, refuse(http.StatusUnauthorized, "unauthorized", "%s: send Authorization: Bearer TOKEN", err)
	}
	if err := s.limit.caller.check(g.who); err != nil {
		return g, err
	}
	session := r.PathValue("session")
	switch {
	case need == admin && !g.admin:
		return g, refuse(http.StatusForbidden, "forbidden", "this needs the admin token")
	case need == maker && !g.admin && g.person == "":
		return g, refuse(http.StatusForbidden, "forbidden", "this needs the admin token, or a person known to the proxy")
	case need == owner && !g.owns(session):
		return g, refuse(http.StatusForbidden, "forbidden", "this needs the admin token, or the person to whom the session belongs")
	case (need == reader || need == writer) && !g.reads(session):
		return g, refuse(http.StatusForbidden, "forbidden", "%s", g.notReading())
	case need == writer && !g.writes(session):
		return g, refuse(http.StatusForbidden, "forbidden", "the token may read this session, not write it")
	}
	if session != "" {
		return g, s.limit.session.check(session)
	}
	return g, nil
}

// notReading says why a session is not for a caller, in words that tell nothing about whether it is there.
func (g grant) notReading() string {
	if g.session == "" {
		return "the session is not yours"
	}
	return "the token is for another session"
}

func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// page hands everything else to the viewer.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Page == nil || isAPI(r) {
		s.private(w)
		s.fail(w, r, notFound())
		return
	}
	if r.Method != "GET" && r.Method != "HEAD" {
		s.private(w)
		w.Header().Set("Allow", "GET, HEAD")
		s.fail(w, r, refuse(http.StatusMethodNotAllowed, "method_not_allowed", "this address takes GET, HEAD"))
		return
	}
	s.cfg.Page.ServeHTTP(&paced{w, s}, r)
}

// private keeps an answer out of every cache.
func (s *Server) private(w http.ResponseWriter) { w.Header().Set("Cache-Control", "no-store") }

func notFound() *Error {
	return refuse(http.StatusNotFound, "not_found", "there is nothing at this address")
}

func isAPI(r *http.Request) bool { return r.URL.Path == "/v1" || strings.HasPrefix(r.URL.Path, "/v1/") }

// isProbe tells the addresses that a supervisor asks by whatever name it has for us; they tell nothing.
func isProbe(r *http.Request) bool {
	return r.URL.Path == "/livez" || r.URL.Path == "/readyz" || r.URL.Path == "/version"
}

// underBase cuts the prefix off the path, if it is there.
func (s *Server) underBase(r *http.Request) *http.Request {
	rest, ok := strings.CutPrefix(r.URL.Path, s.base)
	if !ok || s.base == "/" {
		return r
	}
	to := r.Clone(r.Context())
	to.URL.Path, to.URL.RawPath = "/"+rest, ""
	return to
}
