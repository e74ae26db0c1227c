package adapt_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/adapt"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

func parse(t testing.TB, text string) protocol.Value {
	t.Helper()
	v, why := protocol.Parse([]byte(text))
	if why != nil {
		t.Fatalf("Parse(%.60q): %s", text, why.Message)
	}
	return v
}

// adapted adapts and holds what is true of every adaptation: a second pass changes nothing, neither over the result nor over the event.
func adapted(t testing.TB, in string) adapt.Adapted {
	t.Helper()
	v := parse(t, in)
	a := adapt.Adapt(v, adapt.Options{})
	if v.Compact() != parse(t, in).Compact() {
		t.Errorf("%.80s: the input changed", in)
	}
	again := adapt.Adapt(parse(t, string(a.Result())), adapt.Options{})
	if !bytes.Equal(again.Result(), a.Result()) {
		t.Errorf("%.80s: a second pass changes the result\n from %.300s\n   to %.300s", in, a.Result(), again.Result())
	}
	if !bytes.Equal(again.Event(), a.Event()) {
		t.Errorf("%.80s: a second pass changes the event\n from %.300s\n   to %.300s", in, a.Event(), again.Event())
	}
	return a
}

func notes(a adapt.Adapted) string {
	var all []string
	for _, n := range a.Notes {
		all = append(all, string(n.Code)+" "+n.Path)
	}
	return strings.Join(all, ", ")
}

const v1 = `{"schema":"codeagent.tool-artifact","version":1,"kind":"code","status":"success","icon":null,"title":"C","payload":{"text":"x"}}`

