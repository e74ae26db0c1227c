// Command size prints the bytes of built modules, raw and packed, against the figures in docs/sizes.txt, and fails above them
// plus 2 %. It also looks into each module for code that must not be linked in.
//
//	go run ./internal/gen/size dist/app.wasm dist/kit.wasm
//	go run ./internal/gen/size -update dist/app.wasm dist/kit.wasm
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const figures = "docs/sizes.txt"

// banned are functions whose presence says that a server was linked into a module.
var banned = []string{"net/http.(*Server).Serve", "app.(*Handler).ServeHTTP", "nats-server"}

func main() {
	update := flag.Bool("update", false, "write the figures instead of comparing")
	flag.Parse()
	if err := run(*update, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "size:", err)
		os.Exit(1)
	}
}

func run(update bool, modules []string) error {
	known, err := os.ReadFile(figures)
	if err != nil && !update {
		return err
	}
	var out bytes.Buffer
	var faults []string
	fmt.Printf("%-10s %12s %12s %12s\n", "module", "raw", "gzip", "brotli")
	for _, m := range modules {
		data, err := os.ReadFile(m)
		if err != nil {
			return fmt.Errorf("%w (make build first)", err)
		}
		for _, b := range banned {
			if bytes.Contains(data, []byte(b)) {
				faults = append(faults, fmt.Sprintf("%s holds %s", m, b))
			}
		}
		sizes := []int64{int64(len(data))}
		for _, suffix := range []string{".gz", ".br"} {
			info, err := os.Stat(m + suffix)
			if err != nil {
				return err
			}
			sizes = append(sizes, info.Size())
		}
		name := filepath.Base(m)
		fmt.Printf("%-10s %12d %12d %12d\n", name, sizes[0], sizes[1], sizes[2])
		fmt.Fprintf(&out, "%s %d %d %d\n", name, sizes[0], sizes[1], sizes[2])
		faults = append(faults, compare(name, sizes, string(known))...)
	}
	if update {
		return os.WriteFile(figures, out.Bytes(), 0o644)
	}
	if faults != nil {
		return fmt.Errorf("%s", strings.Join(faults, "; "))
	}
	return nil
}

// compare holds the packed sizes against the committed ones.
func compare(name string, sizes []int64, known string) (faults []string) {
	for line := range strings.Lines(known) {
		var module string
		var raw, gz, br int64
		if _, err := fmt.Sscan(line, &module, &raw, &gz, &br); err != nil || module != name {
			continue
		}
		for i, was := range []int64{raw, gz, br} {
			if sizes[i] > was+was/50 {
				faults = append(faults, fmt.Sprintf("%s grew from %d to %d bytes (%s)", name, was, sizes[i], []string{"raw", "gzip", "brotli"}[i]))
			}
		}
		return faults
	}
	return []string{name + " has no figure in " + figures}
}
