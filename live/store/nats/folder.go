package nats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// format is the layout this program writes: subjects, headers, chunks. A program that changes what an older one would
// misread adds one.
const format = 1

var (
	errLocked = errors.New("another process has it open")

	// ErrNewer is returned by Open for a folder that a newer program wrote.
	ErrNewer = errors.New("the store was written by a newer version of this program")

	// ErrGone is returned by Open for a folder whose events have disappeared from under it.
	ErrGone = errors.New("the store's events are missing")
)

const (
	lockName   = "store.lock"
	markerName = "store.json"
	engineName = "engine"
)

// folder is the data folder, locked for this process.
type folder struct {
	dir  string
	lock *os.File
}

// marker lies beside the engine's files. It tells a store that lost its stream from a new one, and lets an older
// program refuse before its engine touches anything.
type marker struct {
	Format int    `json:"format"`
	Epoch  string `json:"epoch"`
}

func openFolder(dir string) (*folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data folder: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return nil, fmt.Errorf("closing the data folder to others: %w", err)
	}
	lock, err := lockFile(filepath.Join(dir, lockName))
	if err != nil {
		return nil, fmt.Errorf("locking the data folder %s: %w", dir, err)
	}
	return &folder{dir: dir, lock: lock}, nil
}

func (f *folder) engineDir() string { return filepath.Join(f.dir, engineName) }

func (f *folder) close() error { return f.lock.Close() }

// readMarker returns nil for a folder that holds no store yet.
func (f *folder) readMarker() (*marker, error) {
	data, err := os.ReadFile(filepath.Join(f.dir, markerName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the store's marker: %w", err)
	}
	m := new(marker)
	if err := json.Unmarshal(data, m); err != nil || m.Format < 1 || m.Epoch == "" {
		return nil, fmt.Errorf("reading the store's marker: %s is damaged", markerName)
	}
	return m, checkFormat(m.Format)
}

func checkFormat(n int) error {
	if n > format {
		return fmt.Errorf("format %d, known up to %d: %w", n, format, ErrNewer)
	}
	return nil
}

// writeMarker replaces the marker so that a crash leaves the old or the new one.
func (f *folder) writeMarker(m marker) error {
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("writing the store's marker: %w", err)
	}
	path := filepath.Join(f.dir, markerName)
	if err := writeSynced(path+".new", append(data, '\n')); err != nil {
		return fmt.Errorf("writing the store's marker: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("writing the store's marker: %w", err)
	}
	return nil
}

func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// headroom refuses writes before the disk is full: the engine, when it meets a full disk, stops altogether.
// The answer is kept for a second.
type headroom struct {
	dir string
	min int64

	mu   sync.Mutex
	at   time.Time
	last error
}

func (h *headroom) check() error {
	if h.min < 0 {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := time.Now(); h.at.IsZero() || now.Sub(h.at) > time.Second {
		h.at, h.last = now, nil
		if free, ok := diskFree(h.dir); ok && free < h.min {
			h.last = fmt.Errorf("%d MiB of disk left, %d wanted: %w", free>>20, h.min>>20, store.ErrFull)
		}
	}
	return h.last
}
