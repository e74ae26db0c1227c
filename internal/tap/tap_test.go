package tap_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/tap"
)

// TestMain is the server that the tests run when it is called as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "as" {
		os.Exit(child(os.Args[2:]))
	}
	os.Exit(m.Run())
}

func child(args []string) int {
	switch args[0] {
	case "echo": // in pieces of odd sizes
		in := bufio.NewReaderSize(os.Stdin, 1<<20)
		buf := make([]byte, 1<<20)
		for size := 1; ; size = size*7%70_001 + 1 {
			n, err := in.Read(buf[:size])
			if _, err := os.Stdout.Write(buf[:n]); err != nil {
				return 1
			}
			if err != nil {
				return 0
			}
		}
	case "exit":
		fmt.Fprint(os.Stderr, "last words \x1b[1m")
		return 7
	case "signal":
		ch := make(chan os.Signal, 1)
		signal.Notify(ch, syscall.SIGTERM)
		fmt.Println("ready")
		<-ch
		return 3
	case "die":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	case "answers":
		return answers()
	}
	return 99
}

// answers is a server of tools.
func answers() int {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Name string
				Meta struct{ ProgressToken json.RawMessage } `json:"_meta"`
			}
		}
		if json.Unmarshal(in.Bytes(), &m) != nil {
			fmt.Println("no JSON, said the server")
			continue
		}
		switch m.Method + " " + m.Params.Name {
		case "initialize ":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"serverInfo":{"name":"tides","version":"1"}}}`+"\n", m.ID)
		case "tools/list ":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"tide_table","title":"Tide table"}]}}`+"\n", m.ID)
		case "tools/call tide_table":
			fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"total":2,"message":"Reading the gauge"}}`+"\n", m.Params.Meta.ProgressToken)
			fmt.Printf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":2}}`+"\n", m.Params.Meta.ProgressToken)
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"2 rows"}],"structuredContent":[{"port":"Duluth","high":1.25},{"port":"Fargo","high":9007199254740993}],"isError":false}}`+"\n", m.ID)
		case "tools/call broken":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no such port"}}`+"\n", m.ID)
		}
	}
	return 0
}

// events collects what is mirrored.
type events struct {
	mu   sync.Mutex
	all  []source.Envelope
	name string
}

func (e *events) mirror() tap.Mirror {
	return tap.Mirror{
		Run: "r1", Add: func(env source.Envelope) { e.mu.Lock(); e.all = append(e.all, env); e.mu.Unlock() },
		Server: func(name string) { e.name = name },
	}
}

func run(t *testing.T, in io.Reader, out, errs io.Writer, m tap.Mirror, signals chan os.Signal, args ...string) int {
	t.Helper()
	code, err := tap.Run(tap.Config{Command: append([]string{os.Args[0], "as"}, args...), In: in, Out: out, Err: errs, Signals: signals, Mirror: m})
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// junk is what no parser likes: halves of messages, broken JSON and UTF-8, empty lines, a line over every bound, bytes of all kinds.
func junk() []byte {
	var b bytes.Buffer
	b.WriteString(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"` + "\n\n\r\n}\n" + `[[[[{"id":` + "\n\xff\xfe\x00\n")
	b.WriteString(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"big","arguments":{"text":"` + strings.Repeat("é ", 17<<20) + `"}}}` + "\n")
	r := rand.New(rand.NewPCG(1, 2))
	for range 1 << 20 {
		b.WriteByte(byte(r.Uint32()))
	}
	b.WriteString("no end of the line")
	return b.Bytes()
}

func TestEveryByteGoesThroughBothWays(t *testing.T) {
	want := junk()
	in, to := io.Pipe()
	go func() {
		rest := want
		for size := 1; len(rest) > 0; size = size*5%130_003 + 1 {
			n := min(size, len(rest))
			if _, err := to.Write(rest[:n]); err != nil {
				return
			}
			rest = rest[n:]
		}
		to.Close()
	}()
	got := sha256.New()
	var told []string
	m := (&events{}).mirror()
	m.Tell = func(f string, a ...any) { told = append(told, fmt.Sprintf(f, a...)) }
	if code := run(t, in, got, io.Discard, m, nil, "echo"); code != 0 {
		t.Errorf("exit %d", code)
	}
	if sum := sha256.Sum256(want); !bytes.Equal(got.Sum(nil), sum[:]) {
		t.Error("what came back is not what was sent")
	}
	lost := 0
	if len(told) == 1 {
		_, _ = fmt.Sscanf(told[0], "messages that were too large or too many to be mirrored: %d", &lost)
	}
	if lost < 2 { // the long line, there and back; more where the mirror has no time
		t.Errorf("it tells %q", told)
	}
}

func TestAMirrorThatStandsStillHoldsNothingUp(t *testing.T) {
	release := make(chan struct{})
	var told []string
	m := tap.Mirror{Run: "r1", Add: func(source.Envelope) { <-release }, Tell: func(f string, a ...any) { told = append(told, fmt.Sprintf(f, a...)) }}
	in, to := io.Pipe()
	out, from := io.Pipe()
	done := make(chan int, 1)
	go func() { done <- run(t, in, from, io.Discard, m, nil, "echo") }()
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}` + "\n"
	line := strings.Repeat("x", 1<<20-1) + "\n"
	go func() {
		for i := range 100 { // more than the queue holds
			if i == 0 {
				fmt.Fprint(to, call)
			}
			fmt.Fprint(to, line)
		}
		to.Close()
	}()
	want := int64(len(call) + 100<<20)
	n, err := io.CopyN(io.Discard, out, want)
	close(release)
	if err != nil {
		t.Fatalf("%d bytes came back, %v; want %d", n, err, want)
	}
	if code := <-done; code != 0 {
		t.Errorf("exit %d", code)
	}
	if len(told) != 1 {
		t.Errorf("it tells %q, want that something was lost", told)
	}
}