// AD-1, AD-2, AD-3, AD-6, AD-7.
func TestArtifactOf(t *testing.T) {
	in := func(artifact string) string {
		return `{"value":"v","extra":{"codeagent":{"artifact":` + artifact + `}}}`
	}
	made := `{"schema":"codeagent.tool-artifact","version":1,"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"v"}}`
	for _, c := range []struct{ name, in, want, notes string }{
		{"a usable one is taken", in(v1), v1, ""},
		{"a usable one in another order is put in order", in(`{"payload":{"text":"x"},"more":[1.0],"title":"C","status":"success","kind":"code","version":1.0,"schema":"codeagent.tool-artifact"}`),
			strings.TrimSuffix(v1, "}") + `,"more":[1.0]}`, ""},
		{"one without version and schema is upgraded, other members dropped", in(`{"kind":"code","title":"C","payload":{"text":"x"},"more":1}`), v1, "legacy_card /extra/codeagent/artifact"},
		{"null stands for absent there", in(`{"schema":null,"version":null,"kind":"code","status":null,"title":"C","payload":{"text":"x"}}`), v1, "legacy_card /extra/codeagent/artifact"},
		{"an upgraded error has the status error", in(`{"kind":"error","status":"success","title":"C","payload":{"message":"m"}}`),
			`{"schema":"codeagent.tool-artifact","version":1,"kind":"error","status":"error","icon":null,"title":"C","payload":{"message":"m"}}`, "legacy_card /extra/codeagent/artifact"},
		{"what is no word in it is left out and noted", in(`{"kind":"code","status":7,"icon":[1,2],"title":"C","payload":{"text":"x"}}`), v1,
			"bad_status /extra/codeagent/artifact/status, bad_icon /extra/codeagent/artifact/icon, legacy_card /extra/codeagent/artifact"},
		{"a version without a schema is not upgraded", in(`{"version":1,"kind":"code","payload":{"text":"x"}}`), made, "bad_schema /extra/codeagent/artifact/schema, synthesized /extra/codeagent/artifact"},
		{"a schema without a version neither", in(`{"schema":"codeagent.tool-artifact","kind":"code","status":"success","payload":{"text":"x"}}`), made,
			"bad_version /extra/codeagent/artifact/version, synthesized /extra/codeagent/artifact"},
		{"without a kind there is nothing to upgrade", in(`{"payload":{"text":"x"}}`), made, "bad_schema /extra/codeagent/artifact/schema, synthesized /extra/codeagent/artifact"},
		{"boxes are taken off", in(`{"schema":["codeagent.tool-artifact"],"version":[1],"kind":["code"],"status":["success"],"icon":{},"title":["C"],"payload":{"text":"x"}}`), v1,
			"unboxed /extra/codeagent/artifact/schema, unboxed /extra/codeagent/artifact/version, unboxed /extra/codeagent/artifact/kind, unboxed /extra/codeagent/artifact/status, unboxed /extra/codeagent/artifact/icon, unboxed /extra/codeagent/artifact/title"},
		{"boxes around one without version too", in(`{"kind":["code"],"status":["success"],"title":["C"],"payload":{"text":"x"}}`), v1,
			"unboxed /extra/codeagent/artifact/kind, unboxed /extra/codeagent/artifact/status, unboxed /extra/codeagent/artifact/title, legacy_card /extra/codeagent/artifact"},
		{"a future version is not taken out of its box", in(strings.Replace(v1, `"version":1`, `"version":[2]`, 1)), made, "boxed_scalar /extra/codeagent/artifact/version, synthesized /extra/codeagent/artifact"},
		{"nor the members of a future artifact", in(strings.NewReplacer(`"version":1`, `"version":2`, `"code"`, `["code"]`).Replace(v1)), made, "boxed_scalar /extra/codeagent/artifact/kind, synthesized /extra/codeagent/artifact"},
		{"an error's status is repaired", in(strings.Replace(v1, `"code"`, `"error"`, 1)), strings.NewReplacer(`"code"`, `"error"`, `"success"`, `"error"`).Replace(v1), "status_repaired /extra/codeagent/artifact/status"},
		{"a failed call fails in its artifact", strings.Replace(in(v1), `"value"`, `"error":"boom","value"`, 1), strings.Replace(v1, `"success"`, `"error"`, 1), "status_repaired /extra/codeagent/artifact/status"},
		{"an event that failed too", `{"value":"v","is_error":true,"artifact":` + strings.Replace(v1, `"success"`, `"denied"`, 1) + `}`, strings.Replace(v1, `"success"`, `"error"`, 1), "status_repaired /artifact/status"},
		{"a bare artifact's places are its own", strings.Replace(v1, `"code"`, `"error"`, 1), strings.NewReplacer(`"code"`, `"error"`, `"success"`, `"error"`).Replace(v1), "status_repaired /status"},
		{"a string where extra belongs makes room", `{"value":"v","extra":"x"}`, made, "not_an_object /extra, synthesized /extra/codeagent/artifact"},
		{"a number where codeagent belongs too", `{"value":"v","extra":{"codeagent":42}}`, made, "not_an_object /extra/codeagent, synthesized /extra/codeagent/artifact"},
		{"R's empty list is no fault", `{"value":"v","extra":[]}`, made, "synthesized /extra/codeagent/artifact"},
		{"a card with a member twice is none", `{"value":"v","extra":{"display":{"toolcard":{"kind":"code","kind":"text","payload":{}}}}}`, made, "duplicate_key /extra/display/toolcard, synthesized /extra/codeagent/artifact"},
		{"a card of a future version is none", `{"value":"v","extra":{"display":{"toolcard":` + strings.Replace(v1, `"version":1`, `"version":2`, 1) + `}}}`, made,
			"unsupported_version /extra/display/toolcard/version, synthesized /extra/codeagent/artifact"},
		{"a card of version 1 is a card", `{"value":"v","extra":{"display":{"toolcard":` + v1 + `}}}`, strings.Replace(v1, "null", `"wrench"`, 1), "legacy_card /extra/display/toolcard"},
		{"a result with a member twice loses its artifact and keeps its value", `{"value":"u","extra":{"codeagent":{"artifact":` + v1 + `}},"value":"v"}`, made, "duplicate_key , synthesized /extra/codeagent/artifact"},
		{"so does one over a bound", `{"value":"v","extra":{"codeagent":{"artifact":` + strings.Replace(v1, `"x"`, strings.Repeat("[", 64)+strings.Repeat("]", 64), 1) + `}}}`, made,
			"too_deep /extra/codeagent/artifact/payload, synthesized /extra/codeagent/artifact"},
	} {
		a := adapted(t, c.in)
		if got := string(a.Artifact.AppendJSON(nil)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
		if got := notes(a); got != c.notes {
			t.Errorf("%s: notes\n got %s\nwant %s", c.name, got, c.notes)
		}
		if got := parse(t, string(a.Event())).Get("artifact").Compact(); got != c.want {
			t.Errorf("%s: the event's artifact is %s", c.name, got)
		}
	}
}

// AD-4, AD-5.
func TestArtifactMadeOfThePortableText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"text", `{"value":"some output"}`, `"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"some output"}`},
		{"the tool gives icon and title", `{"value":"v","request":{"id":"r1","name":"Read"}}`, `"kind":"text","status":"success","icon":"file-text","title":"Read","payload":{"text":"v"}`},
		{"the display's title comes before, as text", `{"value":"v","request":{"name":"Read"},"extra":{"display":{"title":"<b>Old</b> &amp; new"}}}`,
			`"kind":"text","status":"success","icon":"file-text","title":"Old & new","payload":{"text":"v"}`},
		{"a title of htmltools", `{"value":"v","extra":{"display":{"title":{"html":"<i>T</i>","dependencies":[]}}}}`, `"kind":"text","status":"success","icon":"wrench","title":"T","payload":{"text":"v"}`},
		{"an error", `{"value":"denied","error":"permission denied"}`, `"kind":"error","status":"error","icon":"wrench","title":"tool","payload":{"message":"denied"}`},
		{"an error without a value", `{"value":null,"error":{"message":"boom"}}`, `"kind":"error","status":"error","icon":"wrench","title":"tool","payload":{"message":"boom"}`},
		{"an error of R without an error", `{"value":"v","error":{}}`, `"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"v"}`},
		{"lines are joined, then classified", `{"value":["a","@@ -1 +1 @@","-x"]}`,
			`"kind":"diff","status":"success","icon":"wrench","title":"tool","payload":{"old":"","new":"a\n@@ -1 +1 @@\n-x","path":"patch","verb":"Diff","patch":"a\n@@ -1 +1 @@\n-x"}`},
		{"a patch that failed stays a patch", `{"value":"diff --git a/a b/a","error":"boom"}`,
			`"kind":"diff","status":"error","icon":"wrench","title":"tool","payload":{"old":"","new":"diff --git a/a b/a","path":"patch","verb":"Diff","patch":"diff --git a/a b/a"}`},
		{"a mark within a line makes no patch", `{"value":"see diff --git here"}`, `"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"see diff --git here"}`},
		{"contents of ellmer", `{"value":"v","extra":{"contents":[{"type":"ContentOutput","text":"a"},{"class":"ellmer::ContentWarning","props":{"text":"b"}},{"type":"ContentSource","text":"no"},7,null]}}`,
			`"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"a\nb"}`},
		{"images beside text", `{"value":"v","extra":{"contents":[{"class":["ellmer::ContentImageInline","ellmer::Content"],"props":{"type":"image/png","data":"QUJD"}},{"content_type":"image_inline","image_content_type":"image\/gif","data":"R0lG"},{"type":"ContentImageInline","mime":"image/webp","b64":"UklG"}]}}`,
			`"kind":"image","status":"success","icon":"wrench","title":"tool","payload":{"images":[{"mime":"image/png","b64":"QUJD"},{"mime":"image\/gif","b64":"R0lG"},{"mime":"image/webp","b64":"UklG"}],"output":"v"}`},
		{"a ContentError", `{"value":"","extra":{"contents":[{"type":"ContentError","text":"boom"}]}}`, `"kind":"error","status":"error","icon":"wrench","title":"tool","payload":{"message":"boom"}`},
		{"a ContentError beside an image", `{"value":"v","extra":{"contents":[{"type":"ContentError","text":"boom"},{"type":"ContentImageInline","mime":"image/png","data":"QUJD"}]}}`,
			`"kind":"image","status":"error","icon":"wrench","title":"tool","payload":{"images":[{"mime":"image/png","b64":"QUJD"}],"output":"v"}`},
		{"an event without an artifact", `{"id":"1","name":"Bash","display":null,"value":"v","is_error":false,"artifact":null}`, `"kind":"text","status":"success","icon":"terminal","title":"Bash","payload":{"text":"v"}`},
		{"an event that failed", `{"id":"1","name":"Bash","display":null,"value":"no","is_error":true,"artifact":null}`, `"kind":"error","status":"error","icon":"terminal","title":"Bash","payload":{"message":"no"}`},
		{"plain text", `"plain"`, `"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"plain"}`},
		{"a number", `42.10`, `"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"42.10"}`},
		{"nobody's object", `{"b":1, "a":[ ]}`, `"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"{\"b\":1,\"a\":[]}"}`},
		{"null", `null`, `"kind":"text","status":"success","icon":"wrench","title":"tool","payload":{"text":"null"}`},
	} {
		a := adapted(t, c.in)
		if got, want := string(a.Artifact.AppendJSON(nil)), `{"schema":"codeagent.tool-artifact","version":1,`+c.want+`}`; got != want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, want)
		}
	}
}

