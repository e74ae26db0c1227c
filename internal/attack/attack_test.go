package attack_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/vitrine-go/vitrine/artifactkit"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/internal/attack"
)

// full tries every text in every place (make attack-full); otherwise each text meets a part of the places, each place a part of the texts.
var full = os.Getenv("VITRINE_ATTACK") == "full"

const share = 6

// each runs a test a class, and in it f for every text and every place that is its turn.
func each(t *testing.T, places []string, f func(t *testing.T, c attack.Case, in string)) {
	t.Helper()
	cases, err := attack.Cases()
	if err != nil {
		t.Fatal(err)
	}
	byClass := map[string][]attack.Case{}
	var classes []string
	for _, c := range cases {
		if byClass[c.Class] == nil {
			classes = append(classes, c.Class)
		}
		byClass[c.Class] = append(byClass[c.Class], c)
	}
	if len(cases) < 400 {
		t.Fatalf("%d texts, want at least 400", len(cases))
	}
	tried := 0
	for _, class := range classes {
		t.Run(class, func(t *testing.T) {
			for _, c := range byClass[class] {
				for i, place := range places {
					if full || (c.N+i)%share == 0 {
						f(t, c, attack.In(place, c.Text))
						tried++
					}
				}
			}
		})
	}
	t.Logf("%d texts of %d classes, %d tries", len(cases), len(classes), tried)
}

func blame(t *testing.T, c attack.Case, host, in string, faults []string) {
	t.Helper()
	for _, f := range faults {
		t.Errorf("%s: %s: %s\nin %.400s", c, host, f, in)
	}
}

// TestResults puts every text into every field of a result, and looks at what each native host writes.
func TestResults(t *testing.T) {
	each(t, attack.Results, func(t *testing.T, c attack.Case, in string) {
		d := artifactkit.Open([]byte(in), artifactkit.Options{Highlight: true, RemoteImages: "click"})
		open := artifactkit.ParseState([]byte(`{"tools":true,"open":["","/a","/x"],"raw":true}`))
		for name, st := range map[string]artifactkit.State{"": {}, " open": open, " filtered": d.Update(artifactkit.State{}, "filter:"+c.Text), " odd": d.Update(open, c.Text)} {
			r := d.Render(st)
			blame(t, c, "fragment"+name, in, attack.Judge(r.HTML.String(), false))
			if i := strings.IndexFunc(r.Text, unreadable); i >= 0 {
				t.Errorf("%s: a control character in the text %.60q", c, r.Text[i:])
			}
			extracts(t, c, d, st, r.HTML)
		}
		static := artifactkit.Open([]byte(in), artifactkit.Options{Static: true, Locale: c.Text}).Render(artifactkit.State{})
		blame(t, c, "static", in, attack.Judge(static.HTML.String(), true))
		blame(t, c, "inspector", in, attack.Judge(inspected(in), true))
		blame(t, c, "page", in, document(artifactkit.Page(static.HTML, artifactkit.Options{Locale: c.Text}).String()))
	})
}

func unreadable(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 }

// inspected is the body of the inspector's page.
func inspected(in string) string {
	return body(artifactkit.InspectPage([]byte(in), artifactkit.State{}, artifactkit.Options{Static: true}).String())
}

func body(page string) string {
	_, b, ok := strings.Cut(page, "<main>")
	if !ok {
		return page
	}
	b, _, _ = strings.Cut(b, "</main></body></html>")
	return b
}

var head = regexp.MustCompile(`^<!doctype html><html class="ak-root" data-ak-theme="auto" lang="[A-Za-z0-9-]+"( dir="rtl")?><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"><meta name="viewport" content="width=device-width,initial-scale=1"><title>[^<>]*</title><style>`)

// document holds a whole page to its head, policy first, and its body to what any static view may be.
func document(page string) []string {
	if !head.MatchString(page) {
		return []string{"the page begins " + page[:min(len(page), 400)]}
	}
	_, rest, ok := strings.Cut(page, "<style>"+artifactkit.Stylesheet()+"</style></head><body class=\"ak-page\"><main>")
	if !ok || !strings.HasSuffix(rest, "</main></body></html>") || strings.Count(page, "<main>") != 1 {
		return []string{"the page is not head, style, body"}
	}
	return attack.Judge(strings.TrimSuffix(rest, "</main></body></html>"), true)
}

