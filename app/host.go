// Package app is the frame round the transcript, in go-app components: the bar, the list of sessions, notices and prompts.
// It draws what the loader tells it and says what a person asked for; it opens no connection and reads no address.
//
// Two rules keep it safe: no untrusted text stands in an attribute, and every handler and every Render recovers, since one
// panic ends the whole program.
package app

import (
	"fmt"
	"time"

	ui "github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
	"github.com/vitrine-go/vitrine/artifactkit/transcript"
)

// Host carries words between the loader and the components. Its methods may be called at any time, before the components are
// mounted too.
type Host struct {
	send   func(message []byte) // to the loader; must not call back
	wake   func()               // lets the components' goroutine run soon
	locale locale.Locale
	now    func() time.Time
	when   func(time.Time, Look) string

	withheld markup.Withheld

	frame    Frame
	sessions *Sessions // nil until the list has come
	summary  transcript.Summary
	facets   transcript.Facets
	ctx      ui.Context
	mounted  bool
	queued   bool // an update is on its way
}

// Outside is what a host needs of the world.
type Outside struct {
	Send func(message []byte) // to the loader; must not call back
	// Wake lets other goroutines run soon. A call from JS returns without running those that it made ready, and nothing
	// else may happen for a long time.
	Wake   func()
	Now    func() time.Time
	Locale locale.Locale
	// Withhold is what readers do not get: its items are in no menu.
	Withhold markup.Withheld
	When     func(time.Time, Look) string // writes a time; nil writes it the same everywhere
}

// Look is how much of a time is written.
type Look int

// The looks of a time.
const (
	Day Look = iota
	Clock
	Both
)

// plainly writes a time the same for everyone.
func plainly(t time.Time, look Look) string {
	return t.Format([]string{"2006-01-02", "15:04", "2006-01-02 15:04"}[look])
}

// New makes a host.
func New(o Outside) *Host {
	h := &Host{send: o.Send, wake: o.Wake, locale: o.Locale, now: o.Now, when: o.When, withheld: o.Withhold}
	if h.when == nil {
		h.when = plainly
	}
	return h
}

// Run shows the frame in the page and never returns there. Elsewhere it does nothing.
func (h *Host) Run() {
	ui.RouteWithRegexp(".*", func() ui.Composer { return h.Root() })
	ui.RunWhenOnBrowser()
}

// Root is a new frame component.
func (h *Host) Root() ui.Composer { return &root{h: h} }

// Answer answers a call of the loader; ok is false for a name that is none of ours.
func (h *Host) Answer(call string, input []byte) (ok bool) {
	switch call {
	case "frame":
		h.frame = ParseFrame(input)
	case "sessions":
		h.sessions = ParseSessions(input)
	case "ping":
		if h.mounted {
			h.ctx.Dispatch(func(ui.Context) { h.say("pong", "") })
			h.wake()
		}
		return true
	default:
		return false
	}
	h.update()
	return true
}

// Summarize takes new counts.
func (h *Host) Summarize(s transcript.Summary) {
	s.Title, s.Agent, s.Project, s.Model = legible(s.Title), legible(s.Agent), legible(s.Project), legible(s.Model)
	if s != h.summary {
		h.summary = s
		h.update()
	}
}

// update draws the frame anew, once for all that was said since.
func (h *Host) update() {
	if !h.mounted || h.queued {
		return
	}
	h.queued = true
	h.ctx.Dispatch(func(ui.Context) { h.queued = false })
	h.wake()
}

// say tells the loader what a person asked for.
func (h *Host) say(do, value string) {
	m := protocol.AppendString([]byte(`{"do":`), do)
	m = protocol.AppendString(append(m, `,"value":`...), value)
	h.send(append(m, '}'))
}

func (h *Host) t(key string, args ...string) string { return h.locale.T("app_"+key, args...) }

// on is a handler that says something to the loader. It is used with ui.EventScope, since go-app takes all of them for the same.
func (h *Host) on(do, value string) ui.EventHandler {
	return guard(func(ui.Context, ui.Event) { h.say(do, value) })
}

// guard recovers: a handler that fails does nothing more, and the program lives.
func guard(f ui.EventHandler) ui.EventHandler {
	return func(ctx ui.Context, e ui.Event) {
		defer rescue("a handler")
		f(ctx, e)
	}
}

func rescue(where string) {
	if p := recover(); p != nil {
		ui.Log(fmt.Sprintf("vitrine: %s failed: %v", where, p))
	}
}

// safely draws, or says in words that it could not.
func (h *Host) safely(what string, draw func() ui.UI) (out ui.UI) {
	defer func() {
		if p := recover(); p != nil {
			ui.Log(fmt.Sprintf("vitrine: drawing %s failed: %v", what, p))
			out = ui.P().Class("app-notice app-notice-bad").Text(h.t("draw_failed"))
		}
	}()
	return draw()
}
