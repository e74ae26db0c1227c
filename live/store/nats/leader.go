package nats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/vitrine-go/vitrine/live/store"
)

// lagWait is the pause before a replica that lags is asked again.
const lagWait = 20 * time.Millisecond

// query names one message: the newest of a subject, the first of it from a position on, or the one at a position.
type query struct {
	Last string `json:"last_by_subj,omitempty"`
	Next string `json:"next_by_subj,omitempty"`
	Seq  uint64 `json:"seq,omitempty"`
}

// lags tells whether direct gets may be answered by a replica that has not got everything yet. A replica's answers are
// a beginning of the truth: what they hold is right, what they do not hold says nothing.
func (s *Store) lags() bool { return s.cfg.Replicas > 1 }

// look gets one message, in a cluster from the leader, who knows whether it is there.
func (s *Store) look(ctx context.Context, stream jetstream.Stream, q query) (*jetstream.RawStreamMsg, error) {
	switch {
	case s.lags():
		return s.askLeader(ctx, stream.CachedInfo().Config.Name, q)
	case q.Last != "":
		return stream.GetLastMsgForSubject(ctx, q.Last)
	case q.Next != "":
		return stream.GetMsg(ctx, q.Seq, jetstream.WithGetMsgSubject(q.Next))
	default:
		return stream.GetMsg(ctx, q.Seq)
	}
}

// askLeader is a get that only the stream's leader answers. The headers that a direct get has are added behind the
// stored ones, as the engine does.
func (s *Store) askLeader(ctx context.Context, stream string, q query) (*jetstream.RawStreamMsg, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	m, err := s.reads.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, body)
	if err != nil {
		return nil, err
	}
	var got struct {
		Error   *jetstream.APIError `json:"error"`
		Message *struct {
			Subject string    `json:"subject"`
			Seq     uint64    `json:"seq"`
			Header  []byte    `json:"hdrs"`
			Data    []byte    `json:"data"`
			Time    time.Time `json:"time"`
		} `json:"message"`
	}
	if err := json.Unmarshal(m.Data, &got); err != nil {
		return nil, fmt.Errorf("the leader's answer: %w", err)
	}
	if got.Error != nil && got.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
		return nil, jetstream.ErrMsgNotFound
	}
	if got.Error != nil {
		return nil, got.Error
	}
	if got.Message == nil {
		return nil, fmt.Errorf("the leader's answer: %w", errMalformed)
	}
	h := natsgo.Header{}
	if len(got.Message.Header) > 0 {
		if h, err = natsgo.DecodeHeadersMsg(got.Message.Header); err != nil {
			return nil, fmt.Errorf("the leader's answer: %w", err)
		}
	}
	for key, value := range map[string]string{
		jetstream.SequenceHeader: fmt.Sprint(got.Message.Seq),
		jetstream.SubjectHeader:  got.Message.Subject,
		jetstream.TimeStampHeaer: got.Message.Time.Format(time.RFC3339Nano),
	} {
		h[key] = append(h[key], value)
	}
	return &jetstream.RawStreamMsg{
		Subject: got.Message.Subject, Sequence: got.Message.Seq, Header: h, Data: got.Message.Data, Time: got.Message.Time,
	}, nil
}

// barrierSubject is no session's: its letters are none that a session id may have.
const barrierSubject = eventPrefix + "BARRIER"

// barrier returns when a quorum has agreed to something, here to purge nothing. A leader that was cut off from the
// others believes for a while that it leads still, and what it does not have may be there: it gets no further than this.
func (s *Store) barrier(ctx context.Context) error {
	if err := s.events.Purge(ctx, jetstream.WithPurgeSubject(barrierSubject)); err != nil {
		return down(ctx, "asking a quorum", err)
	}
	return nil
}

// caughtUp compares a page that ended with the leader: what a lagging replica did not give is said to be there, and
// one that gave nothing is asked again. That there is nothing is said by a quorum only.
func (s *Store) caughtUp(ctx context.Context, k pageKey, b *batch) (again bool, err error) {
	newest, err := s.newest(ctx, k.session)
	if err == nil && s.lags() && len(b.msgs) == 0 && newest.Seq < k.from {
		if err = s.barrier(ctx); err == nil {
			newest, err = s.newest(ctx, k.session)
		}
	}
	if err != nil {
		return false, err
	}
	if len(b.msgs) > 0 {
		b.more = b.msgs[len(b.msgs)-1].Sequence < newest.Seq
		return false, nil
	}
	return s.lags() && newest.Seq >= k.from, nil
}

// patient repeats what a lagging replica answered too early, until ctx ends.
func patient(ctx context.Context, try func() (again bool, err error)) error {
	for {
		again, err := try()
		if err != nil || !again {
			return err
		}
		t := time.NewTimer(lagWait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(errSilence, store.ErrDown)
		}
	}
}