// TestTranscripts puts every text into every field of a transcript's events, and looks at the live view, the page and the Markdown.
func TestTranscripts(t *testing.T) {
	all := strings.Join(attack.Events, "\n")
	n := 0
	each(t, []string{all, all, all, all, all, all}[:share], func(t *testing.T, c attack.Case, in string) {
		n++
		lines := []byte(strings.ReplaceAll(strings.ReplaceAll(in, `N",`, strconv.Itoa(n)+`",`), `cN"`, `c`+strconv.Itoa(n)+`"`))
		p := artifactkit.NewPlainPage(artifactkit.Options{})
		p.AppendLines(lines)
		p.Close()
		blame(t, c, "plain page", in, document(p.HTML("").String()))
		linked := p.HTML("/a/style.css").String()
		if strings.Count(linked, "<link") != 1 || strings.Contains(linked, "<script") {
			t.Errorf("%s: a linked page with %.300s", c, linked)
		}
		var md bytes.Buffer
		if err := p.WriteMarkdown(&md); err != nil {
			t.Fatal(err)
		}
		blame(t, c, "Markdown", in, plainMarkdown(md.Bytes()))

		tr := artifactkit.NewTranscript(artifactkit.Options{Scope: "ak", Highlight: true, RemoteImages: "click"})
		for _, e := range envelopes(t, lines) {
			for _, op := range tr.Append(e).Ops {
				blame(t, c, "live "+op.Verb, in, attack.Judge(op.HTML.String(), false))
			}
		}
		tr.Find(c.Text)
		blame(t, c, "live", in, attack.Judge(markup.Write(tr.Node()).String(), false))
	})
}

// formula is what a sheet would take for one.
var formula = regexp.MustCompile("^[=+\\-@\t\r\n＝＋－＠]")

var fileName = regexp.MustCompile(`^[^/\\:*?"<>|\x00-\x1f\x7f\x{202a}-\x{202e}\x{2066}-\x{2069}]{1,128}$`)

var controls = regexp.MustCompile(` data-ak-action="(?:copy|download):([a-z:0-9]+)"`)

// extracts looks at every file and every copy that the view offers.
func extracts(t *testing.T, c attack.Case, d *artifactkit.Doc, st artifactkit.State, h markup.HTML) {
	t.Helper()
	for _, m := range controls.FindAllStringSubmatch(h.String(), 12) {
		mime, name, data, ok := d.Extract(m[1], st)
		if !ok {
			t.Errorf("%s: %s gives nothing", c, m[1])
			continue
		}
		first, _, _ := strings.Cut(strings.ToUpper(name), ".")
		if !fileName.MatchString(name) || strings.HasPrefix(name, ".") || strings.TrimSpace(name) != name || strings.HasPrefix(name, "-") ||
			regexp.MustCompile(`^(CON|PRN|AUX|NUL|COM\d|LPT\d)$`).MatchString(first) || strings.ContainsFunc(name, unicode.IsControl) {
			t.Errorf("%s: %s would be saved as %q", c, m[1], name)
		}
		if strings.HasPrefix(mime, "text/html") || strings.Contains(mime, "svg") && m[1] != "image" && !strings.HasPrefix(m[1], "image") || strings.Contains(mime, "script") {
			t.Errorf("%s: %s has the type %s", c, m[1], mime)
		}
		if m[1] == "csv" || m[1] == "tsv" {
			r := csv.NewReader(bytes.NewReader(data))
			if r.FieldsPerRecord, r.LazyQuotes = -1, true; m[1] == "tsv" {
				r.Comma = '\t'
			}
			rows, err := r.ReadAll()
			if err != nil {
				t.Errorf("%s: %s cannot be read: %v", c, m[1], err)
			}
			for _, row := range rows {
				for _, cell := range row {
					if _, err := strconv.ParseFloat(cell, 64); formula.MatchString(cell) && err != nil {
						t.Errorf("%s: a cell of the %s begins a formula: %.80q", c, m[1], cell)
					}
				}
			}
		}
	}
}
