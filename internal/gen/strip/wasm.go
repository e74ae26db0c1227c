package main

import (
	"bytes"
	"fmt"
)

// Sections of a module that are known here.
const (
	custom      = 0
	dataSection = 11
)

// reader reads the binary format. Behind the end everything is zero, and bad is set.
type reader struct {
	data []byte
	at   int
	bad  bool
}

func (r *reader) more() bool { return !r.bad && r.at < len(r.data) }

func (r *reader) byte() byte {
	if r.at >= len(r.data) {
		r.bad = true
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.data)-r.at) {
		r.bad = true
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// uint reads a LEB128 number without sign.
func (r *reader) uint() (n uint64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	r.bad = true
	return 0
}

func appendUint(dst []byte, n uint64) []byte {
	for n >= 0x80 {
		dst = append(dst, byte(n)|0x80)
		n >>= 7
	}
	return append(dst, byte(n))
}

func appendInt(dst []byte, n int64) []byte {
	for n < -64 || n > 63 {
		dst = append(dst, byte(n)|0x80)
		n >>= 7
	}
	return append(dst, byte(n)&0x7f)
}

// Opcodes of the one kind of offset that Go's linker writes, and the most that an image may have.
const (
	i32Const = 0x41
	end      = 0x0b
	most     = 1 << 28
)

// image is the memory that the segments of a data section make.
func image(section []byte) ([]byte, error) {
	r := &reader{data: section}
	var m []byte
	for n := r.uint(); n > 0 && !r.bad; n-- {
		memory, op := r.uint(), r.byte()
		offset := uint64(uint32(r.uint())) // below 2 GiB a signed number reads the same, but for one whose sign bit is set
		if memory != 0 || op != i32Const || r.byte() != end {
			return nil, fmt.Errorf("a data segment of a kind that is not known here")
		}
		data := r.bytes(r.uint())
		if offset+uint64(len(data)) > most {
			return nil, fmt.Errorf("a data segment ends at %d", offset+uint64(len(data)))
		}
		if grow := int(offset) + len(data) - len(m); grow > 0 {
			m = append(m, make([]byte, grow)...)
		}
		copy(m[offset:], data)
	}
	if r.bad || r.at != len(section) {
		return nil, fmt.Errorf("a data section that breaks off")
	}
	return m, nil
}

// gap is how many zeros end a segment: fewer cost less than the head of another one.
const gap = 4 << 10

// segments writes memory as a data section.
func segments(m []byte) []byte {
	var body []byte
	count := uint64(0)
	zeros := make([]byte, gap)
	for at := 0; at < len(m); {
		if m[at] == 0 {
			at++
			continue
		}
		stop := len(m)
		if i := bytes.Index(m[at:], zeros); i >= 0 {
			stop = at + i
		}
		stop = at + len(bytes.TrimRight(m[at:stop], "\x00"))
		body = append(appendInt(append(body, 0, i32Const), int64(at)), end)
		body = append(appendUint(body, uint64(stop-at)), m[at:stop]...)
		count++
		at = stop
	}
	return append(appendUint(nil, count), body...)
}
