package repocheck_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	page     = "../../docs/PROTOCOL.md"
	ruleName = `(?:CH|ART|ACC|MK|AD|EV|TR|DI|PL|CAR|REC)-\d+`
)

var (
	ruleHead = regexp.MustCompile(`(?m)^\*\*(` + ruleName + `)\*\* \(([a-zR ]+)\) `)
	rulePins = regexp.MustCompile(`(?m)^<br>Pinned by ok: (.+); malformed: (.+); hostile: (.+)\.$`)
	quoted   = regexp.MustCompile(`\b` + ruleName + `\b`)
	bracket  = regexp.MustCompile(`\[(` + ruleName + `)\]`)
	numbered = regexp.MustCompile(`\b(?:[Cc]ases?|[Rr]ules?) \d`)
)

// a vector, as far as this page is concerned.
type vector struct {
	prose string
	class string // ok, malformed or hostile
	rules []string
	wants string // its sections that pin answers
}

// vectors by their path below artifactkit, without the ending.
func vectors(t *testing.T) map[string]vector {
	t.Helper()
	all := map[string]vector{}
	for _, name := range tracked(t) {
		path, ok := strings.CutSuffix(name, ".txtar")
		if !ok {
			continue
		}
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		prose, rest, _ := strings.Cut(string(data), "\n-- ")
		v := vector{prose: prose, class: "ok"}
		for _, class := range []string{"malformed", "hostile"} {
			if strings.HasPrefix(filepath.Base(path), class) || strings.Contains(prose, strings.ToUpper(class[:1])+class[1:]+":") {
				v.class = class
			}
		}
		for _, m := range bracket.FindAllStringSubmatch(prose, -1) {
			v.rules = append(v.rules, m[1])
		}
		if _, wants, ok := strings.Cut(rest, "\n-- want"); ok {
			v.wants = wants
		}
		all[strings.TrimPrefix(path, "artifactkit/")] = v
	}
	return all
}

// tests are the names of the Go tests of the tree.
func tests(t *testing.T) map[string]bool {
	t.Helper()
	all, head := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, name := range tracked(t) {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			continue // removed and not yet committed
		}
		for _, m := range head.FindAllStringSubmatch(string(data), -1) {
			all[m[1]] = true
		}
	}
	return all
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// pageRules are those of the page with the text that follows each head.
func pageRules(t *testing.T) map[string]string {
	t.Helper()
	text, all := read(t, page), map[string]string{}
	heads := ruleHead.FindAllStringSubmatchIndex(text, -1)
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		id, whose := text[h[2]:h[3]], text[h[4]:h[5]]
		if all[id] != "" {
			t.Errorf("%s stands there twice", id)
		}
		for _, w := range strings.Split(whose, " and ") {
			if w != "contract" && w != "R" && w != "proposal" {
				t.Errorf("%s is said to be of %q", id, w)
			}
		}
		all[id] = text[h[0]:end]
	}
	if len(all) < 60 {
		t.Fatalf("the page has %d rules", len(all))
	}
	return all
}

// TestEveryRuleOfTheProtocolIsPinned follows each rule to the vectors and tests that the page names.
func TestEveryRuleOfTheProtocolIsPinned(t *testing.T) {
	known, named := vectors(t), tests(t)
	for id, text := range pageRules(t) {
		pins := rulePins.FindStringSubmatch(text)
		if pins == nil {
			t.Errorf("%s does not say what pins it", id)
			continue
		}
		found := 0
		for i, class := range []string{"ok", "malformed", "hostile"} {
			name := strings.Trim(pins[i+1], "`")
			v, isVector := known[name]
			switch {
			case strings.HasPrefix(pins[i+1], "none: "):
				continue
			case strings.HasPrefix(name, "Test") && named[name]:
			case !isVector:
				t.Errorf("%s names %s, which is neither a vector nor a test", id, name)
			case !slices.Contains(v.rules, id):
				t.Errorf("%s names %s, which does not quote it", id, name)
			case v.class != class:
				t.Errorf("%s names %s as %s, it is %s", id, name, class, v.class)
			}
			found++
		}
		if found < 2 {
			t.Errorf("%s is pinned by %d inputs", id, found)
		}
	}
}

// TestRulesThatAreQuotedExist looks for the ids of rules in code, documents and the prose of vectors.
func TestRulesThatAreQuotedExist(t *testing.T) {
	known := pageRules(t)
	for name, v := range vectors(t) {
		for _, id := range quoted.FindAllString(v.prose, -1) {
			if known[id] == "" {
				t.Errorf("%s quotes %s, which the page does not have", name, id)
			}
		}
		if n := numbered.FindString(v.prose); n != "" {
			t.Errorf("%s quotes %q: say it in words", name, n)
		}
	}
	source := regexp.MustCompile(`\.(go|mjs|css|md|ts|py|sh)$|^docs/schema/`)
	for _, name := range tracked(t) {
		if !source.MatchString(name) {
			continue
		}
		data, _ := os.ReadFile(filepath.Join("../..", name)) // one that was removed quotes nothing
		for _, id := range quoted.FindAllString(string(data), -1) {
			if known[id] == "" {
				t.Errorf("%s quotes %s, which the page does not have", name, id)
			}
		}
	}
}

// TestEveryReasonCodeIsExplainedAndGiven holds the page's table to the codes of the protocol, and asks for a vector that is answered so.
func TestEveryReasonCodeIsExplainedAndGiven(t *testing.T) {
	var answers strings.Builder
	for _, v := range vectors(t) {
		answers.WriteString(v.wants)
	}
	_, table, _ := strings.Cut(read(t, page), "| code | meaning |")
	table, _, _ = strings.Cut(table, "\n\n")
	declared := regexp.MustCompile(`Code += "(\w+)"`).FindAllStringSubmatch(read(t, "../../artifactkit/protocol/reason.go"), -1)
	if len(declared) < 20 || strings.Count(table, "\n| `") != len(declared) {
		t.Errorf("there are %d codes, the page explains %d", len(declared), strings.Count(table, "\n| `"))
	}
	for _, m := range declared {
		if !strings.Contains(table, "\n| `"+m[1]+"` | ") {
			t.Errorf("the page does not explain %s", m[1])
		}
		if !strings.Contains(answers.String(), `"code":"`+m[1]+`"`) {
			t.Errorf("no vector is answered with %s", m[1])
		}
	}
}

// TestThePageShowsTheReadersAsTheyAre compares code in the page with the files that are tested.
func TestThePageShowsTheReadersAsTheyAre(t *testing.T) {
	text := read(t, page)
	for language, file := range map[string]string{"go": "read.go", "js": "read.mjs", "python": "read.py"} {
		if want := "```" + language + "\n" + read(t, "../../examples/readers/"+file) + "```\n"; !strings.Contains(text, want) {
			t.Errorf("the page does not show %s as it is", file)
		}
	}
}
