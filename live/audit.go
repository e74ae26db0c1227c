package live

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
)

// SessionHash is how logs name a session: the first 12 hexadecimal digits of the SHA-256 of its id. Who has the log alone
// learns no name that they could not guess.
func SessionHash(session string) string {
	sum := sha256.Sum256([]byte(session))
	return hex.EncodeToString(sum[:6])
}

// audit notes who did what to which session. Neither tokens nor payloads nor names of sessions stand in it.
func (s *Server) audit(r *http.Request, g grant, what, session string, more ...any) {
	s.auditAt(slog.LevelInfo, r, g, what, session, more...)
}

func (s *Server) auditAt(level slog.Level, r *http.Request, g grant, what, session string, more ...any) {
	if !s.log.Enabled(r.Context(), level) {
		return
	}
	args := []any{"who", g.who, "what", what}
	if g.person != "" {
		args = append(args, "person", g.person)
	}
	if session != "" {
		args = append(args, "session", SessionHash(session))
	}
	s.log.Log(r.Context(), level, "audit", append(append(args, "from", s.callerAddr(r)), more...)...)
}
