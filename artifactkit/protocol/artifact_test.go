package protocol_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// text is a valid artifact with some members replaced; a replacement of "" leaves the member out.
func artifact(replace ...string) string {
	members := []string{"schema", `"codeagent.tool-artifact"`, "version", "1", "kind", `"text"`, "status", `"success"`, "icon", "null", "title", `"T"`, "payload", `{"text":"x"}`}
	for i := 0; i < len(replace); i += 2 {
		at := -1
		for k := 0; k < len(members); k += 2 {
			if members[k] == replace[i] {
				at = k
			}
		}
		if at < 0 {
			members = append(members, replace[i], replace[i+1])
			continue
		}
		members[at+1] = replace[i+1]
	}
	var parts []string
	for k := 0; k < len(members); k += 2 {
		if members[k+1] != "" {
			parts = append(parts, fmt.Sprintf("%q:%s", members[k], members[k+1]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func code(why *protocol.Reason) string {
	if why == nil {
		return ""
	}
	return string(why.Code) + " " + why.Path
}

// ART-3.
func TestVersionIsAnExactDecimal(t *testing.T) {
	for _, c := range []struct{ literal, want string }{
		{"1", "1"}, {"1.0", "1"}, {"1e0", "1"}, {"1E+0", "1"}, {"0.1e1", "1"}, {"10e-1", "1"}, {"1.000e00", "1"}, {"99", "99"}, {"1e2", "100"},
		{"12.50e1", "125"}, {"0.00012e5", "12"}, {"1000000000000000000000e-21", "1"}, {"9007199254740993", "9007199254740993"},
		{"1e308", "1" + strings.Repeat("0", 308)}, {"9e308", "9" + strings.Repeat("0", 308)}, {"0.1e309", "1" + strings.Repeat("0", 308)},
		{"1e309", ""}, {"1e400", ""}, {"10e308", ""}, {"1e99999999999999999999", ""}, {"1e-99999999999999999999", ""},
		{"1.5", ""}, {"1.0000000000000000000001", ""}, {"1e-1", ""}, {"0", ""}, {"0.0", ""}, {"0e5", ""}, {"-0", ""}, {"-1", ""},
		{`"1"`, ""}, {"true", ""}, {"null", ""}, {`"NaN"`, ""}, {"", ""}, {"{}", ""},
	} {
		a, why := protocol.ArtifactOf(parse(t, artifact("version", c.literal)), protocol.AnyVersion)
		if a.Version != c.want {
			t.Errorf("version %s = %q, want %q", c.literal, a.Version, c.want)
		}
		if want := "bad_version /version"; c.want == "" && code(why) != want {
			t.Errorf("version %s: %s, want %s", c.literal, code(why), want)
		}
	}
}

// ACC-4.
func TestVersionArgumentIsCheckedWhateverTheData(t *testing.T) {
	for _, v := range [][]int{{}, {0}, {-1}, {1, 0}} {
		if _, err := protocol.VersionSet(v...); !errors.Is(err, protocol.ErrVersions) {
			t.Errorf("VersionSet(%v) = %v, want ErrVersions", v, err)
		}
	}
	for _, s := range []string{"", "0", "-1", "1.5", "1,", ",", "1,x", `"1"`, "Any", "[1]", "true", "1e400", "1 2", "any,1"} {
		if _, err := protocol.ParseVersions(s); !errors.Is(err, protocol.ErrVersions) {
			t.Errorf("ParseVersions(%q) = %v, want ErrVersions", s, err)
		}
	}
	for _, c := range []struct {
		arg  string
		has  string
		want bool
	}{{"1", "1", true}, {"1", "2", false}, {"2", "1", false}, {"1, 2", "2", true}, {"1.0", "1", true}, {"any", "99", true}} {
		vs, err := protocol.ParseVersions(c.arg)
		if err != nil || vs.Has(c.has) != c.want {
			t.Errorf("ParseVersions(%q).Has(%s) = %v, %v; want %v", c.arg, c.has, vs.Has(c.has), err, c.want)
		}
	}
	var zero protocol.Versions
	if !zero.Has("1") || zero.Has("2") {
		t.Error("the zero set must be version 1 alone")
	}
}

// ART-2 to ART-10.
func TestArtifactIsRefusedWithItsReason(t *testing.T) {
	deep := func(n int) string { return strings.Repeat(`{"a":`, n-1) + "[]" + strings.Repeat("}", n-1) }
	for _, c := range []struct{ name, in, want string }{
		{"whole", artifact(), ""},
		{"another schema", `{"artifact":` + artifact("schema", `"other"`) + `}`, "bad_schema /artifact/schema"},
		{"a schema in other case", `{"artifact":` + artifact("schema", `"Codeagent.tool-artifact"`) + `}`, "bad_schema /artifact/schema"},
		{"no schema", `{"artifact":` + artifact("schema", "") + `}`, "bad_schema /artifact/schema"},
		{"schema and version in boxes", `{"artifact":` + artifact("schema", `["codeagent.tool-artifact"]`) + `}`, "boxed_scalar /artifact/schema"},
		{"a boxed version", artifact("version", "[1]"), "boxed_scalar /version"},
		{"a boxed string as version", artifact("version", `["1"]`), "bad_version /version"},
		{"two kinds", artifact("kind", `["text","code"]`), "bad_kind /kind"},
		{"a boxed kind", artifact("kind", `["text"]`), "boxed_scalar /kind"},
		{"an empty kind", artifact("kind", `""`), "bad_kind /kind"},
		{"a kind of another case", artifact("kind", "", "Kind", `"text"`), "bad_kind /kind"},
		{"an empty status", artifact("status", `""`), "bad_status /status"},
		{"no status", artifact("status", ""), "bad_status /status"},
		{"a number as icon", artifact("icon", "5"), "bad_icon /icon"},
		{"{} as icon", artifact("icon", "{}"), "boxed_scalar /icon"},
		{"an empty icon", artifact("icon", `""`), ""},
		{"two titles", artifact("title", `["a","b"]`), "bad_title /title"},
		{"a boxed title", artifact("title", `["a"]`), "boxed_scalar /title"},
		{"an object as title", artifact("title", `{"html":"x"}`), "bad_title /title"},
		{"no icon and no title", artifact("icon", "", "title", ""), ""},
		{"a string as payload", artifact("payload", `"x"`), "bad_payload /payload"},
		{"no payload", artifact("payload", ""), "bad_payload /payload"},
		{"null as payload", artifact("payload", "null"), "bad_payload /payload"},
		{"an empty array as payload", artifact("payload", "[]"), ""},
		{"a string as artifact", `{"artifact":"x"}`, "not_an_object /artifact"},
		{"an artifact with a member twice", `{"artifact":{"kind":"a",` + artifact()[1:] + `}`, "duplicate_key /artifact"},
		{"a member of the payload twice", artifact("payload", `{"text":"a","text":"b"}`), ""},
		{"a result with a member twice", `{"value":1,"value":2,"artifact":` + artifact() + `}`, "duplicate_key "},
		{"extra with a member twice", `{"extra":{"a":1,"a":2,"codeagent":{"artifact":` + artifact() + `}}}`, "duplicate_key /extra"},
		{"extra.codeagent with a member twice", `{"extra":{"codeagent":{"s":1,"s":2,"artifact":` + artifact() + `}}}`, "duplicate_key /extra/codeagent"},
		{"an artifact hidden by a second extra", `{"extra":{"codeagent":{"artifact":` + artifact() + `}},"extra":{}}`, "duplicate_key "},
		{"two members without any claim", `{"value":1,"value":2}`, ""},
		{"null is no claim", `{"extra":{"codeagent":{"artifact":null}},"artifact":null}`, ""},
		{"a payload at the bound", artifact("payload", deep(limits.PayloadDepth)), ""},
		{"a payload one level beyond", `{"extra":{"codeagent":{"artifact":` + artifact("payload", deep(limits.PayloadDepth+1)) + `}}}`, "too_deep /extra/codeagent/artifact/payload"},
		{"an unknown member at the bound", artifact("more", deep(limits.OuterDepth-1)), ""},
		{"an unknown member one level beyond", `{"artifact":` + artifact("more", deep(limits.OuterDepth-1)) + `}`, "too_deep /artifact/more"},
		{"a deep value costs the artifact", `{"value":` + deep(limits.OuterDepth) + `,"artifact":` + artifact() + `}`, "too_deep /value"},
		{"the payload of a legacy card is a payload too", `{"extra":{"display":{"toolcard":{"payload":` + deep(limits.PayloadDepth) + `}},"codeagent":{"artifact":` + artifact() + `}}}`, ""},
		{"a long number in the payload", artifact("payload", `[`+strings.Repeat("1", limits.NumberDigits+1)+`]`), "too_large /payload"},
		{"a long number in the value", `{"value":` + strings.Repeat("1", limits.NumberDigits+1) + `,"artifact":` + artifact() + `}`, "too_large /value"},
		{"a long version", artifact("version", "1"+strings.Repeat("0", limits.NumberDigits)), "too_large /version"},
	} {
		a, why := protocol.ArtifactOf(parse(t, c.in), protocol.Versions{})
		if got := code(why); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if a.Exists() && why != nil {
			t.Errorf("%s: an artifact and a reason", c.name)
		}
	}
}

// ART-9.
func TestReasonQuotesAtMostFortyRunes(t *testing.T) {
	_, why := protocol.ArtifactOf(parse(t, artifact("version", `"`+strings.Repeat("é", 5000)+`\u0000"`)), protocol.Versions{})
	if n := len([]rune(why.Message)); n > 120 {
		t.Errorf("the message has %d runes: %s", n, why.Message)
	}
}

// ACC-3, ACC-5.
func TestFutureVersionNeedsTheConsumersConsent(t *testing.T) {
	in := ` { "artifact" : {"payload":{"b":1.0,"a":1,"b":2}, "kind":"error" ,"schema":"codeagent\u002etool-artifact","version":2e0,"status":"success"} } `
	two, _ := protocol.VersionSet(1, 2)
	for _, c := range []struct {
		name string
		vs   protocol.Versions
		want string
	}{
		{"not without it", protocol.Versions{}, "null"},
		{"with it, token for token", two, `{"payload":{"b":1.0,"a":1,"b":2},"kind":"error","schema":"codeagent\u002etool-artifact","version":2e0,"status":"success"}`},
		{"with any version too", protocol.AnyVersion, `{"payload":{"b":1.0,"a":1,"b":2},"kind":"error","schema":"codeagent\u002etool-artifact","version":2e0,"status":"success"}`},
	} {
		a, why := protocol.ArtifactOf(parse(t, in), c.vs)
		if got := string(a.AppendJSON(nil)); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
		if a.Exists() && a.Status != "success" {
			t.Errorf("%s: status %q, the rule for errors is version 1's", c.name, a.Status)
		}
		if !a.Exists() && code(why) != "unsupported_version /artifact/version" {
			t.Errorf("%s: %q", c.name, code(why))
		}
	}
}

// ACC-5, ART-1, ART-7.
func TestVersionOneComesBackInItsOrder(t *testing.T) {
	in := `{"zeta":1.50,"payload":{"text":"\u0041"},"status":"success","kind":"error","version":1.0,"schema":"codeagent.tool-artifact","\u0061lpha":[ 1 ]}`
	a, _ := protocol.ArtifactOf(parse(t, in), protocol.Versions{})
	want := `{"schema":"codeagent.tool-artifact","version":1,"kind":"error","status":"error","icon":null,"title":null,"payload":{"text":"\u0041"},"zeta":1.50,"\u0061lpha":[1]}`
	if got := string(a.AppendJSON(nil)); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if !a.Repaired || a.HasTitle || a.HasIcon {
		t.Errorf("Repaired %v HasTitle %v HasIcon %v", a.Repaired, a.HasTitle, a.HasIcon)
	}
}

// ACC-6.
func TestValueOf(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"value":"x <- 1"}`, "x <- 1"}, {`{"value":""}`, ""}, {`{"value":null}`, "DEF"}, {`{}`, "DEF"}, {`{"value":[]}`, "DEF"},
		{`{"value":["a","b"]}`, "a\nb"}, {`{"value":[1.50,true,null,"x"]}`, "1.50\ntrue\nNA\nx"}, {`{"value":["one"]}`, "one"},
		{`{"value":42.10}`, "42.10"}, {`{"value":false}`, "false"}, {`{"value":{"b":1, "a":2}}`, `{"b":1,"a":2}`}, {`{"value":{}}`, "{}"},
		{`{"value":[1, {"a":1}]}`, `[1,{"a":1}]`}, {`{"value":[[]]}`, "[[]]"}, {`{"value":1,"value":2}`, "2"},
		{`{"error":"boom"}`, "DEF"}, {`"plain"`, "plain"}, {`["a","b"]`, "a\nb"}, {`[]`, "DEF"}, {`["a",1]`, "DEF"}, {`["a",null]`, "DEF"},
		{`42`, "DEF"}, {`true`, "DEF"}, {`null`, "DEF"}, {artifact("value", `"no"`), "DEF"}, {`{"value":"v","artifact":` + artifact() + `}`, "v"},
	} {
		if got := protocol.ValueOf(parse(t, c.in), "DEF"); got != c.want {
			t.Errorf("ValueOf(%s) = %q, want %q", c.in, got, c.want)
		}
	}
}

// EV-1.
func TestErrorOf(t *testing.T) {
	for _, c := range []struct {
		in, text string
		set      bool
	}{
		{`{}`, "", false}, {`{"error":null}`, "", false}, {`{"error":false}`, "", false}, {`{"error":{}}`, "", false}, {`{"error":[]}`, "", false},
		{`{"error":"boom"}`, "boom", true}, {`{"error":""}`, "", true}, {`{"error":true}`, "true", true}, {`{"error":0}`, "0", true},
		{`{"error":{"code":1,"message":"no"}}`, "no", true}, {`{"error":{"code": 1}}`, `{"code":1}`, true}, {`{"error":{"message":[1]}}`, `{"message":[1]}`, true},
		{`{"error":["a"]}`, `["a"]`, true},
	} {
		if text, set := protocol.ErrorOf(parse(t, c.in)); text != c.text || set != c.set {
			t.Errorf("ErrorOf(%s) = %q %v, want %q %v", c.in, text, set, c.text, c.set)
		}
	}
}

func TestArtifactBehindTheTapeIsReportedAndEditsStillReachIt(t *testing.T) {
	many := strings.Repeat("1,", limits.TapeNodes) + "1"
	in := `{"value":"v","extra":{"codeagent":{"sources":[` + many + `],"artifact":` + artifact() + `}}}`
	v := parse(t, in)
	if a, why := protocol.ArtifactOf(v, protocol.Versions{}); a.Exists() || why == nil || why.Code != protocol.TooLarge {
		t.Errorf("got %v, want too_large", why)
	}
	got := protocol.AppendEdited(nil, v, protocol.Set([]byte(`"new"`), "extra", "codeagent", "artifact"))
	if want := `{"value":"v","extra":{"codeagent":{"sources":[` + many + `],"artifact":"new"}}}`; string(got) != want {
		t.Errorf("the edit lost something: %d bytes, want %d", len(got), len(want))
	}
}
