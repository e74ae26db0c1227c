package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// The rules that keep a go-app program alive and its page safe hold for every file of the package.
func TestRulesOfTheFrame(t *testing.T) {
	files := token.NewFileSet()
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	handlers := 0
	for _, name := range names {
		if !strings.HasSuffix(name.Name(), ".go") || strings.HasSuffix(name.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range file.Imports {
			switch path := strings.Trim(imp.Path.Value, `"`); {
			case path == "net/http", path == "net", path == "syscall/js", strings.HasSuffix(path, "/live"), strings.Contains(path, "vitrine/internal"):
				t.Errorf("%s imports %s: the frame renders natively, opens nothing and knows no server", name.Name(), path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			at := files.Position(call.Pos())
			switch method := sel.Sel.Name; {
			case method == "Raw":
				t.Errorf("%s: Raw sets markup as a string, which the page's policy refuses by ending the program", at)
			case method == "Style" || method == "Styles":
				t.Errorf("%s: %s writes a style attribute, which the page's policy refuses", at, method)
			case strings.HasPrefix(method, "On") && method != "OnMount" && len(call.Args) > 0:
				handlers++
				if callee(call.Args[0]) != "guard" && callee(call.Args[0]) != "on" {
					t.Errorf("%s: %s takes a handler that does not recover", at, method)
				}
				if callee(call.Args[len(call.Args)-1]) != "EventScope" {
					t.Errorf("%s: %s has no EventScope, so go-app takes it for any other handler of the same code", at, method)
				}
			}
			return true
		})
	}
	if handlers < 5 {
		t.Errorf("got %d handlers, want all of them: is the search broken?", handlers)
	}
}

// callee is the name of the function that an expression calls.
func callee(e ast.Expr) string {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
