package live

import (
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Identity says who vouches for people. A proxy of Proxies has asked a person who they are, and writes the name into
// Header, in every request and over whatever the person's program wrote there. With it a person makes sessions, and reads,
// writes, shares and deletes those. The header from any other address is refused. The zero value knows no people.
//
// A range that holds addresses of this machine lets each of its programs be anyone.
type Identity struct {
	Header  string         // such as X-Auth-User; "" believes no header
	Proxies []netip.Prefix // whose header is believed, and whose X-Forwarded-For tells the address behind
}

// nameBytes bounds the name of a person.
const nameBytes = 128

// trusted tells whether the other end of the connection is one of the proxies.
func (i Identity) trusted(remote string) bool {
	p, err := netip.ParseAddrPort(remote)
	return err == nil && i.covers(p.Addr())
}

func (i Identity) covers(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(i.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// person reads who a proxy says that is; "" if it says nothing.
func (i Identity) person(r *http.Request) (string, *Error) {
	if i.Header == "" {
		return "", nil
	}
	said := r.Header.Values(i.Header)
	switch {
	case len(said) == 0:
		return "", nil
	case !i.trusted(r.RemoteAddr):
		return "", refuse(http.StatusForbidden, "forbidden_identity", "the header %s is believed from a trusted proxy only, and this connection comes from none", i.Header)
	case len(said) > 1 || !validName(said[0]):
		return "", refuse(http.StatusForbidden, "forbidden_identity", "the header %s must be there once, with a name of 1 to %d bytes", i.Header, nameBytes)
	}
	return said[0], nil
}

func validName(name string) bool {
	return name != "" && len(name) <= nameBytes && utf8.ValidString(name) && strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// grantOf finds out who asks: by token, by what a trusted proxy says, or by both. A token that is not good takes nothing
// from a person.
func (s *Server) grantOf(r *http.Request, token string) (grant, error) {
	person, refused := s.cfg.Identity.person(r)
	if refused != nil {
		return grant{}, refused // the gate has refused it before
	}
	if person == "" || s.auth == nil {
		return s.auth.check(token, time.Now())
	}
	g, err := s.auth.check(token, time.Now())
	if err != nil {
		g = grant{who: "person " + person}
	}
	g.person, g.owner = person, s.auth.ledger.owner
	return g, nil
}

// callerAddr is the address behind a connection, or behind the trusted proxy at its end; of IPv6 the /64, which one
// household or machine owns whole.
func (s *Server) callerAddr(r *http.Request) string {
	p, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	ip := p.Addr()
	if s.cfg.Identity.covers(ip) {
		ip = s.behind(r, ip)
	}
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		p, _ := ip.Prefix(64)
		return p.String()
	}
	return ip.String()
}

// behind follows the addresses that proxies noted, newest first, up to the first that is none of ours.
func (s *Server) behind(r *http.Request, proxy netip.Addr) netip.Addr {
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops[max(0, len(hops)-16):]) {
		ip, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return proxy
		}
		if proxy = ip; !s.cfg.Identity.covers(ip) {
			break
		}
	}
	return proxy
}

// gone tells whether a caller that was let in would no longer be.
func (g grant) gone() bool { return g.good != nil && errors.Is(g.good(), errRevoked) }
