package claudecode

import (
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/obj"
)

// search shows what Grep, Glob and LS found, as the model saw it.
func search(s *shown, failed bool) bool {
	if failed || len(s.parts) != 1 {
		return false
	}
	s.kind, s.title = "text", s.name()
	if pattern := s.input.Get("pattern").Str(); pattern != "" {
		s.title = source.TitleOf(pattern)
	}
	s.body.Str("text", s.text)
	if strings.Contains(s.text, s.rich.Get("content").Str()) {
		s.carry("content")
	}
	var names []string
	for _, f := range s.rich.Get("filenames").Elems() {
		names = append(names, f.Str())
	}
	if strings.Contains(s.text, strings.Join(names, "\n")) {
		s.carry("filenames")
	}
	return true
}

// webSearch shows addresses as a table, and the words between them below it.
func webSearch(s *shown, failed bool) bool {
	rows := []byte{'['}
	var words []string
	for _, result := range s.rich.Get("results").Elems() {
		if result.Type() == protocol.String {
			words = append(words, result.Str())
		}
		for _, hit := range result.Get("content").Elems() {
			if hit.Type() == protocol.Object {
				if len(rows) > 1 {
					rows = append(rows, ',')
				}
				rows = hit.AppendCompact(rows)
			}
		}
	}
	if failed || len(rows) == 1 {
		return false
	}
	s.kind, s.title = "table", source.TitleOf(s.rich.Get("query").Str())
	s.body.Raw("df", append(rows, ']'))
	s.body.Set("output", strings.Join(words, "\n"))
	s.carry("results")
	if s.rich.Get("query").Str() == s.input.Get("query").Str() {
		s.carry("query")
	}
	return true
}

// server shows the hits of a search that the API itself made. They hold more than a table can show, such as the page in a form for the
// model alone: the block keeps it.
func (s *shown) server(content protocol.Value) bool {
	rows, words := []byte{'['}, []string{}
	for _, hit := range content.Elems() {
		url := hit.Get("url").Str()
		if url == "" || hit.Get("type").Str() != "web_search_result" {
			return false
		}
		var row obj.Object
		row.Str("title", hit.Get("title").Str())
		row.Str("url", url)
		row.Set("page_age", hit.Get("page_age").Str())
		if len(rows) > 1 {
			rows = append(rows, ',')
		}
		rows = append(rows, row.JSON()...)
		words = append(words, strings.TrimSpace(hit.Get("title").Str()+"\n"+url))
	}
	if len(words) == 0 {
		return false
	}
	s.kind, s.title, s.text, s.body = "table", source.TitleOf(s.input.Get("query").Str()), strings.Join(words, "\n"), obj.Object{}
	s.body.Raw("df", append(rows, ']'))
	return true
}

// webFetch shows what was made of a page: Markdown that a model wrote.
func webFetch(s *shown, failed bool) bool {
	words := s.rich.Get("result")
	if failed || words.Type() != protocol.String {
		return false
	}
	s.kind, s.title = "text", source.TitleOf(s.rich.Get("url").Str())
	s.markdown(words.Str())
	s.carry("result")
	if s.rich.Get("url").Str() == s.input.Get("url").Str() {
		s.carry("url")
	}
	return true
}

// markdown shows a text that is Markdown: the display says so, the artifact holds the plain text.
func (s *shown) markdown(words string) {
	s.body.Str("text", words)
	var d obj.Object
	d.Str("markdown", words)
	s.display = d.JSON()
}
