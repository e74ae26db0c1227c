package sanitize

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// Bounds of numbers: a browser caps spans itself and draws sizes beyond the screen as they are.
const (
	maxSpan = 1000
	maxSize = 10_000
)

// attributes are what TR-3 allows on an element, each with a checked value; ids, names, classes, styles and handlers are not.
// The address of a link or an image is not among them. The order is ours, so that equal elements are written equally.
func attributes(tag markup.Tag, from []html.Attribute) []markup.Attr {
	var to []markup.Attr
	if s := attribute(from, "title"); s != "" {
		to = append(to, markup.Tooltip(s))
	}
	to = append(to, markup.Lang(attribute(from, "lang")))
	switch strings.ToLower(attribute(from, "dir")) {
	case "ltr":
		to = append(to, markup.Dir("ltr"))
	case "rtl":
		to = append(to, markup.Dir("rtl"))
	}
	switch tag {
	case markup.Td, markup.Th:
		if n, ok := number(from, "colspan", 2, maxSpan); ok {
			to = append(to, markup.Num("colspan", n))
		}
		if n, ok := number(from, "rowspan", 2, maxSpan); ok {
			to = append(to, markup.Num("rowspan", n))
		}
		if tag == markup.Th {
			to = append(to, scope(attribute(from, "scope")))
		}
	case markup.Img:
		if n, ok := number(from, "width", 1, maxSize); ok {
			to = append(to, markup.Num("width", n))
		}
		if n, ok := number(from, "height", 1, maxSize); ok {
			to = append(to, markup.Num("height", n))
		}
	case markup.Details:
		to = append(to, markup.Flag("open", has(from, "open")))
	case markup.Time, markup.Del, markup.Ins:
		if s := attribute(from, "datetime"); s != "" && len(s) <= 64 {
			to = append(to, markup.Datetime(s))
		}
	case markup.Ol:
		if n, ok := number(from, "start", -999_999_999, 999_999_999); ok {
			to = append(to, markup.Num("start", n))
		}
		to = append(to, markup.Flag("reversed", has(from, "reversed")))
	}
	return to
}

func scope(s string) markup.Attr {
	switch strings.ToLower(s) {
	case "row":
		return markup.Const("scope", "row")
	case "col":
		return markup.Const("scope", "col")
	case "rowgroup":
		return markup.Const("scope", "rowgroup")
	case "colgroup":
		return markup.Const("scope", "colgroup")
	}
	return markup.Attr{}
}

// number reads a whole number; one above the range is its end, one below or none is no attribute.
func number(from []html.Attribute, key string, low, high int) (int, bool) {
	n, err := strconv.Atoi(attribute(from, key))
	return min(n, high), err == nil && n >= low
}

func attribute(from []html.Attribute, key string) string {
	for _, a := range from {
		if a.Key == key && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

func has(from []html.Attribute, key string) bool {
	for _, a := range from {
		if a.Key == key && a.Namespace == "" {
			return true
		}
	}
	return false
}
