//go:build !(darwin || dragonfly || freebsd || linux)

package nats

// diskFree cannot tell on this system; the store's own limit still holds.
func diskFree(string) (free int64, ok bool) { return 0, false }
