package live

import (
	"bufio"
	"bytes"
	"context"
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

	"github.com/vitrine-go/vitrine/live/store"
)

// ledger notes what a token cannot say of itself: that it was revoked, that its session was made anew since, and to whom
// a session belongs. It is a file of lines that are only appended to, each safe on disk before it counts, and rewritten
// without what is over when it is opened. Without a path it lives as long as the process. Where several servers share a store it
// is the store's notes instead, which all of them follow.
type ledger struct {
	mu       sync.RWMutex
	file     *os.File
	last     uint64 // position of the newest entry
	sessions map[string]note
	revoked  map[string]map[string]voided // by session and token id
	issued   int64                        // the newest time that a token bears

	notes  store.Notes // nil: the file
	stop   func()
	notify map[*func()]struct{} // called when another server wrote something
}

// note is about one session name. Times are milliseconds of Unix time.
type note struct {
	Seq   uint64 // its position in the ledger
	Since int64  // tokens that bear an earlier time are void
	Owner string // "": only tokens open it

	Making   bool // a server is just making the session for Owner, or has tried to; until that is settled it belongs to WasOwner
	Was      int64
	WasOwner string
}

// belongs is whose the session is now.
func (n note) belongs() string {
	if n.Making {
		return n.WasOwner
	}
	return n.Owner
}

// voided is one revoked token.
type voided struct {
	seq   uint64
	until int64 // when this need no longer be known
}

// entry is one line.
type entry struct {
	Session string `json:"session"`
	Since   int64  `json:"since,omitempty"`
	Owner   string `json:"owner,omitempty"`

	Making   bool   `json:"making,omitempty"`
	Was      int64  `json:"was,omitempty"`
	WasOwner string `json:"was_owner,omitempty"`

	Revoked string `json:"revoked,omitempty"` // a token's id
	Until   int64  `json:"until,omitempty"`

	Keys []keptKey `json:"keys,omitempty"` // of servers that share a store: the signing keys, of no session
}

// key is what an entry is about, as a store's note has it.
func (e entry) key() string {
	switch {
	case e.Session == "":
		return keysNote
	case e.Revoked != "":
		return "r/" + e.Session + "/" + e.Revoked
	default:
		return "s/" + e.Session
	}
}

// maxRevoked bounds what is noted of one session. Who has more to revoke revokes all its tokens.
const maxRevoked = 1000

var errTooManyRevoked = errors.New("too many tokens of this session were revoked one by one; revoke all of them")

