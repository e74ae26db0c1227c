package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// peak is the most memory that a running process had resident, in bytes; 0 where the system does not tell. The figure that wait
// gives would do, but on Linux it counts the parent's memory from before the program was started.
func peak(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if kB, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kB), "kB")), 10, 64)
			return n << 10
		}
	}
	return 0
}
