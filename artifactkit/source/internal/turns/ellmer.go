package turns

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// IsRecord tells whether v is what ellmer's contents_record makes: {version, class, props}. It may be cut off behind class.
func IsRecord(v protocol.Value) bool {
	props := v.Get("props")
	return v.Get("class").Type() == protocol.String && v.Get("version").Exists() && (props.Type() >= protocol.Array || props.Type() == protocol.Null)
}

// class is the class of a record without its package.
func class(v protocol.Value) string {
	name := v.Get("class").Str()
	return name[strings.LastIndexByte(name, ':')+1:]
}

// IsTurn tells whether a record is a turn, of ellmer or of a package that extends it.
func IsTurn(v protocol.Value) bool {
	return IsRecord(v) && (strings.HasSuffix(class(v), "Turn") || v.At("props", "contents").Type() == protocol.Array)
}

// IsResult tells whether a record is a tool result. Packages derive their own classes from ellmer's.
func IsResult(v protocol.Value) bool {
	if !IsRecord(v) {
		return false
	}
	props := v.Get("props")
	return strings.HasSuffix(class(v), "ToolResult") || class(props.Get("request")) == "ContentToolRequest"
}

// Ellmer reads a record: a turn, or one content.
func (s *Turns) Ellmer(t *talk.Talk, v protocol.Value) *protocol.Reason {
	if !IsRecord(v) || v.Get("props").Type() < protocol.Array {
		return &protocol.Reason{Code: protocol.NotAnObject, Message: "This is no record of a turn or a content."}
	}
	props := v.Get("props")
	if !IsTurn(v) {
		s.Begin(t, "assistant")
		s.EllmerContent(v)
		s.Done(protocol.Value{}, protocol.Value{}, "", "", nil)
		return nil
	}
	role := props.Get("role").Str()
	if role == "" {
		role = strings.ToLower(strings.TrimSuffix(class(v), "Turn"))
	}
	if role != "user" && role != "system" {
		role = "assistant" // also AssistantPartialTurn, and turns of other packages
	}
	contents := props.Get("contents")
	if t := contents.Type(); contents.IsSet() && t != protocol.Array && t != protocol.String && (t != protocol.Object || contents.Len() > 0) {
		return &protocol.Reason{Code: protocol.BadPayload, Path: "/props/contents", Message: "The contents of a turn are a list, this is " + contents.Type().String() + "."}
	}
	s.Begin(t, role)
	if contents.Type() == protocol.String {
		s.Say(contents.Str(), nil)
	}
	for _, c := range contents.Elems() {
		s.EllmerContent(c)
	}
	partial := ""
	if class(v) == "AssistantPartialTurn" {
		partial = "interrupted"
		if why := props.Get("reason").Str(); why != "" {
			partial = why
		}
	}
	drop := []string{"role", "contents", "text", "cost"}
	if strings.HasSuffix(class(v), "Turn") && strings.HasPrefix(v.Get("class").Str(), "ellmer::") && v.Len() == 3 {
		s.Done(props.Get("tokens"), props.Get("cost"), props.Get("finish_reason").Str(), partial, Rest(props, drop...))
		return nil
	}
	s.Done(props.Get("tokens"), props.Get("cost"), props.Get("finish_reason").Str(), partial, protocol.AppendEdited(nil, v, deletes(drop)...))
	return nil
}

// deletes removes members of props.
func deletes(keys []string) (edits []protocol.Edit) {
	for _, k := range keys {
		edits = append(edits, protocol.Delete("props", k))
	}
	return edits
}

// EllmerContent reads one content of the turn that was begun.
func (s *Turns) EllmerContent(c protocol.Value) {
	if c.Type() == protocol.String {
		s.Say(c.Str(), nil)
		return
	}
	props := c.Get("props")
	rest := func(drop ...string) []byte { return Rest(props, drop...) }
	if IsResult(c) {
		s.Result(EllmerResult(c))
		return
	}
	switch name := class(c); name {
	case "ContentText":
		s.text(class(c), c, props.Get("text"), rest("text"))
	case "ContentThinking":
		s.Think(props.Get("thinking").Str(), rest("thinking"))
	case "ContentImageInline":
		s.Show(talk.Picture(props.Get("type").Str(), props.Get("data").Str(), ""), rest("type", "data"))
	case "ContentImageRemote":
		s.Show(remote(props.Get("url").Str()), rest("url", "detail"))
	case "ContentJson":
		s.json(props, rest("data", "string"))
	case "ContentPDF":
		p := blocks.Named(props.Get("filename").Str(), props.Get("type").Str(), props.Get("data").Str())
		s.Say(p.Value, rest("filename"))
	case "ContentUploaded":
		p := blocks.Named(props.Get("uri").Str(), props.Get("mime_type").Str(), "")
		s.Say(p.Value, nil)
	case "ContentToolRequest":
		s.Call(ellmerRequest(c))
	case "ContentToolRequestSearch":
		s.Search("web_search", providerID(props), object("query", props.Get("query")), rest("query"))
	case "ContentToolRequestFetch":
		s.Search("web_fetch", providerID(props), object("url", props.Get("url")), rest("url"))
	case "ContentToolResponseSearch":
		s.Found("web_search", providerID(props), Pages(addresses(props.Get("urls"))), rest("urls"))
	case "ContentToolResponseFetch":
		s.Found("web_fetch", providerID(props), fetched(props.Get("url").Str(), ""), rest("url"))
	default:
		if name == "" {
			name = "content"
		}
		s.Unknown(name, c)
	}
}

