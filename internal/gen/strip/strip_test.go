package main

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// Offsets in the table that is made here.
const at, names, cutab, pctab, funcs = 16, 72, 84, 92, 108

// table is memory with a table of two functions, a wrapper behind one that is none: its stack's table at 1, its files' at 4, its
// lines' at 7 of what pctab holds, and what it says of its arguments as the sixth thing behind it.
func table() []byte {
	const first, second = 16, 16 + 44 + 4 + 4*6
	t := make([]byte, funcs+second+44+8)
	copy(t, binary.LittleEndian.AppendUint32(nil, magic))
	t[6], t[7] = 1, 8
	for i, v := range []uint64{2, 1, 0, names, cutab, cutab + 4, pctab, funcs} {
		binary.LittleEndian.PutUint64(t[8*(i+1):], v)
	}
	copy(t[names+1:], "first\x00wrap\x00")
	copy(t[cutab:], "abcdefgh")
	copy(t[pctab+1:], []byte{2, 1, 0, 4, 1, 0, 6, 1, 0})
	binary.LittleEndian.PutUint32(t[funcs+4:], first)
	binary.LittleEndian.PutUint32(t[funcs+12:], second)
	for off, v := range map[int]uint32{nameOff: 1, pcsp: 1, pcfile: 4, pcln: 7, npcdata: 1, cuOffset: 9, startLine: 5, pcdata: 4, pcdata + 4*6: 3} {
		binary.LittleEndian.PutUint32(t[funcs+first+off:], v)
	}
	t[funcs+first+nfuncdata] = 6
	t[funcs+second+nameOff], t[funcs+second+funcID] = 7, wrapper
	return append(make([]byte, at), t...)
}

func TestWhatTracebacksReadGoesAndTheRestStays(t *testing.T) {
	m := table()
	want := bytes.Clone(m)
	clear(want[at+names+1 : at+names+7])  // the name of a function that is not asked for it
	clear(want[at+cutab : at+pctab])      // names of files
	clear(want[at+pctab+4 : at+pctab+10]) // tables of files and lines
	f := want[at+funcs+16:]
	clear(f[nameOff : nameOff+4]) // where they were
	clear(f[pcfile : pcln+4])
	clear(f[cuOffset : startLine+4])
	clear(f[pcdata : pcdata+4])
	for _, i := range unreadData[:2] { // the two of six
		copy(f[pcdata+4*(1+i):], []byte{0xff, 0xff, 0xff, 0xff})
	}
	if err := dropLines(m); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(m, want) {
		t.Errorf("got  %v\nwant %v", m, want)
	}
}

