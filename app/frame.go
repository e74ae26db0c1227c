package app

import (
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Frame is what the loader says about everything round the transcript. The loader owns it: it knows the address, the token and
// the connection. Texts in it are untrusted, and read by legible.
type Frame struct {
	View    string // home, session, file, inspect
	Base    string // path of the page's root, with a slash at its end
	Session string
	Name    string // of a file
	Conn    Conn
	Theme   string // auto, light, dark
	// Language is the tag that the reader chose, "" for the browser's.
	Language string

	NeedToken bool
	TokenWhy  string // "refused" when there is one and it is not taken

	Ways     Ways
	Looking  Looking
	Export   Export
	Notice   *Notice
	Progress *Progress
}

// Conn is the state of the live connection.
type Conn struct {
	State     string // connecting, loading, live, waiting, offline, refused; "" without one
	Seconds   int    // until the next try, when waiting
	Code, Why string // when refused
}

// Notice is something that went wrong, as a word of the catalogs with its arguments.
type Notice struct {
	Code  string
	Args  []string
	Retry bool // there is something to try again
}

// Progress is how far a file is read, in bytes.
type Progress struct {
	Name       string
	Done, Size int
}

// inside tells whether there is a transcript on the page.
func (f Frame) inside() bool { return f.View == "session" || f.View == "file" }

// legible is an untrusted text as the frame draws it: what would reorder or hide something round it is spelled (TR-7, TR-8).
// Every text that stands in the frame's own sentences, names and headings went through it.
func legible(s string) string { return markup.Spelled(markup.Clean(s)) }

// ParseFrame reads what the loader sends. What is missing or wrong is as if it were not said.
func ParseFrame(text []byte) Frame {
	v, _ := protocol.Parse(text)
	c := v.Get("conn")
	f := Frame{
		View: v.Get("view").Str(), Base: base(v.Get("base").Str()), Session: v.Get("session").Str(), Name: legible(v.Get("name").Str()), Theme: v.Get("theme").Str(), Language: v.Get("language").Str(),
		Conn:      Conn{c.Get("state").Str(), number(c.Get("seconds")), c.Get("code").Str(), legible(c.Get("why").Str())},
		NeedToken: v.At("token", "needed").Bool(), TokenWhy: v.At("token", "why").Str(),
	}
	f.Ways, f.Looking = parseWays(v.Get("ways")), parseLooking(v.Get("inspect"))
	f.Export = parseExport(v.Get("export"))
	if n := v.Get("notice"); n.Type() == protocol.Object {
		f.Notice = &Notice{Code: n.Get("code").Str(), Retry: n.Get("retry").Bool()}
		for _, a := range n.Get("args").Elems() {
			f.Notice.Args = append(f.Notice.Args, legible(a.Str()))
		}
	}
	if p := v.Get("progress"); p.Type() == protocol.Object {
		f.Progress = &Progress{legible(p.Get("name").Str()), number(p.Get("done")), number(p.Get("size"))}
	}
	return f
}

func number(v protocol.Value) int {
	n, _ := v.Int()
	return int(max(n, 0))
}

// base takes a path that may stand in an address, else the root.
func base(path string) string {
	if len(path) == 0 || path[0] != '/' || path[len(path)-1] != '/' {
		return "/"
	}
	for i, c := range []byte(path) {
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '~'
		if !plain && (c != '/' || i > 0 && path[i-1] == '/') {
			return "/"
		}
	}
	return path
}
