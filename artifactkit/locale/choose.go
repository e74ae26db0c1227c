package locale

import (
	"sort"
	"strings"
)

// Tags are the languages that there are catalogs for, in order; each names itself under "locale_name".
func Tags() []string {
	tags := make([]string, 0, len(catalogs))
	for tag := range catalogs {
		tags = append(tags, tag)
	}
	sort.Strings(tags)
	return tags
}

// Keys are the keys of all catalogs, in order.
func Keys() []string {
	keys := make([]string, 0, len(catalogs["en"].words))
	for key := range catalogs["en"].words {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// For chooses the catalog for a BCP 47 tag, or for a list of them as a browser gives it, the one that is preferred first:
// "de-CH, fr;q=0.8". A tag takes the catalog of its longest known prefix, else the first one of its language; case and the sign
// between subtags do not matter. Where nothing fits it is English.
func For(tags string) Locale {
	for part := range strings.SplitSeq(tags, ",") {
		tag, _, _ := strings.Cut(part, ";")
		if c := find(strings.ReplaceAll(strings.TrimSpace(tag), "_", "-")); c != nil {
			return Locale{c}
		}
	}
	return Locale{}
}

// longest is more than any tag of a language that there are words for.
const longest = 64

func find(tag string) *catalog {
	if tag == "" || len(tag) > longest {
		return nil
	}
	if strings.EqualFold(tag, PseudoTag) {
		return pseudo()
	}
	tags := Tags()
	for prefix := tag; prefix != ""; prefix = prefix[:max(strings.LastIndexByte(prefix, '-'), 0)] {
		for _, known := range tags {
			if strings.EqualFold(known, prefix) {
				return catalogs[known]
			}
		}
	}
	for _, known := range tags {
		if strings.EqualFold(language(known), language(tag)) {
			return catalogs[known]
		}
	}
	return nil
}

func language(tag string) string {
	l, _, _ := strings.Cut(tag, "-")
	return l
}
