package markdown_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/markup/markdown"
)

// streamed writes a source in pieces and checks that finished blocks stay.
func streamed(t *testing.T, src string, next func() int) string {
	t.Helper()
	s := markdown.NewStream(markdown.Options{})
	var done []string
	for rest := src; rest != ""; {
		n := min(next(), len(rest))
		s.Write(rest[:n])
		rest = rest[n:]
		blocks := s.Blocks()
		for i, was := range done {
			if got := markup.Write(blocks[i]).String(); got != was {
				t.Fatalf("in %q after %q: finished block %d changed\nfrom %s\nto   %s", src, src[:len(src)-len(rest)], i, was, got)
			}
		}
		for len(done) < s.Finished() {
			done = append(done, markup.Write(blocks[len(done)]).String())
		}
	}
	return markup.Write(markdown.Wrap(s.Blocks()...)).String()
}

// parts are put together at random, with and without blank lines between them.
var parts = []string{
	"# Head", "Two\n===", "words *with* `marks`", "more words", "- item", "- item\n\n  second paragraph", "* other list", "1. one", "2. two", "1", "  - inner", "    indented",
	"```go\nx\n\ny\n```", "```\nopen", "~~~", "> quote", "> - deep", "<div>", "</div>", "<!-- a\n\nb -->", "|a|b|\n|-|-|\n|1|2|", "***", "---", "\tTabbed", "  ", "<b>",
	"- [ ] task", "   three spaces", "a\\", "&amp;", "   ```", "-", "+", "1)", "#", "=",
}

func TestAStreamDrawsWhatTheWholeDraws(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for range 800 {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(parts[r.IntN(len(parts))])
			b.WriteString([]string{"\n", "\n", "\n\n", "\n\n\n", "\r\n"}[r.IntN(5)])
		}
		src := b.String()
		want := markup.Write(markdown.Render(src, markdown.Options{})).String()
		if got := streamed(t, src, func() int { return 1 + r.IntN(12) }); got != want {
			t.Fatalf("in %q:\ngot  %s\nwant %s", src, got, want)
		}
	}
}

func TestAStreamFinishesBlocks(t *testing.T) {
	s := markdown.NewStream(markdown.Options{})
	for _, c := range []struct {
		write    string
		finished int
		blocks   int
	}{
		{"# He", 0, 1}, {"ad\n", 0, 1}, {"\nwor", 0, 2}, {"ds\n\n", 1, 2}, {"```\na\n\n", 2, 3}, {"b\n```\n", 2, 3}, {"- x\n", 3, 4}, {"- y\n\n- z\n", 3, 4}, {"end", 3, 4}, {"\n", 3, 4},
	} {
		s.Write(c.write)
		if got := len(s.Blocks()); got != c.blocks || s.Finished() != c.finished {
			t.Errorf("after %q: got %d blocks, %d finished, want %d, %d", c.write, got, s.Finished(), c.blocks, c.finished)
		}
	}
}

func TestAStreamSeesEarlierDefinitionsAndHeadings(t *testing.T) {
	src := "[r]: https://e.example\n\n# Same\n\nword\n\n# Same\n\n[r] and [there](#same)\n"
	want := markup.Write(markdown.Render(src, markdown.Options{})).String()
	if got := streamed(t, src, func() int { return 3 }); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAStreamBeyondTheBoundKeepsWhatItDrew(t *testing.T) {
	s := markdown.NewStream(markdown.Options{})
	s.Write("# Head\n\n*words*\n\n")
	for range limits.Markdown/1000 + 10 {
		s.Write(strings.Repeat("*word* ", 150) + "\n\n")
	}
	got := markup.Write(markdown.Wrap(s.Blocks()...)).String()
	if !strings.Contains(got, ">Head</h4>") || !strings.Contains(got, `<pre class="ak-raw" dir="auto">`) || !strings.HasSuffix(got, "*word* \n\n</pre></div>") {
		t.Errorf("got %.200s … %s", got, got[len(got)-100:])
	}
}

func TestALongBlockStreamsInLittleMoreThanLinearTime(t *testing.T) {
	begin := time.Now()
	s := markdown.NewStream(markdown.Options{})
	s.Write("```\n")
	for i := range 6000 {
		s.Write("a line of code that is not so short\n")
		if i%200 == 0 {
			s.Blocks()
		}
	}
	if d := time.Since(begin); d > time.Minute { // only a runaway takes as long, on any machine
		t.Errorf("took %v", d)
	}
}

func FuzzStream(f *testing.F) {
	for i, p := range parts {
		f.Add(p+"\n\n"+parts[(i+1)%len(parts)]+"\n"+p+"\n", uint64(i))
	}
	f.Fuzz(func(t *testing.T, src string, seed uint64) {
		if strings.Contains(src, "]:") || len(src) > 2000 {
			return // a definition behind its use is the one difference
		}
		r := rand.New(rand.NewPCG(seed, 3))
		want := markup.Write(markdown.Render(src, markdown.Options{})).String()
		if got := streamed(t, src, func() int { return 1 + r.IntN(9) }); got != want {
			t.Errorf("in %q:\ngot  %s\nwant %s", src, got, want)
		}
	})
}
