package responses

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/carry"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// The tools that the API itself runs: the item is call and result in one.

// interpreter shows a program with its logs; pictures that came along are the artifact.
func interpreter(d *answer.Draft, v protocol.Value) {
	code := v.Get("code").Str()
	var lines, value []string
	var pictures [][]byte
	for _, o := range v.Get("outputs").Elems() {
		if url := o.Get("url"); o.Get("type").Str() == "image" && url.Type() == protocol.String {
			if mime, b64, ok := dataURL(url.Str()); ok {
				pictures = append(pictures, picture(mime, b64, ""))
				continue
			}
			lines = append(lines, url.Str())
			continue
		}
		logs := o.Get("logs")
		if logs.Type() != protocol.String {
			lines = append(lines, o.Compact())
			continue
		}
		lines, value = append(lines, strings.TrimRight(logs.Str(), "\n")), append(value, logs.Str())
	}
	d.Value = strings.Join(value, "\n")
	if d.Value == "" {
		d.Value = strings.Join(lines, "\n")
	}
	output := strings.Join(lines, "\n")
	if len(pictures) == 0 {
		Terminal(d, code, "python", output)
		return
	}
	var o obj.Object
	d.Kind, d.Title = "image", source.TitleOf(code)
	o.Raw("images", obj.List(pictures))
	o.Set("code", code)
	o.Set("output", output)
	d.Payload = o.JSON()
}

// generated shows a picture that a model made. Its prompt, as it was rewritten, is the portable text.
func generated(d *answer.Draft, v protocol.Value) {
	data, prompt := v.Get("result"), v.Get("revised_prompt").Str()
	if data.Type() != protocol.String || data.Str() == "" {
		status := v.Get("status").Str()
		if prompt == "" {
			prompt = status
		}
		var o obj.Object
		o.Str("text", prompt)
		d.Kind, d.Value, d.Payload = "text", prompt, o.JSON()
		if d.Status = status; status == "completed" {
			d.Status = ""
		}
		return
	}
	mime := "image/" + v.Get("output_format").Str()
	if mime == "image/" {
		mime = "image/png"
	}
	var one, o obj.Object
	one.Str("mime", mime)
	one.Val("b64", data)
	one.Set("alt", prompt)
	o.Raw("images", obj.List([][]byte{one.JSON()}))
	d.Kind, d.Title, d.Payload = "image", source.TitleOf(prompt), o.JSON()
	if d.Value = prompt; prompt == "" {
		d.Value = "[" + mime + "]"
	}
	if len(data.Raw()) > limits.Twice {
		d.Carried = map[protocol.Value]string{data: "/extra/codeagent/artifact/payload/images/0/b64"}
	}
}

// remote shows what the tool of an MCP server gave.
func remote(d *answer.Draft, v protocol.Value) {
	output := v.Get("output")
	if failure := v.Get("error"); failure.IsSet() {
		text := failure.Str()
		if failure.Type() != protocol.String {
			m := blocks.Make(blocks.Read(failure.Get("content")), protocol.Value{}, true)
			for _, s := range []string{m.Words, failure.Get("message").Str(), failure.Compact()} {
				if text == "" {
					text = s
				}
			}
		}
		m := blocks.Make([]blocks.Part{{Text: text, Value: text}}, protocol.Value{}, true)
		d.Value, d.Kind, d.Payload = m.Value, m.Kind, m.Payload
		d.Fail(text)
		return
	}
	if own, ok := carry.Text(Only(output)); ok {
		d.Own = own
	}
	m := blocks.Make(blocks.Read(output), protocol.Value{}, false)
	d.Value, d.Kind, d.Title, d.Payload, d.Carried = m.Value, m.Kind, m.Title, m.Payload, m.Carried
}

// listed shows the tools of a server.
func listed(d *answer.Draft, tools protocol.Value) {
	var rows [][]byte
	var names []string
	for _, t := range tools.Elems() {
		var row obj.Object
		row.Str("name", t.Get("name").Str())
		row.Str("description", t.Get("description").Str())
		rows = append(rows, row.JSON())
		names = append(names, t.Get("name").Str())
	}
	table(d, rows, strings.Join(names, "\n"), "")
}

// found shows the hits of a search through files.
func found(d *answer.Draft, v protocol.Value) {
	var rows [][]byte
	var words, queries []string
	for _, q := range v.Get("queries").Elems() {
		queries = append(queries, q.Str())
	}
	for _, r := range v.Get("results").Elems() {
		var row obj.Object
		for _, key := range []string{"filename", "score", "text"} {
			row.Val(key, r.Get(key))
		}
		rows = append(rows, row.JSON())
		words = append(words, strings.TrimSpace(r.Get("filename").Str()+"\n"+r.Get("text").Str()))
	}
	table(d, rows, strings.Join(words, "\n"), strings.Join(queries, ", "))
}

// searched shows what was looked for on the web, and the sources where they were asked for.
func searched(d *answer.Draft, v protocol.Value) {
	action := v.Get("action")
	title := action.Get("query").Str() + action.Get("url").Str()
	var rows [][]byte
	var words []string
	for _, s := range action.Get("sources").Elems() {
		var row obj.Object
		for _, key := range []string{"title", "url"} {
			if m := s.Get(key); m.Type() == protocol.String {
				row.Val(key, m)
			}
		}
		if row.Empty() {
			row.Str("source", s.Compact())
		}
		rows = append(rows, row.JSON())
		words = append(words, s.Get("url").Str())
	}
	table(d, rows, strings.Join(words, "\n"), title)
}

// table shows rows; without any, the words in their place.
func table(d *answer.Draft, rows [][]byte, value, title string) {
	var o obj.Object
	d.Value, d.Title = value, source.TitleOf(title)
	if len(rows) == 0 {
		if d.Value == "" {
			d.Value = title
		}
		o.Str("text", d.Value)
		d.Kind, d.Payload = "text", o.JSON()
		return
	}
	o.Raw("df", obj.List(rows))
	d.Kind, d.Payload = "table", o.JSON()
}

func picture(mime, b64, alt string) []byte {
	var one obj.Object
	one.Set("mime", mime)
	one.Str("b64", b64)
	one.Set("alt", alt)
	return one.JSON()
}

// dataURL takes the address of a picture apart that is the picture itself.
func dataURL(s string) (mime, b64 string, ok bool) {
	rest, ok := strings.CutPrefix(s, "data:")
	if !ok {
		return "", "", false
	}
	head, b64, ok := strings.Cut(rest, ",")
	mime, _, _ = strings.Cut(head, ";")
	return mime, b64, ok && strings.HasPrefix(mime, "image/")
}
