// Command npm puts the package @vitrine/artifactkit together: the modules of wasm/npm, those of the page that they share, Go's glue in
// a scope of its own, the worker as one file, the stylesheet, the schemas, and what was built.
//
//	go run ./internal/gen/npm [-kit dist/kit.wasm] [-import dist/kit-import.wasm] [-vectors dist/vectors.json] OUT
package main

import (
	"crypto/sha512"
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// shared are the modules of the page that the package uses as they are.
var shared = []string{"listen.mjs", "patch.mjs", "files.mjs", "socket.mjs"}

func main() {
	kit := flag.String("kit", "dist/kit.wasm", "module that draws")
	imports := flag.String("import", "dist/kit-import.wasm", "module that also reads transcripts")
	vectors := flag.String("vectors", "dist/vectors.json", "vectors with their answers")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *kit, *imports, *vectors); err != nil {
		fmt.Fprintln(os.Stderr, "npm:", err)
		os.Exit(1)
	}
}

func run(out, kit, imports, vectors string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(out, "schema"), 0o755); err != nil {
		return err
	}
	p := pack{out: out}
	own, err := filepath.Glob("wasm/npm/*")
	if err != nil {
		return err
	}
	for _, f := range own {
		if name := filepath.Base(f); name != "work.mjs" {
			p.write(name, p.rooted(p.read(f)))
		}
	}
	for _, name := range shared {
		p.write(name, p.rooted(p.read("web/"+name)))
	}
	glue := p.glue(p.read(filepath.Join(p.goroot(), "lib/wasm/wasm_exec.js")))
	p.write("go.mjs", glue)
	p.write("worker.mjs", p.joined(glue, p.read("wasm/npm/instance.mjs"), p.read("wasm/npm/work.mjs")))
	p.write("style.css", bundled+p.read("artifactkit/assets/artifactkit_gen.css"))
	p.write("LICENSE", p.read("LICENSE"))
	p.write("vectors.json", p.read(vectors))
	schemas, _ := filepath.Glob("docs/schema/*.json")
	for _, f := range schemas {
		p.write("schema/"+filepath.Base(f), p.read(f))
	}
	p.write("protocol.d.ts", p.read("docs/schema/types_gen.d.ts"))
	a, b := p.read(kit), p.read(imports)
	p.write("kit.wasm", a)
	p.write("kit-import.wasm", b)
	p.write("integrity.json", fmt.Sprintf("{\n  \"kit\": %q,\n  \"import\": %q\n}\n", integrity(a), integrity(b)))
	return p.err
}

// pack writes the package and keeps the first thing that failed.
type pack struct {
	out string
	err error
}

// goroot is where the toolchain that builds the modules has its glue.
func (p *pack) goroot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("asking for GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out))
}

func (p *pack) read(name string) string {
	data, err := os.ReadFile(name)
	if err != nil && p.err == nil {
		p.err = err
	}
	return string(data)
}

func (p *pack) write(name, text string) {
	mode := os.FileMode(0o644)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	if err := os.WriteFile(filepath.Join(p.out, name), []byte(text), mode); err != nil && p.err == nil {
		p.err = err
	}
}

func (p *pack) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// rooted names the page's modules where they are in the package.
func (p *pack) rooted(text string) string { return strings.ReplaceAll(text, `"../../web/`, `"./`) }

const scope = `// @ts-nocheck
/**
 * Go's wasm_exec.js in a scope of its own: it takes what it needs from the global object and leaves nothing there, so programs of
 * other Go versions may run beside it. What it prints goes to the console, in Node as well.
 */
const scope = /** @type {any} */ ({
  Array, Object, Uint8Array, Date, Error, Promise, TextEncoder, TextDecoder,
  crypto: globalThis.crypto, performance: globalThis.performance,
});
((globalThis) => {
%s})(scope);
export const Go = scope.Go;
`

// bundled stands before the stylesheet for bundlers that write light-dark() for older browsers (Lightning CSS, in Vite and Next.js): in
// what they make of it these two names choose, and without them no colour is left on a page that names no scheme. A page that names
// one outweighs this.
const bundled = ":where(:root) { --lightningcss-light: initial; --lightningcss-dark: ; }\n"

// glue is Go's own glue with the global object replaced.
func (p *pack) glue(text string) string {
	const bare = "\t\t\t\t\t\tfs.writeSync("
	if strings.Count(text, bare) != 1 || strings.Count(text, "globalThis.Go = class") != 1 {
		p.fail("wasm_exec.js is not as it was: see how it names its globals")
	}
	return fmt.Sprintf(scope, strings.Replace(text, bare, "\t\t\t\t\t\tglobalThis.fs.writeSync(", 1))
}

var (
	imported = regexp.MustCompile(`(?m)^import \{[^}]*\} from "\./(go|instance)\.mjs";\n`)
	exported = regexp.MustCompile(`(?m)^export (const|class|function|async)`)
)

// joined puts modules that import only each other into one that neither imports nor exports.
func (p *pack) joined(modules ...string) string {
	all := exported.ReplaceAllString(imported.ReplaceAllString(strings.Join(modules, "\n"), ""), "$1")
	if strings.Contains(all, "\nimport ") || strings.Contains(all, "\nexport ") {
		p.fail("worker.mjs would import or export something")
	}
	return all
}

func integrity(module string) string {
	sum := sha512.Sum384([]byte(module))
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}
