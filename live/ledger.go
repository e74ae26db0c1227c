package live

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// ledger notes what a token cannot say of itself: that it was revoked, that its session was made anew since, and to whom
// a session belongs. It is a file of lines that are only appended to, each safe on disk before it counts, and rewritten
// without what is over when it is opened. Without a path it lives as long as the process.
type ledger struct {
	mu       sync.RWMutex
	file     *os.File
	sessions map[string]note
	revoked  map[string]map[string]int64 // session, token id: until when that must be known
	issued   int64                       // the newest time that a token bears
}

// note is about one session name. Times are milliseconds of Unix time.
type note struct {
	Since int64  // tokens made before are void
	Owner string // "": only tokens open it
}

// entry is one line.
type entry struct {
	Session string `json:"session"`
	Since   int64  `json:"since,omitempty"`
	Owner   string `json:"owner,omitempty"`
	Revoked string `json:"revoked,omitempty"` // a token's id
	Until   int64  `json:"until,omitempty"`
}

// maxRevoked bounds what is noted of one session. Who has more to revoke revokes all its tokens.
const maxRevoked = 1000

var errTooManyRevoked = errors.New("too many tokens of this session were revoked one by one; revoke all of them")

func newLedger() *ledger {
	return &ledger{sessions: map[string]note{}, revoked: map[string]map[string]int64{}}
}

func openLedger(path string, now time.Time) (*ledger, error) {
	l := newLedger()
	data, err := readSecret(path, 1<<30)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the ledger of tokens: %w", err)
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if !bytes.HasSuffix(line, []byte("\n")) {
			break // the process ended while it wrote; nobody was told that this counts
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil || e.Session == "" {
			return nil, fmt.Errorf("reading the ledger of tokens: line %d of %s is damaged", n, path)
		}
		l.apply(e)
	}
	l.forget(now)
	if err := l.rewrite(path); err != nil {
		return nil, fmt.Errorf("writing the ledger of tokens: %w", err)
	}
	if l.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600); err != nil {
		return nil, fmt.Errorf("opening the ledger of tokens: %w", err)
	}
	return l, nil
}

// apply takes one line in.
func (l *ledger) apply(e entry) {
	if e.Revoked != "" {
		of := l.revoked[e.Session]
		if of == nil {
			of = map[string]int64{}
			l.revoked[e.Session] = of
		}
		of[e.Revoked] = e.Until
		return
	}
	l.sessions[e.Session] = note{e.Since, e.Owner}
	delete(l.revoked, e.Session) // older than Since, all of them
	l.issued = max(l.issued, e.Since)
}

// forget drops what no token that is still good can meet.
func (l *ledger) forget(now time.Time) {
	for session, of := range l.revoked {
		maps.DeleteFunc(of, func(_ string, until int64) bool { return until < now.UnixMilli() })
		if len(of) == 0 {
			delete(l.revoked, session)
		}
	}
	old := now.Add(-maxLife).UnixMilli()
	maps.DeleteFunc(l.sessions, func(_ string, n note) bool { return n.Owner == "" && n.Since < old })
}

func (l *ledger) rewrite(path string) error {
	var b bytes.Buffer
	for _, session := range slices.Sorted(maps.Keys(l.sessions)) {
		n := l.sessions[session]
		b.Write(append(appendJSON(nil, entry{Session: session, Since: n.Since, Owner: n.Owner}), '\n'))
	}
	for _, session := range slices.Sorted(maps.Keys(l.revoked)) {
		for _, id := range slices.Sorted(maps.Keys(l.revoked[session])) {
			b.Write(append(appendJSON(nil, entry{Session: session, Revoked: id, Until: l.revoked[session][id]}), '\n'))
		}
	}
	return replaceFile(path, b.Bytes())
}

// write makes a line safe and lets it count. The caller holds mu.
func (l *ledger) write(e entry) error {
	if l.file != nil {
		out := bufio.NewWriter(l.file)
		out.Write(append(appendJSON(nil, e), '\n'))
		if err := errors.Join(out.Flush(), l.file.Sync()); err != nil {
			return fmt.Errorf("writing the ledger of tokens: %w", err)
		}
	}
	l.apply(e)
	return nil
}

// begin notes that a session begins anew, or ends: every token made before is void. A late clock does not undo that.
func (l *ledger) begin(session, owner string, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(entry{Session: session, Since: max(now.UnixMilli(), l.issued+1), Owner: owner})
}

// cut voids every token of a session that was made so far; its owner stays.
func (l *ledger) cut(session string, now time.Time) error {
	return l.begin(session, l.owner(session), now)
}

func (l *ledger) revoke(session, id string, until time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.revoked[session]) >= maxRevoked {
		return errTooManyRevoked
	}
	return l.write(entry{Session: session, Revoked: id, Until: until.UnixMilli()})
}

// issue is the time that a new token bears.
func (l *ledger) issue(now time.Time) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.issued = max(l.issued, now.UnixMilli())
	return l.issued
}

// void tells whether a token is no longer good.
func (l *ledger) void(session, id string, issued int64) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if issued < l.sessions[session].Since {
		return true
	}
	_, gone := l.revoked[session][id]
	return gone
}

func (l *ledger) owner(session string) string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.sessions[session].Owner
}

func (l *ledger) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// syncFolder makes a new name in a folder safe, where folders can be synced.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
