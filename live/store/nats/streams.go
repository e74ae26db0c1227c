package nats

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	eventStream = "EV"
	blobStream  = "BLOB"

	metaFormat = "vitrine.format"
	metaEpoch  = "vitrine.epoch"
)

func eventConfig(cfg Config) jetstream.StreamConfig {
	sc := baseConfig(eventStream, eventPrefix, cfg)
	sc.RePublish = &jetstream.RePublish{Source: eventPrefix + ">", Destination: livePrefix + ">"}
	sc.AllowAtomicPublish = true
	sc.MaxMsgsPerSubject = maxEvents
	sc.DiscardNewPerSubject = true
	return sc
}

func blobConfig(cfg Config) jetstream.StreamConfig {
	return baseConfig(blobStream, blobPrefix, cfg)
}

// baseConfig refuses instead of evicting (DiscardNew) and single deletes (DenyDelete); a whole session is purged by
// its subject, which DenyDelete leaves allowed.
func baseConfig(name, prefix string, cfg Config) jetstream.StreamConfig {
	window := dedupeWindow
	if cfg.MaxAge > 0 {
		window = min(window, cfg.MaxAge)
	}
	return jetstream.StreamConfig{
		Name:        name,
		Subjects:    []string{prefix + ">"},
		Storage:     jetstream.FileStorage,
		Discard:     jetstream.DiscardNew,
		MaxBytes:    cfg.MaxBytes / 2,
		MaxAge:      cfg.MaxAge,
		MaxMsgSize:  maxRecord + headerRoom,
		Duplicates:  window,
		AllowDirect: true,
		DenyDelete:  true,
		Replicas:    cfg.Replicas,
	}
}

// ensure opens the stream or makes it. What a stream was made with and cannot keep the promises is refused. With fixed
// the limits of a stream that is there are its operator's and stay.
func ensure(ctx context.Context, js jetstream.JetStream, want jetstream.StreamConfig, fixed bool) (jetstream.Stream, error) {
	s, err := openStream(ctx, js, want.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = createStream(ctx, js, want)
		if err == nil {
			return s, nil
		}
		if !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return nil, fmt.Errorf("making stream %s: %w", want.Name, err)
		}
		s, err = openStream(ctx, js, want.Name) // another server made it in this moment
	}
	if err != nil {
		return nil, fmt.Errorf("opening stream %s: %w", want.Name, err)
	}
	info := s.CachedInfo()
	have := info.Config
	bad := unfit(have, want)
	if fixed {
		bad = append(bad, unfitLimits(have, want)...)
	}
	if len(bad) > 0 {
		return nil, fmt.Errorf("opening stream %s: it was made with settings that lose events: %s", want.Name, strings.Join(bad, "; "))
	}
	if fixed {
		return s, nil
	}
	if have.MaxBytes == want.MaxBytes && have.MaxAge == want.MaxAge && have.Duplicates == want.Duplicates &&
		have.MaxMsgSize == want.MaxMsgSize && have.MaxMsgsPerSubject == want.MaxMsgsPerSubject {
		return s, nil
	}
	if used := info.State.Bytes; used > uint64(want.MaxBytes) {
		return nil, fmt.Errorf("opening stream %s: it holds %d bytes, the limit is %d now", want.Name, used, want.MaxBytes)
	}
	have.MaxBytes, have.MaxAge, have.Duplicates = want.MaxBytes, want.MaxAge, want.Duplicates
	have.MaxMsgSize, have.MaxMsgsPerSubject = want.MaxMsgSize, want.MaxMsgsPerSubject
	s, err = js.UpdateStream(ctx, have)
	if err != nil {
		return nil, fmt.Errorf("changing the limits of stream %s: %w", want.Name, err)
	}
	return s, nil
}

// createStream makes a stream, and waits some seconds for a cluster whose nodes are just finding each other.
func createStream(ctx context.Context, js jetstream.JetStream, want jetstream.StreamConfig) (jetstream.Stream, error) {
	const codeNoPeers = 10005
	for end := time.Now().Add(readTimeout); ; time.Sleep(5 * lagWait) {
		s, err := js.CreateStream(ctx, want)
		var api *jetstream.APIError
		if !errors.As(err, &api) || api.ErrorCode != codeNoPeers || time.Now().After(end) {
			return s, err
		}
	}
}

// openStream asks for a stream more than once: a cluster that has no leader for it in this moment does not answer.
func openStream(ctx context.Context, js jetstream.JetStream, name string) (jetstream.Stream, error) {
	for {
		try, cancel := context.WithTimeout(ctx, readTimeout)
		s, err := js.Stream(try, name)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return s, err
		}
	}
}

// streams opens both and returns the epoch, which is made with the event stream. known is the folder's marker:
// a stream that was there once is not made again in silence, since its readers would take the new one for the old.
func streams(ctx context.Context, js jetstream.JetStream, cfg Config, known *marker) (events, blobs jetstream.Stream, epoch string, err error) {
	epoch = rand.Text()
	switch old, err := openStream(ctx, js, eventStream); {
	case err == nil:
		if epoch, err = epochOf(old); err != nil {
			return nil, nil, "", err
		}
	case !errors.Is(err, jetstream.ErrStreamNotFound):
		return nil, nil, "", fmt.Errorf("opening stream %s: %w", eventStream, err)
	case known != nil:
		return nil, nil, "", fmt.Errorf("restore a backup, or remove %s to begin anew: %w", markerName, ErrGone)
	}
	if blobs, err = ensure(ctx, js, blobConfig(cfg), cfg.URL != ""); err != nil {
		return nil, nil, "", err
	}
	want := eventConfig(cfg)
	want.Metadata = map[string]string{metaFormat: strconv.Itoa(format), metaEpoch: epoch}
	if events, err = ensure(ctx, js, want, cfg.URL != ""); err != nil {
		return nil, nil, "", err
	}
	epoch, err = epochOf(events)
	return events, blobs, epoch, err
}

// epochOf reads what this package wrote into a stream, before anything is changed in it.
func epochOf(s jetstream.Stream) (string, error) {
	meta := s.CachedInfo().Config.Metadata
	n, err := strconv.Atoi(meta[metaFormat])
	if err != nil || n < 1 || meta[metaEpoch] == "" {
		return "", fmt.Errorf("opening stream %s: it is not one of this program", eventStream)
	}
	return meta[metaEpoch], checkFormat(n)
}
