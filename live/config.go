package live

import (
	"io"
	"iter"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/vitrine-go/vitrine/live/store"
)

// Config says what a server is made of. Store is required; everything else has a safe default.
type Config struct {
	Store store.Store // closed by the caller, after Shutdown
	Auth  *Auth       // nil refuses every token

	Identity Identity // people whom a proxy knows; the zero value is none

	// Base is the path under which browsers see the handler, "/" by default. Requests may arrive with it or, behind
	// http.StripPrefix or a proxy that cuts it off, without.
	Base string

	// PublicURL is the address people type when it is not the listener's own: its host and origin are allowed.
	PublicURL string
	Hosts     []string // further allowed Host headers, exact, with their port
	Origins   []string // further allowed origins, "https://app.example"; they get CORS answers

	// Page serves the viewer: every GET outside the API, its path without Base. Nil answers 404.
	Page http.Handler
	// Static writes a session as a document without script; what costs much comes before its first write. Nil answers 501.
	Static func(w io.Writer, t Transcript) error
	// Render answers POST /v1/render; q is the request's query (from, locale and the like). Nil answers 501.
	Render func(q url.Values, body []byte) ([]byte, error)
	// Import reads a foreign text for POST events?from=NAME. An *Error in the chain is answered as it is. Nil answers 501.
	Import func(from string, body []byte) (Imported, error)

	Version string            // shown by /version
	Notes   map[string]string // shown by /readyz, such as the durability that was chosen

	Limits Limits
	Timing Timing
	Log    *slog.Logger // nil is silent; neither tokens nor payloads are ever logged
}

// Imported is what [Config].Import made of a foreign text.
type Imported struct {
	From      string   // the importer that claimed it
	Envelopes [][]byte // one JSON object each
}

// Transcript is a stored session as [Config].Static reads it.
type Transcript struct {
	Session string
	// Languages are those that the reader wants the words around it in, best first, as in Accept-Language: what ?lang says, else what
	// the browser prefers. At most 256 bytes, and anything may stand there.
	Languages string
	Partial   bool                                // its beginning is no longer kept
	Lines     iter.Seq2[[]byte, error]            // as GET events gives them, without the newline; valid until the next one
	Blob      func(sha256 string) ([]byte, error) // the whole bytes of a large event
}

// Limits bound what one server takes on. A zero field means the default.
type Limits struct {
	Body    int // bytes of one request body: 32 MiB
	Inline  int // bytes of an envelope above which its event goes to a blob: 512 KiB, or what the store takes
	Preview int // bytes of a text kept beside a blob: 4 KiB

	Box      int // events waiting for one reader before it reads from the store instead: 64
	BoxBytes int // their bytes: 1 MiB
	Window   int // events sent over a WebSocket without an acknowledgement: 512
	Sockets  int // open streams of all kinds: 10,000
	Waiting  int // sockets that have not said hello, of which the oldest makes room: 1,000
	PerTopic int // streams of one session: 2,000
	PerUser  int // streams of one token or person: 1,000
	PerAddr  int // streams of one address: 4,000

	Rate         float64 // requests a second of one token or person, and of one address those without a good token: 1,000
	Burst        int     // 2,000
	AddrRate     float64 // of one address, whatever they bear: 4,000
	AddrBurst    int     // 8,000
	SessionRate  float64 // of one session, whoever asks: 2,000
	SessionBurst int     // 4,000

	Quota int64 // bytes that one session may take, its large events included; 0: no bound of its own
}

// Timing holds every clock of the server. A zero field means the default.
type Timing struct {
	Hello     time.Duration // until the first frame: 5 s
	Heartbeat time.Duration // between two: 20 s
	Write     time.Duration // one write, after which a reader counts as too slow: 10 s
	Grace     time.Duration // what such a write gets to end, so that the close code arrives: 5 s
	Close     time.Duration // the closing handshake: 2 s
	Body      time.Duration // reading a request body: 60 s
	Poll      time.Duration // between two looks for events whose live copy was lost: 30 s
	Token     time.Duration // life of a session token: 30 days
	Spread    time.Duration // over which Shutdown says goodbye to the readers, so that they do not all return at once: 1 s
}

func or[T int | float64 | time.Duration](p *T, def T) {
	if *p <= 0 {
		*p = def
	}
}

func (l Limits) withDefaults(st store.Limits) Limits {
	or(&l.Body, 32<<20)
	or(&l.Inline, 512<<10)
	l.Inline = min(l.Inline, st.Record)
	or(&l.Preview, 4<<10)
	or(&l.Box, 64)
	or(&l.BoxBytes, 1<<20)
	or(&l.Window, 512)
	or(&l.Sockets, 10_000)
	or(&l.Waiting, 1_000)
	or(&l.PerTopic, 2_000)
	or(&l.PerUser, 1_000)
	or(&l.PerAddr, 4_000)
	or(&l.Rate, 1000)
	or(&l.Burst, 2000)
	or(&l.AddrRate, 4000)
	or(&l.AddrBurst, 8000)
	or(&l.SessionRate, 2000)
	or(&l.SessionBurst, 4000)
	return l
}

func (t Timing) withDefaults() Timing {
	or(&t.Hello, 5*time.Second)
	or(&t.Heartbeat, 20*time.Second)
	or(&t.Write, 10*time.Second)
	or(&t.Grace, 5*time.Second)
	or(&t.Close, 2*time.Second)
	or(&t.Body, 60*time.Second)
	or(&t.Poll, 30*time.Second)
	or(&t.Token, 30*24*time.Hour)
	or(&t.Spread, time.Second)
	return t
}
