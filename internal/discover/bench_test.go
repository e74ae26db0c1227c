package discover_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/internal/discover"
)

// many writes n sessions of three agents, each about size bytes long, and returns their folder.
func many(tb testing.TB, n, size int) string {
	tb.Helper()
	dir := tb.TempDir()
	prose := strings.Repeat("the tide comes in and goes out again, ", 20)
	for i := range n {
		var b bytes.Buffer
		var path string
		id := fmt.Sprintf("%08x-0000-4000-8000-%012x", i, i)
		switch i % 3 {
		case 0:
			path = filepath.Join(".claude", "projects", fmt.Sprint("-p-", i%40), id+".jsonl")
			for k := 0; b.Len() < size; k++ {
				fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","sessionId":"%s","cwd":"/home/dev/p%d","timestamp":"2026-03-14T09:14:00.000Z","message":{"role":"user","content":"question %d %s"}}`+"\n", k, id, i%40, k, prose)
				fmt.Fprintf(&b, `{"type":"assistant","uuid":"a%d","sessionId":"%s","cwd":"/home/dev/p%d","timestamp":"2026-03-14T09:15:00.000Z","message":{"role":"assistant","model":"claude-sonnet-4-6","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"ls"}}]}}`+"\n", k, id, i%40, k)
				fmt.Fprintf(&b, `{"type":"user","uuid":"r%d","sessionId":"%s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":%q}]}}`+"\n", k, id, k, prose+prose)
			}
		case 1:
			path = filepath.Join(".codex", "sessions", "2026", "03", fmt.Sprintf("%02d", i%28+1), "rollout-2026-03-14T09-14-00-"+id+".jsonl")
			fmt.Fprintf(&b, `{"timestamp":"2026-03-14T09:14:00.000Z","type":"session_meta","payload":{"id":"%s","timestamp":"2026-03-14T09:14:00.000Z","cwd":"/home/dev/p%d","originator":"codex_cli_rs","cli_version":"0.98.0","source":"cli","base_instructions":{"text":%q}}}`+"\n", id, i%40, strings.Repeat(prose, 12))
			for k := 0; b.Len() < size; k++ {
				fmt.Fprintf(&b, `{"timestamp":"2026-03-14T09:14:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"question %d %s"}}`+"\n", k, prose)
				fmt.Fprintf(&b, `{"timestamp":"2026-03-14T09:14:02.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"c%d"}}`+"\n", k)
				fmt.Fprintf(&b, `{"timestamp":"2026-03-14T09:14:03.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c%d","output":"Exit code: 0\nWall time: 0.1 seconds\nOutput:\n%s"}}`+"\n", k, prose+prose)
			}
		default:
			path = filepath.Join(".gemini", "tmp", fmt.Sprint("p", i%40), "chats", "session-2026-03-14T09-14-"+id[:8]+".jsonl")
			fmt.Fprintf(&b, `{"sessionId":"%s","projectHash":"p","startTime":"2026-03-14T09:14:00.000Z","lastUpdated":"2026-03-14T09:14:00.000Z"}`+"\n", id)
			for k := 0; b.Len() < size; k++ {
				fmt.Fprintf(&b, `{"id":"u%d","timestamp":"2026-03-14T09:14:00.000Z","type":"user","content":[{"text":"question %d %s"}]}`+"\n", k, k, prose)
				fmt.Fprintf(&b, `{"id":"g%d","timestamp":"2026-03-14T09:14:00.000Z","type":"gemini","content":"","model":"gemini-3-pro","toolCalls":[{"id":"t%d","name":"read_file","args":{"file_path":"a"},"result":[{"functionResponse":{"id":"t%d","name":"read_file","response":{"output":%q}}}],"status":"success","timestamp":"2026-03-14T09:14:00.000Z"}]}`+"\n", k, k, k, prose+prose)
			}
		}
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// One listing of 5,000 sessions of 60 KB by a finder that has seen none of them, the files being in the system's cache.
func BenchmarkListing(b *testing.B) {
	dir := many(b, 5000, 60<<10)
	roots := discover.Roots(dir, func(string) string { return "" })
	if len(roots) != 3 {
		b.Fatal(roots)
	}
	for b.Loop() {
		f, err := discover.New(roots)
		if err != nil {
			b.Fatal(err)
		}
		got, err := f.Sessions(b.Context())
		if err != nil || len(got) != 5000 {
			b.Fatal(len(got), err)
		}
	}
}
