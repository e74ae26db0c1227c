package nats

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

// Subjects. A session id is one token by its alphabet.
const (
	eventPrefix = "ev."
	livePrefix  = "live."
	blobPrefix  = "blob."
)

func eventSubject(session string) string { return eventPrefix + session }

func blobSubject(session, digest string) string { return blobPrefix + session + "." + digest }

// headerPrev holds the position an event follows in its session: absolute, or as "-n" the one n before its own, for
// events of one batch, which are stored without a gap but at positions not known before. A page has to tell its
// first record's predecessor too, and asking the engine for that costs a search backwards.
const headerPrev = "Vitrine-Prev"

// errMalformed marks a message that this package did not write.
var errMalformed = errors.New("malformed message")

// message builds one event. All headers are made here; nothing of a producer becomes one.
// The engine stores it only if tail is still the newest position of the session.
func message(session string, e *event, tail uint64) *natsgo.Msg {
	m := batchMessage(session, e, strconv.FormatUint(tail, 10))
	m.Header[jetstream.ExpectedLastSubjSeqHeader] = m.Header[headerPrev]
	return m
}

// batchMessage builds an event that follows another one of its session in the same batch; the engine allows no
// expectation there, and the batch is stored whole and without a gap or not at all.
func batchMessage(session string, e *event, prev string) *natsgo.Msg {
	return &natsgo.Msg{
		Subject: eventSubject(session),
		Data:    e.body,
		Header: natsgo.Header{
			jetstream.MsgIDHeader: {messageID(session, e)},
			headerPrev:            {prev},
		},
	}
}

// messageID is unique in the stream, not in the session alone. An id that the engine still remembers of a session
// deleted meanwhile gets a suffix; that it is stored once is then up to the expected position alone.
func messageID(session string, e *event) string {
	if e.ghost != "" {
		return session + "/" + e.id + "/" + e.ghost
	}
	return session + "/" + e.id
}

// last returns the last value of a header. The engine adds its own after the stored ones, so that the last is true
// whoever wrote the message; Header.Get would give the first.
func last(h natsgo.Header, key string) string {
	if v := h[key]; len(v) > 0 {
		return v[len(v)-1]
	}
	return ""
}

func lastUint(h natsgo.Header, key string) (uint64, error) {
	n, err := strconv.ParseUint(last(h, key), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("header %s: %w", key, errMalformed)
	}
	return n, nil
}

// record reads a stored event or its live copy: both carry the same headers.
func record(h natsgo.Header, data []byte) (store.Record, error) {
	seq, err := lastUint(h, jetstream.SequenceHeader)
	if err != nil {
		return store.Record{}, err
	}
	at, err := time.Parse(time.RFC3339Nano, last(h, jetstream.TimeStampHeaer))
	if err != nil {
		return store.Record{}, fmt.Errorf("header %s of %d: %w", jetstream.TimeStampHeaer, seq, errMalformed)
	}
	session, ok := strings.CutPrefix(last(h, jetstream.SubjectHeader), eventPrefix)
	owner, rest, _ := strings.Cut(h.Get(jetstream.MsgIDHeader), "/")
	id, _, _ := strings.Cut(rest, "/")
	if !ok || owner != session || !store.ValidSession(session) || !store.ValidID(id) {
		return store.Record{}, fmt.Errorf("names of %d: %w", seq, errMalformed)
	}
	prev, err := previous(h.Get(headerPrev), seq)
	if err != nil {
		return store.Record{}, err
	}
	return store.Record{Seq: seq, Prev: prev, Session: session, ID: id, Time: at.UTC(), Body: data}, nil
}

func previous(text string, seq uint64) (uint64, error) {
	back, relative := strings.CutPrefix(text, "-")
	n, err := strconv.ParseUint(back, 10, 64)
	if err != nil || n >= seq {
		return 0, fmt.Errorf("header %s of %d: %w", headerPrev, seq, errMalformed)
	}
	if relative {
		return seq - n, nil
	}
	return n, nil
}