// EV-1, CH-3, AD-8.
func TestEventAndResult(t *testing.T) {
	future := `{"schema":"codeagent.tool-artifact","version":2,"kind":"x","status":"success","payload":{"b":1.0,"a":"\u0041","b":2}}`
	for _, c := range []struct{ name, in, event, result string }{
		{"everything else of a result stays as it was",
			` {"value":"v", "provider":{"x":1.50,"x":2}, "request":{"id":"r\u0031","name":"Read","arguments":{"b":1,"a":2}},"extra":{"z":1,"codeagent":{"sources":[1e2],"artifact":` + v1 + `},"display":{"title":"\u0054","right_output":"o","toolcard":{},"n":1}},"error":null}`,
			`{"id":"r\u0031","name":"Read","display":{"title":"\u0054","n":1},"value":"v","is_error":false,"artifact":` + v1 + `}`,
			`{"value":"v","provider":{"x":1.50,"x":2},"request":{"id":"r\u0031","name":"Read","arguments":{"b":1,"a":2}},"extra":{"z":1,"codeagent":{"sources":[1e2],"artifact":` + v1 + `},"display":{"title":"\u0054","n":1}},"error":null}`},
		{"a future artifact travels unchanged, whatever the error",
			`{"value":"v","error":"boom","extra":{"codeagent":{"artifact":` + future + `}}}`,
			`{"id":null,"name":null,"display":null,"value":"v","is_error":true,"artifact":` + future + `}`,
			`{"value":"v","error":"boom","extra":{"codeagent":{"artifact":` + future + `}}}`},
		{"an event is repaired where it is one",
			`{"id":7,"name":null,"display":{"toolcard":{"kind":"code","status":"success","title":"C","icon":"x","payload":{"text":"x"}}},"value":["a","b"],"is_error":false,"artifact":"junk","more":1}`,
			`{"id":7,"name":null,"display":{},"value":"a\nb","is_error":false,"artifact":` + strings.Replace(v1, "null", `"x"`, 1) + `}`,
			`{"id":7,"name":null,"display":{},"value":["a","b"],"is_error":false,"artifact":` + strings.Replace(v1, "null", `"x"`, 1) + `,"more":1}`},
		{"a display that is no object is null in the event and stays in the result",
			`{"value":"v","extra":{"display":"text","codeagent":{"artifact":` + v1 + `}},"request":null}`,
			`{"id":null,"name":null,"display":null,"value":"v","is_error":false,"artifact":` + v1 + `}`,
			`{"value":"v","extra":{"display":"text","codeagent":{"artifact":` + v1 + `}},"request":null}`},
		{"ids that are no words are null",
			`{"value":"v","extra":{"codeagent":{"artifact":` + v1 + `}},"request":{"id":{"a":1},"name":["Read"]}}`,
			`{"id":null,"name":"Read","display":null,"value":"v","is_error":false,"artifact":` + v1 + `}`,
			`{"value":"v","extra":{"codeagent":{"artifact":` + v1 + `}},"request":{"id":{"a":1},"name":["Read"]}}`},
		{"a bare artifact becomes a result without a value", v1,
			`{"id":null,"name":null,"display":null,"value":"","is_error":false,"artifact":` + v1 + `}`,
			`{"value":"","extra":{"codeagent":{"artifact":` + v1 + `}}}`},
	} {
		a := adapted(t, c.in)
		if got := string(a.Event()); got != c.event {
			t.Errorf("%s: event\n got %s\nwant %s", c.name, got, c.event)
		}
		if got := string(a.Result()); got != c.result {
			t.Errorf("%s: result\n got %s\nwant %s", c.name, got, c.result)
		}
		if again := adapted(t, string(a.Event())); !bytes.Equal(again.Event(), a.Event()) {
			t.Errorf("%s: adapting the event gives another\n from %s\n   to %s", c.name, a.Event(), again.Event())
		}
	}
}

