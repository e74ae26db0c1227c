package nats

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// join opens the store in an engine elsewhere, after looking whether that engine can keep the promises.
func join(ctx context.Context, cfg Config) (s *Store, err error) {
	s = &Store{cfg: cfg, space: &headroom{min: -1}}
	s.quit, s.end = context.WithCancel(context.Background())
	defer func() {
		if err != nil {
			_ = s.Close()
			s = nil
		}
	}()
	d := dialer{url: cfg.URL, opts: []natsgo.Option{
		natsgo.Timeout(5 * time.Second),
		natsgo.ReconnectWait(100 * time.Millisecond),
		// A link that a network swallowed is found by its silence.
		natsgo.PingInterval(5 * time.Second),
		natsgo.MaxPingsOutstanding(2),
	}}
	if cfg.Credentials != "" {
		d.opts = append(d.opts, natsgo.UserCredentials(cfg.Credentials))
	}
	if err = able(ctx, d); err != nil {
		return s, fmt.Errorf("using the engine at %s: %w", Redacted(cfg.URL), err)
	}
	if err = s.connect(ctx, d, nil); err != nil {
		return s, fmt.Errorf("using the engine at %s: %w", Redacted(cfg.URL), err)
	}
	if cfg.Replicas == 1 {
		cfg.Logger.Warn("one copy of every event is kept: it is safe against a power cut only where the engine is set to sync_interval: always")
	}
	return s, nil
}

// apiLevel is that of the engines which have atomic batches, 2.12 and newer.
const apiLevel = 2

// able asks the engine what streams that are made there will need.
func able(ctx context.Context, d dialer) error {
	c, err := d.dial("vitrine asks")
	if err != nil {
		return err
	}
	defer c.close()
	if got, need := c.nc.MaxPayload(), int64(maxRecord+headerRoom); got < need {
		return fmt.Errorf("its max_payload is %d bytes, at least %d are needed", got, need)
	}
	req, cancel := c.request(ctx, startTimeout)
	defer cancel()
	info, err := c.js.AccountInfo(req)
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, natsgo.ErrNoResponders):
		return fmt.Errorf("it has no JetStream: start it with -js or a jetstream block: %w", err)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("this user's account has no JetStream: %w", err)
	case err != nil:
		return fmt.Errorf("asking it about JetStream: %w", err)
	case info.API.Level < apiLevel:
		return fmt.Errorf("version %s is too old: 2.12 or newer is needed, for atomic batches", c.nc.ConnectedServerVersion())
	}
	return nil
}

// unfit names what in a stream's settings breaks a promise.
func unfit(have, want jetstream.StreamConfig) (bad []string) {
	say := func(wrong bool, format string, args ...any) {
		if wrong {
			bad = append(bad, fmt.Sprintf(format, args...))
		}
	}
	say(have.Storage != want.Storage, "it keeps its messages in memory, not in files")
	say(have.Retention != jetstream.LimitsPolicy, "its retention is %v, limits is needed", have.Retention)
	say(have.Discard != want.Discard, "when full it drops old messages (discard old) instead of refusing new ones")
	say(have.PersistMode != jetstream.DefaultPersistMode, "its persist mode acknowledges before writing (async)")
	say(have.NoAck, "it acknowledges nothing")
	say(have.Sealed, "it is sealed")
	say(have.DenyPurge, "it denies purging, so no session can be deleted")
	say(!have.AllowDirect, "direct gets are off")
	say(have.AllowAtomicPublish != want.AllowAtomicPublish, "atomic batches are off")
	say(!slices.Equal(have.Subjects, want.Subjects), "its subjects are %v, not %v", have.Subjects, want.Subjects)
	say(have.Mirror != nil || len(have.Sources) > 0 || have.SubjectTransform != nil, "it copies or renames messages of other streams")
	say(!sameCopies(have.RePublish, want.RePublish), "it does not republish its messages whole under %s>", livePrefix)
	say(have.MaxMsgsPerSubject > 0 && have.DiscardNewPerSubject != want.DiscardNewPerSubject, "it drops old messages of a subject that has many")
	say(have.Replicas < want.Replicas, "it keeps %d of the %d replicas that are asked for", have.Replicas, want.Replicas)
	return bad
}

// unfitLimits names the limits that are the operator's to change, where they break a promise.
func unfitLimits(have, want jetstream.StreamConfig) (bad []string) {
	if have.MaxAge != want.MaxAge {
		bad = append(bad, fmt.Sprintf("its messages live %v, retention is set to %v (0s keeps them)", have.MaxAge, want.MaxAge))
	}
	if have.MaxMsgSize > 0 && have.MaxMsgSize < want.MaxMsgSize {
		bad = append(bad, fmt.Sprintf("its largest message is %d bytes, %d are needed", have.MaxMsgSize, want.MaxMsgSize))
	}
	return bad
}

func sameCopies(a, b *jetstream.RePublish) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// Redacted is a list of engine addresses without the passwords in it.
func Redacted(urls string) string {
	list := strings.Split(urls, ",")
	for i, text := range list {
		text = strings.TrimSpace(text)
		u, err := url.Parse(text)
		switch {
		case err == nil && u.Host != "":
			if u.User != nil {
				u.User = url.User("xxxxx")
			}
			list[i] = u.String()
		case strings.Contains(text, "@"):
			list[i] = "xxxxx" + text[strings.LastIndex(text, "@"):]
		}
	}
	return strings.Join(list, ",")
}
