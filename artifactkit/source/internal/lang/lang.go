// Package lang names the language of a file by its name, as the code kind expects it.
package lang

import "strings"

var byExtension = map[string]string{
	"bash": "bash", "c": "c", "cc": "cpp", "cpp": "cpp", "cs": "csharp", "css": "css", "cjs": "javascript", "cts": "typescript", "diff": "diff",
	"go": "go", "h": "c", "hpp": "cpp", "htm": "html", "html": "html", "ini": "ini", "java": "java", "js": "javascript", "json": "json",
	"jsonl": "json", "jsx": "javascript", "kt": "kotlin", "lua": "lua", "md": "markdown", "mjs": "javascript", "mts": "typescript", "patch": "diff",
	"php": "php", "py": "python", "pyi": "python", "r": "r", "rb": "ruby", "rs": "rust", "scala": "scala", "scss": "css", "sh": "bash",
	"sql": "sql", "svg": "xml", "swift": "swift", "toml": "toml", "ts": "typescript", "tsx": "typescript", "xml": "xml", "yaml": "yaml",
	"yml": "yaml", "zsh": "bash", "ipynb": "json",
}

var byName = map[string]string{"dockerfile": "dockerfile", "makefile": "makefile", "go.mod": "go", "cmakelists.txt": "cmake"}

// OfFile names the language of a file, "" when its name tells nothing.
func OfFile(path string) string {
	name := strings.ToLower(Base(path))
	if l, ok := byName[name]; ok {
		return l
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return byExtension[name[i+1:]]
	}
	return ""
}

// OfMime names the language of a media type such as text/x-go or application/json; charset and the like are passed over.
func OfMime(mime string) string {
	mime, _, _ = strings.Cut(strings.ToLower(mime), ";")
	kind, sub, _ := strings.Cut(strings.TrimSpace(mime), "/")
	if kind != "text" && kind != "application" {
		return ""
	}
	if i := strings.LastIndexByte(sub, '+'); i >= 0 {
		sub = sub[i+1:]
	}
	switch sub = strings.TrimPrefix(sub, "x-"); sub {
	case "python", "javascript", "typescript", "markdown", "ruby", "rust", "csharp", "kotlin", "shellscript":
		return strings.Replace(sub, "shellscript", "bash", 1)
	}
	return byExtension[sub]
}

// Base is the last element of a path with slashes of either kind.
func Base(path string) string {
	path = strings.TrimRight(path, `/\`)
	return path[strings.LastIndexAny(path, `/\`)+1:]
}
