package gemini

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/genai"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/responses"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// reader remembers which calls without an id wait, and the words of a stream that is open.
type reader struct {
	made   int                 // ids that were made up
	waits  map[string][]string // by the name of the tool
	nWaits int
	pieces pieces
}

// pieces are words of one response that came in several.
type pieces struct {
	words   strings.Builder
	thought bool
	more    [][]byte
}

// Item reads a content, or a request or response around contents.
func (r *reader) Item(t *talk.Talk, v protocol.Value) *protocol.Reason {
	switch {
	case v.Get("candidates").Type() == protocol.Array, genai.Get(v, "usageMetadata").Exists() && !v.Get("parts").Exists():
		r.response(t, v)
		return nil
	case v.Get("contents").Exists(), v.Get("history").Type() == protocol.Array:
		return r.request(t, v)
	case v.Get("parts").Exists():
		return r.content(t, v)
	case v.Get("error").Type() == protocol.Object:
		r.flush(t)
		t.Item(v, "", "", obj.Rest(v, "error"))
		t.Error(v.Get("error").Get("message").Str(), talk.Member{Key: "error", JSON: obj.Rest(v.Get("error"), "message")})
		return nil
	case answers(v), genai.Get(v, "functionCall").Type() == protocol.Object, v.Get("text").Type() == protocol.String && !v.Get("role").Exists():
		t.Item(v, "", "", nil)
		r.parts(t, "model", v)
		return nil
	}
	return &protocol.Reason{Code: protocol.NotAnObject, Path: "/parts", Message: "This is neither a content nor a response."}
}

// End sends what a stream that broke off had said so far.
func (r *reader) End(t *talk.Talk) {
	if r.pieces.words.Len() > 0 {
		t.Stop("interrupted")
	}
	r.flush(t)
}

// request reads what was sent to the API: the system's words first, then the contents.
func (r *reader) request(t *talk.Talk, v protocol.Value) *protocol.Reason {
	r.flush(t)
	key := "contents"
	if !v.Get(key).Exists() {
		key = "history"
	}
	system := genai.Get(v, "systemInstruction")
	t.Model(strings.TrimPrefix(v.Get("model").Str(), "models/"))
	t.Item(v, "", "", obj.Rest(v, key, "model", "systemInstruction", "system_instruction"))
	if words, _, more := genai.Content(partsOf(system), "\n\n"); words != "" {
		t.Message("system", "text", words, nil, more...)
	}
	t.Leftover()
	contents := v.Get(key)
	if contents.Type() != protocol.Array { // the libraries take one content, or its words
		return r.one(t, contents)
	}
	t.Each(contents, func(c protocol.Value) *protocol.Reason { return r.one(t, c) })
	return nil
}

// partsOf is the list of parts in a content that may stand for itself.
func partsOf(content protocol.Value) protocol.Value {
	if parts := content.Get("parts"); parts.Exists() {
		return parts
	}
	return content
}

// one reads a content of a list, which may be its words alone.
func (r *reader) one(t *talk.Talk, c protocol.Value) *protocol.Reason {
	switch {
	case c.Type() == protocol.String:
		t.Item(c, "", "", nil)
		t.Message("user", "text", c.Str(), nil)
		return nil
	case c.Type() != protocol.Object:
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "A content is an object, this is " + c.Type().String() + "."}
	}
	return r.Item(t, c)
}

// content reads one content of a conversation.
func (r *reader) content(t *talk.Talk, v protocol.Value) *protocol.Reason {
	parts, role := v.Get("parts"), v.Get("role").Str()
	if parts.Type() != protocol.Array && parts.IsSet() {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/parts", Message: "A content has a list of parts, this has " + parts.Type().String() + "."}
	}
	r.flush(t)
	t.Item(v, "", "", obj.Rest(v, "role", "parts"))
	if role == "" {
		role = "user"
	}
	r.parts(t, role, parts)
	r.flush(t)
	t.Leftover()
	return nil
}

