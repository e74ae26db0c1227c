package main

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// table is memory with a table of one function: its stack's table at 1, its files' at 4, its lines' at 7 of what pctab holds.
func table() []byte {
	const at, cutab, pctab, funcs = 16, 72, 80, 96
	t := make([]byte, funcs+8+4+44+8)
	copy(t, binary.LittleEndian.AppendUint32(nil, magic))
	t[6], t[7] = 1, 8
	for i, v := range []uint64{1, 1, 0, 72, cutab, 76, pctab, funcs} {
		binary.LittleEndian.PutUint64(t[8*(i+1):], v)
	}
	copy(t[cutab:], "abcdefgh")
	copy(t[pctab+1:], []byte{2, 1, 0, 4, 1, 0, 6, 1, 0})
	binary.LittleEndian.PutUint32(t[funcs+4:], 12)
	for off, v := range map[int]uint32{pcsp: 1, pcfile: 4, pcln: 7, cuOffset: 9, startLine: 5} {
		binary.LittleEndian.PutUint32(t[funcs+12+off:], v)
	}
	return append(make([]byte, at), t...)
}

func TestLinesGoAndTheRestStays(t *testing.T) {
	m := table()
	want := bytes.Clone(m)
	clear(want[16+72 : 16+80])   // names of files
	clear(want[16+84 : 16+90])   // tables of files and lines
	clear(want[16+128 : 16+136]) // where they were
	clear(want[16+140 : 16+148])
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
		"a function outside":         func(m []byte) []byte { m[16+96+4+2] = 1; return m },
		"a table that breaks off":    func(m []byte) []byte { return append(m[:16+81], bytes.Repeat([]byte{0x81}, len(m)-16-81)...) },
		"tables in another order":    func(m []byte) []byte { m[16+8*8] = 1; return m },
		"a stack's table far behind": func(m []byte) []byte { m[16+96+12+pcsp+1] = 1; return m },
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
