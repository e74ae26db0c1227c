package turns

import (
	"strconv"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/answer"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/talk"
)

// search is a call that the provider made by itself and that has no answer yet.
type search struct{ id, tool string }

// Search is a call of a provider's own tool. native is the provider's id, "" for none.
func (s *Turns) Search(tool, native string, arguments []byte, rest []byte) {
	s.Flush()
	if native == "" || s.asked[native] {
		s.searched++
		native = tool + "-" + strconv.Itoa(s.searched)
	}
	s.asked[native] = true
	if len(s.searches) == limits.OpenCalls {
		s.answer(s.searches[0])
		s.searches = s.searches[1:]
	}
	s.searches = append(s.searches, search{native, tool})
	input, _ := protocol.Parse(arguments)
	s.t.Request(native, talk.Call{Name: tool, Input: input}, talk.Member{Key: "content", JSON: rest})
}

// Found is what a provider's own tool gave: the call that native names, else the oldest of the tool without an answer.
func (s *Turns) Found(tool, native string, d answer.Draft, rest []byte) {
	s.Flush()
	d.Name = tool
	at := -1
	for i, q := range s.searches {
		if q.id == native {
			at = i
			break
		}
		if at < 0 && q.tool == tool {
			at = i
		}
	}
	if at >= 0 {
		d.ID = s.searches[at].id
		s.searches = append(s.searches[:at], s.searches[at+1:]...)
	}
	s.t.Result(d, false, talk.Member{Key: "content", JSON: rest})
}

// unanswered closes the calls of a turn whose results the provider does not tell: they ran where the model runs.
func (s *Turns) unanswered() {
	for _, q := range s.searches {
		s.answer(q)
	}
	s.searches = nil
}

func (s *Turns) answer(q search) {
	s.t.Result(answer.Draft{ID: q.id, Name: q.tool, Kind: "text", Payload: []byte(`{"text":""}`)}, false)
}

// Pages is a list of pages, {url, title?} each, as a table.
func Pages(rows protocol.Value) answer.Draft {
	var lines []string
	for _, p := range rows.Elems() {
		line := p.Get("url").Str()
		if title := p.Get("title").Str(); title != "" {
			line = strings.TrimSpace(title + ": " + line)
		}
		lines = append(lines, line)
	}
	d := answer.Draft{Value: strings.Join(lines, "\n")}
	if _, ok := blocks.Rows(rows); ok {
		var o obj.Object
		o.Val("df", rows)
		d.Kind, d.Payload = "table", o.JSON()
		return d
	}
	var o obj.Object
	o.Str("text", d.Value)
	d.Kind, d.Payload = "text", o.JSON()
	return d
}

// cite is a source that an answer names.
type cite struct {
	title, url, quote string
	raw               []byte
}

// Cite notes a source of the answer. All of a turn are listed behind it, each address once.
func (s *Turns) Cite(title, url, quote string, raw []byte) {
	s.cites = append(s.cites, cite{title, url, quote, raw})
}

func (s *Turns) cited() {
	if len(s.cites) == 0 {
		return
	}
	var lines []string
	var raws [][]byte
	seen := map[string]bool{}
	for _, c := range s.cites {
		raws = append(raws, c.raw)
		if c.title+c.url+c.quote == "" {
			continue
		}
		line := "- " + link(c.title, c.url)
		if c.quote != "" {
			line += " “" + escape(oneLine(c.quote)) + "”"
		}
		if !seen[line] {
			lines = append(lines, line)
		}
		seen[line] = true
	}
	s.cites = nil
	if len(lines) == 0 {
		s.t.Put(s.source+".citations", "", append(append([]byte(`{"citations":`), list(raws)...), '}'))
		return
	}
	s.t.Message("assistant", "markdown", strings.Join(lines, "\n"), nil, talk.Member{Key: "citations", JSON: list(raws)})
}

// link writes a Markdown link whose words and address end nowhere but where they end.
func link(title, url string) string {
	words := oneLine(title)
	if words == "" {
		words = url
	}
	if !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "http://") || strings.ContainsAny(url, " \t\r\n<>\\") {
		return escape(oneLine(words + " " + strings.TrimPrefix(url, words)))
	}
	return "[" + escape(words) + "](<" + url + ">)"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// escape puts a backslash before what Markdown reads as markup.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]()<>#+-.!|~&:", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
