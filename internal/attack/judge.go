package attack

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Judge tells what is wrong with written markup: an element, an attribute or an address that no view of ours has, characters that
// deceive, tags that do not balance, a form that a parser sees differently from how it is written. A static view has no controls.
func Judge(written string, static bool) []string {
	j := &judge{static: static}
	if !utf8.ValidString(written) {
		j.fault("no UTF-8", "")
	}
	if i := strings.IndexFunc(written, control); i >= 0 {
		j.fault("a control character", written[max(0, i-40):min(len(written), i+10)])
	}
	j.read(written)
	nodes, err := html.ParseFragment(strings.NewReader(written), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return append(j.faults, err.Error())
	}
	var parsed strings.Builder
	for _, n := range nodes {
		outline(&parsed, n)
	}
	if got, want := parsed.String(), j.tags.String(); got != want {
		i := 0
		for i < min(len(got), len(want)) && got[i] == want[i] {
			i++
		}
		j.fault("a parser sees another tree", fmt.Sprintf("%.200q where %.200q was written", got[i:], want[i:]))
	}
	return j.faults
}

func control(c rune) bool {
	return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 || c&0xfffe == 0xfffe
}

// judge reads markup tag by tag, as it was written.
type judge struct {
	static bool
	faults []string
	open   []html.Token
	ids    map[string]bool
	tags   strings.Builder
}

func (j *judge) fault(what, where string) {
	if len(j.faults) < 5 {
		j.faults = append(j.faults, fmt.Sprintf("%s: %.300s", what, where))
	}
}

var (
	voids     = []string{"br", "hr", "col", "img", "wbr", "input"}
	elements  = strings.Fields("span p br hr h1 h2 h3 h4 h5 h6 b strong i em s del ins u sub sup code pre kbd samp var blockquote q cite ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td a img figure figcaption div details summary abbr time mark small ruby rt rp wbr bdi bdo article section header footer nav button input label")
	attribute = regexp.MustCompile(`^(class|id|title|alt|href|src|target|rel|width|height|colspan|rowspan|scope|dir|lang|open|datetime|start|reversed|role|hidden|type|disabled|value|placeholder|for|tabindex|checked|maxlength|autocomplete|spellcheck|decoding|loading|translate|aria-[a-z]+|data-ak-[a-z]+)$`)
	class     = regexp.MustCompile(`^ak-[a-z0-9-]+$`)
	fileTypes = map[string]string{"image/png": "\x89PNG", "image/jpeg": "\xff\xd8\xff", "image/gif": "GIF8", "image/webp": "RIFF", "image/bmp": "BM"}
)

func (j *judge) read(s string) {
	j.ids = map[string]bool{}
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch kind, tok := z.Next(), z.Token(); kind {
		case html.ErrorToken:
			for _, t := range j.open {
				j.fault("not closed", t.String())
			}
			return
		case html.TextToken:
			j.text(tok.Data)
		case html.StartTagToken:
			j.tags.WriteString("<" + tok.Data + ">")
			j.start(tok)
			if !slices.Contains(voids, tok.Data) {
				j.open = append(j.open, tok)
			}
		case html.EndTagToken:
			j.tags.WriteString("</" + tok.Data + ">")
			last := len(j.open) - 1
			if last < 0 || j.open[last].Data != tok.Data {
				j.fault("closes nothing", tok.String())
				return
			}
			j.open = j.open[:last]
		default:
			j.fault("nothing that we write", tok.String())
		}
	}
}

// text may hold what reorders only where people write prose.
func (j *judge) text(s string) {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }) {
		return
	}
	for _, t := range j.open {
		for _, a := range t.Attr {
			if a.Key == "class" && slices.ContainsFunc(strings.Fields(a.Val), func(c string) bool {
				return slices.Contains([]string{"ak-prose", "ak-user", "ak-piece", "ak-term"}, c)
			}) {
				return
			}
		}
	}
	j.fault("a character that reorders", s)
}

func (j *judge) start(tok html.Token) {
	if !slices.Contains(elements, tok.Data) || j.static && (tok.Data == "button" || tok.Data == "input") {
		j.fault("an element", tok.String())
	}
	get := func(key string) string {
		for _, a := range tok.Attr {
			if a.Key == key {
				return a.Val
			}
		}
		return ""
	}
	for i, a := range tok.Attr {
		if !j.allowed(a, get) || slices.ContainsFunc(tok.Attr[:i], func(b html.Attribute) bool { return b.Key == a.Key }) {
			j.fault("an attribute", fmt.Sprintf("%s=%.100q in %s", a.Key, a.Val, tok))
		}
	}
}

func (j *judge) allowed(a html.Attribute, get func(string) string) bool {
	if !attribute.MatchString(a.Key) {
		return false
	}
	switch a.Key {
	case "class":
		for c := range strings.FieldsSeq(a.Val) {
			if !class.MatchString(c) {
				return false
			}
		}
	case "data-ak-action":
		return !j.static
	case "id":
		twice := j.ids[a.Val]
		j.ids[a.Val] = true
		return strings.HasPrefix(a.Val, "ak-") && !twice
	case "href":
		if strings.HasPrefix(a.Val, "#") {
			return strings.HasPrefix(a.Val, "#ak-")
		}
		low := strings.ToLower(a.Val)
		web := strings.HasPrefix(low, "http://") || strings.HasPrefix(low, "https://") || strings.HasPrefix(low, "mailto:")
		return web && get("target") == "_blank" && strings.Contains(get("rel"), "noopener noreferrer")
	case "src":
		return picture(a.Val)
	case "dir": // see markup.Facing
		return !slices.ContainsFunc(j.open, func(o html.Token) bool {
			return slices.Contains(o.Attr, html.Attribute{Key: "dir", Val: "auto"})
		})
	}
	return true
}

// picture tells whether an address is the bytes of an image of the type that it names; a drawing has no reach from within an image.
func picture(address string) bool {
	rest, ok := strings.CutPrefix(address, "data:")
	mime, b64, found := strings.Cut(rest, ";base64,")
	data, err := base64.StdEncoding.DecodeString(b64)
	if !ok || !found || err != nil {
		return false
	}
	if mime == "image/svg+xml" {
		return strings.Contains(string(data), "<svg")
	}
	if mime == "image/avif" {
		return len(data) > 8 && string(data[4:8]) == "ftyp"
	}
	magic, known := fileTypes[mime]
	return known && strings.HasPrefix(string(data), magic)
}

// outline is the elements of a parsed tree, without attributes and words.
func outline(b *strings.Builder, n *html.Node) {
	if n.Type == html.ElementNode {
		b.WriteString("<" + n.Data + ">")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		outline(b, c)
	}
	if n.Type == html.ElementNode && !slices.Contains(voids, n.Data) {
		b.WriteString("</" + n.Data + ">")
	}
}
