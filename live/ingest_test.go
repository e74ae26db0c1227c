package live_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/live"
)

func TestPostEventsAnswersForWhatItIsGiven(t *testing.T) {
	r := newRig(t, func(c *live.Config) {
		c.Limits.Body = 64 << 10
		c.Import = func(from string, body []byte) (live.Imported, error) {
			switch from {
			case "mcp":
				return live.Imported{From: "mcp", Envelopes: [][]byte{[]byte(envelope("imported"))}}, nil
			case "odd":
				return live.Imported{From: "odd", Envelopes: [][]byte{[]byte(envelope("x")), []byte(`{}`)}}, nil
			case "reason":
				return live.Imported{}, &live.Error{Status: 422, Code: "not_json", Message: "no", Line: 7}
			}
			return live.Imported{}, errors.New("nobody knows it")
		}
	})
	r.session("s1")
	nd := []string{"Content-Type", "application/x-ndjson"}
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	tests := []struct {
		name, query, body string
		header            []string
		status            int
		code              string
		line              int
		path              string
	}{
		{"one envelope", "", envelope("a"), nil, 201, "", 0, ""},
		{"an array", "", "[" + envelope("b") + "," + envelope("c") + "]", nil, 201, "", 0, ""},
		{"lines, one of them blank", "", envelope("d") + "\r\n\n" + envelope("e"), nd, 201, "", 0, ""},
		{"a byte order mark", "", "\ufeff" + envelope("bom"), nil, 201, "", 0, ""},
		{"an empty array", "", "[]", nil, 201, "", 0, ""},
		{"an unknown type", "", `{"id":"u","type":"x-new","event":[1]}`, nil, 201, "", 0, ""},
		{"no content", "", " \n", nil, 400, "empty", 0, ""},
		{"no JSON", "", "{", nil, 400, "not_json", 0, ""},
		{"no JSON in the second line", "", envelope("f") + "\nnope\n", nd, 400, "not_json", 2, ""},
		{"invalid UTF-8", "", "{\"id\":\"\xff\"}", nil, 400, "not_json", 0, ""},
		{"lines sent as one JSON", "", envelope("g") + "\n" + envelope("h"), nil, 400, "not_json", 0, ""},
		{"a string", "", `"x"`, nil, 422, "not_an_object", 1, ""},
		{"a bare number in an array", "", "[" + envelope("i") + ",4]", nil, 422, "not_an_object", 2, "/1"},
		{"no id", "", `{"type":"message","event":{}}`, nil, 422, "bad_id", 1, "/id"},
		{"an id with a space", "", `{"id":"a b","type":"message","event":{}}`, nil, 422, "bad_id", 1, "/id"},
		{"an id that is a number", "", `{"id":1,"type":"message","event":{}}`, nil, 422, "bad_id", 1, "/id"},
		{"an id that is too long", "", `{"id":"` + strings.Repeat("a", 129) + `","type":"message","event":{}}`, nil, 422, "bad_id", 1, "/id"},
		{"no type", "", `{"id":"a","event":{}}`, nil, 422, "bad_type", 1, "/type"},
		{"no event", "", `{"id":"a","type":"message"}`, nil, 422, "no_event", 1, "/event"},
		{"a member twice", "", `{"id":"a","type":"message","event":{},"id":"b"}`, nil, 422, "duplicate_key", 1, "/id"},
		{"a member twice, once escaped", "", `{"id":"a","type":"message","event":{},"\u0069d":"b"}`, nil, 422, "duplicate_key", 1, "/id"},
		{"deeper than anybody draws", "", `{"id":"deep","type":"message","event":` + deep + `}`, nil, 201, "", 0, ""},
		{"a blob of its own making", "", `{"id":"a","type":"message","event":{"$blob":{"url":"https://evil.example/"}}}`, nil, 422, "reserved", 1, "/event/$blob"},
		{"too large", "", `{"id":"a","type":"message","event":"` + strings.Repeat("x", 64<<10) + `"}`, nil, 413, "too_large", 0, ""},
		{"a form", "", "a=b", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "unsupported_type", 0, ""},
		{"another charset", "", envelope("j"), []string{"Content-Type", "application/json; charset=latin1"}, 415, "unsupported_type", 0, ""},
		{"compressed", "", envelope("k"), []string{"Content-Encoding", "gzip"}, 415, "unsupported_type", 0, ""},
		{"foreign results", "?from=mcp", `{"content":[]}`, nil, 201, "", 0, ""},
		{"foreign results that become no envelope", "?from=odd", `{}`, nil, 422, "bad_id", 2, "/id"},
		{"foreign results that are none", "?from=reason", `{}`, nil, 422, "not_json", 7, ""},
		{"foreign results that nobody knows", "?from=", `{}`, nil, 422, "not_imported", 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := r.do("POST", "/v1/sessions/s1/events"+tt.query, r.admin, tt.body, tt.header...)
			var got struct {
				Error struct {
					Code, Message, Path string
					Line                int
				}
			}
			if err := json.Unmarshal([]byte(a.body), &got); err != nil {
				t.Fatalf("%v in %s", err, a.body)
			}
			if e := got.Error; a.status != tt.status || e.Code != tt.code || e.Line != tt.line || e.Path != tt.path || (e.Code != "" && e.Message == "") {
				t.Errorf("got %d %s, want %d %s line %d path %s", a.status, a.body, tt.status, tt.code, tt.line, tt.path)
			}
		})
	}
	if a := r.do("POST", "/v1/sessions/s1/events?from=mcp", r.admin, "{}"); !strings.Contains(a.body, `"from":"mcp"`) {
		t.Errorf("got %s, want it to say what it was taken for", a.body)
	}
}

