package live

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
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
	errRevoked  = errors.New("the token is no longer good")
)

// Auth knows one admin token and makes and checks the tokens of single sessions. The latter are not stored: each is a
// MAC under a signing key into which the admin token goes, so changing that one revokes all. What was revoked, and whose
// a session is, is noted in a ledger; servers on one store share theirs with [Auth.Share]. Safe for concurrent use.
type Auth struct {
	open   bool
	admin  [sha256.Size]byte
	token  string
	keys   *keyring
	ledger *ledger
}

// NewAuth makes an Auth round an admin token of at least 20 printable characters without spaces. Its signing key follows
// from the token, and what it revokes is known to this process only: a server that starts again wants [LoadAuth].
func NewAuth(admin string) (*Auth, error) {
	if len(admin) < 20 || len(admin) > 512 || strings.IndexFunc(admin, func(r rune) bool { return r <= ' ' || r >= 0x7f }) >= 0 {
		return nil, errors.New("reading the admin token: it must be 20 to 512 printable ASCII characters without spaces")
	}
	return &Auth{admin: sha256.Sum256([]byte(admin)), token: admin, keys: newKeyring(admin), ledger: newLedger()}, nil
}

// Close releases the files of [LoadAuth], after the server's Shutdown.
func (a *Auth) Close() error { return a.ledger.close() }

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

// Mint makes a token for one session, good for a year at most. One that is made before its session is not good for it.
func (a *Auth) Mint(session string, p Permission, expires time.Time) (string, error) {
	token, _, err := a.mint(session, p, expires)
	return token, err
}

// mint makes a token and tells its id, by which it is named in logs and revoked.
func (a *Auth) mint(session string, p Permission, expires time.Time) (token, id string, err error) {
	if !store.ValidSession(session) {
		return "", "", fmt.Errorf("making a token: %q is no session id", session)
	}
	if p != Read && p != Write {
		return "", "", fmt.Errorf("making a token: %q is no permission", p)
	}
	now := time.Now()
	if expires.Sub(now) > maxLife {
		return "", "", errors.New("making a token: it cannot live longer than 366 days")
	}
	key := a.keys.current()
	id = strings.ToLower(rand.Text()[:tokenIDLen])
	body := strings.Join([]string{tokenVersion, key.id, session, string(p[:1]), strconv.FormatInt(a.ledger.issue(session, now), 10),
		strconv.FormatInt(expires.Unix(), 10), id}, ".")
	return body + "." + key.sign(body), id, nil
}

const (
	tokenVersion = "vt1"
	tokenParts   = 8
	tokenIDLen   = 12 // 60 random bits
)

// TokenName reads from a session token, without checking it, the session and the id by which it is revoked.
func TokenName(token string) (session, id string, ok bool) {
	part := strings.Split(token, ".")
	if len(part) != tokenParts || part[0] != tokenVersion || !store.ValidSession(part[2]) || !validTokenID(part[6]) {
		return "", "", false
	}
	return part[2], part[6], true
}

func validTokenID(id string) bool {
	return len(id) == tokenIDLen && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// grant is what a caller may do: by a token, by a name that a trusted proxy gave, or by both. The zero grant allows
// nothing.
type grant struct {
	admin   bool
	session string
	write   bool
	person  string
	owner   func(session string) string
	expires time.Time    // zero: never
	who     string       // the same for the same caller; no secret
	good    func() error // whether a token that was good still is; nil: always
}

func (g grant) owns(session string) bool {
	return g.admin || g.person != "" && g.owner != nil && g.owner(session) == g.person
}
func (g grant) reads(session string) bool {
	return g.owns(session) || g.session != "" && g.session == session
}
func (g grant) writes(session string) bool {
	return g.owns(session) || g.write && g.session != "" && g.session == session
}

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
	if len(part) != tokenParts || part[0] != tokenVersion || len(token) > 512 {
		return grant{}, errBadToken
	}
	key, ok := a.keys.byID(part[1])
	if !ok || !hmac.Equal([]byte(part[7]), []byte(key.sign(strings.Join(part[:7], ".")))) {
		return grant{}, errBadToken
	}
	issued, err := strconv.ParseInt(part[4], 10, 64)
	exp, err2 := strconv.ParseInt(part[5], 10, 64)
	if err != nil || err2 != nil {
		return grant{}, errBadToken
	}
	g := grant{session: part[2], write: part[3] == "w", expires: time.Unix(exp, 0), who: "token " + part[6]}
	if !now.Before(g.expires) {
		return grant{}, errExpired
	}
	if a.ledger.void(part[2], part[6], issued) {
		return grant{}, errRevoked
	}
	g.good = func() error {
		if _, known := a.keys.byID(key.id); !known || a.ledger.void(part[2], part[6], issued) {
			return errRevoked
		}
		return nil
	}
	return g, nil
}
