package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"
)

const (
	document = "docs/BENCHMARKS.md"
	begin    = "<!-- begin: go run ./bench -write -->\n"
	end      = "<!-- end: go run ./bench -write -->\n"

	goalRatio = 3.0  // natively, over encoding/json
	goalRate  = 60.0 // MB/s as WebAssembly, on the table
)

func report(native, wasm []Figure, growth []Growth, lines []Lines) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured %s on %s; as WebAssembly under Node %s.\n\n", time.Now().UTC().Format("2006-01-02"), machine(), nodeVersion())
	b.WriteString("### Read and check, beside encoding/json into maps\n\n")
	fmt.Fprintf(&b, "Medians of %d rounds in which the two take turns. Goals: natively %.0f times as fast; as WebAssembly %.0f MB/s on the table.\n\n", rounds, goalRatio, goalRate)
	b.WriteString("| input | bytes | runtime | ours, ms | MB/s | encoding/json, ms | MB/s | ratio | goal |\n|---|--:|---|--:|--:|--:|--:|--:|---|\n")
	for i := range native {
		row(&b, native[i], "native", verdict(float64(native[i].Theirs)/float64(native[i].Ours) >= goalRatio))
		goal := ""
		if i == 0 {
			goal = verdict(wasm[i].rate(wasm[i].Ours) >= goalRate)
		}
		row(&b, wasm[i], "wasm", goal)
	}
	b.WriteString("\n### Time grows with size\n\n")
	b.WriteString("Hostile payloads, each twice the one before. `read` is what the accessors do, `adapt` makes the event as well. A step of 2 is linear;\nsingle steps move with what else the machine does. Milliseconds, the fastest of 7.\n\n")
	b.WriteString("| payload | work |")
	for _, n := range sizes {
		fmt.Fprintf(&b, " %d MiB |", n>>20)
	}
	b.WriteString(" growth per doubling | largest step |\n|---|---|" + strings.Repeat("--:|", len(sizes)+2) + "\n")
	for _, g := range growth {
		fmt.Fprintf(&b, "| %s | %s |", g.Shape, g.Work)
		for _, ns := range g.Ns {
			fmt.Fprintf(&b, " %.2f |", float64(ns)/1e6)
		}
		fmt.Fprintf(&b, " %.2f | %.2f |\n", g.mean(), g.worst())
	}
	b.WriteString("\n### Many lines in one process\n\n")
	b.WriteString("`vitrine inspect --jsonl` and `vitrine adapt --jsonl`, fed with the results of every kind through a pipe. Memory is what was resident at the most.\n\n")
	b.WriteString("| command | lines | seconds | lines a second | memory, MiB |\n|---|--:|--:|--:|--:|\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| %s | %d | %.2f | %.0f | %.0f |\n", l.Command, l.N, float64(l.Ns)/1e9, float64(l.N)/float64(l.Ns)*1e9, float64(l.Peak)/(1<<20))
	}
	return b.String()
}

func row(b *strings.Builder, f Figure, runtime, goal string) {
	fmt.Fprintf(b, "| %s | %d | %s | %.2f | %.0f | %.2f | %.0f | %.1f | %s |\n", f.Name, f.Bytes, runtime,
		float64(f.Ours)/1e6, f.rate(f.Ours), float64(f.Theirs)/1e6, f.rate(f.Theirs), float64(f.Theirs)/float64(f.Ours), goal)
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "missed"
}

// record puts the tables between the marks of the document.
func record(tables string) error {
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(text, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !ok || !closed {
		return fmt.Errorf("%s has not the lines %q and %q", document, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(document, fmt.Appendf(nil, "%s%s\n%s\n%s%s", before, begin, strings.TrimSpace(tables), end, after), 0o644)
}
