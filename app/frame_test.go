package app_test

import (
	"reflect"
	"testing"

	"github.com/vitrine-go/vitrine/app"
)

func TestParseFrame(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     app.Frame
	}{
		{"nothing", ``, app.Frame{Base: "/"}},
		{"no object", `[1]`, app.Frame{Base: "/"}},
		{"wrong types are as if not said", `{"view":7,"conn":[],"notice":"x","progress":3,"token":null}`, app.Frame{Base: "/"}},
		{"a session that reconnects", `{"view":"session","base":"/v/","session":"abc","conn":{"state":"waiting","seconds":4}}`,
			app.Frame{View: "session", Base: "/v/", Session: "abc", Conn: app.Conn{State: "waiting", Seconds: 4}}},
		{"a notice", `{"notice":{"code":"file_failed","args":["a","b"],"retry":true}}`,
			app.Frame{Base: "/", Notice: &app.Notice{Code: "file_failed", Args: []string{"a", "b"}, Retry: true}}},
		{"progress is never negative", `{"progress":{"name":"n","done":-5,"size":9}}`, app.Frame{Base: "/", Progress: &app.Progress{Name: "n", Size: 9}}},
		{"a base that leads elsewhere is the root", `{"base":"//evil.example/"}`, app.Frame{Base: "/"}},
		{"a base with other characters is the root", `{"base":"/a\" onclick=\"/"}`, app.Frame{Base: "/"}},
		{"a base without its end is the root", `{"base":"/a"}`, app.Frame{Base: "/"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := app.ParseFrame([]byte(c.in)); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
