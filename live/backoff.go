package live

import (
	"context"
	"math/rand/v2"
	"time"
)

// Backoff spreads the attempts of many clients after one failure: full jitter, doubling. The zero value is usable.
type Backoff struct {
	Min time.Duration // the first attempt waits at most this; 0 means 250 ms
	Max time.Duration // no attempt waits longer; 0 means 15 s
}

// healthy is how long a connection must have lasted for its end to count as a first failure.
const healthy = 30 * time.Second

// wait returns how long to wait before attempt n, counted from 0.
func (b Backoff) wait(n int) time.Duration {
	or(&b.Min, 250*time.Millisecond)
	or(&b.Max, 15*time.Second)
	top := b.Max
	if n < 20 {
		top = min(top, b.Min<<n)
	}
	return 1 + rand.N(top)
}

// sleep waits, or returns why ctx ended.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