func TestSmallMessagesAreNotKeptWaiting(t *testing.T) {
	in, to := io.Pipe()
	out, from := io.Pipe()
	done := make(chan int, 1)
	go func() { done <- run(t, in, from, io.Discard, (&events{}).mirror(), nil, "echo") }()
	buf := make([]byte, 64)
	var slowest time.Duration
	for range 200 { // half a line each: whoever waits for its end waits for ever
		begun := time.Now()
		if _, err := to.Write([]byte(`{"a":`)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, buf[:5]); err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, time.Since(begun))
	}
	if slowest > 2*time.Second {
		t.Errorf("a message took %s", slowest)
	}
	to.Close()
	<-done
}

func TestExitCodesSignalsAndLastWords(t *testing.T) {
	quiet := func() io.Reader { r, _ := io.Pipe(); return r } // a client that stays
	var errs bytes.Buffer
	if code := run(t, quiet(), io.Discard, &errs, (&events{}).mirror(), nil, "exit"); code != 7 || errs.String() != "last words \x1b[1m" {
		t.Errorf("exit %d, %q", code, errs.String())
	}
	if code := run(t, quiet(), io.Discard, io.Discard, (&events{}).mirror(), nil, "die"); code != 128+9 {
		t.Errorf("a server that was killed: exit %d", code)
	}
	signals := make(chan os.Signal, 1)
	out, from := io.Pipe()
	go func() {
		_, _ = out.Read(make([]byte, 8))
		signals <- syscall.SIGTERM
	}()
	if code := run(t, quiet(), from, io.Discard, (&events{}).mirror(), signals, "signal"); code != 3 {
		t.Errorf("a server that was told to end: exit %d", code)
	}
	if _, err := tap.Run(tap.Config{Command: []string{"/no/such/server"}, In: quiet(), Out: io.Discard, Err: io.Discard, Mirror: (&events{}).mirror()}); err == nil || strings.Count(err.Error(), "/no/such/server") != 1 {
		t.Errorf("got %v", err)
	}
}

func TestCallsAndResultsAreMirrored(t *testing.T) {
	in := strings.NewReader(strings.Join([]string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`,
		`{"jsonrpc":"2.0","id":"l","method":"tools/list"}`,
		`not json`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tide_table","arguments":{"n":9007199254740993,"_intent":"look at high water"},"_meta":{"progressToken":"p1"}}}`,
		`{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"broken"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow"}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"too slow"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"never"}}`,
	}, "\n") + "\n")
	e := &events{}
	if code := run(t, in, io.Discard, io.Discard, e.mirror(), nil, "answers"); code != 0 {
		t.Fatalf("exit %d", code)
	}
	// What the client and the server say is in order each; the two meanwhile are not.
	slices.SortStableFunc(e.all, func(a, b source.Envelope) int { return strings.Compare(call(a.ID), call(b.ID)) })
	var got []string
	for _, env := range e.all {
		got = append(got, env.ID)
		if !source.ValidID(env.ID) || env.At == "" {
			t.Errorf("got %+v", env)
		}
	}
	want := []string{"tap:r1-3:request", "tap:r1-3:step:1", "tap:r1-3:result", "tap:r1-4:request", "tap:r1-4:result", "tap:r1-5:request", "tap:r1-5:result", "tap:r1-6:request", "tap:r1:end"}
	if !slices.Equal(got, want) {
		t.Fatalf("got %v\nwant %v", got, want)
	}
	for i, want := range []string{
		`{"id":"r1-3","name":"tide_table","arguments":{"n":9007199254740993,"_intent":"look at high water"},"intent":"look at high water","annotations":`,
		`{"id":"r1-3","name":"tide_table","display":null,"value":"Reading the gauge (1/2)","is_error":false,`,
		`{"id":"r1-3","name":"tide_table","display":null,"value":"2 rows","is_error":false,"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":"table"`,
		`{"id":"r1-4","name":"broken","arguments":{},"intent":null,"annotations":null}`,
		`{"id":"r1-4","name":"broken","display":null,"value":"no such port","is_error":true,`,
		`{"id":"r1-5","name":"slow",`,
		`{"id":"r1-5","name":"slow","display":null,"value":"The client cancelled the call: too slow","is_error":true,`,
		`{"id":"r1-6","name":"never",`,
		`{"stop_reason":"interrupted"}`,
	} {
		if got := string(e.all[i].Event); !strings.HasPrefix(got, want) {
			t.Errorf("%s is\n     %s\nwant %s…", e.all[i].ID, got, want)
		}
		if e.all[i].Preliminary != (i == 1) {
			t.Errorf("%s is preliminary: %v", e.all[i].ID, e.all[i].Preliminary)
		}
	}
	if !strings.Contains(string(e.all[2].Event), "9007199254740993") {
		t.Error("a big integer lost its digits")
	}
}

// call is the part of an id that names the call.
func call(id string) string {
	id = strings.TrimPrefix(id, "tap:")
	name, _, _ := strings.Cut(id, ":")
	if name == "r1" {
		return "z"
	}
	return name
}