// response reads an answer of the API, or a piece of one: words go on until it says why it ends. Of several candidates the first is
// what the conversation goes on with; the others are kept.
func (r *reader) response(t *talk.Talk, v protocol.Value) {
	t.Model(genai.Get(v, "modelVersion").Str())
	t.Item(v, genai.Get(v, "responseId").Str(), genai.Get(v, "createTime").Str(), nil)
	for i, c := range v.Get("candidates").Elems() {
		if i > 0 {
			t.Other("candidate", c)
			continue
		}
		r.parts(t, "model", c.Get("content").Get("parts"))
		if rest := obj.Rest(c, "content", "finishReason", "finish_reason", "index"); rest != nil {
			r.pieces.more = append(r.pieces.more, rest)
		}
		if reason := genai.Get(c, "finishReason").Str(); reason != "" {
			r.flush(t)
			if reason != "STOP" {
				t.Stop(strings.ToLower(reason))
			}
		}
	}
	if blocked := genai.Get(v, "promptFeedback"); genai.Get(blocked, "blockReason").IsSet() {
		r.flush(t)
		t.Error("The prompt was blocked: "+genai.Get(blocked, "blockReason").Str(), talk.Member{Key: "promptFeedback", JSON: blocked.AppendCompact(nil)})
	}
	usage := genai.Get(v, "usageMetadata")
	if n, ok := genai.Get(usage, "totalTokenCount").Int(); ok && n > 0 && n < 1<<40 && ends(v) {
		t.Usage(n, usage)
	}
}

// ends tells whether a response is the last piece: each piece of a stream counts what was used so far.
func ends(v protocol.Value) bool {
	for _, c := range v.Get("candidates").Elems() {
		return genai.Get(c, "finishReason").IsSet()
	}
	return true
}

// parts reads the parts of a content in their order.
func (r *reader) parts(t *talk.Talk, role string, list protocol.Value) {
	var words []string
	var pictures [][]byte
	var rests [][]byte
	says := func() { // what a person says between answers is one message with its pictures
		if len(words)+len(pictures) > 0 {
			t.Message("user", "text", strings.Join(words, "\n\n"), pictures, members(rests)...)
		}
		words, pictures, rests = nil, nil, nil
	}
	person := role != "model"
	genai.Each(list, func(s string, p protocol.Value) {
		text, inline := p.Get("text"), genai.Get(p, "inlineData")
		if !p.Exists() {
			words = append(words, s)
			return
		}
		switch {
		case text.Type() == protocol.String && person:
			words = append(words, text.Str())
			if rest := obj.Rest(p, "text"); rest != nil {
				rests = append(rests, rest)
			}
		case text.Type() == protocol.String:
			r.say(t, p)
		case strings.HasPrefix(strings.ToLower(genai.Get(inline, "mimeType").Str()), "image/"):
			picture := talk.Picture(genai.Get(inline, "mimeType").Str(), inline.Get("data").Str(), genai.Get(inline, "displayName").Str())
			if person {
				pictures = append(pictures, picture)
				return
			}
			r.flush(t)
			t.Message("assistant", "markdown", "", [][]byte{picture}, talk.Rest(p, "inlineData", "inline_data"))
		default:
			says()
			r.flush(t)
			r.part(t, role, p)
		}
	})
	says()
}

// say takes words of the model, which may go on in the next piece of a stream.
func (r *reader) say(t *talk.Talk, p protocol.Value) {
	thought := p.Get("thought").Bool()
	if thought != r.pieces.thought {
		r.flush(t)
		r.pieces.thought = thought
	}
	r.pieces.words.WriteString(p.Get("text").Str())
	if rest := obj.Rest(p, "text", "thought"); rest != nil {
		r.pieces.more = append(r.pieces.more, rest)
	}
	if r.pieces.words.Len() > limits.Result {
		r.flush(t)
	}
}

// flush sends the words that were collected.
func (r *reader) flush(t *talk.Talk) {
	words, more, thought := r.pieces.words.String(), members(r.pieces.more), r.pieces.thought
	r.pieces = pieces{}
	switch {
	case thought && words != "":
		t.Think(words, more...)
	case strings.TrimSpace(words) != "":
		t.Message("assistant", "markdown", words, nil, more...)
	}
}

// members is what parts hold beside what is said of them.
func members(rests [][]byte) []talk.Member {
	if len(rests) == 0 {
		return nil
	}
	return []talk.Member{{Key: "parts", JSON: obj.List(rests)}}
}

