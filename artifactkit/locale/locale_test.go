package locale_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
)

func TestWordsPluralsAndNumbers(t *testing.T) {
	l := locale.For("en-GB")
	for _, c := range []struct{ name, got, want string }{
		{"one", l.N("rows", 1), "1 row"},
		{"many, grouped", l.N("rows", 1204), "1,204 rows"},
		{"arguments", l.T("rows_of", "1", "4", "1,204"), "rows 1–4 of 1,204"},
		{"braces in an argument stay", l.T("remote_image", "{0}{1}"), "Image from {0}{1}"},
		{"an unknown key shows itself", l.T("no such key"), "!no such key"},
		{"negative", l.Num(-1234567), "-1,234,567"},
		{"bytes", l.Bytes(999) + ", " + l.Bytes(91_400) + ", " + l.Bytes(1_420_000), "999 B, 91 kB, 1.4 MB"},
		{"German numbers", locale.For("de").N("rows", 1204) + ", " + locale.For("de").Bytes(1_420_000), "1.204 Zeilen, 1,4 MB"},
		{"Chinese has one form", locale.For("zh-CN").N("rows", 1) + ", " + locale.For("zh-CN").N("rows", 2), "1 行, 2 行"},
		{"an unknown language is English", locale.For("tlh").Tag(), "en"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}
