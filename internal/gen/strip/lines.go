package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The layout of the runtime's table of functions, as runtime/symtab.go and runtime/runtime2.go of Go 1.20 to 1.26 have it.
const (
	magic     = 0xfffffff1 // abi.Go120PCLnTabMagic
	nameOff   = 4          // offsets in runtime._func
	args      = 8
	pcsp      = 16
	pcfile    = 20
	pcln      = 24
	npcdata   = 28
	cuOffset  = 32
	startLine = 36
	funcID    = 40
	nfuncdata = 43
	pcdata    = 44
)

// What only preemption by signals, of which there are none here, and tracebacks read: numbers of tables as in internal/abi.
var (
	unreadTables = []int{0, 2, 3}    // PCDATA_UnsafePoint, InlTreeIndex, ArgLiveIndex
	unreadData   = []int{3, 5, 6, 7} // FUNCDATA_InlTree, ArgInfo, ArgLiveInfo, WrapInfo
)

// The runtime asks two kinds of functions for their names: methods that the compiler made, when they are called with nil, and those of
// which it does not know the arguments, as two of reflect's are found by name.
const (
	wrapper = 23      // abi.FuncIDWrapper
	unknown = 1 << 31 // abi.ArgsSizeUnknown
)

// dropLines takes out of memory what tracebacks alone read: file names, line numbers, the functions' names and what stood in their
// arguments. A function without a table (offset 0) has none, and one without a name an empty one, which the runtime is made for. What
// other tables use stays where it is.
func dropLines(m []byte) error {
	at, err := header(m)
	if err != nil {
		return err
	}
	t := m[at:]
	field := func(i int) int { return int(binary.LittleEndian.Uint64(t[8*i:])) }
	functions, names, cutab, filetab, pctab, funcs := field(1), field(4), field(5), field(6), field(7), field(8)
	if names > cutab || cutab > filetab || filetab > pctab || pctab > funcs || funcs+8*functions > len(t) {
		return fmt.Errorf("the table of functions is not as it was")
	}
	used, named := make([]bool, funcs-pctab), make([]bool, cutab-names)
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
		if off+pcdata+4*(word(npcdata)+int(f[nfuncdata])) > len(t) {
			return fmt.Errorf("function %d ends outside", i)
		}
		for _, j := range unreadTables {
			if j < word(npcdata) {
				clear(f[pcdata+4*j : pcdata+4*j+4])
			}
		}
		for _, j := range unreadData {
			if j < int(f[nfuncdata]) {
				binary.LittleEndian.PutUint32(f[pcdata+4*(word(npcdata)+j):], none)
			}
		}
		for j := range word(npcdata) {
			if err := mark(used, t[pctab:funcs], word(pcdata+4*j)); err != nil {
				return err
			}
		}
		if f[funcID] == wrapper || word(args) == unknown {
			keep(named, t[names:cutab], word(nameOff))
		} else {
			clear(f[nameOff : nameOff+4])
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
	for i, is := range named {
		if !is {
			t[names+i] = 0
		}
	}
	clear(t[cutab:pctab])
	return nil
}

// none is the offset of what a function does not have.
const none = 1<<32 - 1

// keep notes the bytes of the name at an offset.
func keep(named []bool, names []byte, off int) {
	for i := off; i < len(names) && names[i] != 0; i++ {
		named[i] = true
	}
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
	if off == 0 || off == none {
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
