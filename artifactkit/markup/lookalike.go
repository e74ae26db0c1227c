package markup

import (
	"strings"
	"unicode"
)

// told is what a link says about where it leads when its words name another place: " (host)", else "". Words that say it already
// are left alone, so that what was written and is read again stays as it is.
func told(u URL, words string) string {
	if u.s == "" {
		return ""
	}
	to := u.Host()
	scheme, address, _ := strings.Cut(u.s, ":")
	mail := strings.EqualFold(scheme, "mailto")
	if mail {
		to, _, _ = strings.Cut(address, "?")
	}
	tell := " (" + to + ")"
	if strings.HasSuffix(words, tell) {
		return ""
	}
	if !mail && strings.Contains(u.s[:strings.Index(u.s, to)], "@") { // https://bank.example@evil.example
		return tell
	}
	for word := range strings.FieldsSeq(words) {
		word = strings.ToLower(strings.Trim(word, `()[]<>{}"'“”‘’.,;:!?*`))
		named, isMail := place(word)
		if named != "" && (isMail != mail || isMail && named != strings.ToLower(to) || !isMail && !within(named, strings.ToLower(to))) {
			return tell
		}
	}
	return ""
}

// within tells whether a host is the named one or below it.
func within(named, host string) bool {
	bare := func(s string) string {
		s, _, _ = strings.Cut(s, ":")
		return strings.TrimSuffix(strings.TrimPrefix(s, "www."), ".")
	}
	named, host = bare(named), bare(host)
	return host == named || strings.HasSuffix(host, "."+named)
}

// ends are last parts of host names that are no endings of files: a word without a scheme is a host only with one of them.
var ends = map[string]bool{
	"com": true, "org": true, "net": true, "edu": true, "gov": true, "mil": true, "int": true, "info": true, "biz": true, "bank": true, "example": true,
	"uk": true, "de": true, "fr": true, "eu": true, "io": true, "ch": true, "nl": true, "ru": true, "cn": true, "jp": true, "us": true,
}

// wide are characters that people read as the dot or the slash of an address.
var wide = strings.NewReplacer("。", ".", "．", ".", "｡", ".", "／", "/", "⁄", "/", "∕", "/", "：", ":")

// place is the host or the mail address that a word, in small letters, looks like; "" for any other word.
func place(word string) (named string, mail bool) {
	word = wide.Replace(word)
	rest, web := word, false
	for _, scheme := range []string{"https://", "http://", "ftp://"} {
		if r, ok := strings.CutPrefix(word, scheme); ok {
			rest, web = r, true
		}
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		mail = !web && i > 0
		rest = rest[i+1:]
	}
	host, _, _ := strings.Cut(rest, ":")
	dot := strings.LastIndexByte(host, '.')
	if dot <= 0 || !web && !strings.HasPrefix(host, "www.") && !ends[host[dot+1:]] {
		return "", false
	}
	if strings.ContainsFunc(host, func(r rune) bool {
		return r != '.' && r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}) {
		return "", false
	}
	if mail {
		return strings.TrimPrefix(word, "mailto:"), true
	}
	return host, false
}
