package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Lines is what the command took for many results, one a line, in one process.
type Lines struct {
	Command string
	N       int
	Ns      int64
	Peak    int64 // resident memory in bytes at its highest, 0 if the system does not tell
}

// lineCounts grow by ten; memory must not.
var lineCounts = []int{1000, 10_000, 100_000}

// manyLines builds the command and sends it results through a pipe.
func manyLines() ([]Lines, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	command := filepath.Join(dir, "vitrine")
	if out, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the command: %w: %s", err, out)
	}
	var all []Lines
	block := append(bytes.Join(mixed(1000), []byte("\n")), '\n')
	for _, name := range []string{"inspect", "adapt"} {
		for _, n := range lineCounts {
			cmd := exec.Command(command, name, "--jsonl")
			cmd.Stdin = io.LimitReader(&repeated{block: block}, int64(len(block))*int64(n/1000))
			cmd.Stderr = os.Stderr
			answers := &answers{process: func() int { return cmd.Process.Pid }}
			cmd.Stdout = answers
			start := time.Now()
			if err := cmd.Run(); err != nil {
				return nil, fmt.Errorf("running %s --jsonl: %w", name, err)
			}
			if answers.lines != n {
				return nil, fmt.Errorf("%s --jsonl gave %d answers to %d lines", name, answers.lines, n)
			}
			all = append(all, Lines{name, n, time.Since(start).Nanoseconds(), answers.peak})
		}
	}
	return all, nil
}

// repeated reads one block again and again.
type repeated struct {
	block []byte
	at    int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := copy(p, r.block[r.at:])
	r.at = (r.at + n) % len(r.block)
	return n, nil
}

// answers counts lines, and looks at the memory of who writes them while it does.
type answers struct {
	lines   int
	peak    int64
	process func() int
}

func (a *answers) Write(p []byte) (int, error) {
	a.lines += bytes.Count(p, []byte("\n"))
	a.peak = max(a.peak, peak(a.process()))
	return len(p), nil
}
