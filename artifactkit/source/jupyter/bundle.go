package jupyter

import (
	"slices"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup/htmltext"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source/internal/blocks"
)

// Media types in the order in which they are shown. HTML counts where it has a table; without, it is the last resort.
const (
	mimeResource = "application/vnd.dataresource+json"
	mimeMarkdown = "text/markdown"
	mimeLatex    = "text/latex"
	mimeJSON     = "application/json"
	mimeGeo      = "application/geo+json"
	mimeHTML     = "text/html"
	mimeSVG      = "image/svg+xml"
	mimePlain    = "text/plain"
)

var order = []string{
	mimeResource, "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", mimeMarkdown, mimeLatex, mimeJSON, mimeGeo, mimeHTML, mimeSVG, mimePlain,
}

// short are the names that version 3 has for media types.
var short = map[string]string{
	"png": "image/png", "jpeg": "image/jpeg", "svg": mimeSVG, "html": mimeHTML, "latex": mimeLatex, "json": mimeJSON, "text": mimePlain, "javascript": "application/javascript", "pdf": "application/pdf",
}

func ranked(mime string) bool { return slices.Contains(order, bare(mime)) }

// bare is a media type without parameters, in lower case.
func bare(mime string) string {
	mime, _, _ = strings.Cut(mime, ";")
	return strings.ToLower(strings.TrimSpace(mime))
}

func isMedia(key string) bool {
	kind, sub, ok := strings.Cut(key, "/")
	return ok && sub != "" && slices.Contains([]string{"text", "image", "application", "audio", "video", "model"}, strings.ToLower(kind))
}

// bundle shows the richest form of data and returns under which member it stands, "" for none that is known.
func (s *shown) bundle(data protocol.Value) (taken string) {
	forms := map[string]protocol.Value{}
	keys := map[string]string{}
	for key, m := range data.Members() {
		mime := bare(key)
		if long, ok := short[key]; ok {
			mime = long
		}
		if ranked(mime) {
			forms[mime], keys[mime] = m, key
		}
	}
	plain := joined(forms[mimePlain])
	for _, mime := range order {
		v, ok := forms[mime]
		if ok && s.form(mime, v, plain) {
			return keys[mime]
		}
	}
	switch html := joined(forms[mimeHTML]); {
	case html != "" && len(html) <= limits.HTML && htmltext.Text(html) != "":
		s.text(htmltext.Text(html))
	case html != "":
		s.file(html, "html", plain)
		return keys[mimeHTML]
	case data.Len() > 0:
		s.text("[" + strings.Join(members(data), ", ") + "]")
	}
	return ""
}

// form shows one form if there is something in it to show.
func (s *shown) form(mime string, v protocol.Value, plain string) bool {
	text := joined(v)
	switch mime {
	case mimeResource:
		rows := v.Get("data")
		if rows.Type() != protocol.Array || v.Get("schema").Type() != protocol.Object {
			return false
		}
		s.table(resource(v), plain)
		return true
	case mimeJSON, mimeGeo:
		if v.Type() == protocol.String { // version 3 has JSON as text
			if parsed, ok := blocks.JSON(text); ok {
				v = parsed
			}
		}
		if rows, ok := blocks.Rows(v); ok {
			s.table(frame(rows), v.Compact())
		} else {
			s.file(v.Indented(), "json", v.Compact())
		}
		return true
	case mimeHTML:
		if len(text) > limits.HTML || !strings.Contains(strings.ToLower(text), "<table") {
			return false
		}
		for _, t := range htmltext.Tables(text) {
			if payload := grid(t); payload != nil {
				if plain == "" {
					plain = htmltext.Text(text)
				}
				s.table(payload, plain)
				return true
			}
		}
		return false
	}
	if text == "" {
		return false
	}
	switch mime {
	case mimeMarkdown:
		s.markdown(text, plain)
	case mimeLatex:
		s.file(text, "latex", plain)
	case mimePlain:
		s.text(text)
	default:
		s.picture(mime, v, plain)
	}
	return true
}

func members(v protocol.Value) (keys []string) {
	for k := range v.Members() {
		keys = append(keys, k)
	}
	return keys
}
