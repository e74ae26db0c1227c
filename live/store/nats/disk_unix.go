//go:build darwin || dragonfly || freebsd || linux

package nats

import "syscall"

// diskFree returns the bytes this process may still write to the disk of dir; ok is false if it cannot tell.
func diskFree(dir string) (free int64, ok bool) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, false
	}
	return int64(st.Bavail) * int64(st.Bsize), true
}