func newLedger() *ledger {
	return &ledger{sessions: map[string]note{}, revoked: map[string]map[string]voided{}, notify: map[*func()]struct{}{}}
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
		l.apply(e, l.last+1)
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

// apply takes one entry in, unless a newer one about the same is known. The caller holds mu, or is alone.
func (l *ledger) apply(e entry, seq uint64) {
	l.last = max(l.last, seq)
	n := l.sessions[e.Session]
	of := l.revoked[e.Session]
	switch {
	case e.Session == "":
	case e.Revoked != "":
		if seq < n.Seq {
			return // void in any case
		}
		if of == nil {
			of = map[string]voided{}
			l.revoked[e.Session] = of
		}
		of[e.Revoked] = voided{seq, e.Until}
	case seq > n.Seq:
		l.sessions[e.Session] = note{seq, e.Since, e.Owner, e.Making, e.Was, e.WasOwner}
		l.issued = max(l.issued, e.Since)
		maps.DeleteFunc(of, func(_ string, g voided) bool { return g.seq < seq }) // older than Since, all of them
		if len(of) == 0 {
			delete(l.revoked, e.Session)
		}
	}
}

// forget drops what no token that is still good can meet, and returns it. The caller holds mu, or is alone.
func (l *ledger) forget(now time.Time) (over map[string]uint64) {
	over = map[string]uint64{}
	for session, of := range l.revoked {
		maps.DeleteFunc(of, func(id string, g voided) bool {
			if g.until >= now.UnixMilli() {
				return false
			}
			over[entry{Session: session, Revoked: id}.key()] = g.seq
			return true
		})
		if len(of) == 0 {
			delete(l.revoked, session)
		}
	}
	old := now.Add(-maxLife).UnixMilli()
	maps.DeleteFunc(l.sessions, func(session string, n note) bool {
		if n.belongs() != "" || n.Since >= old {
			return false
		}
		over[entry{Session: session}.key()] = n.Seq
		return true
	})
	return over
}

// entries are the fewest lines that say all of it. The caller holds mu, or is alone.
func (l *ledger) entries() (all []entry) {
	for _, session := range slices.Sorted(maps.Keys(l.sessions)) {
		n := l.sessions[session]
		all = append(all, entry{Session: session, Since: n.Since, Owner: n.belongs()})
	}
	for _, session := range slices.Sorted(maps.Keys(l.revoked)) {
		for _, id := range slices.Sorted(maps.Keys(l.revoked[session])) {
			all = append(all, entry{Session: session, Revoked: id, Until: l.revoked[session][id].until})
		}
	}
	return all
}

func (l *ledger) rewrite(path string) error {
	var b bytes.Buffer
	for _, e := range l.entries() {
		b.Write(append(appendJSON(nil, e), '\n'))
	}
	return replaceFile(path, b.Bytes())
}

// write makes an entry safe in the place of the one at after, and lets it count. The file has one writer: there it is always in place.
func (l *ledger) write(ctx context.Context, e entry, after uint64) error {
	if notes := l.shared(); notes != nil {
		seq, err := notes.Put(ctx, e.key(), after, appendJSON(nil, e))
		if err != nil {
			return fmt.Errorf("writing the ledger of tokens: %w", err)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.apply(e, seq)
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		out := bufio.NewWriter(l.file)
		out.Write(append(appendJSON(nil, e), '\n'))
		if err := errors.Join(out.Flush(), l.file.Sync()); err != nil {
			return fmt.Errorf("writing the ledger of tokens: %w", err)
		}
	}
	l.apply(e, l.last+1)
	return nil
}

func (l *ledger) shared() store.Notes {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.notes
}

// tries bounds how often an entry is written behind those of other servers.
const tries = 16

// change writes what next makes of the newest note of a session; again, if another server was first.
func (l *ledger) change(ctx context.Context, session string, next func(note) entry) (n note, err error) {
	for try := range tries {
		n = l.noteOf(session)
		if err = l.write(ctx, next(n), n.Seq); err == nil {
			return l.noteOf(session), nil
		}
		if !errors.Is(err, store.ErrNewer) {
			return n, err
		}
		if err := again(ctx, l.shared(), try); err != nil {
			return n, err
		}
	}
	return n, fmt.Errorf("%w: %w", store.ErrDown, err)
}

// again reads what another server wrote, before what it refused is tried once more. An engine may refuse for a note that is still on its
// way into the store and not to be read yet.
func again(ctx context.Context, notes store.Notes, try int) error {
	err := notes.Sync(ctx)
	if err == nil {
		err = sleep(ctx, time.Millisecond<<min(try, 8))
	}
	if err != nil {
		return fmt.Errorf("reading the ledger of tokens: %w", err)
	}
	return nil
}

func (l *ledger) noteOf(session string) note {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.sessions[session]
}

// begin notes that a session is about to begin anew: every token made before is void. A late clock does not undo that: what
// tokens bear is not a time that another server's clock said, but the Since of their session, which only grows. Its owner is
// settled when it is made, for several servers may try at once.
func (l *ledger) begin(ctx context.Context, session, owner string, now time.Time) (note, error) {
	making := l.shared() != nil
	return l.change(ctx, session, func(n note) entry {
		e := entry{Session: session, Since: l.after(n, now), Owner: owner}
		if making {
			e.Making, e.Was, e.WasOwner = true, n.Since, n.belongs()
			if n.Making {
				e.Was = n.Was
			}
		}
		return e
	})
}

// settle notes that the session of a begin was made, and by whom, over whatever others who tried have noted.
func (l *ledger) settle(ctx context.Context, session string, begun note) error {
	if !begun.Making {
		return nil
	}
	_, err := l.change(ctx, session, func(n note) entry {
		return entry{Session: session, Since: max(n.Since, begun.Since), Owner: begun.Owner}
	})
	return err
}

// abandon takes a begin back: somebody else made the session.
func (l *ledger) abandon(ctx context.Context, session string, begun note) error {
	if !begun.Making {
		return nil
	}
	err := l.write(ctx, entry{Session: session, Since: begun.Was, Owner: begun.WasOwner}, begun.Seq)
	if errors.Is(err, store.ErrNewer) {
		return nil
	}
	return err
}

// after is a time that no token of a session bears yet.
func (l *ledger) after(n note, now time.Time) int64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return max(now.UnixMilli(), l.issued+1, n.Since+1)
}

// cut voids every token of a session that was made so far; its owner stays.
func (l *ledger) cut(ctx context.Context, session string, now time.Time) (note, error) {
	return l.change(ctx, session, func(n note) entry {
		return entry{Session: session, Since: l.after(n, now), Owner: n.belongs()}
	})
}

// free makes the name of a session that was deleted after a cut nobody's, unless somebody has taken it since.
func (l *ledger) free(ctx context.Context, session string, cut note) error {
	if cut.Owner == "" {
		return nil
	}
	err := l.write(ctx, entry{Session: session, Since: cut.Since}, cut.Seq)
	if errors.Is(err, store.ErrNewer) {
		return nil
	}
	return err
}

func (l *ledger) revoke(ctx context.Context, session, id string, until time.Time) error {
	e := entry{Session: session, Revoked: id, Until: until.UnixMilli()}
	for try := range 2 {
		l.mu.RLock()
		count, have := len(l.revoked[session]), l.revoked[session][id]
		l.mu.RUnlock()
		if count >= maxRevoked {
			return errTooManyRevoked
		}
		err := l.write(ctx, e, have.seq)
		if !errors.Is(err, store.ErrNewer) {
			return err
		}
		if err := again(ctx, l.shared(), try); err != nil {
			return err
		}
	}
	return nil // another server revoked it in this moment
}

// issue is the time that a new token of a session bears.
func (l *ledger) issue(session string, now time.Time) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n, ok := l.sessions[session]; ok {
		return n.Since
	}
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
	return l.sessions[session].belongs()
}

func (l *ledger) close() error {
	if stop := l.stopping(); stop != nil {
		stop()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

func (l *ledger) stopping() func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	stop := l.stop
	l.stop = nil
	return stop
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
