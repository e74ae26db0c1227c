// Command pwa is the program of the page: the frame in go-app components, and the transcript's engine behind exported calls.
// It only carries texts from one to the other.
package main

import (
	"os"
	"syscall/js"
	"time"
	"unsafe"

	"github.com/vitrine-go/vitrine/app"
	"github.com/vitrine-go/vitrine/app/engine"
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/wasm/port"
)

//go:wasmimport vitrine send
func send(at unsafe.Pointer, length uint32)

func main() {
	words := locale.For(os.Getenv("VITRINE_LOCALE"))
	withheld, _ := markup.ParseWithheld(os.Getenv("VITRINE_WITHHOLD"))  // the server has read it before
	nothing := js.FuncOf(func(js.Value, []js.Value) any { return nil }) // lives as long as the program
	frame := app.New(app.Outside{
		Send:   func(message []byte) { send(unsafe.Pointer(unsafe.SliceData(message)), uint32(len(message))) },
		Wake:   func() { js.Global().Call("queueMicrotask", nothing) },
		Now:    time.Now,
		Locale: words,
		When:   when(words.Tag()),

		Withhold: withheld,
	})
	rows := engine.New(engine.Options{Locale: words, Withhold: withheld})
	go frame.Run()
	port.Serve(func(op uint32, input, _ []byte) []byte {
		if int(op) >= len(engine.Names) {
			return []byte(`{"error":"no such call"}`)
		}
		call := engine.Names[op]
		if call == "facets" {
			frame.Offer(rows.Facets())
			return nil
		}
		if frame.Answer(call, input) {
			return nil
		}
		answer := rows.Answer(call, input)
		frame.Summarize(rows.Summary())
		return answer
	})
}

// when writes times as the browser does in a language. A browser takes its time for the first formatter, so each is made when it is needed.
func when(tag string) func(time.Time, app.Look) string {
	styles := map[app.Look]map[string]any{
		app.Day:   {"dateStyle": "medium"},
		app.Clock: {"timeStyle": "short"},
		app.Both:  {"dateStyle": "medium", "timeStyle": "short"},
	}
	made := map[app.Look]js.Value{}
	return func(t time.Time, look app.Look) string {
		format, ok := made[look]
		if !ok {
			format = js.Global().Get("Intl").Get("DateTimeFormat").New(tag, styles[look])
			made[look] = format
		}
		return format.Call("format", t.UnixMilli()).String()
	}
}