func TestALayoutThatIsNotKnownIsAnError(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"no table":                   func(m []byte) []byte { return m[:16] },
		"another magic":              func(m []byte) []byte { m[16]--; return m },
		"two tables":                 func(m []byte) []byte { return append(m, m...) },
		"a function outside":         func(m []byte) []byte { m[at+funcs+4+2] = 1; return m },
		"tables behind the end":      func(m []byte) []byte { m[at+funcs+16+npcdata+1] = 1; return m },
		"a table that breaks off":    func(m []byte) []byte { return append(m[:at+pctab+1], bytes.Repeat([]byte{0x81}, len(m)-at-pctab-1)...) },
		"tables in another order":    func(m []byte) []byte { m[16+8*8] = 1; return m },
		"a stack's table far behind": func(m []byte) []byte { m[at+funcs+16+pcsp+1] = 1; return m },
	} {
		if err := dropLines(spoil(table())); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestMemoryIsTheSameInFewerPieces(t *testing.T) {
	m := append(append(append(make([]byte, 100), "first"...), make([]byte, 5)...), "with a short gap"...)
	m = append(append(append(m, make([]byte, 3*gap)...), "behind a long one"...), 0, 0)
	body := segments(m)
	if body[0] != 2 {
		t.Errorf("got %d pieces, want 2", body[0])
	}
	got, err := image(body)
	if err != nil || !bytes.Equal(got, m[:len(m)-2]) {
		t.Errorf("%v: got %d bytes, want %d", err, len(got), len(m)-2)
	}
	for _, bad := range [][]byte{body[:9], append(bytes.Clone(body), 0), {1, 1, i32Const, 0, end, 0}, {1}} {
		if _, err := image(bad); err == nil {
			t.Errorf("no error for %v", bad)
		}
	}
}

// program is memory as a linker writes it: the table, what points to it, and the pieces by which its functions are found.
func program() []byte {
	m := table()
	for i, off := range []int{16, 16 + 44 + 4 + 4*6} {
		put(m, at+funcs+functabRow*i, uint32(0x1000+i))
		put(m, at+funcs+off, uint32(0x1000+i))
	}
	module := make([]byte, moduleFind+8)
	binary.LittleEndian.PutUint64(module, at)
	binary.LittleEndian.PutUint64(module[8:], at+headSize)
	binary.LittleEndian.PutUint64(module[moduleFind:], uint64(len(m)+len(module)))
	m = append(m, module...)
	for p := range perFunc + 1 {
		m = append(m, byte(p/perFunc))
		m = append(m, make([]byte, bucket-1)...)
	}
	return append(m, 1)
}

func TestTablesThatAreDerivedComeBack(t *testing.T) {
	want := program()
	m := bytes.Clone(want)
	d, err := derive(m)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(m, want) {
		t.Error("nothing was taken out")
	}
	if d.restore(m); !bytes.Equal(m, want) {
		t.Errorf("got  %v\nwant %v", m, want)
	}
	for name, spoil := range map[string]func([]byte) []byte{
		"no table":                       func(m []byte) []byte { return m[:at] },
		"nothing that points to it":      func(m []byte) []byte { m[len(table())]++; return m },
		"a piece that begins elsewhere":  func(m []byte) []byte { m[len(m)-1-bucket]++; return m },
		"a function of another number":   func(m []byte) []byte { m[at+funcs+16]++; return m },
		"a function outside":             func(m []byte) []byte { m[at+funcs+4+2]++; return m },
		"pieces behind the end":          func(m []byte) []byte { return m[:len(m)-2*bucket] },
		"a table that begins before all": func(m []byte) []byte { m[len(table())+moduleFind+7] = 0x80; return m },
	} {
		if _, err := derive(spoil(program())); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAModuleKeepsItsOtherSectionsAndBeginsWithAFunction(t *testing.T) {
	list := func(id byte, body ...byte) []byte { return append([]byte{id, byte(len(body))}, body...) }
	data := segments(program())
	var module []byte
	for _, part := range [][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"), list(custom, 2, 'g', 'o'), list(typeSection, 1, 0x60, 0, 0), list(importSection, 1, 1, 'a', 1, 'b', 0, 0),
		list(functionSection, 1, 0), list(7, 0), list(9, 0), list(codeSection, 1, 2, 0, opEnd),
	} {
		module = append(module, part...)
	}
	head := len(module)
	module = append(appendUint(append(module, dataSection), uint64(len(data))), data...)
	out, err := stripped(module)
	if err != nil {
		t.Fatal(err)
	}
	want := bytes.Join([][]byte{
		list(typeSection, 2, 0x60, 0, 0, 0x60, 0, 0), list(importSection, 1, 1, 'a', 1, 'b', 0, 0), list(functionSection, 2, 0, 1), list(7, 0),
		list(startSection, 2), list(9, 0), {codeSection},
	}, nil)
	if got := out[8:]; !bytes.HasPrefix(got, want) {
		t.Errorf("got  %v\nwant %v", got[:len(want)], want)
	}
	for name, bad := range map[string][]byte{
		"nothing": {}, "another version": []byte("\x00asm\x02\x00\x00\x00"), "no sections": module[:8], "no data": module[:head],
		"a section that breaks off": module[:len(module)-1], "no module": bytes.Repeat([]byte("x"), 30),
		"a function at the start": append(append(bytes.Clone(module[:8]), list(startSection, 0)...), module[8:]...),
	} {
		if _, err := stripped(bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