// json is an answer in data: decoded, or as the text that the provider sent.
func (s *Turns) json(props protocol.Value, rest []byte) {
	if data := props.Get("data"); data.IsSet() {
		s.Data(data, rest)
		return
	}
	if v, ok := blocks.JSON(props.Get("string").Str()); ok {
		s.Data(v, rest)
		return
	}
	s.Say(props.Get("string").Str(), rest)
}

// addresses makes rows of addresses, as R has them: a vector, or one string.
func addresses(urls protocol.Value) protocol.Value {
	if urls.Type() == protocol.String {
		urls, _ = protocol.Parse(append(append([]byte{'['}, urls.Raw()...), ']'))
	}
	var rows [][]byte
	for _, u := range urls.Elems() {
		rows = append(rows, object("url", u))
	}
	v, _ := protocol.Parse(list(rows))
	return v
}

func ellmerRequest(c protocol.Value) Request {
	props := c
	if IsRecord(c) {
		props = c.Get("props")
	}
	r := Request{ID: word(props.Get("id")), Name: props.Get("name").Str(), Arguments: arguments(props.Get("arguments"))}
	for _, at := range [][]string{{"tool", "annotations"}, {"tool", "props", "annotations"}} {
		if notes := props.At(at...); notes.Type() == protocol.Object {
			r.Notes = notes
		}
	}
	trimmed, why := protocol.Parse(protocol.AppendEdited(nil, props, protocol.Delete("tool", "annotations"), protocol.Delete("tool", "props", "annotations")))
	if why == nil {
		r.Rest = Rest(trimmed, "id", "name", "arguments")
	}
	return r
}

// arguments are those of a call; R writes a list without any as an array.
func arguments(v protocol.Value) protocol.Value {
	if v.Type() == protocol.Array && v.Len() == 0 {
		v, _ = protocol.Parse([]byte("{}"))
	}
	return v
}

// EllmerResult reads a record of a tool result.
func EllmerResult(c protocol.Value) Result {
	props := c.Get("props")
	given, value := props.Get("request"), props.Get("value")
	r := Result{Error: props.Get("error"), Extra: props.Get("extra"), Request: ellmerRequest(given)}
	if IsRecord(given) {
		given = given.Get("props")
	}
	if given.Len() > 0 {
		r.Given = given
	}
	rest := Rest(props, "value", "error", "extra", "request")
	contents := recorded(value)
	switch {
	case contents != nil:
		for _, one := range contents {
			r.Parts = append(r.Parts, ellmerPart(one))
		}
		r.Kept = value
	case value.Type() == protocol.String:
		r.Text, r.Parts = value.Str(), []blocks.Part{blocks.Said(value)}
	case words(value):
		r.Text = protocol.ValueOf(value, "") // R's character vectors are lines
		r.Parts = []blocks.Part{blocks.Plain(r.Text)}
	case value.Type() >= protocol.Array && value.Len() == 0:
	case value.IsSet():
		r.Text, r.Data = value.Compact(), value
	}
	if own := c.Get("class").Str(); own != "ellmer::ContentToolResult" {
		rest = protocol.AppendEdited(nil, parsed(rest), protocol.Set(c.Get("class").Raw(), "class"))
	}
	r.Rest = rest
	return r
}

func parsed(json []byte) protocol.Value {
	if json == nil {
		json = []byte("{}")
	}
	v, _ := protocol.Parse(json)
	return v
}

// words tells whether v is a list of strings.
func words(v protocol.Value) bool {
	for _, e := range v.Elems() {
		if e.Type() != protocol.String {
			return false
		}
	}
	return v.Type() == protocol.Array && v.Len() > 0 && v.Bound() == ""
}

// recorded returns the contents that a value is, nil when it is anything else. Among contents a string is one.
func recorded(v protocol.Value) []protocol.Value {
	if IsRecord(v) {
		return []protocol.Value{v}
	}
	var all []protocol.Value
	some := false
	for _, e := range v.Elems() {
		some = some || IsRecord(e)
		if !IsRecord(e) && e.Type() != protocol.String {
			return nil
		}
		all = append(all, e)
	}
	if !some {
		return nil
	}
	return all
}

// ellmerPart is a content as a part of a result.
func ellmerPart(c protocol.Value) blocks.Part {
	props := c.Get("props")
	switch class(c) {
	case "":
		return blocks.Said(c)
	case "ContentText":
		return blocks.Said(props.Get("text"))
	case "ContentImageInline":
		return blocks.Image(props.Get("type").Str(), props.Get("data"), "")
	case "ContentImageRemote":
		return blocks.Plain(props.Get("url").Str())
	case "ContentPDF":
		return blocks.Named(props.Get("filename").Str(), props.Get("type").Str(), props.Get("data").Str())
	}
	return blocks.Plain(c.Compact())
}
