package live

import (
	"time"

	"github.com/coder/websocket"
)

// Routes names every route of the API as "METHOD PATH NEED", for the tests that walk them.
func Routes() (all []string) {
	needs := [...]string{public: "public", anyone: "anyone", reader: "reader", writer: "writer", maker: "maker", owner: "owner", admin: "admin", byItself: "itself"}
	for _, rt := range (&Server{}).table() {
		all = append(all, rt.method+" "+rt.path+" "+needs[rt.need])
	}
	return all
}

// HasMember is the scanner of delivered lines.
func HasMember(body []byte, key string) bool { return hasMember(body, key) }

// ParseCursor reads a cursor and writes it again.
func ParseCursor(text string) (string, error) {
	c, err := parseCursor(text)
	return c.String(), err
}

// Wait is how long a backoff waits before attempt n.
func Wait(b Backoff, n int) time.Duration { return b.wait(n) }

// ParseFrame reads a client's text frame: a hello, or the cursor that it acknowledges.
func ParseFrame(msg []byte) (hello bool, token, after, ack string, err error) {
	f, err := parseFrame(websocket.MessageText, msg)
	if f.hello != nil {
		return true, f.hello.token, f.hello.after, "", err
	}
	return false, "", "", f.ack.String(), err
}

// Admits tells whether a token opens anything.
func Admits(a *Auth, token string) bool {
	_, err := a.check(token, time.Now())
	return err == nil
}
