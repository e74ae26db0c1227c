package main

import (
	"encoding/binary"
	"fmt"
)

// Sections, opcodes and types of the binary format that start needs.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	startSection    = 8
	codeSection     = 10

	opLoop, opEnd, opBrIf    = 0x03, 0x0b, 0x0d
	opGet, opSet, opTee      = 0x20, 0x21, 0x22
	opLoad, opStore, opConst = 0x28, 0x36, 0x41
	opLess, opAdd, opDivide  = 0x49, 0x6a, 0x6e
	i32, empty               = 0x7f, 0x40
)

// code is the body of a function that does what restore does, before the program's first instruction runs.
func (d derived) code() []byte {
	const row, number, off, piece, at = 0, 1, 2, 3, 4
	b := []byte{1, 5, i32} // five locals
	op := func(ops ...byte) { b = append(b, ops...) }
	constant := func(n int) { b = appendInt(append(b, opConst), int64(int32(n))) }
	memory := func(what byte, offset int) { b = appendUint(append(b, what, 2), uint64(offset)) }
	step := func(local byte, by int) { op(opGet, local); constant(by); op(opAdd, opSet, local) }
	below := func(local byte, n int) { op(opGet, local); constant(n); op(opLess, opBrIf, 0, opEnd) }

	constant(d.rows)
	op(opSet, row, opLoop, empty)
	for column, local := range []byte{number, off} {
		op(opGet, row, opGet, local, opGet, row)
		memory(opLoad, 4*column)
		op(opAdd, opTee, local)
		memory(opStore, 4*column)
	}
	op(opGet, off, opGet, number)
	memory(opStore, d.funcs)
	step(row, functabRow)
	below(row, d.rows+d.n*functabRow)

	op(opLoop, empty, opGet, at, opGet, piece)
	constant(perFunc)
	op(opDivide)
	memory(opStore, d.find)
	step(at, bucket)
	step(piece, 1)
	below(piece, d.pieces())
	return append(b, opEnd)
}

// section is one section of a module.
type section struct {
	id   byte
	body []byte
}

// started gives a module a function that runs before everything else.
func started(all []section, code []byte) ([]section, error) {
	var out []section
	imports, types, functions := uint64(0), uint64(0), uint64(0)
	for _, s := range all {
		if s.id > startSection && functions > 0 && (len(out) == 0 || out[len(out)-1].id < startSection) {
			out = append(out, section{startSection, appendUint(nil, imports+functions)})
		}
		switch s.id {
		case typeSection:
			types, s.body = more(s.body, []byte{0x60, 0, 0})
		case importSection:
			r := &reader{data: s.body}
			imports = r.uint()
			for range imports {
				r.bytes(r.uint())
				r.bytes(r.uint())
				if r.byte() != 0 || r.bad {
					return nil, fmt.Errorf("an import that is no function")
				}
				r.uint()
			}
		case functionSection:
			functions, s.body = more(s.body, appendUint(nil, types))
		case codeSection:
			_, s.body = more(s.body, append(appendUint(nil, uint64(len(code))), code...))
		case startSection:
			return nil, fmt.Errorf("the module begins with a function already")
		}
		out = append(out, s)
	}
	if functions == 0 {
		return nil, fmt.Errorf("a module without functions")
	}
	return out, nil
}

// more adds an item to the body of a section that is a list, and gives the number of those before.
func more(body, item []byte) (uint64, []byte) {
	n, size := binary.Uvarint(body)
	if size <= 0 {
		return 0, body
	}
	return n, append(append(appendUint(nil, n+1), body[size:]...), item...)
}
