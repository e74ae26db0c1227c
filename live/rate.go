package live

import (
	"container/list"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiters are the rates that a request must keep to, each by another name for where it comes from or goes to.
type limiters struct {
	addr    *limiter // by address
	refused *limiter // by address, of requests with a token that is not good
	caller  *limiter // by token or person
	session *limiter // by session
}

func newLimiters(l Limits) limiters {
	return limiters{
		addr: newLimiter(l.AddrRate, l.AddrBurst), refused: newLimiter(l.Rate, l.Burst),
		caller: newLimiter(l.Rate, l.Burst), session: newLimiter(l.SessionRate, l.SessionBurst),
	}
}

// limiter holds one token bucket per caller and forgets those that were quiet longest.
type limiter struct {
	rate  rate.Limit
	burst int
	max   int

	mu    sync.Mutex
	order *list.List // of *bucket, most recent first
	byKey map[string]*list.Element
}

type bucket struct {
	key string
	lim *rate.Limiter
}

// A full table is about a megabyte; whoever can fill it owns that many tokens or addresses.
const limiterKeys = 8192

func newLimiter(perSecond float64, burst int) *limiter {
	return &limiter{rate: rate.Limit(perSecond), burst: burst, max: limiterKeys, order: list.New(), byKey: map[string]*list.Element{}}
}

// wait returns 0 when the caller may go on, otherwise how long it should wait.
func (l *limiter) wait(key string) time.Duration {
	l.mu.Lock()
	el, ok := l.byKey[key]
	if ok {
		l.order.MoveToFront(el)
	} else {
		el = l.order.PushFront(&bucket{key, rate.NewLimiter(l.rate, l.burst)})
		l.byKey[key] = el
		if l.order.Len() > l.max {
			last := l.order.Back()
			delete(l.byKey, l.order.Remove(last).(*bucket).key)
		}
	}
	lim := el.Value.(*bucket).lim
	l.mu.Unlock()

	res := lim.Reserve()
	d := res.Delay()
	if d > 0 {
		res.Cancel()
	}
	return d
}

func (l *limiter) check(key string) error {
	d := l.wait(key)
	if d == 0 {
		return nil
	}
	e := refuse(http.StatusTooManyRequests, "too_many", "too many requests; wait and try again")
	e.RetryAfter = d
	return e
}
