// Command strip makes modules smaller that Go's linker wrote, without changing what they compute. It takes out what only tracebacks read:
// the names of functions, their files and line numbers, and what they were called with, for which the runtime prints "?"; and the
// tables of functions that can be derived from each other, which a function at the module's start puts back. It writes the data in few long pieces instead of a hundred thousand short ones, which pack badly and start slowly.
//
//	go run ./internal/gen/strip FILE...
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	flag.Parse()
	for _, name := range flag.Args() {
		if err := strip(name); err != nil {
			fmt.Fprintf(os.Stderr, "strip: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

func strip(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	out, err := stripped(data)
	if err != nil {
		return err
	}
	fmt.Printf("%s\t%d bytes of %d\n", name, len(out), len(data))
	return os.WriteFile(name, out, 0o755)
}

// stripped is the module with its data section written anew. Custom sections, which name the build, are left out.
func stripped(module []byte) ([]byte, error) {
	out := append([]byte(nil), module[:min(len(module), 8)]...)
	if string(out) != "\x00asm\x01\x00\x00\x00" {
		return nil, fmt.Errorf("no module of version 1")
	}
	r := &reader{data: module, at: 8}
	var all []section
	var code []byte
	for r.more() {
		s := section{r.byte(), r.bytes(r.uint())}
		switch s.id {
		case custom:
			continue
		case dataSection:
			m, err := image(s.body)
			if err != nil {
				return nil, err
			}
			if err := dropLines(m); err != nil {
				return nil, err
			}
			d, err := derive(m)
			if err != nil {
				return nil, err
			}
			code, s.body = d.code(), segments(m)
		}
		all = append(all, s)
	}
	if r.bad || code == nil {
		return nil, fmt.Errorf("no module with data")
	}
	all, err := started(all, code)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		out = append(appendUint(append(out, s.id), uint64(len(s.body))), s.body...)
	}
	return out, nil
}
