package source_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

// echo is a format whose every record is one message.
type echo struct {
	ids *source.IDs
}

func (e *echo) Record(rec []byte, emit func(source.Envelope)) *protocol.Reason {
	v, why := protocol.Parse(rec)
	if why != nil {
		return why
	}
	typ := "message"
	if t := v.Get("type").Str(); t != "" {
		typ = t
	}
	emit(source.Envelope{ID: e.ids.Hash(rec), Type: typ, Event: []byte("{}")})
	return nil
}

func (e *echo) End(emit func(source.Envelope)) {
	emit(source.Envelope{ID: "end", Type: "end", Event: []byte("{}")})
}

type document struct{ *echo }

func (document) Whole() {}

func format(whole bool) source.Source {
	return source.Source{Name: "echo", Open: func(source.Options) source.Reader {
		e := &echo{ids: source.NewIDs("echo")}
		if whole {
			return document{e}
		}
		return e
	}}
}

func TestReportAddsUp(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string
	}{
		{"nothing", "", "0 lines: 0 read 0 blank 0 skipped; 1 events 0 calls 0 results"},
		{"lines, blank lines and a broken one", "1\n\n2\r\n \t\n{\n3\n", "6 lines: 3 read 2 blank 1 skipped; 4 events 0 calls 0 results 5:not_json"},
		{"a byte order mark and no last line end", "\ufeff1\n2", "2 lines: 2 read 0 blank 0 skipped; 3 events 0 calls 0 results"},
		{"only a byte order mark", "\ufeff", "0 lines: 0 read 0 blank 0 skipped; 1 events 0 calls 0 results"},
		{"calls and results are counted", `{"type":"tool_request"}` + "\n" + `{"type":"tool_result"}` + "\n", "2 lines: 2 read 0 blank 0 skipped; 3 events 1 calls 1 results"},
		{"a last line that is cut off", "1\n{\"a\":", "2 lines: 1 read 0 blank 1 skipped; 2 events 0 calls 0 results 2:not_json The last line is cut off."},
		{"a line of the reader's buffer", strings.Repeat(" ", 64<<10-2) + "1\n2\n", "2 lines: 2 read 0 blank 0 skipped; 3 events 0 calls 0 results"},
		{"a line longer than the reader's buffer", `"` + strings.Repeat("a", 300<<10) + "\"\n2\n", "2 lines: 2 read 0 blank 0 skipped; 3 events 0 calls 0 results"},
		{"carriage returns in front of the end", "1\r\r\n", "1 lines: 1 read 0 blank 0 skipped; 2 events 0 calls 0 results"},
	} {
		rep := source.Read(format(false), strings.NewReader(c.text), source.Options{}, func(source.Envelope) {})
		got := fmt.Sprintf("%d lines: %d read %d blank %d skipped; %d events %d calls %d results", rep.Lines, rep.Read, rep.Blank, rep.Skipped, rep.Events, rep.Calls, rep.Results)
		for _, s := range rep.Skips {
			got += fmt.Sprintf(" %d:%s", s.Line, s.Reason.Code)
			if strings.Contains(s.Reason.Message, "cut off") {
				got += " The last line is cut off."
			}
		}
		if got != c.want || rep.Err != nil {
			t.Errorf("%s: got %s, %v\nwant %s", c.name, got, rep.Err, c.want)
		}
	}
}

func TestLineOverTheBoundCostsItself(t *testing.T) {
	text := io.MultiReader(strings.NewReader("1\n"), &zeros{limits.Result + 5}, strings.NewReader("\n2\n"))
	rep := source.Read(format(false), text, source.Options{}, func(source.Envelope) {})
	if rep.Lines != 3 || rep.Read != 2 || rep.Skipped != 1 || rep.Skips[0].Line != 2 || rep.Skips[0].Reason.Code != protocol.TooLarge {
		t.Errorf("got %+v", rep)
	}
}

// zeros is a reader of n digits.
type zeros struct{ n int }

func (z *zeros) Read(p []byte) (int, error) {
	if z.n == 0 {
		return 0, io.EOF
	}
	n := min(len(p), z.n)
	for i := range n {
		p[i] = '0'
	}
	z.n -= n
	return n, nil
}

