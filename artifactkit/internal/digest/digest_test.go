package digest

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

func TestSumIsSHA256(t *testing.T) {
	data := bytes.Repeat([]byte("The quick brown fox\x00\xff"), 20)
	for n := range 300 {
		want := sha256.Sum256(data[:n])
		if got := sum(data[:n]); got != want {
			t.Fatalf("%d bytes: got %x, want %x", n, got, want)
		}
		if got := Sum(data[:n]); got != want {
			t.Fatalf("%d bytes: got %x from here, want %x", n, got, want)
		}
	}
}
