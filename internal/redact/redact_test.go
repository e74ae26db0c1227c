package redact_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/internal/redact"
)

// token is an invented key with its right checksum.
var token = real("gh‹›p_‹crc:k3Jd8Sm2Qz7Vb5Xw9Rt4Yc6Gh1Jf0L›")

func TestAKeyInPiecesIsFound(t *testing.T) {
	var got []source.Envelope
	r := redact.New(redact.Options{})
	s := redact.NewStream(r, func(e source.Envelope) { got = append(got, e) })
	for _, d := range []struct{ id, parent, text string }{{"1", "", "use " + token[:9]}, {"2", "sub", "other"}, {"3", "", token[9:20]}, {"4", "", token[20:] + " now"}} {
		s.Put(source.Envelope{ID: d.id, Type: "delta", Parent: d.parent, Event: []byte(`{"text":"` + d.text + `"}`)})
	}
	s.Put(source.Envelope{ID: "5", Type: "end", Event: []byte(`{}`)})
	var text []string
	for _, e := range got {
		text = append(text, e.ID+" "+e.Parent+" "+string(e.Event))
	}
	want := `1  {"text":"use [removed: github-token] now"}|2 sub {"text":"other"}|5  {}`
	if strings.Join(text, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(text, "|"), want)
	}
}

func TestLongTextInPiecesLosesNothing(t *testing.T) {
	var out bytes.Buffer
	ids := map[string]bool{}
	s := redact.NewStream(redact.New(redact.Options{}), func(e source.Envelope) {
		if ids[e.ID] {
			t.Errorf("%s comes twice", e.ID)
		}
		ids[e.ID] = true
		v, _ := protocol.Parse(e.Event)
		out.WriteString(v.Get("text").Str())
	})
	var want strings.Builder
	for i := range 900 {
		piece := strings.Repeat("word ", 199) + "wo"
		if i%300 == 0 {
			piece = strings.Repeat("long ", 120<<10) + "end"
		}
		want.WriteString(piece)
		s.Put(source.Envelope{ID: "d" + string(rune('A'+i%26)) + strings.Repeat("i", i/26), Type: "delta", Event: []byte(`{"text":"` + piece + `"}`)})
	}
	s.Flush()
	if out.String() != want.String() {
		t.Errorf("%d bytes came, want %d", out.Len(), want.Len())
	}
}

func TestEveryFieldOfAnEventIsLookedAt(t *testing.T) {
	r := redact.New(redact.Options{Users: []string{"wilhelmine"}})
	e := r.Envelope(source.Envelope{
		ID: token, Type: "x-" + token, Parent: token, Agent: token, Source: token, At: token,
		Event: []byte(`{"id":"` + token + `","name":"` + token + `","` + token + `":["` + token + `",{"a":"wilhelmine"}]}`),
	})
	if all := string(e.AppendJSON(nil)); strings.Contains(all, token[8:]) || strings.Contains(all, "wilhelmine") || !source.ValidID(e.ID) {
		t.Errorf("left: %s", all)
	}
	for _, it := range r.Found().Items {
		if strings.Contains(it.Call+it.Tool+it.In+it.Event, token[8:]) {
			t.Errorf("the list holds the secret: %+v", it)
		}
	}
}

func TestAnEventThatIsNoJSONDoesNotLeave(t *testing.T) {
	e := redact.New(redact.Options{}).Envelope(source.Envelope{ID: "a", Type: "x", Event: []byte(`{"a":"` + token)})
	if string(e.Event) != "null" {
		t.Errorf("got %s", e.Event)
	}
}

func TestPicturesAreCounted(t *testing.T) {
	r := redact.New(redact.Options{})
	r.Envelope(source.Envelope{ID: "a", Type: "x", Event: []byte(`{"images":[{"b64":"aaaa"},{"src":"data:image/png;base64,aaaa"}]}`)})
	if n := r.Found().Pictures; n != 2 {
		t.Errorf("%d, want 2", n)
	}
}

// TestTheCostIsLinear doubles what is worst for each part of the scanner.
func TestTheCostIsLinear(t *testing.T) {
	for _, piece := range []string{
		"sk-", "ghp_a", "eyJ", "=", "a=", "password=\"", "://", "https://a:", "\\", "\\\\\\\"", "\\u001b[", "\x1b]8;;", "\x1b[", "-----BEGIN PRIVATE KEY-----", "/home/", "-home-", "Cookie: a=b;",
		"Authorization: ", "{\"a\":\"", "[", "AA:AA", "a:AAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "Q~", "--password ", "curl -u a:b ", "wilhelmine", "C:\\Users\\", "\u200b", "M1.", "\\\"password\\\":\\\"",
	} {
		cost := func(n int) time.Duration {
			s := strings.Repeat(piece, n/len(piece))
			best := time.Hour
			for range 3 {
				begun := time.Now()
				redact.New(redact.Options{Users: []string{"wilhelmine"}}).Text(s)
				best = min(best, time.Since(begun))
			}
			return best
		}
		small, large := cost(32<<10), cost(256<<10)
		if large > 40*small && large > 100*time.Millisecond {
			t.Errorf("%q: %s for 32 KiB, %s for 256 KiB", piece, small, large)
		}
	}
}

func FuzzJSONStaysJSON(f *testing.F) {
	f.Add([]byte(`{"password":"Sommer-2031","a":["` + token + `"]}`))
	f.Add([]byte(`"{\"password\":\"Sommer\\\"-2031\"}"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, why := protocol.Parse(data); why != nil {
			return
		}
		got := redact.New(redact.Options{}).JSON(data)
		if _, why := protocol.Parse(got); why != nil {
			t.Errorf("%q became %q: %s", data, got, why.Message)
		}
		if again := redact.New(redact.Options{}).JSON(got); !bytes.Equal(again, got) {
			t.Errorf("a second look changes %q to %q", got, again)
		}
	})
}

func BenchmarkText(b *testing.B) {
	s := strings.Repeat("2031-01-01T00:00:00Z INFO wrote /home/mechthild/x.go: sha=0a1b2c3d4e5f60718293a4b5c6d7e8f901234567 count=12 \"key\": \"value\"\n", 8000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		redact.New(redact.Options{Users: []string{"wilhelmine"}}).Text(s)
	}
}
