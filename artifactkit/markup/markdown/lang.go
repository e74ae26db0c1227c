package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// language is the first word behind a fence: "go" of "Go title=x", "r" of "{r, echo=FALSE}".
func language(n *ast.FencedCodeBlock, src []byte) string {
	if n.Info == nil {
		return ""
	}
	fields := strings.FieldsFunc(words(n.Info.Value(src)), func(r rune) bool { return strings.ContainsRune(" \t,:{}", r) })
	if len(fields) == 0 || len(fields[0]) > 40 {
		return ""
	}
	return strings.ToLower(strings.TrimPrefix(fields[0], "."))
}

func itoa(n int) string { return strconv.Itoa(n) }
