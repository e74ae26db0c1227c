package calls_test

import (
	"strings"
	"testing"

	"github.com/vitrine-go/vitrine/wasm/kit/calls"
)

func TestWhatIsWithheldIsNotDrawn(t *testing.T) {
	input := []byte(`{"value":"x","extra":{"display":{"markdown":"[go](https://a.example/)"}}}`)
	for options, c := range map[string]struct{ links, copies bool }{
		`{}`:                                {true, true},
		`{"withhold":["links"]}`:            {false, true},
		`{"withhold":["copies","json"]}`:    {true, false},
		`{"withhold":["copies","no such"]}`: {false, false}, // a mistake takes away too much rather than too little
	} {
		got := string(calls.Answer("render", input, []byte(options)))
		if links := strings.Contains(got, "https://a.example/"); links != c.links {
			t.Errorf("%s: a link is drawn: %v", options, links)
		}
		if copies := strings.Contains(got, "copy:"); copies != c.copies {
			t.Errorf("%s: copying is drawn: %v", options, copies)
		}
	}
}
