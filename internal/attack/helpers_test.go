package attack_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	xhtml "golang.org/x/net/html"

	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/source"
)

func envelopes(t *testing.T, lines []byte) []source.Envelope {
	t.Helper()
	var all []source.Envelope
	for line := range bytes.Lines(lines) {
		v, why := protocol.Parse(line)
		if why != nil {
			continue
		}
		if e, why := source.ParseEnvelope(v); why == nil {
			all = append(all, e)
		}
	}
	if len(all) < 10 {
		t.Fatalf("%d of the events are taken: %.600s", len(all), lines)
	}
	return all
}

// careless draws Markdown as a reader without any care would.
var careless = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))

// plainMarkdown says what our Markdown would do in the hands of such a reader: run, fetch, or lead to another scheme.
func plainMarkdown(md []byte) (faults []string) {
	var out bytes.Buffer
	if err := careless.Convert(md, &out); err != nil {
		return []string{err.Error()}
	}
	z := xhtml.NewTokenizer(&out)
	for {
		kind, tok := z.Next(), z.Token()
		if kind == xhtml.ErrorToken {
			return faults
		}
		if kind == xhtml.CommentToken || strings.Contains(" script style iframe object embed svg math base meta link form template ", " "+tok.Data+" ") && kind == xhtml.StartTagToken {
			faults = append(faults, "raw "+tok.String())
		}
		for _, a := range tok.Attr {
			low := strings.ToLower(strings.TrimSpace(a.Val))
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style" && kind == xhtml.StartTagToken && !strings.HasPrefix(low, "text-align"):
				faults = append(faults, "a handler in "+tok.String())
			case a.Key == "href" && !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://") && !strings.HasPrefix(low, "mailto:") && !strings.HasPrefix(low, "#"):
				faults = append(faults, "a link in "+tok.String())
			case a.Key == "src" && !strings.HasPrefix(low, "data:image/"):
				faults = append(faults, "a request in "+tok.String())
			}
		}
	}
}
