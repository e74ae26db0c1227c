package main

import (
	"bytes"
	"encoding/binary"
	"strings"
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

func TestAModuleKeepsItsOtherSections(t *testing.T) {
	data := segments(append(table(), 1)) // zeros at the end are not written
	module := append([]byte("\x00asm\x01\x00\x00\x00"), 0, 3, 2, 'g', 'o', 5, 2, 'x', 'y')
	module = append(appendUint(append(module, dataSection), uint64(len(data))), data...)
	out, err := stripped(module)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(out[8:12]); got != "\x05\x02xy" {
		t.Errorf("got %q, want the section behind the custom one", got)
	}
	for _, bad := range []string{"", "\x00asm\x02\x00\x00\x00", "\x00asm\x01\x00\x00\x00", string(module[:20]), strings.Repeat("x", 30)} {
		if _, err := stripped([]byte(bad)); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}
