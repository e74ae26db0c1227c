package card

import (
	"strings"
	"sync"

	"github.com/vitrine-go/vitrine/artifactkit/kind"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// keyTable is the member of the state that says which rows stand as a table, and the table's own state:
// {"at": NAME, "view": {…}}. So nothing of the table and of the view around it is mistaken for the other's.
const keyTable = "table"

// rowsView is a view with lists of like objects, which it shows as a table on request (kind.Tabular). mode:table:NAME goes there,
// mode:tree goes back.
type rowsView struct {
	kind.View
	table kind.Kind

	mu   sync.Mutex // opening a table costs as much as the first look at it: the last one is kept
	at   string
	made kind.View
}

// tabular adds tables to a view that has rows, when there is a kind for them.
func (c *Card) tabular(v kind.View) kind.View {
	k, ok := c.options.Kind("table")
	if _, has := v.(kind.Tabular); !ok || !has {
		return v
	}
	return &rowsView{View: v, table: k}
}

// open is the table that a state asks for, nil for none.
func (v *rowsView) open(st kind.State) (table kind.View, inner kind.State) {
	want := st.Get(keyTable)
	at := want.Get("at")
	if at.Type() != protocol.String {
		return nil, kind.State{}
	}
	return v.rows(at.Str()), kind.ParseState(want.Get("view").Raw())
}

func (v *rowsView) rows(at string) kind.View {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.made != nil && v.at == at {
		return v.made
	}
	rows, ok := v.View.(kind.Tabular).Rows(at)
	if !ok {
		return nil
	}
	payload, why := protocol.Parse(append(rows.AppendCompact([]byte(`{"df":`)), '}'))
	if why != nil {
		return nil
	}
	made, why := v.table.Open(payload, "")
	if why != nil {
		return nil
	}
	v.at, v.made = at, made
	return made
}

// Node draws the table, or the view that it came from.
func (v *rowsView) Node(st kind.State, env kind.Env) markup.Node {
	table, inner := v.open(st)
	if table == nil {
		env.Rows = true
		return v.View.Node(st, env)
	}
	l := env.Locale
	back := markup.El(markup.Div, markup.Attrs(markup.Class("ak-bar"), markup.Const("role", "group"), markup.Label(l.T("as_tree")), markup.Controls()),
		tool(l.T("as_tree"), markup.Action("mode", "tree")))
	return markup.Group(back, table.Node(inner, env))
}

// Update goes to a table and back; with a table there, all else is the table's.
func (v *rowsView) Update(st kind.State, action string) kind.State {
	if mode, ok := strings.CutPrefix(action, "mode:"); ok {
		if mode == "tree" {
			return st.With(keyTable, "")
		}
		if name, ok := strings.CutPrefix(mode, "table"); ok && (name == "" || name[0] == ':') {
			if at := strings.TrimPrefix(name, ":"); v.rows(at) != nil {
				return st.With(keyTable, string(append(protocol.AppendString([]byte(`{"at":`), at), '}')))
			}
			return st
		}
	}
	table, inner := v.open(st)
	if table == nil {
		if u, ok := v.View.(kind.Updater); ok {
			return u.Update(st, action)
		}
		return st
	}
	u, ok := table.(kind.Updater)
	if !ok {
		return st
	}
	next := u.Update(inner, action)
	if next == inner {
		return st
	}
	out := protocol.AppendString([]byte(`{"at":`), st.Get(keyTable).Get("at").Str())
	return st.With(keyTable, string(out)+`,"view":`+next.JSON()+"}")
}

// Extract asks the table first, for the words that are its own.
func (v *rowsView) Extract(what string, st kind.State) (mime, name string, body []byte, ok bool) {
	if table, inner := v.open(st); table != nil {
		if x, is := table.(kind.Extractor); is {
			if mime, name, body, ok = x.Extract(what, inner); ok {
				return mime, name, body, ok
			}
		}
	}
	if x, is := v.View.(kind.Extractor); is {
		return x.Extract(what, st)
	}
	return "", "", nil, false
}

// CopyWord is the view's own.
func (v *rowsView) CopyWord() string {
	if c, ok := v.View.(kind.Copier); ok {
		return c.CopyWord()
	}
	return "value"
}
