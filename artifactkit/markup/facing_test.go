package markup_test

import (
	"testing"

	"github.com/vitrine-go/vitrine/artifactkit/markup"
)

func TestFacingIsTheDirectionOfTheFirstCharacterThatHasOne(t *testing.T) {
	p := func(attrs []markup.Attr, s string) markup.Node { return markup.El(markup.P, attrs, markup.Text(s)) }
	for _, c := range []struct {
		name string
		in   []markup.Node
		want string
	}{
		{"nothing", nil, `<div></div>`},
		{"numbers and signs", []markup.Node{markup.Text("12 × 7 = 84 ☑")}, `<div></div>`},
		{"Latin", []markup.Node{markup.Text("1. a שלום")}, `<div dir="ltr"></div>`},
		{"Hebrew", []markup.Node{markup.Text("1. שלום a")}, `<div dir="rtl"></div>`},
		{"Arabic behind elements without words", []markup.Node{markup.El(markup.Br, nil), p(nil, "-"), p(nil, "مرحبا")}, `<div dir="rtl"></div>`},
		{"Chinese", []markup.Node{markup.Text("(漢)")}, `<div dir="ltr"></div>`},
		{"a mark that nobody sees", []markup.Node{markup.Text("\u200f1 a")}, `<div dir="rtl"></div>`},
		{"what faces elsewhere by its own word does not count", []markup.Node{p(markup.Attrs(markup.Dir("rtl")), "שלום"), markup.Text("a")}, `<div dir="ltr"></div>`},
		{"what is isolated does not count", []markup.Node{markup.El(markup.Bdi, nil, markup.Text("שלום")), markup.Text("a")}, `<div dir="ltr"></div>`},
		{"an auto finds the same", []markup.Node{p(markup.Attrs(markup.Dir("auto")), "שלום"), markup.Text("a")}, `<div dir="rtl"></div>`},
	} {
		if got := markup.Write(markup.El(markup.Div, markup.Attrs(markup.Facing(c.in...)))).String(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}
