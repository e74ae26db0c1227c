package redact

import "strings"

// armourMax bounds how far the end of a key is looked for.
const armourMax = 64 << 10

// armour finds a private key between its BEGIN and END lines. Every run of characters between is emptied; line ends, signs of a diff and
// the letters of escapes stay, so that a diff stays one and JSON stays JSON. It answers the last character that was looked at.
func (s *scanner) armour(i int) int {
	t := s.text
	head := t[i:min(len(t), i+80)]
	title, _, ok := strings.Cut(head[len("-----BEGIN "):], "-----")
	if !ok || !strings.Contains(title, "PRIVATE KEY") {
		return i + 4
	}
	from := i + len("-----BEGIN ") + len(title) + 5
	area := t[from:min(len(t), from+armourMax)]
	end := strings.Index(area, "-----END ")
	if end < 0 {
		end = 0
		for end < len(area) && (base64s.has(area[end]) || strings.IndexByte(" \t\r\n\\-:,", area[end]) >= 0) {
			end++
		}
	}
	if strings.Contains(area[:min(len(area), 64)], "[removed: ") {
		return max(i+4, from+end-1)
	}
	n := len(s.spans)
	for k := 0; k < end; k++ {
		if !base64s.has(area[k]) {
			continue
		}
		if escape := k > 0 && area[k-1] == '\\'; escape || area[k] == '+' && (k == 0 || area[k-1] == '\n') {
			continue
		}
		start := k
		for k < end && base64s.has(area[k]) {
			k++
		}
		s.spans = append(s.spans, span{start: from + start, end: from + k, rule: "private-key", more: len(s.spans) > n})
	}
	return max(i+4, from+end-1)
}