// AD-9, TR-9.
func TestViewKnowsToolIconErrorAndReason(t *testing.T) {
	a := adapted(t, `{"value":"v","error":{"message":"boom"},"request":{"id":5,"name":"Bash"},"extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact"}}}}`)
	if a.Tool != "Bash" || a.ID != "5" || a.Icon != "terminal" || a.Error != "boom" || !a.IsError || a.DisplayPath != "/extra/display" || a.Request.Get("name").Str() != "Bash" {
		t.Errorf("got %+v", a)
	}
	if a.ArtifactReason == nil || a.ArtifactReason.Code != protocol.BadVersion || a.Artifact.Path != "/extra/codeagent/artifact" {
		t.Errorf("reason %v, path %q", a.ArtifactReason, a.Artifact.Path)
	}
	a = adapt.Adapt(parse(t, `{"value":"v","extra":{"codeagent":{"artifact":`+v1+`},"contents":[{"type":"ContentError","text":"odd"}]}}`), adapt.Options{Tool: "Grep"})
	if a.Icon != "search" || a.Artifact.HasIcon || !a.IsError || a.Error != "odd" || a.Artifact.Status != "success" || a.ArtifactReason != nil {
		t.Errorf("the view of a kept artifact: %+v", a)
	}
	if a = adapt.Adapt(protocol.Value{}, adapt.Options{}); a.Value != "" || !a.HasArtifact {
		t.Errorf("nothing at all: %+v", a)
	}
}

