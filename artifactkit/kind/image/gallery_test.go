package image_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/image"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/kindtest"
	"github.com/vitrine-go/vitrine/artifactkit/limits"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

// gallery has n pictures of 700 by 10 pixels, named from 1 on.
func gallery(t *testing.T, n int) kind.View {
	t.Helper()
	data := b64(encoded("png", 700, 10))
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,{"b64":"%s","name":"p%d.png"}`, data, i+1)
	}
	return kindtest.Open(t, image.Kind, `{"images":[`+b.String()[1:]+`]}`)
}

func after(v kind.View, actions ...string) string {
	st := kind.State{}
	for _, a := range actions {
		st = v.(kind.Updater).Update(st, a)
	}
	return st.JSON()
}

func TestManyPicturesAreASheetAndEachOpensAlone(t *testing.T) {
	v := gallery(t, 30)
	html := kindtest.HTML(v, "")
	if n := strings.Count(html, "<img"); n != limits.ImageSheet || !strings.Contains(html, "images 1–12 of 30") || !strings.Contains(html, `data-ak-action="page:3"`) {
		t.Errorf("the sheet has %d pictures", n)
	}
	if html := kindtest.HTML(v, after(v, "more:2")); strings.Count(html, "<img") != 6 || !strings.Contains(html, "p30.png") {
		t.Error("the last sheet has other pictures than six")
	}
	html = kindtest.HTML(v, after(v, "page:3"))
	if strings.Count(html, "<img") != 1 || !strings.Contains(html, "p3.png") || !strings.Contains(html, "3 of 30") ||
		!strings.Contains(html, `data-ak-action="page:2"`) || !strings.Contains(html, `data-ak-action="page:4"`) || !strings.Contains(html, `data-ak-action="page:0"`) {
		t.Errorf("the third alone: %.400s", html)
	}
	for _, c := range [][2]string{{"page:31", "{}"}, {"page:-1", "{}"}, {"page:x", "{}"}, {"more:3", "{}"}, {"more:-1", "{}"}, {"zoom:in", "{}"}, {"load:0", "{}"}} {
		if got := after(v, c[0]); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
	if got := after(v, "page:3", "zoom:in", "page:4"); got != `{"page":4}` {
		t.Errorf("the next picture: got %s, want it to fit", got)
	}
}

func TestZoomIsInSteps(t *testing.T) {
	v := gallery(t, 1)
	for _, c := range []struct{ actions, want, drawn string }{
		{"", `{}`, `class="ak-im"><img`},
		{"zoom:in", `{"zoom":100}`, `width="700" height="10"`},
		{"zoom:in zoom:in", `{"zoom":200}`, `width="1400" height="20"`},
		{"zoom:in zoom:in zoom:in zoom:in", `{"zoom":400}`, `aria-label="Larger" disabled`},
		{"zoom:out", `{"zoom":50}`, `width="350" height="5"`},
		{"zoom:out zoom:out zoom:out", `{"zoom":25}`, `width="175" height="2"`},
		{"zoom:in zoom:fit", `{}`, `>Fit</button>`},
		{"zoom:sideways", `{}`, `>Fit</button>`},
	} {
		got := after(v, strings.Fields(c.actions)...)
		if html := kindtest.HTML(v, got); got != c.want || !strings.Contains(html, c.drawn) {
			t.Errorf("%s: got %s, want %s; %q in %.700s", c.actions, got, c.want, c.drawn, html[max(0, len(html)-700):])
		}
	}
	if html := kindtest.HTML(v, `{"zoom":99}`); !strings.Contains(html, `class="ak-im"><img`) {
		t.Error("a size between the steps is drawn")
	}
}

// TR-5: only where the host allows it, and only what the reader asked for.
func TestARemotePictureIsLoadedWhenHostAndReaderWant(t *testing.T) {
	v := kindtest.Open(t, image.Kind, `{"images":[{"src":"https://e.example/a.png"},{"src":"https://e.example/b.png"}]}`)
	env := kindtest.Env
	html := func(load bool, state string) string {
		env.Load = load
		return markup.Write(v.Node(kind.ParseState([]byte(state)), env)).String()
	}
	st := after(v, "load:1")
	if st != `{"load":[1]}` || after(v, "load:1", "load:1") != st {
		t.Errorf("got %s", st)
	}
	for _, c := range []struct {
		name, html string
		images     int
		offered    bool
	}{
		{"not allowed, not asked for", html(false, ""), 0, false},
		{"not allowed, asked for", html(false, st), 0, false},
		{"allowed, not asked for", html(true, ""), 0, true},
		{"allowed and asked for", html(true, st), 1, true},
	} {
		if got := strings.Count(c.html, "<img"); got != c.images || strings.Contains(c.html, "data-ak-action=\"load:0\"") != c.offered {
			t.Errorf("%s: got %d pictures in %s", c.name, got, c.html)
		}
	}
	if h := html(true, st); !strings.Contains(h, `<img src="https://e.example/b.png" alt="Image 2" referrerpolicy="no-referrer"`) {
		t.Errorf("got %s", h)
	}
}

func TestAStaticSheetHasItsPicturesAndNoControls(t *testing.T) {
	html := markup.Write(markup.Static(gallery(t, 14).Node(kind.State{}, kindtest.Env))).String()
	if strings.Count(html, "<img") != limits.ImageSheet || strings.Contains(html, "data-ak-action") || strings.Contains(html, "<button") {
		t.Errorf("got %.300s", html)
	}
}
