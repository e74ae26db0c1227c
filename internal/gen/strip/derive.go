package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Offsets in the head of the runtime's table of functions and in runtime.moduledata, whose first field points to that head.
const (
	headSize   = 72 // bytes of it; what follows are the names, as the second field of moduledata says
	moduleFind = 152
)

// The runtime finds a function by the number that stands for it in program counters, in pieces of a table (runtime.findfunctab): each begins
// with the first function that has a counter there, and ends in what is zero here, since no two functions share a piece.
const (
	bucket     = 20 // bytes of a piece
	perFunc    = 16 // pieces for each function
	functabRow = 8  // bytes of the list's rows: a function's number, and where it is told about
)

// derived says where in memory the tables are that can be derived from the distances between functions: the list of functions, the
// first field of what is known of each, and the table that finds a function by its program counter.
type derived struct {
	rows, n int // the list
	funcs   int // what its second column is counted from
	find    int
}

// derive takes those tables out of memory and leaves the distances, which pack to a tenth; the code that start makes puts them back.
func derive(m []byte) (derived, error) {
	at, err := header(m)
	if err != nil {
		return derived{}, err
	}
	key := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(at)), uint64(at+headSize))
	module := bytes.Index(m, key)
	if module < 0 || bytes.Contains(m[module+1:], key) || module+moduleFind+8 > len(m) {
		return derived{}, fmt.Errorf("nothing points to the table of functions, or more than one thing does")
	}
	n, funcs := int(word64(m, at+8)), at+int(word64(m, at+64))
	d := derived{rows: funcs, n: n, funcs: funcs, find: int(word64(m, module+moduleFind))}
	last := d.find + d.pieces()*bucket
	if n < 1 || funcs+n*functabRow > len(m) || last > len(m) || d.find < 0 {
		return derived{}, fmt.Errorf("the tables of functions stand outside")
	}
	before := bytes.Clone(m)
	for i := n - 1; i >= 0; i-- {
		row := d.rows + i*functabRow
		f := funcs + int(word32(m, row+4))
		if f < 0 || f+4 > len(m) {
			return derived{}, fmt.Errorf("function %d stands outside", i)
		}
		clear(m[f : f+4])
		if i > 0 {
			put(m, row, word32(m, row)-word32(m, row-functabRow))
			put(m, row+4, word32(m, row+4)-word32(m, row-functabRow+4))
		}
	}
	for at := d.find; at < last; at += bucket {
		clear(m[at : at+4])
	}
	after := bytes.Clone(m)
	d.restore(after)
	if !bytes.Equal(after, before) {
		return derived{}, fmt.Errorf("the tables of functions cannot be derived; has Go changed them?")
	}
	return d, nil
}

// pieces counts those of the table that finds functions: the last function has only one.
func (d derived) pieces() int { return (d.n-1)*perFunc + 1 }

// restore is what the code does that start makes.
func (d derived) restore(m []byte) {
	var number, off uint32
	for row := d.rows; row < d.rows+d.n*functabRow; row += functabRow {
		number += word32(m, row)
		off += word32(m, row+4)
		put(m, row, number)
		put(m, row+4, off)
		put(m, d.funcs+int(off), number)
	}
	for p := range d.pieces() {
		put(m, d.find+p*bucket, uint32(p/perFunc))
	}
}

func word32(m []byte, at int) uint32 { return binary.LittleEndian.Uint32(m[at:]) }
func word64(m []byte, at int) uint64 { return binary.LittleEndian.Uint64(m[at:]) }
func put(m []byte, at int, n uint32) { binary.LittleEndian.PutUint32(m[at:], n) }
