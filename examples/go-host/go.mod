module example.org/go-host

go 1.26.0

require github.com/vitrine-go/vitrine v0.0.0

require (
	github.com/aymerick/douceur v0.2.0 // indirect
	github.com/gorilla/css v1.0.1 // indirect
	github.com/microcosm-cc/bluemonday v1.0.27 // indirect
	github.com/yuin/goldmark v1.8.7 // indirect
	golang.org/x/net v0.62.0 // indirect
	znkr.io/diff v1.0.0 // indirect
)

replace github.com/vitrine-go/vitrine => ../..
