package live

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// LoadAuth reads the admin token from a file, or makes the file (0600) and its folder (0700) with a new one. A file that
// others can read or write is refused: its token must be taken as known. Beside it lie the signing keys and the ledger of
// what was revoked and who owns what, under the same name with .keys and .ledger in the place of .token: one process uses
// them at a time, and they belong into the same backup as the store. Close releases them.
func LoadAuth(path string) (*Auth, error) {
	token, err := readTokenFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeTokenFile(path); err == nil {
			token, err = readTokenFile(path) // not what we made: another process may have been first
		}
	}
	if err != nil {
		return nil, err
	}
	a, err := NewAuth(token)
	if err != nil {
		return nil, fmt.Errorf("token file %s: %w", path, err)
	}
	beside := strings.TrimSuffix(path, ".token")
	if a.keys, err = loadKeyring(beside+".keys", token, time.Now()); err != nil {
		return nil, err
	}
	if a.ledger, err = openLedger(beside+".ledger", time.Now()); err != nil {
		return nil, err
	}
	return a, nil
}

func readTokenFile(path string) (string, error) {
	b, err := readSecret(path, 4096)
	if err != nil {
		return "", fmt.Errorf("reading the token file: %w", err)
	}
	return strings.TrimSpace(string(b)), nil
}

// readSecret reads a file that is its owner's alone.
func readSecret(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && st.Mode().Perm()&0o077 != 0 { // there the mode says nothing about who may read
		return nil, fmt.Errorf("others can read %s (mode %04o); make it yours with chmod 600 and change what is in it", path, st.Mode().Perm())
	}
	return io.ReadAll(io.LimitReader(f, limit))
}

// makeTokenFile puts a complete file at path, or leaves the one that another process put there first.
func makeTokenFile(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("making the token file's folder: %w", err)
	}
	f, err := os.CreateTemp(dir, ".token-*") // mode 0600
	if err != nil {
		return fmt.Errorf("making the token file: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(NewAdminToken() + "\n")
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		// A link, unlike a rename, fails when the name is taken.
		if err = os.Link(f.Name(), path); errors.Is(err, fs.ErrExist) {
			return nil
		}
	}
	if err != nil {
		return fmt.Errorf("making the token file: %w", err)
	}
	return nil
}
