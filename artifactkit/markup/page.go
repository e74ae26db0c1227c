package markup

// Document is a complete page around a fragment. It makes no request and runs nothing, and its policy says so to the browser.
// css is a stylesheet of ours, never data; lang, dir and title are text, and in the title what reorders is spelled (TR-8). A dir of ""
// or "ltr" is not written.
func Document(lang, dir, title, css string, body HTML) HTML {
	return HTML{DocumentHead(lang, dir, title, css).s + body.s + DocumentEnd().s}
}

// DocumentHead is a document up to where its body is written, for one that is written in pieces; DocumentEnd ends it.
func DocumentHead(lang, dir, title, css string) HTML {
	dst := head(lang, dir)
	dst = append(dst, `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">`...)
	dst = append(dst, `<meta name="viewport" content="width=device-width,initial-scale=1"><title>`...)
	dst = append(append(append(dst, escaped(Spelled(title))...), `</title><style>`...), css...)
	return HTML{string(append(dst, `</style></head><body class="ak-page"><main>`...))}
}

// DocumentEnd is what stands behind the body of a document.
func DocumentEnd() HTML { return HTML{`</main></body></html>`} }

// LinkedDocument is Document with its stylesheet at an address of the same origin, under a policy that the server sends.
func LinkedDocument(lang, dir, title, stylesheet string, body HTML) HTML {
	dst := head(lang, dir)
	dst = append(dst, `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>`...)
	dst = append(append(append(dst, escaped(Spelled(title))...), `</title><link rel="stylesheet" href="`...), escaped(stylesheet)...)
	dst = append(append(append(dst, `"></head><body class="ak-page"><main>`...), body.s...), `</main></body></html>`...)
	return HTML{string(dst)}
}

// WithStyle is a fragment under its root with its style inside, for notebooks and mail: it needs nothing else.
func WithStyle(css string, body HTML) HTML {
	return HTML{`<div class="ak-root"><style>` + css + `</style>` + body.s + `</div>`}
}

// head is the beginning of a page up to its root element, which says what language its words are in.
func head(lang, dir string) []byte {
	dst := append([]byte(`<!doctype html><html class="ak-root" data-ak-theme="auto" lang="`), escaped(lang)...)
	if dir != "" && dir != "ltr" {
		dst = append(append(dst, `" dir="`...), escaped(dir)...)
	}
	return append(dst, `">`...)
}

func escaped(s string) []byte { return appendText(nil, s) }
