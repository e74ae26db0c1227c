package longtext

import (
	"strconv"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/kind/internal/control"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// keyWrap is the member of a state that says whether long lines of the main text are broken; without it those of terminal text are,
// those of code scroll.
const keyWrap = "wrap"

// wide is the length in bytes from which a line is likely not to fit, so that breaking it or not makes a difference.
const wide = 100

// Wraps tells whether the state breaks the lines of the main text.
func (t *Text) Wraps(st kind.State) bool {
	if v := st.Get(keyWrap); v.Type() == protocol.Bool {
		return v.Bool()
	}
	return !t.code
}

// WrapTool is the switch for it, empty where no line is long.
func (t *Text) WrapTool(st kind.State, env kind.Env) markup.Node {
	if t.index.widest < wide {
		return markup.Node{}
	}
	if t.code {
		return control.Toggle(env.Locale.T("wrap"), markup.Action("wrap", ""), t.Wraps(st))
	}
	return control.Toggle(env.Locale.T("no_wrap"), markup.Action("wrap", ""), !t.Wraps(st)) // pressed when it is not as usual
}

// Update answers "wrap", and for the main text what Part answers.
func (t *Text) Update(st kind.State, action string) kind.State {
	if action == "wrap" {
		if on := !t.Wraps(st); on == t.code {
			return st.With(keyWrap, strconv.FormatBool(on))
		}
		return st.With(keyWrap, "") // as it is without a word
	}
	return Part("").Update(st, action)
}
