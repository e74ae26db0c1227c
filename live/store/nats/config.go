package nats

import (
	"errors"
	"log/slog"
	"time"
)

// Sync says when an event counts as stored.
type Sync int

const (
	Strict Sync = iota // after an fsync: survives a power cut
	Fast               // after the write: a power cut may lose the last second
)

// Config opens a store. Dir is needed, or URL for an engine elsewhere; the zero value of everything else is the safe one.
type Config struct {
	Dir      string        // data folder, of this store alone; made with mode 0700
	External               //
	Sync     Sync          //
	MaxBytes int64         // on disk, half for events and half for blobs; 0 means 8 GiB
	MaxAge   time.Duration // records and blobs older than this are dropped; 0 keeps them
	MinFree  int64         // disk space under which nothing more is stored; 0 means 256 MiB, below 0 no check
	Logger   *slog.Logger  // the engine's warnings and errors; nil drops them
}

// External says where an engine runs that is not ours. With it the engine's own configuration decides about syncing and
// about the disk: Dir, Sync and MinFree mean nothing.
type External struct {
	URL         string // such as nats://a:4222,nats://b:4222; tls:// asks for TLS
	Credentials string // file with a user's JWT and key; "" for none
	Replicas    int    // copies of every event, 1, 3 or 5; 0 means 1
}

const (
	maxRecord = 512 << 10
	maxBlob   = 32 << 20
	chunkSize = 512 << 10

	// headerRoom is what one message may carry beside its body: ours is about 400 bytes at the longest names.
	headerRoom = 4 << 10

	maxEvents = 1_000_000 // of one session

	pageRecords = 512 // of one page; the reading connection's queue must be longer
	pageBytes   = 4 << 20
	queueLen    = 1024

	// rememberedIDs bounds the ids kept in memory beyond those of sessions in use.
	rememberedIDs = 400_000

	minMaxBytes     = 2 << 20
	defaultMaxBytes = 8 << 30
	defaultMinFree  = 256 << 20

	// syncEvery is how much a power cut may lose under Fast.
	syncEvery = time.Second

	// dedupeWindow is the engine's own memory of ids. It catches a repetition that overtakes its original.
	dedupeWindow = 2 * time.Minute

	readTimeout  = 3 * time.Second
	writeTimeout = 10 * time.Second
	startTimeout = 30 * time.Second
)

func (c Config) withDefaults() (Config, error) {
	if c.URL != "" {
		c.Dir, c.MinFree = "", -1
	} else if c.Dir == "" {
		return c, errors.New("opening the store: no data folder given")
	}
	if c.MaxBytes == 0 {
		c.MaxBytes = defaultMaxBytes
	}
	if c.MaxBytes < minMaxBytes {
		return c, errors.New("opening the store: MaxBytes is under 2 MiB")
	}
	if c.MinFree == 0 {
		c.MinFree = defaultMinFree
	}
	if c.Replicas == 0 {
		c.Replicas = 1
	}
	if c.Replicas != 1 && (c.URL == "" || c.Replicas != 3 && c.Replicas != 5) {
		return c, errors.New("opening the store: Replicas is 1, or 3 or 5 in a cluster elsewhere")
	}
	if c.MaxAge < 0 {
		return c, errors.New("opening the store: MaxAge is negative")
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c, nil
}