func TestABatchWithABadEventStoresNothing(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	if a := r.do("POST", "/v1/sessions/s1/events", r.admin, "["+envelope("a")+",{}]"); a.status != 422 {
		t.Fatalf("got %d", a.status)
	}
	if got := r.read("s1", ""); len(got) != 1 {
		t.Errorf("got %d events, want the opening one", len(got))
	}
}

func TestTheSameEventIsStoredOnceAndAnotherBodyIsAConflict(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	first := r.push("s1", "a")[0]
	again := r.push("s1", "a")[0]
	if !again.Duplicate || again.Cursor != first.Cursor || first.Duplicate {
		t.Errorf("got %+v then %+v", first, again)
	}
	// White space is no difference.
	a := r.do("POST", "/v1/sessions/s1/events", r.admin, strings.ReplaceAll(envelope("a"), ":", " : "))
	if a.status != 201 || !strings.Contains(a.body, `"duplicate":true`) {
		t.Errorf("got %d %s", a.status, a.body)
	}
	a = r.do("POST", "/v1/sessions/s1/events", r.admin, "["+envelope("b")+`,{"id":"a","type":"message","event":{"text":"other"}},`+envelope("c")+"]")
	if a.status != 409 || a.code() != "conflict" || !strings.Contains(a.body, `"line":2`) || !strings.Contains(a.body, `"accepted":[{"id":"b"`) {
		t.Errorf("got %d %s, want 409 with the line and what was stored before", a.status, a.body)
	}
	if got := r.read("s1", ""); len(got) != 3 {
		t.Errorf("got %d events, want open, a, b", len(got))
	}
}

func TestBytesAreKeptAsTheyCame(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	// Order, duplicates inside the event, digits, escapes and unknown members stay; white space goes; what is the server's
	// own is not the producer's to write.
	in := `{ "x-mine": {"b":1,"a":2}, "cursor":"forged", "id":"a", "event": {"n": 1.00, "n": 12345678901234567890, "s":"\u00e9\/", "e":""}, "t":"reset", "prev":"forged", "type":"tool_result" }`
	if a := r.do("POST", "/v1/sessions/s1/events", r.admin, in); a.status != 201 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	want := `"x-mine":{"b":1,"a":2},"id":"a","event":{"n":1.00,"n":12345678901234567890,"s":"\u00e9\/","e":""},"type":"tool_result"}`
	got := r.read("s1", "")[1]
	if !strings.HasSuffix(string(got.Line), want) {
		t.Errorf("got %s, want it to end with %s", got.Line, want)
	}
	if strings.Contains(string(got.Line), "forged") || strings.Contains(string(got.Line), "reset") {
		t.Errorf("got %s: the producer's cursor, prev or t is in it", got.Line)
	}
	// A line that was read can be posted to another session as it is.
	r.session("s2")
	if a := r.do("POST", "/v1/sessions/s2/events", r.admin, string(got.Line)); a.status != 201 {
		t.Errorf("got %d %s", a.status, a.body)
	}
}

func TestAMemberIsTheSameHoweverItsNameIsSpelled(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	in := `{"id":"a","type":"message","\u0061t":"2026-01-02T03:04:05Z","\u0063ursor":"forged","event":{}}`
	if a := r.do("POST", "/v1/sessions/s1/events", r.admin, in); a.status != 201 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	line := string(r.read("s1", "")[1].Line)
	if strings.Count(line, `"at":`) != 1 || !strings.Contains(line, `"at":"2026-01-02T03:04:05Z"`) || strings.Contains(line, "forged") || strings.Contains(line, `\u`) {
		t.Errorf("got %s, want the producer's time, once", line)
	}
}