// CH-4.
func TestClaims(t *testing.T) {
	for in, want := range map[string]bool{
		`{"value":1}`: true, v1: true, `{"extra":{"codeagent":1}}`: true, `{"extra":{"display":{}}}`: true, `{"error":"x"}`: true, `"x"`: true, `["x"]`: true,
		`{"artifact":` + v1 + `}`: true, `{"artifact":null,"is_error":true}`: true, `{"display":{"toolcard":{}}}`: true,
		`42`: false, `null`: false, `[]`: false, `[1]`: false, `["a",null]`: false, `{}`: false, `{"a":1}`: false,
		`{"content":[],"isError":false}`: false, `{"type":"tool_result","tool_use_id":"t","content":"x","is_error":true}`: false,
		`{"type":"tool","content":"x","tool_call_id":"c","artifact":` + v1 + `}`: false, `{"kind":"artifact-update","artifact":{"artifactId":"a","parts":[]}}`: false,
		`{"jsonrpc":"2.0","error":{"message":"x"}}`: false, `{"error":null}`: false,
	} {
		if got := adapt.Claims(parse(t, in)); got != want {
			t.Errorf("Claims(%s) = %v, want %v", in, got, want)
		}
	}
}

// ART-10.
func TestValueIsKeptWhenThereIsNoRoomForAnArtifact(t *testing.T) {
	text := strings.Repeat("a", limits.Result/2+1)
	a := adapt.Adapt(parse(t, `{"value":"`+text+`"}`), adapt.Options{})
	if a.HasArtifact || a.Value != text || string(a.Result()) != `{"value":"`+text+`"}` {
		t.Errorf("artifact %v, value of %d bytes, result of %d", a.HasArtifact, len(a.Value), len(a.Result()))
	}
	if got := notes(a); got != "synthesized /extra/codeagent/artifact, too_large /extra/codeagent/artifact" {
		t.Errorf("notes %s", got)
	}
	text += text[:len(text)-40]
	a = adapt.Adapt(parse(t, `"`+text+`"`), adapt.Options{})
	if a.Value != text || len(a.Result()) != len(a.Value)+12 {
		t.Errorf("a bare text: value of %d bytes, result of %d", len(a.Value), len(a.Result()))
	}
}