func TestSkipsAreBoundedAndCounted(t *testing.T) {
	rep := source.Read(format(false), strings.NewReader(strings.Repeat("{\n", limits.Skips+7)), source.Options{}, func(source.Envelope) {})
	if rep.Skipped != limits.Skips+7 || len(rep.Skips) != limits.Skips {
		t.Errorf("%d skipped, %d named", rep.Skipped, len(rep.Skips))
	}
}

func TestReportAsJSON(t *testing.T) {
	rep := source.Read(format(false), strings.NewReader("1\n{\n"), source.Options{}, func(source.Envelope) {})
	got, err := json.Marshal(rep)
	want := `{"lines":2,"read":1,"blank":0,"skipped":1,"events":2,"calls":0,"results":0,"skips":[{"line":2,"reason":{"code":"not_json","path":"","message":"Not JSON at byte 1: a member name is missing."}}]}`
	if string(got) != want || err != nil {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}

func TestReadingThatBreaksOffKeepsWhatCame(t *testing.T) {
	broken := errors.New("the disk is gone")
	for _, whole := range []bool{false, true} {
		rep := source.Read(format(whole), io.MultiReader(strings.NewReader("1\n2"), failing{broken}), source.Options{}, func(source.Envelope) {})
		if !errors.Is(rep.Err, broken) || rep.Events == 0 {
			t.Errorf("got %+v", rep)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestDocumentIsOneRecord(t *testing.T) {
	for text, want := range map[string]string{"[1,\n2]": "1 1 0 0", " \n": "1 0 1 0", "[1,": "1 0 0 1"} {
		rep := source.Read(format(true), strings.NewReader(text), source.Options{}, func(source.Envelope) {})
		if got := fmt.Sprint(rep.Lines, rep.Read, rep.Blank, rep.Skipped); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestMemoryDoesNotGrowWithTheTranscript(t *testing.T) {
	const lines = 20_000
	text := io.LimitReader(repeated(`{"type":"message","text":"`+strings.Repeat("word ", 200)+"\"}\n"), lines*1029)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	peak := uint64(0)
	n := 0
	rep := source.Read(format(false), text, source.Options{}, func(source.Envelope) {
		if n++; n%5000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&after)
			peak = max(peak, after.HeapAlloc)
		}
	})
	if grown := int64(peak) - int64(before.HeapAlloc); grown > 4<<20 || rep.Lines < lines-100 {
		t.Errorf("%d bytes for %d lines", grown, rep.Lines)
	}
}

type repeated string

func (s repeated) Read(p []byte) (int, error) { return copy(p, s), nil }

func TestIDs(t *testing.T) {
	x := source.NewIDs("s")
	for _, c := range []struct{ name, got, want string }{
		{"a native id", x.Native("n-1", "message", []byte("a")), "s:n-1:message"},
		{"the same once more is made of the record", x.Native("n-1", "message", []byte("a")), "s:ca978112ca1bbdcafac231b3:0"},
		{"and the next of that record is another", x.Native("n-1", "message", []byte("a")), "s:ca978112ca1bbdcafac231b3:1"},
		{"one that cannot be an id", x.Native("a b", "message", []byte("b")), "s:3e23e8160039594a33894f65:0"},
		{"one that is too long", x.Native(strings.Repeat("x", 128), "message", []byte("b")), "s:3e23e8160039594a33894f65:1"},
		{"none", x.Native("", "message", []byte("b")), "s:3e23e8160039594a33894f65:2"},
		{"a given one", x.Given("e:1", nil), "e:1"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
	if x.Repeats([]byte("a")) || !x.Repeats([]byte("a")) {
		t.Error("a record repeats the second time")
	}
}

func TestWhen(t *testing.T) {
	for in, want := range map[string]string{
		"2026-01-02T03:04:05.000Z": "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.250+02:00": "2026-01-02T01:04:05.25Z", "2026-01-02": "", "": "", "99999-01-01T00:00:00Z": "",
		"0000-01-01T00:00:00+14:00": "",
	} {
		if got := source.When(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestTitleOf(t *testing.T) {
	for in, want := range map[string]string{"": "", " \n\t\n  two   words \nmore": "two words", strings.Repeat("é", 100): strings.Repeat("é", 79) + "…"} {
		if got := source.TitleOf(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
