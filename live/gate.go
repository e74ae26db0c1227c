package live

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// gate refuses requests by where they say they come from and go to, before any token is looked at: a page of another
// site must not use a reader's browser against us, and a name that was made to point at loopback (DNS rebinding) is not
// our name.
type gate struct {
	hosts   []string // lower case, with port unless it is the scheme's own
	origins []string
	cors    []string // origins that are allowed but not ours
	open    bool     // no tokens: direct loopback connections only
}

func newGate(cfg Config) gate {
	g := gate{open: cfg.Auth.Open()}
	for _, h := range cfg.Hosts {
		h = strings.ToLower(h)
		g.hosts = append(g.hosts, h)
		g.origins = append(g.origins, "http://"+h, "https://"+h) // who made the TLS, if any, is not known here
	}
	for _, o := range cfg.Origins {
		g.cors = append(g.cors, strings.ToLower(strings.TrimSuffix(o, "/")))
	}
	if u, err := url.Parse(cfg.PublicURL); err == nil && u.Host != "" {
		host := strings.ToLower(u.Host)
		if u.Scheme == "https" {
			host = strings.TrimSuffix(host, ":443") // browsers leave the scheme's own port out
		} else {
			host = strings.TrimSuffix(host, ":80")
		}
		g.hosts = append(g.hosts, host)
		g.origins = append(g.origins, strings.ToLower(u.Scheme)+"://"+host)
	}
	return g
}

// localHosts are the names of the address a request came in on: the loopback names, and the address itself, which as a
// literal cannot be rebound.
func localHosts(r *http.Request) []string {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return nil
	}
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return nil
	}
	names := []string{"127.0.0.1", "localhost", "::1"}
	if !slices.Contains(names, host) {
		names = append(names, host)
	}
	for i, n := range names {
		names[i] = net.JoinHostPort(n, port)
	}
	if port == "80" {
		for _, n := range names[:len(names):len(names)] {
			names = append(names, strings.TrimSuffix(n, ":80"))
		}
	}
	return names
}

// check returns nil, or the 403 that says what was refused and what is allowed.
func (g gate) check(r *http.Request) *Error {
	local := localHosts(r)
	hosts := append(slices.Clip(g.hosts), local...)
	host := strings.ToLower(r.Host)
	if !slices.Contains(hosts, host) {
		return forbidden("forbidden_host", "host", r.Host, hosts)
	}
	if g.open {
		if e := direct(r, local, host); e != nil {
			return e
		}
	}
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	origins := slices.Concat(g.origins, g.cors)
	for _, h := range local {
		origins = append(origins, scheme+h)
	}
	switch got := r.Header.Values("Origin"); {
	case len(got) == 0:
		// Programs send none, and browsers leave it out where a page asks its own server; those that know better say so.
		if site := cmp.Or(r.Header.Get("Sec-Fetch-Site"), "none"); site != "none" && site != "same-origin" && isAPI(r) {
			return forbidden("forbidden_origin", "Sec-Fetch-Site", site, []string{"none", "same-origin"})
		}
	case len(got) > 1 || !slices.Contains(origins, strings.ToLower(got[0])):
		return forbidden("forbidden_origin", "origin", strings.Join(got, ", "), origins)
	}
	return nil
}

// direct demands that nothing stands between this server and a program on the same machine.
func direct(r *http.Request, local []string, host string) *Error {
	for name := range r.Header {
		if name == "Forwarded" || name == "Via" || name == "X-Real-Ip" || strings.HasPrefix(name, "X-Forwarded-") {
			return refuse(http.StatusForbidden, "forbidden_proxy",
				"the request came through a proxy (header %s), and a server without tokens answers direct loopback connections only", name)
		}
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() || !slices.Contains(local, host) {
		return refuse(http.StatusForbidden, "forbidden_peer", "a server without tokens answers direct loopback connections only")
	}
	return nil
}

func forbidden(code, what, got string, allowed []string) *Error {
	e := refuse(http.StatusForbidden, code, "%s %s is not allowed here; allowed: %s", what, protocol.Quote(got), strings.Join(allowed, ", "))
	e.Got, e.Allowed = cutText(got, 200), allowed
	return e
}

// crossOrigin answers an allowed foreign origin as CORS wants it, and reports whether that was all (a preflight).
func (g gate) crossOrigin(w http.ResponseWriter, r *http.Request) (done bool) {
	if len(g.cors) == 0 {
		return false
	}
	w.Header().Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if !slices.Contains(g.cors, strings.ToLower(origin)) {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Location, Retry-After, Vitrine-Reset")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID")
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}
