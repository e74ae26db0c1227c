// Command bench measures how fast results are read and checked, beside encoding/json in the same run, natively and as WebAssembly
// under Node, whether time grows with size only, and whether the command's memory stays flat over many lines.
//
//	go run ./bench          print the tables
//	go run ./bench -write   also put them into docs/BENCHMARKS.md
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
)

func main() {
	write := flag.Bool("write", false, "put the tables into "+document)
	raw := flag.Bool("raw", false, "measure only, answer JSON: what the WebAssembly run is asked for")
	flag.Parse()
	if *raw {
		if err := json.NewEncoder(os.Stdout).Encode(compareAll()); err != nil {
			fail(err)
		}
		return
	}
	if err := run(*write); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(1)
}

func run(write bool) error {
	native := compareAll()
	wasm, err := underNode()
	if err != nil {
		return err
	}
	lines, err := manyLines()
	if err != nil {
		return err
	}
	tables := report(native, wasm, growAll(), lines)
	fmt.Print(tables)
	if !write {
		return nil
	}
	return record(tables)
}

// machine says where the figures come from.
func machine() string {
	return fmt.Sprintf("%s, %d cores, %s/%s, %s", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
}