func FuzzAdapt(f *testing.F) {
	for _, s := range []string{
		`{"value":"v","extra":{"codeagent":{"artifact":` + v1 + `}}}`, `{"id":"1","name":"x","display":{},"value":"v","is_error":true,"artifact":` + v1 + `}`,
		`{"extra":{"display":{"toolcard":{"kind":"error","payload":[]},"right_output":1}}}`, `{"value":["a"],"error":{},"extra":[]}`,
		`{"artifact":{"schema":"codeagent.tool-artifact","version":2e0,"kind":"k","status":"s","payload":{}}}`, `{"schema":["codeagent.tool-artifact"],"version":[1]}`,
		`{"value":"@@ -1 +1 @@","extra":"x","extra":{"contents":[{"type":"ContentError"}]}}`, `[["x"]]`, `"x"`, `{"extra":{"codeagent":{"artifact":{"kind":["error"],"status":["success"],"payload":{}}}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		v, why := protocol.Parse(in)
		if why != nil || len(in) > 1<<16 {
			return
		}
		a := adapted(t, string(in))
		e := parse(t, string(a.Event()))
		if a.Artifact.V1() && a.Artifact.Kind == "error" && a.Artifact.Status != "error" {
			t.Fatalf("an error with the status %q", a.Artifact.Status)
		}
		if !a.HasArtifact || names(e) != "id name display value is_error artifact" {
			t.Fatalf("event %s", a.Event())
		}
		if got := e.Get("value"); got.Type() != protocol.String || got.Str() != a.Value || e.Get("is_error").Type() != protocol.Bool || e.Get("artifact").Type() != protocol.Object {
			t.Fatalf("event %s", a.Event())
		}
		given, refused := protocol.ArtifactOf(v, protocol.AnyVersion)
		if refused == nil && given.Exists() && !given.V1() && v.Height() < limits.OuterDepth {
			c, _ := protocol.Candidate(v)
			if got := e.Get("artifact").Compact(); got != c.Compact() {
				t.Fatalf("a future artifact changed\n from %s\n   to %s", c.Compact(), got)
			}
		}
		if v.Height() > limits.OuterDepth || v.Get("schema").Str() == protocol.Schema || !adapt.Claims(v) || v.Type() != protocol.Object {
			return
		}
		untouched(t, v, parse(t, string(a.Result())), "extra", "artifact", "display")
		untouched(t, v.Get("extra"), parse(t, string(a.Result())).Get("extra"), "codeagent", "display")
		untouched(t, v.At("extra", "codeagent"), parse(t, string(a.Result())).At("extra", "codeagent"), "artifact")
	})
}

func names(o protocol.Value) string {
	var all []string
	for k := range o.Members() {
		all = append(all, k)
	}
	return strings.Join(all, " ")
}

// untouched holds that all members but some came through token for token, in their order (AD-8, CH-3).
func untouched(t *testing.T, before, after protocol.Value, but ...string) {
	t.Helper()
	list := func(o protocol.Value) (out string) {
		for k, m := range o.MembersRaw() {
			if !slices.Contains(but, parse(t, string(k)).Str()) {
				out += string(k) + ":" + m.Compact() + ","
			}
		}
		return out
	}
	if got, want := list(after), list(before); before.Type() == protocol.Object && got != want {
		t.Fatalf("siblings changed\n from %s\n   to %s", want, got)
	}
}
