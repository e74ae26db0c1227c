package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The layout of the runtime's table of functions, as runtime/symtab.go and runtime/runtime2.go of Go 1.20 to 1.26 have it.
const (
	magic     = 0xfffffff1 // abi.Go120PCLnTabMagic
	pcsp      = 16         // offsets in runtime._func
	pcfile    = 20
	pcln      = 24
	npcdata   = 28
	cuOffset  = 32
	startLine = 36
	pcdata    = 44
)

// dropLines takes file names and line numbers out of memory: a function without a table of them (offset 0) has none, which the
// runtime is made for. What other tables use stays where it is.
func dropLines(m []byte) error {
	at, err := header(m)
	if err != nil {
		return err
	}
	t := m[at:]
	field := func(i int) int { return int(binary.LittleEndian.Uint64(t[8*i:])) }
	functions, cutab, filetab, pctab, funcs := field(1), field(5), field(6), field(7), field(8)
	if cutab > filetab || filetab > pctab || pctab > funcs || funcs+8*functions > len(t) {
		return fmt.Errorf("the table of functions is not as it was")
	}
	used := make([]bool, funcs-pctab)
	for i := range functions {
		off := funcs + int(binary.LittleEndian.Uint32(t[funcs+8*i+4:]))
		if off+pcdata > len(t) {
			return fmt.Errorf("function %d stands outside", i)
		}
		f := t[off:]
		word := func(off int) int { return int(binary.LittleEndian.Uint32(f[off:])) }
		if err := mark(used, t[pctab:funcs], word(pcsp)); err != nil {
			return err
		}
		for j := range word(npcdata) {
			if err := mark(used, t[pctab:funcs], word(pcdata+4*j)); err != nil {
				return err
			}
		}
		for _, off := range []int{pcfile, pcln, cuOffset, startLine} {
			clear(f[off : off+4])
		}
	}
	for i, is := range used {
		if !is {
			t[pctab+i] = 0
		}
	}
	clear(t[cutab:pctab])
	return nil
}

// header finds the table of functions in memory.
func header(m []byte) (int, error) {
	want := binary.LittleEndian.AppendUint32(nil, magic)
	want = append(want, 0, 0, 1, 8) // padding, smallest step, bytes of a pointer
	at := bytes.Index(m, want)
	if at < 0 || bytes.Contains(m[at+1:], want) || at+72 > len(m) {
		return 0, fmt.Errorf("no table of functions, or two; has Go changed its layout?")
	}
	return at, nil
}

// mark notes the bytes of the table at an offset: pairs of numbers up to a first one that is zero, but for the first pair.
func mark(used []bool, tables []byte, off int) error {
	if off == 0 || off == 1<<32-1 {
		return nil
	}
	if off >= len(tables) {
		return fmt.Errorf("a table at %d of %d", off, len(tables))
	}
	r := &reader{data: tables, at: off}
	for first := true; r.uint() != 0 || first; first = false {
		r.uint()
	}
	if r.bad {
		return fmt.Errorf("a table at %d breaks off", off)
	}
	for i := off; i < r.at; i++ {
		used[i] = true
	}
	return nil
}
