package repocheck_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/vitrine-go/vitrine/"

// rule bans direct imports. A package is matched by the longest prefix in only; allow lists exceptions.
type rule struct {
	room  string   // packages it is about, by prefix below the module
	bans  []string // import paths, by prefix
	allow []string // packages of the room that may
	why   string
}

var rules = []rule{
	{"artifactkit", []string{"net", "os", "syscall/js", "math/rand", "html/template", "text/template", "encoding/json", "log"},
		[]string{"artifactkit/internal/vectest", "artifactkit/internal/vectors"}, "the core is pure, small and deterministic: no clock, no files, no network"},
	{"artifactkit", []string{"sync"}, []string{"artifactkit/card", "artifactkit/kind/table", "artifactkit/adapt", "artifactkit/locale", "artifactkit/markup/markdown", "artifactkit/markup/sanitize"},
		"what goroutines share is tested with the race detector (SHARED in the Makefile), or is made once"},
	{"artifactkit", []string{"github.com/maxence-charriere/go-app", module + "app", module + "live", module + "internal", module + "web"}, nil, "nothing points up: the core knows no host"},
	{"artifactkit", []string{"github.com/yuin/goldmark"}, []string{"artifactkit/markup/markdown"}, "Markdown is parsed in one room"},
	{"artifactkit", []string{"github.com/microcosm-cc/bluemonday"}, []string{"artifactkit/markup/sanitize"}, "foreign HTML is filtered in one room"},
	{"artifactkit", []string{"golang.org/x/net/html"}, []string{"artifactkit/markup/sanitize", "artifactkit/markup/htmltext"}, "foreign HTML is read in two rooms"},
	{"artifactkit", []string{"znkr.io/diff"}, []string{"artifactkit/kind/diff"}, "only a diff compares"},
	{"artifactkit/protocol", []string{module}, nil, "the protocol knows no payload"},
	{"artifactkit/kind", []string{module + "artifactkit/source", module + "artifactkit/trusted", module + "artifactkit/card", module + "artifactkit/adapt"}, nil, "a kind can be removed with its folder"},
	{"artifactkit/source", []string{module + "artifactkit/kind", module + "artifactkit/markup", module + "artifactkit/card", module + "artifactkit/adapt"}, nil, "reading must not render"},
	{"artifactkit/carrier", []string{module + "artifactkit/source", module + "artifactkit/card", module + "artifactkit/kind", module + "artifactkit/markup"}, nil, "writing a carrier reads nothing but the protocol"},
	{"artifactkit/adapt", []string{module + "artifactkit/kind", module + "artifactkit/source", module + "artifactkit/card"}, nil, "adaptation knows no payload and no format"},
	{"artifactkit/display", []string{module + "app", module + "artifactkit/kind", module + "artifactkit/adapt"}, nil, "hints know no widget"},
	{"artifactkit/transcript", []string{module + "artifactkit/kind/", module + "artifactkit/internal/registry"}, nil, "the model knows no concrete kind"},
	{"app", []string{"net/http", module + "live"}, nil, "components render natively in tests, and the page's socket is the loader's"},
	{"app", []string{module + "internal"}, []string{"app/engine"}, "the frame draws, and does nothing that a server does"},
	{"app/engine", []string{module + "internal/cli", module + "internal/send", module + "internal/watch", module + "internal/discover", module + "internal/tap", module + "internal/mcpserver"}, nil, "of the command's rooms the page needs the one that writes exports"},
	{"internal/export", []string{"net", "os", "time", "encoding/json", module + "internal/cli", module + "app", module + "live", module + "web"}, nil, "the page exports too: what is written knows neither files nor a clock"},
	{"internal/redact", []string{"net", "os", "time", "encoding/json", "regexp", "crypto", module + "internal", module + "app", module + "live", module + "web"}, nil, "secrets are taken out in the page too, and what weighs much is not linked for it"},
	{"wasm/kit", []string{module + "app", "github.com/maxence-charriere/go-app"}, nil, "the module for JS apps stays small"},
	{"live", []string{module + "app", module + "web", module + "internal", module + "live/store/"}, []string{"live/store"}, "transport knows neither the page nor an engine"},
	{"internal/watch", []string{module + "internal/cli", module + "app", module + "web", module + "live/store"}, nil, "following knows the way to a server, not a server"},
	{"internal/tap", []string{"net", module + "internal", module + "live", module + "app", module + "web", "github.com/modelcontextprotocol"}, nil, "a proxy that parses for others would change them: it knows bytes, and where copies go"},
	{"internal/mcpserver", []string{module + "internal", module + "live", module + "app", module + "web"}, nil, "the tool hands events over and knows no transport of ours"},
	{"internal/send", []string{module + "internal", module + "live/store", module + "app", module + "web"}, nil, "the way out knows nobody who uses it"},
	{"live/store", []string{module + "app", module + "artifactkit", module + "internal"}, nil, "an engine keeps bytes"},
}