// TestACrowdedArrayHidesNothing sends more values than the scanner keeps of one text, and behind them what only the server may write.
func TestACrowdedArrayHidesNothing(t *testing.T) {
	r := newRig(t)
	r.session("s1")
	crowd := `{"id":"crowd","type":"message","event":[` + strings.Repeat("0,", limits.TapeNodes) + `0]}`
	stub := `{"id":"stub","type":"tool_result","event":{"$blob":{"sha256":"` + strings.Repeat("0", 64) + `","bytes":1,"url":"x"}}}`
	if a := r.do("POST", "/v1/sessions/s1/events", r.admin, "["+crowd+","+stub+"]"); a.code() != "reserved" {
		t.Errorf("got %d %.200s, want the stub refused", a.status, a.body)
	}
}

func TestALargeEventComesAsAStubAndItsBytesAsABlob(t *testing.T) {
	onEngines(t, func(t *testing.T, st *faulty) { largeEvent(t, st) })
}

func largeEvent(t *testing.T, st *faulty) {
	r := newRig(t, with(st))
	made := r.session("s1")
	value := strings.Repeat("é long line\n", 60_000)
	event := fmt.Sprintf(`{"id":"call-1","name":"Read","display":null,"value":%s,"is_error":false,"artifact":{"payload":{"text":%s}}}`,
		mustJSON(t, value), mustJSON(t, value))
	env := `{"id":"big","type":"tool_result","event":` + event + `,"agent":"helper"}`
	for range 2 { // the repetition is a duplicate although it is stored in another form
		if a := r.do("POST", "/v1/sessions/s1/events", made.WriteToken, env); a.status != 201 {
			t.Fatalf("got %d %s", a.status, a.body)
		}
	}
	events := r.read("s1", "")
	if len(events) != 2 {
		t.Fatalf("got %d events, want 2", len(events))
	}
	digest, size, ok := events[1].Blob()
	sum := sha256.Sum256([]byte(event))
	if !ok || digest != hex.EncodeToString(sum[:]) || size != int64(len(event)) {
		t.Fatalf("got blob %s of %d, %v", digest, size, ok)
	}
	var got struct {
		Blob struct{ URL string } `json:"$blob"`
		ID   string
		Name string
		Val  string `json:"value"`
		Art  any    `json:"artifact"`
		Err  *bool  `json:"is_error"`
	}
	if err := json.Unmarshal(events[1].Event, &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != "call-1" || got.Name != "Read" || got.Err == nil || got.Art != nil || got.Val == "" || len(got.Val) > 4<<10 || !strings.HasPrefix(value, got.Val) {
		t.Errorf("got stub %+v", got)
	}
	if !strings.Contains(string(events[1].Line), `"agent":"helper"`) {
		t.Errorf("the envelope lost a member: %.200s", events[1].Line)
	}
	a := r.do("GET", "/"+got.Blob.URL, made.ReadToken, "")
	if a.status != 200 || a.body != event {
		t.Errorf("got %d and %d bytes, want %d", a.status, len(a.body), len(event))
	}
	if h := a.header; h.Get("Content-Security-Policy") != "sandbox" || h.Get("Content-Type") != "application/octet-stream" || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") {
		t.Errorf("got headers %v", h)
	}
	if b, err := r.client().Blob(ctxOf(t), "s1", digest); err != nil || string(b) != event {
		t.Errorf("got %d bytes, %v", len(b), err)
	}
	r.session("s2")
	for _, path := range []string{"/v1/sessions/s2/blobs/" + digest, "/v1/sessions/s1/blobs/" + strings.ToUpper(digest), "/v1/sessions/s1/blobs/x"} {
		if a := r.do("GET", path, r.admin, ""); a.status != 404 || a.code() != "no_blob" {
			t.Errorf("%s: got %d %s", path, a.status, a.body)
		}
	}
	before := st.blobs.Load()
	if a := r.do("POST", "/v1/sessions/s9/events", r.admin, env); a.status != 404 || a.code() != "no_session" || st.blobs.Load() != before {
		t.Errorf("got %d %s and %d blobs, want none for a session that is not there", a.status, a.body, st.blobs.Load()-before)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (r *rig) read(session, after string) []live.Event {
	r.t.Helper()
	var got []live.Event
	if err := r.client().Events(ctxOf(r.t), session, after, func(e live.Event) error {
		got = append(got, e)
		return nil
	}); err != nil {
		r.t.Fatal(err)
	}
	return got
}
