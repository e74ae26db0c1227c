// Package kind is the contract between the facade and the kinds of payload. A kind reads a payload into a View once; the View
// draws itself for a state, answers actions and gives out what is copied or saved. All of it is pure.
package kind

import (
	"github.com/vitrine-go/vitrine/artifactkit/locale"
	"github.com/vitrine-go/vitrine/artifactkit/markup"
	"github.com/vitrine-go/vitrine/artifactkit/protocol"
)

// Env is what the host decides for one rendering.
type Env struct {
	Scope     markup.Scope  // prefix of every id
	Locale    locale.Locale // words
	Highlight bool          // colour code
	Title     string        // what stands above the view; a kind does not say it again
	Rows      bool          // the host answers mode:table:NAME with a table of what Tabular gives
	Load      bool          // the host lets a reader load remote images one by one (TR-5)
}

// View is a decoded payload, ready to be drawn many times.
type View interface {
	// Node draws the view. It carries at most a few thousand elements, whatever the payload's size, and says what it left out.
	Node(st State, env Env) markup.Node
}

// Updater is a View with controls. Update answers an action ("sort:3", design of view state and actions); an action it does
// not know leaves the state as it is.
type Updater interface {
	Update(st State, action string) State
}

// Extractor is a View that gives out what a host copies or saves for "copy:..." and "download:...".
type Extractor interface {
	// Extract returns a media type, a file name and the bytes; ok is false for a word it does not know.
	Extract(what string, st State) (mime, name string, body []byte, ok bool)
}

// Copier is an Extractor that names the word for its copy button; drawing the button must not cost an extraction.
type Copier interface {
	CopyWord() string
}

// Noter is a View that could not draw all of its payload. It says so in its own place too; these are the codes for programs (ART-9).
type Noter interface {
	// Notes are what was not drawn, in the order of the payload, with paths below it and messages in English.
	Notes() []protocol.Reason
}

// Tabular is a View that holds lists of like objects. A host shows one as a table by the kind that draws tables, so that no kind
// needs another.
type Tabular interface {
	// Rows gives the list at a place that the view named in an action mode:table:NAME.
	Rows(name string) (protocol.Value, bool)
}

// Kind is one kind of payload.
type Kind struct {
	Name string // as in the artifact's kind
	Icon string // Bootstrap Icons name when the artifact has none
	Rich bool   // DI-4: framed, may go full screen
	// Open reads a payload. A reason means that nothing of it can be drawn: the host falls back to the value and shows it.
	// value is the portable text of the result, for kinds that complete it.
	Open func(payload protocol.Value, value string) (View, *protocol.Reason)
}
