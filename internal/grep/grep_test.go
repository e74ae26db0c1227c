package grep_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/internal/discover"
	"github.com/vitrine-go/vitrine/internal/grep"
)

const (
	prompt = `{"type":"user","uuid":"u1","sessionId":"s","cwd":"/p","timestamp":"2026-03-14T09:14:00Z","message":{"role":"user","content":%q}}` + "\n"
	call   = `{"type":"assistant","uuid":"a%[1]s","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"%[1]s","name":"Bash","input":{"command":%[2]q}}]}}` + "\n"
	answer = `{"type":"user","uuid":"r%[1]s","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%[1]s","content":%[2]q}]}}` + "\n"
)

// files writes transcripts and lists them.
func files(tb testing.TB, texts map[string]string) []discover.File {
	tb.Helper()
	dir := tb.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	f, err := discover.New([]string{dir})
	if err != nil {
		tb.Fatal(err)
	}
	all, err := f.Files(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// look searches and tells each hit as who, call, snippet with the word in brackets.
func look(tb testing.TB, all []discover.File, words string, most int) (lines []string) {
	tb.Helper()
	q, err := grep.Parse(words)
	if err != nil {
		tb.Fatal(err)
	}
	err = grep.Search(tb.Context(), all, q, most, func(f grep.Found) bool {
		if f.Err != nil {
			tb.Error(f.Err)
		}
		for _, h := range f.Hits {
			lines = append(lines, h.Who+"|"+h.Call+"|"+h.Snippet[:h.From]+"["+h.Snippet[h.From:h.To]+"]"+h.Snippet[h.To:])
		}
		if f.More {
			lines = append(lines, "more")
		}
		return true
	})
	if err != nil {
		tb.Fatal(err)
	}
	return lines
}

func TestWordsAreFoundWhereverTheyStand(t *testing.T) {
	all := files(t, map[string]string{
		"a.jsonl": fmt.Sprintf(prompt, "Why is the TIDE\n  table wrong?") + fmt.Sprintf(call, "t1", "grep Floor *.go") + fmt.Sprintf(answer, "t1", "tide.go:7: math.Floor(x*10) Größe Straße") +
			fmt.Sprintf(answer, "t0", "orphan café") + fmt.Sprintf(prompt, "path a/b\\c \"quoted\" <b>"),
		"a/subagents/agent-x.jsonl": fmt.Sprintf(call, "t9", "find deep") + fmt.Sprintf(answer, "t9", "deeper still"),
	})
	for _, c := range []struct{ words, want string }{
		{"tide table", "user||Why is the [TIDE] table wrong?"},
		{"TABLE wrong", "user||Why is the TIDE [table] wrong?"},
		{"floor", "Bash|t1|grep [Floor] *.go\nBash, result|t1|tide.go:7: math.[Floor](x*10) Größe Straße"},
		{"floor math", "Bash, result|t1|tide.go:7: math.[Floor](x*10) Größe Straße"},
		{"GRÖSSE", ""},
		{"größe", "Bash, result|t1|tide.go:7: math.Floor(x*10) [Größe] Straße"},
		{"CAFÉ", "tool, result|t0|orphan [café]"},
		{`"is the tide"`, "user||Why [is the TIDE] table wrong?"},
		{`"the is"`, ""},
		{`a/b\c`, "user||path [a/b\\c] \"quoted\" <b>"},
		{"<b>", "user||path a/b\\c \"quoted\" [<b>]"},
		{"deeper", "sub-agent, Bash, result|t9|[deeper] still"},
		{"tool_use_id", ""},
		{"nowhere", ""},
	} {
		if got := strings.Join(look(t, all, c.words, 9), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.words, got, c.want)
		}
	}
}

func TestEachAgentAndDocumentsAreSearched(t *testing.T) {
	all := files(t, map[string]string{
		"rollout-1.jsonl": `{"timestamp":"2026-04-02T08:00:01.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"c1"}}` + "\n" +
			`{"timestamp":"2026-04-02T08:00:02.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"needle one"}}` + "\n",
		"chats/session-1.json": `{"sessionId":"g","projectHash":"f","startTime":"2026-05-06T07:00:00.000Z","lastUpdated":"2026-05-06T07:00:00.000Z","messages":[{"id":"m","timestamp":"2026-05-06T07:00:00.000Z","type":"user","content":"needle two"}]}`,
	})
	got := look(t, all, "needle", 9)
	if len(got) != 2 || !strings.Contains(strings.Join(got, "\n"), "shell, result|c1|[needle] one") || !strings.Contains(strings.Join(got, "\n"), "user||[needle] two") {
		t.Errorf("got %q", got)
	}
}

func TestWordsOnTheBorderOfTwoStepsAreFound(t *testing.T) {
	for _, shift := range []int{-6, -3, 0, 3} {
		pad := strings.Repeat("x", 1<<20-len(fmt.Sprintf(prompt, ""))+40+shift)
		all := files(t, map[string]string{"a.jsonl": fmt.Sprintf(prompt, pad+" needle "+pad)})
		if got := look(t, all, "Needle", 9); len(got) != 1 {
			t.Errorf("shifted by %d: %d hits, want 1", shift, len(got))
		}
	}
}

func TestHitsOfOneSessionAreCut(t *testing.T) {
	text := fmt.Sprintf(prompt, "first")
	for i := range 30 {
		text += fmt.Sprintf(call, fmt.Sprint("t", i), "needle")
	}
	all := files(t, map[string]string{"a.jsonl": text})
	if got := look(t, all, "needle", 3); len(got) != 4 || got[3] != "more" {
		t.Errorf("got %q", got)
	}
}

func TestNothingToLookForIsAMistake(t *testing.T) {
	for _, words := range []string{"", "  \t", `""`, strings.Repeat("a", 1001)} {
		if _, err := grep.Parse(words); err == nil {
			t.Errorf("%.10q is taken", words)
		}
	}
}

func TestASearchEndsWhenNobodyWantsMore(t *testing.T) {
	texts := map[string]string{}
	for i := range 60 {
		texts[fmt.Sprint(i, ".jsonl")] = fmt.Sprintf(prompt, "needle")
	}
	all := files(t, texts)
	q, _ := grep.Parse("needle")
	seen := 0
	if err := grep.Search(t.Context(), all, q, 9, func(grep.Found) bool { seen++; return seen < 3 }); err != nil || seen != 3 {
		t.Errorf("%d sessions, %v; want 3", seen, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := grep.Search(ctx, all, q, 9, func(grep.Found) bool { cancel(); return true })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A search of 256 MB of transcripts, in the system's cache, for words that one of them has, and for one that all of them have.
func BenchmarkSearch(b *testing.B) {
	prose := strings.Repeat("the tide comes in and goes out again; ", 100)
	texts := map[string]string{}
	size := 0
	for i := range 256 {
		var t strings.Builder
		t.WriteString(fmt.Sprintf(prompt, fmt.Sprint("session ", i)))
		for k := 0; t.Len() < 1<<20; k++ {
			id := fmt.Sprint("t", k)
			t.WriteString(fmt.Sprintf(call, id, "cat notes"))
			t.WriteString(fmt.Sprintf(answer, id, prose))
		}
		if i == 200 {
			t.WriteString(fmt.Sprintf(prompt, "the needle"))
		}
		texts[fmt.Sprint(i, ".jsonl")] = t.String()
		size += t.Len()
	}
	all := files(b, texts)
	for _, words := range []string{"the needle", "goes out"} {
		b.Run(strings.ReplaceAll(words, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				if len(look(b, all, words, 20)) == 0 {
					b.Fatal("nothing was found")
				}
			}
		})
	}
}
