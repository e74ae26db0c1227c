package locale_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
)

// words are the texts of one entry by plural form; a plain text has the form "".
type words map[string]string

func read(t *testing.T, name string) map[string]words {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if twice := regexp.MustCompile(`(?m)^  "([^"]+)":`).FindAllSubmatch(data, -1); len(twice) != len(raw) {
		t.Errorf("%s has %d lines with a key and %d keys: is one there twice?", name, len(twice), len(raw))
	}
	all := map[string]words{}
	for key, m := range raw {
		w := words{}
		if m[0] == '"' {
			w = words{"": ""}
			var s string
			_ = json.Unmarshal(m, &s)
			w[""] = s
		} else if err := json.Unmarshal(m, &w); err != nil {
			t.Fatalf("%s: %s: %v", name, key, err)
		}
		all[key] = w
	}
	return all
}

var place = regexp.MustCompile(`\{[0-9n]\}`)

func places(s string) []string {
	found := place.FindAllString(s, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// forms that the plural rule of a language asks for.
var plurals = map[string][]string{"en": {"one", "other"}, "de": {"one", "other"}, "zh-CN": {"other"}}

func TestEveryCatalogHasTheKeysAndPlacesOfEnglish(t *testing.T) {
	en := read(t, "catalogs/en.json")
	files, _ := filepath.Glob("catalogs/*.json")
	if len(files) < 2 {
		t.Fatalf("got %d catalogs", len(files))
	}
	for _, file := range files {
		tag := strings.TrimSuffix(filepath.Base(file), ".json")
		all := read(t, file)
		for key, want := range en {
			got, ok := all[key]
			if !ok {
				t.Errorf("%s lacks %q: %v", tag, key, want)
				continue
			}
			if _, plain := want[""]; plain {
				if _, ok := got[""]; !ok {
					t.Errorf("%s: %q has plural forms, English has none", tag, key)
				}
				if !slices.Equal(places(got[""]), places(want[""])) {
					t.Errorf("%s: %q is %q, its places for arguments are not those of %q", tag, key, got[""], want[""])
				}
				continue
			}
			forms := slices.Sorted(keysOf(got))
			if !slices.Equal(forms, plurals[tag]) {
				t.Errorf("%s: %q has the forms %v, want %v", tag, key, forms, plurals[tag])
			}
			for form, s := range got {
				if !slices.Equal(places(s), places(want["other"])) && !(form == "one" && slices.Equal(places(s), places(want["one"]))) {
					t.Errorf("%s: %q %s is %q, its places for arguments are not those of %q", tag, key, form, s, want["other"])
				}
			}
		}
		for key, got := range all {
			if _, ok := en[key]; !ok {
				t.Errorf("%s has %q, which English has not", tag, key)
			}
			for form, s := range got {
				if s == "" || s != strings.TrimRight(s, " ") {
					t.Errorf("%s: %q %s is %q: empty, or with white space at its end", tag, key, form, s)
				}
			}
		}
	}
}

func keysOf(w words) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range w {
			if !yield(k) {
				return
			}
		}
	}
}

func TestForChoosesACatalog(t *testing.T) {
	for _, c := range []struct{ name, tags, want string }{
		{"a tag", "zh-CN", "zh-CN"},
		{"a language", "zh", "zh-CN"},
		{"a language and a region", "de-CH", "de"},
		{"a region that has no words of its own", "en-GB", "en"},
		{"a script", "zh-Hans-SG", "zh-CN"},
		{"another region of the language", "zh-TW", "zh-CN"},
		{"case and underscores", "ZH_cn", "zh-CN"},
		{"a browser's list", "tlh, fr-CH;q=0.9, zh;q=0.5, en;q=0.1", "zh-CN"},
		{"the first that is known", "en-US,zh-CN", "en"},
		{"unknown", "tlh", "en"},
		{"nothing", "", "en"},
		{"no tag at all", "<script>,,;;q=1,-", "en"},
		{"the pseudo language by its name", "ar-XB", "ar-XB"},
		{"and by no other", "ar", "en"},
	} {
		if got := locale.For(c.tags).Tag(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if tags := locale.Tags(); slices.Contains(tags, locale.PseudoTag) || !slices.IsSorted(tags) {
		t.Errorf("got the tags %v, want the catalogs in order", tags)
	}
}

func TestThePseudoLanguage(t *testing.T) {
	l := locale.For(locale.PseudoTag)
	if got, want := l.Dir()+" "+l.Num(1234)+" "+l.Fixed(0.5, 1), "rtl 1٬234 0٫5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := l.T("image_alt", "x"); !strings.HasSuffix(got, " x") || regexp.MustCompile(`[a-wyz]`).MatchString(got) {
		t.Errorf("got %q, want other letters and the argument as it is", got)
	}
	if got, want := len([]rune(l.T("app_welcome"))), len([]rune(locale.Locale{}.T("app_welcome")))*5/4; got < want {
		t.Errorf("got %d letters, want at least %d: the words are to be long", got, want)
	}
}