// part reads a part that is neither words nor a picture.
func (r *reader) part(t *talk.Talk, role string, p protocol.Value) {
	call, code, hosted, file := genai.Get(p, "functionCall"), genai.Get(p, "executableCode"), genai.Get(p, "toolCall"), genai.Get(p, "fileData")
	switch {
	case call.Type() == protocol.Object:
		r.called(t, call.Get("id").Str(), talk.Call{Name: call.Get("name").Str(), Input: call.Get("args")}, talk.Rest(p, "functionCall", "function_call"))
	case code.Type() == protocol.Object:
		r.called(t, code.Get("id").Str(), talk.Call{Name: ownCode, Input: code}, talk.Rest(p, "executableCode", "executable_code"))
	case hosted.Type() == protocol.Object:
		r.called(t, hosted.Get("id").Str(), talk.Call{Name: hostedName(hosted), Input: hosted.Get("args")}, talk.Rest(p, "toolCall", "tool_call"))
	case answers(p):
		d, said := read(p)
		if d.ID == "" {
			d.ID = r.oldest(d.Name)
		}
		if genai.Get(p, "codeExecutionResult").Exists() {
			command(&d, t.Called(d.ID))
		}
		t.Result(d, willContinue(p), talk.Rest(p, said...))
	case file.Type() == protocol.Object:
		label := genai.Get(file, "displayName").Str()
		if label == "" {
			label = genai.Get(file, "fileUri").Str()
		}
		who, key := "user", "text"
		if role == "model" {
			who, key = "assistant", "markdown"
			label = "`" + strings.ReplaceAll(label, "`", "'") + "`"
		}
		t.Message(who, key, "[file "+label+"]", nil, talk.Member{Key: "part", JSON: p.AppendCompact(nil)})
	default:
		t.Unknown("part", p)
	}
}

// willContinue tells whether more of an answer is to come.
func willContinue(p protocol.Value) bool {
	return genai.Get(genai.Get(p, "functionResponse"), "willContinue").Bool()
}

// ownCode is the name under which code runs that the model wrote for itself.
const ownCode = "code_execution"

func hostedName(v protocol.Value) string {
	if s := genai.Get(v, "toolType").Str(); s != "" {
		return strings.ToLower(s)
	}
	return v.Get("name").Str()
}

// called sends a call; one without an id gets one, under which the next answer of its name is found.
func (r *reader) called(t *talk.Talk, id string, c talk.Call, more ...talk.Member) {
	if id == "" {
		r.made++
		id = "call." + strconv.Itoa(r.made)
		if r.waits == nil {
			r.waits = map[string][]string{}
		}
		if r.nWaits++; r.nWaits > limits.OpenCalls {
			r.waits, r.nWaits = map[string][]string{}, 1
		}
		r.waits[c.Name] = append(r.waits[c.Name], id)
	}
	t.Request(id, c, more...)
}

// oldest is the id of the call of a tool that waits for the longest time, "" when none does.
func (r *reader) oldest(tool string) string {
	list := r.waits[tool]
	if len(list) == 0 {
		return ""
	}
	r.nWaits--
	id := list[0]
	if r.waits[tool] = slices.Delete(list, 0, 1); len(r.waits[tool]) == 0 {
		delete(r.waits, tool)
	}
	return id
}

// read makes a draft of a part that answers; said are the members that the draft says.
func read(p protocol.Value) (d answer.Draft, said []string) {
	if f := genai.Get(p, "functionResponse"); f.Type() == protocol.Object {
		failed := genai.Give(&d, p)
		if d.Own, _ = carry.Of(f.Get("response")); !d.Own.Artifact.Exists() && !d.Own.Result.Exists() {
			d.Own, _ = carry.Text(d.Value)
		}
		if d.ID, d.Name = f.Get("id").Str(), f.Get("name").Str(); failed {
			d.Fail(d.Value)
		}
		return d, []string{"functionResponse", "function_response"}
	}
	if f := genai.Get(p, "toolResponse"); f.Type() == protocol.Object {
		genai.Data(&d, f.Get("response"))
		d.ID, d.Name = f.Get("id").Str(), hostedName(f)
		return d, []string{"toolResponse", "tool_response"}
	}
	f := genai.Get(p, "codeExecutionResult")
	d.ID, d.Name, d.Value = f.Get("id").Str(), ownCode, f.Get("output").Str()
	responses.Terminal(&d, "", "console", strings.TrimRight(d.Value, "\n"))
	if outcome := f.Get("outcome").Str(); outcome != "OUTCOME_OK" {
		words := d.Value
		if words == "" {
			words = strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(outcome, "OUTCOME_")), "_", " ")
		}
		d.Fail(words)
	}
	return d, []string{"codeExecutionResult", "code_execution_result"}
}

// command puts the code that ran above what it printed.
func command(d *answer.Draft, c talk.Call) {
	code := c.Input.Get("code").Str()
	if code == "" {
		return
	}
	language := strings.ToLower(c.Input.Get("language").Str())
	if language == "" || language == "language_unspecified" {
		language = "python"
	}
	value := d.Value
	responses.Terminal(d, code, language, strings.TrimRight(value, "\n"))
	d.Value = value
}