// exact are the imports that a ban by prefix would hit by accident.
var exact = map[string]bool{
	module + "artifactkit/markup/htmltext": true, // foreign HTML's text: it makes no HTML
	module + "artifactkit/limits":          true,
	"net/url":                              true, // parses text, opens nothing
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func list(t *testing.T, env ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func under(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, strings.TrimSuffix(prefix, "/")+"/") || strings.HasSuffix(prefix, "/") && strings.HasPrefix(path, prefix)
}

func TestNobodyImportsWhatTheRoomForbids(t *testing.T) {
	for _, env := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}} {
		for _, p := range list(t, env...) {
			room := strings.TrimPrefix(p.ImportPath, module)
			for _, r := range rules {
				if !under(room, r.room) || allowed(room, r.allow) {
					continue
				}
				for _, imp := range p.Imports {
					if bad := banned(imp, r); bad != "" {
						t.Errorf("%v %s imports %s: %s", env, room, imp, r.why)
					}
				}
			}
		}
	}
}

func allowed(room string, allow []string) bool {
	for _, a := range allow {
		if under(room, a) {
			return true
		}
	}
	return false
}

func banned(imp string, r rule) string {
	// A room may import itself and what lies below it.
	own := strings.HasPrefix(imp, module) && under(strings.TrimPrefix(imp, module), r.room)
	if exact[imp] {
		return ""
	}
	for _, b := range r.bans {
		if own && !under(strings.TrimPrefix(b, module), r.room) {
			continue
		}
		if b == module && strings.HasPrefix(imp, module) || under(imp, b) {
			return b
		}
	}
	return ""
}

func TestOneKindDoesNotImportAnother(t *testing.T) {
	for _, p := range list(t) {
		room := strings.TrimPrefix(p.ImportPath, module)
		for _, family := range []string{"artifactkit/kind/", "artifactkit/source/"} {
			mine, ok := strings.CutPrefix(room, family)
			if !ok || strings.HasPrefix(mine, "internal") {
				continue
			}
			for _, imp := range p.Imports {
				other, ok := strings.CutPrefix(imp, module+family)
				if ok && !strings.HasPrefix(other, "internal") && strings.Split(other, "/")[0] != strings.Split(mine, "/")[0] {
					t.Errorf("%s imports %s: a folder must be removable", room, imp)
				}
			}
		}
	}
}

func TestTheRulesCatchAWrongImport(t *testing.T) {
	for _, c := range []struct{ room, imp string }{
		{"artifactkit/kind/table", "net/http"}, {"artifactkit/kind/table", module + "artifactkit/source/mcp"}, {"artifactkit/protocol", module + "artifactkit/adapt"},
		{"internal/tap", module + "live"}, {"internal/send", module + "internal/watch"},
		{"live", module + "live/store/nats"}, {"app", "net/http"}, {"artifactkit/source/mcp", module + "artifactkit/markup"},
	} {
		caught := false
		for _, r := range rules {
			if under(c.room, r.room) && !allowed(c.room, r.allow) && banned(c.imp, r) != "" {
				caught = true
			}
		}
		if !caught {
			t.Errorf("%s may import %s", c.room, c.imp)
		}
	}
}
