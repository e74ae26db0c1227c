package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// options are the members of a vector's options that change what is drawn.
func options(text []byte) (artifactkit.Options, artifactkit.State) {
	o, _ := protocol.Parse(text)
	return artifactkit.Options{
		From: o.Get("from").Str(), Locale: o.Get("locale").Str(), Highlight: o.Get("highlight").Bool(), HTML: o.Get("html").Str(),
	}, kind.ParseState(o.Get("state").Raw())
}

// huge are results at the sizes that a view has to stand: each is drawn with fewer than 5,000 elements.
func huge() []exhibit {
	all := []struct {
		name, kind string
		payload    func(b *bytes.Buffer)
	}{
		{"10 MB of text", "text", func(b *bytes.Buffer) {
			b.WriteString(`{"text":"`)
			for i := 0; b.Len() < 10<<20; i++ {
				fmt.Fprintf(b, `line %d of a long log, with a few words in it\n`, i)
			}
			b.WriteString(`"}`)
		}},
		{"200,000 characters on one line", "text", func(b *bytes.Buffer) {
			b.WriteString(`{"text":"` + strings.Repeat("0123456789", 20_000) + `"}`)
		}},
		{"200,000 characters on one line of code", "code", func(b *bytes.Buffer) {
			b.WriteString(`{"lang":"js","text":"` + strings.Repeat("f(1, 'a');", 20_000) + `"}`)
		}},
		{"a table of 100,000 rows", "table", func(b *bytes.Buffer) {
			b.WriteString(`{"df":[`)
			for i := range 100_000 {
				if i > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(b, `{"id":%d,"name":"item %d","v":%d.%d,"flag":%t,"when":"2026-0%d-1%d","note":null}`, i, i*7919%100_003, i*104_729%1_000_003, i%7, i%3 == 0, 1+i%9, i%10)
			}
			b.WriteString(`]}`)
		}},
		{"a diff of 20,000 lines", "diff", func(b *bytes.Buffer) {
			lines := func(word string, every int) string {
				var s strings.Builder
				for i := range 20_000 {
					w := "value"
					if i%every == 0 {
						w = word
					}
					fmt.Fprintf(&s, `line %d %s %d\n`, i, w, i*7919%1000)
				}
				return s.String()
			}
			b.WriteString(`{"path":"big.txt","old":"` + lines("value", 23) + `","new":"` + lines("VALUE", 23) + `"}`)
		}},
		{"JSON 64 levels deep", "x/deep", func(b *bytes.Buffer) {
			b.WriteString(strings.Repeat(`{"a":[`, 31) + `{"end":true}` + strings.Repeat(`]}`, 31))
		}},
		{"an object of 100,000 members", "x/wide", func(b *bytes.Buffer) {
			b.WriteByte('{')
			for i := range 100_000 {
				if i > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(b, `"key%d":%d`, i, i)
			}
			b.WriteByte('}')
		}},
		{"200 images", "image", func(b *bytes.Buffer) {
			b.WriteString(`{"images":[`)
			for i := range 200 {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(`{"mime":"image/png","b64":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}`)
			}
			b.WriteString(`]}`)
		}},
		{"a detail of an error of 1 MB", "error", func(b *bytes.Buffer) {
			b.WriteString(`{"message":"the build failed","detail":"` + strings.Repeat(`at frame (file.js:1:1)\n`, 40_000) + `"}`)
		}},
	}
	out := make([]exhibit, len(all))
	for i, h := range all {
		var b bytes.Buffer
		fmt.Fprintf(&b, `{"value":"the portable text","extra":{"codeagent":{"artifact":{"schema":"codeagent.tool-artifact","version":1,"kind":%q,"status":"success","title":%q,"payload":`, h.kind, h.name)
		h.payload(&b)
		b.WriteString(`}}}}`)
		o := artifactkit.Options{Scope: fmt.Sprintf("h%d", i), Highlight: true}
		out[i] = exhibit{h.name, artifactkit.Open(b.Bytes(), o).Render(artifactkit.State{}).HTML.String()}
	}
	return out
}
