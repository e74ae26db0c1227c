package live

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// Permission is what a session token allows. Write includes read: a producer that starts again reads what is there.
type Permission string

// The permissions.
const (
	Read  Permission = "read"
	Write Permission = "write"
)

// Why a token is refused. The words are safe to show: they tell nothing about any session.
var (
	errNoToken  = errors.New("a token is needed")
	errBadToken = errors.New("the token is not valid here")
	errExpired  = errors.New("the token has expired")
)

// Auth knows one admin token and makes and checks the tokens of single sessions. The latter are not stored: each is a
// MAC under a key derived from the admin token, so servers with the same admin token know each other's, and changing it
// revokes all. Safe for concurrent use.
type Auth struct {
	open  bool
	admin [sha256.Size]byte
	token string
	key   []byte
	kid   string
}

// NewAuth makes an Auth round an admin token of at least 20 printable characters without spaces.
func NewAuth(admin string) (*Auth, error) {
	if len(admin) < 20 || len(admin) > 512 || strings.IndexFunc(admin, func(r rune) bool { return r <= ' ' || r >= 0x7f }) >= 0 {
		return nil, errors.New("reading the admin token: it must be 20 to 512 printable ASCII characters without spaces")
	}
	mac := hmac.New(sha256.New, []byte(admin))
	mac.Write([]byte("vitrine session tokens, version 1"))
	key := mac.Sum(nil)
	kid := sha256.Sum256(key)
	return &Auth{admin: sha256.Sum256([]byte(admin)), token: admin, key: key, kid: hex.EncodeToString(kid[:4])}, nil
}

// NoAuth lets every process of this machine do everything, other users' included. A server with it answers loopback
// connections only, and none that came through a proxy.
func NoAuth() *Auth {
	a, err := NewAuth(NewAdminToken())
	if err != nil {
		panic("live: " + err.Error())
	}
	a.open = true
	return a
}

// NewAdminToken makes a token of 256 random bits.
func NewAdminToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return "va1_" + base64.RawURLEncoding.EncodeToString(b[:])
}

// AdminToken is the token that may do everything; "" in a server without tokens.
func (a *Auth) AdminToken() string {
	if a == nil || a.open {
		return ""
	}
	return a.token
}

// Open tells whether no token is asked for.
func (a *Auth) Open() bool { return a != nil && a.open }

// Mint makes a token for one session.
func (a *Auth) Mint(session string, p Permission, expires time.Time) (string, error) {
	if !store.ValidSession(session) {
		return "", fmt.Errorf("making a token: %q is no session id", session)
	}
	if p != Read && p != Write {
		return "", fmt.Errorf("making a token: %q is no permission", p)
	}
	body := strings.Join([]string{tokenVersion, a.kid, session, string(p[:1]), strconv.FormatInt(expires.Unix(), 10)}, ".")
	return body + "." + a.mac(body), nil
}

const tokenVersion = "vt1"

func (a *Auth) mac(body string) string {
	mac := hmac.New(sha256.New, a.key)
	mac.Write([]byte(body))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// grant is what a checked token allows. The zero grant allows nothing.
type grant struct {
	admin   bool
	session string
	write   bool
	expires time.Time // zero: never
	who     string    // the same for the same token; no secret
}

func (g grant) reads(session string) bool  { return g.admin || g.session != "" && g.session == session }
func (g grant) writes(session string) bool { return g.admin || g.write && g.reads(session) }

// check finds out what a token allows. All comparisons of secrets take constant time.
func (a *Auth) check(token string, now time.Time) (grant, error) {
	if a == nil {
		return grant{}, errBadToken
	}
	if a.open {
		return grant{admin: true, who: "open"}, nil
	}
	if token == "" {
		return grant{}, errNoToken
	}
	sum := sha256.Sum256([]byte(token))
	if subtle.ConstantTimeCompare(sum[:], a.admin[:]) == 1 {
		return grant{admin: true, who: "admin"}, nil
	}
	part := strings.Split(token, ".")
	if len(part) != 6 || part[0] != tokenVersion || part[1] != a.kid || len(token) > 512 {
		return grant{}, errBadToken
	}
	if !hmac.Equal([]byte(part[5]), []byte(a.mac(strings.Join(part[:5], ".")))) {
		return grant{}, errBadToken
	}
	exp, err := strconv.ParseInt(part[4], 10, 64)
	if err != nil {
		return grant{}, errBadToken
	}
	g := grant{session: part[2], write: part[3] == "w", expires: time.Unix(exp, 0), who: hex.EncodeToString(sum[:8])}
	if !now.Before(g.expires) {
		return grant{}, errExpired
	}
	return g, nil
}
