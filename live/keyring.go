package live

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// maxLife is the longest life of a token. Former keys and notes about tokens are kept that long and then forgotten.
const maxLife = 366 * 24 * time.Hour

// maxKeys bounds the former keys: who changes keys more often ends the oldest tokens early.
const maxKeys = 8

// signingKey makes and checks tokens. Its id stands in them; it is no secret.
type signingKey struct {
	id  string
	mac []byte
}

// keyring holds the signing keys, newest first: the first one makes tokens, all of them check.
type keyring struct {
	path  string // "" for keys that live as long as the process
	admin string

	notes store.Notes // nil: the file

	mu   sync.RWMutex
	seq  uint64 // position of the note
	kept []keptKey
	keys []signingKey
}

// keptKey is one key as the file has it. Its secret alone opens nothing: the admin token goes into the key as well.
type keptKey struct {
	Made   time.Time `json:"made"`
	Secret []byte    `json:"secret"`
}

type keyFile struct {
	Format int       `json:"format"`
	Keys   []keptKey `json:"keys"`
}

const keyFormat = 1

// newKeyring has one key that follows from the admin token alone, so that several processes with one token know each
// other's.
func newKeyring(admin string) *keyring {
	k := &keyring{admin: admin}
	k.set([]keptKey{{}})
	return k
}

// loadKeyring reads the keys of a file, or makes it with one.
func loadKeyring(path, admin string, now time.Time) (*keyring, error) {
	k := &keyring{path: path, admin: admin}
	data, err := readSecret(path, 64<<10)
	if errors.Is(err, fs.ErrNotExist) {
		return k, k.save([]keptKey{newKey(now)})
	}
	if err != nil {
		return nil, fmt.Errorf("reading the signing keys: %w", err)
	}
	var f keyFile
	if err := json.Unmarshal(data, &f); err != nil || f.Format != keyFormat || len(f.Keys) == 0 {
		return nil, fmt.Errorf("reading the signing keys: %s is damaged, or of a newer version", path)
	}
	for _, key := range f.Keys {
		if len(key.Secret) < 16 {
			return nil, fmt.Errorf("reading the signing keys: a key in %s is too short", path)
		}
	}
	k.set(f.Keys)
	return k, nil
}

func newKey(now time.Time) keptKey {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	return keptKey{now.UTC().Truncate(time.Second), secret}
}

// set takes keys into use. The caller holds mu, or is alone.
func (k *keyring) set(kept []keptKey) {
	k.kept, k.keys = kept, nil
	for _, key := range kept {
		mac := hmac.New(sha256.New, []byte(k.admin))
		mac.Write([]byte("vitrine session tokens, version 1"))
		mac.Write(key.Secret)
		sum := mac.Sum(nil)
		id := sha256.Sum256(sum)
		k.keys = append(k.keys, signingKey{hex.EncodeToString(id[:4]), sum})
	}
}

// save writes keys and then takes them into use.
func (k *keyring) save(kept []keptKey) error {
	if k.path != "" {
		data, err := json.MarshalIndent(keyFile{keyFormat, kept}, "", "  ")
		if err == nil {
			err = replaceFile(k.path, append(data, '\n'))
		}
		if err != nil {
			return fmt.Errorf("writing the signing keys: %w", err)
		}
	}
	k.set(kept)
	return nil
}

// rotate puts a new key in front. Former ones still check, until their last token has expired or there are too many;
// with drop they go at once, and all tokens with them.
func (k *keyring) rotate(ctx context.Context, now time.Time, drop bool) (id string, former int, err error) {
	if k.notes != nil {
		return k.rotateShared(ctx, now, drop)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := k.successors(now, drop)
	if err := k.save(kept); err != nil {
		return "", 0, err
	}
	return k.keys[0].id, len(kept) - 1, nil
}

// successors are a new key and the former ones that stay. The caller holds mu.
func (k *keyring) successors(now time.Time, drop bool) []keptKey {
	kept := []keptKey{newKey(now)}
	if !drop {
		next := now // when the successor was made
		for _, key := range k.kept {
			if next.Add(maxLife).Before(now) || len(kept) == maxKeys {
				break
			}
			kept = append(kept, key)
			next = key.Made
		}
	}
	return kept
}

// share puts the keys into the notes, or takes those that are there. Nobody else uses the keyring yet.
func (k *keyring) share(ctx context.Context, notes store.Notes) error {
	k.notes = notes
	for try := 0; k.position() == 0; try++ {
		err := k.put(ctx, k.kept, 0)
		if errors.Is(err, store.ErrNewer) {
			err = again(ctx, notes, try)
		}
		if err != nil {
			return fmt.Errorf("sharing the signing keys: %w", err)
		}
	}
	return nil
}

func (k *keyring) position() uint64 {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.seq
}

// put writes keys in the place of the note at after, and then takes them into use.
func (k *keyring) put(ctx context.Context, kept []keptKey, after uint64) error {
	seq, err := k.notes.Put(ctx, keysNote, after, appendJSON(nil, entry{Keys: kept}))
	if err == nil {
		k.follow(kept, seq)
	}
	return err
}

// follow takes keys into use that stand in the note at seq.
func (k *keyring) follow(kept []keptKey, seq uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if seq > k.seq && len(kept) > 0 {
		k.seq = seq
		k.set(kept)
	}
}

// rotateShared is rotate for all servers on the store.
func (k *keyring) rotateShared(ctx context.Context, now time.Time, drop bool) (id string, former int, err error) {
	for try := range tries {
		k.mu.RLock()
		kept, seq := k.successors(now, drop), k.seq
		k.mu.RUnlock()
		if err = k.put(ctx, kept, seq); err == nil {
			return k.current().id, len(kept) - 1, nil
		}
		if !errors.Is(err, store.ErrNewer) {
			break
		}
		if err = again(ctx, k.notes, try); err != nil {
			break
		}
	}
	return "", 0, fmt.Errorf("writing the signing keys: %w", err)
}

func (k *keyring) current() signingKey {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.keys[0]
}

func (k *keyring) byID(id string) (signingKey, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	i := slices.IndexFunc(k.keys, func(s signingKey) bool { return s.id == id })
	if i < 0 {
		return signingKey{}, false
	}
	return k.keys[i], true
}

func (k signingKey) sign(body string) string {
	mac := hmac.New(sha256.New, k.mac)
	mac.Write([]byte(body))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// replaceFile puts whole new contents at path (0600): a crash leaves the old ones or these.
func replaceFile(path string, data []byte) error {
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(path+".new", path); err != nil {
		return err
	}
	return syncFolder(path)
}
