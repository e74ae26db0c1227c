package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

func TestPiecesMakeTheEnvelopesOfTheWhole(t *testing.T) {
	for _, c := range []struct {
		name, text string
	}{
		{"nothing", ""},
		{"one line end", "\n"},
		{"lines, blank lines and a broken one", "1\n\n2\r\n \t\n{\n3\n"},
		{"a byte order mark and no last line end", "\ufeff1\n2"},
		{"a byte order mark that is not at the beginning", "1\n\ufeff2\n"},
		{"words of several bytes", `{"a":"größer"}` + "\n" + `{"b":"日本"}`},
	} {
		for _, whole := range []bool{false, true} {
			want := envelopes(func(emit func(source.Envelope)) {
				source.Read(format(whole), strings.NewReader(c.text), source.Options{}, emit)
			})
			for _, size := range []int{1, 2, 3, 100} {
				got := envelopes(func(emit func(source.Envelope)) {
					p := source.Pieces(format(whole).Open(source.Options{}))
					for i := 0; i < len(c.text); i += size {
						p.Record([]byte(c.text[i:min(i+size, len(c.text))]), emit)
					}
					p.End(emit)
				})
				if got != want {
					t.Errorf("%s, whole %t, in pieces of %d: got %s, want %s", c.name, whole, size, got, want)
				}
			}
		}
	}
}

func TestPiecesPassOverALineThatIsTooLong(t *testing.T) {
	piece := []byte(strings.Repeat(" ", 1<<20))
	got := envelopes(func(emit func(source.Envelope)) {
		p := source.Pieces(format(false).Open(source.Options{}))
		p.Record([]byte("1\n"), emit)
		for range limits.Result>>20 + 1 {
			p.Record(piece, emit)
		}
		p.Record([]byte("2\n3\n"), emit)
		p.End(emit)
	})
	want := envelopes(func(emit func(source.Envelope)) {
		source.Read(format(false), strings.NewReader("1\n3\n"), source.Options{}, emit)
	})
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func envelopes(read func(emit func(source.Envelope))) string {
	var all []string
	read(func(e source.Envelope) { all = append(all, fmt.Sprintf("%s %s", e.ID, e.Type)) })
	return strings.Join(all, ", ")
}
