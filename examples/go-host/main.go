// Command go-host is a page of one's own that shows results of tools: net/http, html/template and package artifactkit.
package main

import (
	"embed"
	"flag"
	"fmt"
	"html/template"
	"log"
	"net"
	"net/http"

	"github.com/vitrine-go/vitrine/artifactkit"
)

//go:embed page.html results/*.json
var files embed.FS

var page = template.Must(template.ParseFS(files, "page.html"))

// cards draws the recorded results and one that is made here. Nothing of it fails: what cannot be drawn is shown as text.
func cards() (all []template.HTML) {
	names, _ := files.ReadDir("results")
	var results [][]byte
	for _, n := range names {
		data, _ := files.ReadFile("results/" + n.Name())
		results = append(results, data)
	}
	type visit struct{ Path, Status string }
	results = append(results, artifactkit.FromGo([]visit{{"/", "200"}, {"/<script>", "404"}}).JSON())
	for i, data := range results {
		doc := artifactkit.Open(data, artifactkit.Options{Static: true, Scope: fmt.Sprintf("r%d", i)})
		all = append(all, template.HTML(doc.Render(artifactkit.State{}).HTML.String()))
	}
	return all
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "where to listen")
	flag.Parse()
	http.Handle("GET /assets/", http.StripPrefix("/assets/", http.FileServerFS(artifactkit.Assets())))
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		if err := page.Execute(w, cards()); err != nil {
			log.Print(err)
		}
	})
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/\n", l.Addr())
	log.Fatal(http.Serve(l, nil))
}
