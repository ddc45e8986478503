package operations

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"sync"
	"time"

	"tradelog/internal/lru"
)

// Limiter limits calls in sliding windows: each key has at most limit calls in any window. A refused call is not counted. Each
// process counts for itself.
type Limiter struct {
	mu       sync.Mutex
	windows  lru.Cache[string, []time.Time]
	clock    func() time.Time
	disabled bool

	underway inFlight
	proving  sync.Mutex // see Prove
}

// limitedKeys is the greatest number of keys in memory. The least recently used key is removed first.
const limitedKeys = 100_000

// NewLimiter makes a limiter. off disables all limits, for load tests.
func NewLimiter(clock func() time.Time, off bool) *Limiter {
	return &Limiter{windows: lru.New[string, []time.Time](limitedKeys), clock: clock, disabled: off}
}

// Allow counts a call. If it is refused, Allow returns how long to wait for the next one.
func (l *Limiter) Allow(key string, limit int, window time.Duration) (bool, time.Duration) {
	return l.count(key, limit, window, true)
}

// Left reports whether Allow would allow a call, without counting one. It serves limits that count failed calls only.
func (l *Limiter) Left(key string, limit int, window time.Duration) bool {
	left, _ := l.count(key, limit, window, false)
	return left
}

// Prove runs a check under limits that count only its failures. Checks run one after another, so that simultaneous ones cannot exceed the
// limit. A check must be quick and do no I/O.
func (c *Call) Prove(check func() error, rules ...Limit) error {
	l := c.pipeline.Limiter
	l.proving.Lock()
	defer l.proving.Unlock()
	for _, rule := range rules {
		if err := c.limited(rule, nil, false); err != nil {
			return err
		}
	}
	failed := check()
	if failed != nil {
		for _, rule := range rules {
			if err := c.limited(rule, nil, true); err != nil {
				return err
			}
		}
	}
	return failed
}

func (l *Limiter) count(key string, limit int, window time.Duration, counted bool) (bool, time.Duration) {
	if l.disabled || limit <= 0 {
		return true, 0
	}
	if len(key) > 100 { // a long key would let callers fill the memory
		sum := sha256.Sum256([]byte(key))
		key = string(sum[:])
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock()
	had, _ := l.windows.Get(key)
	recent := had[:0:0]
	for _, at := range had {
		if now.Sub(at) < window {
			recent = append(recent, at)
		}
	}
	if len(recent) >= limit {
		return false, window - now.Sub(recent[len(recent)-limit])
	}
	if counted {
		l.windows.Add(key, append(recent, now))
	}
	return true, 0
}

// PerCaller counts by IP address and, after login, by customer.
func PerCaller(c *Call, _ any) []string {
	keys := []string{"ip " + c.Caller.RemoteIP}
	if id := c.CustomerID(); id != 0 {
		keys = append(keys, "customer "+strconv.FormatInt(id, 10))
	}
	return keys
}

// limit applies the operation's limits: the early ones, or those that need the input.
func (c *Call) limit(early bool, input any) error {
	for _, rule := range c.Operation.Limits {
		if rule.ByHand || rule.Early != early {
			continue
		}
		if err := c.Limit(rule, input); err != nil {
			return err
		}
	}
	return nil
}

// Limit applies one limit, for a handler in which its place among the checks matters.
func (c *Call) Limit(rule Limit, input any) error { return c.limited(rule, input, true) }

// limited refuses a call beyond a limit. If counted is false, the call is only checked and does not count.
func (c *Call) limited(rule Limit, input any, counted bool) error {
	if c.inner || c.Caller.operator() || len(rule.Exempt) > 0 && c.Has(rule.Exempt...) {
		return nil
	}
	allowed := c.Config().Int(rule.Setting())
	keys := []string{"ip " + c.Caller.RemoteIP}
	if rule.Keys != nil {
		keys = rule.Keys(c, input)
	}
	for _, key := range keys {
		if ok, wait := c.pipeline.Limiter.count(c.bucket(rule)+" "+key, allowed, rule.Window, counted); !ok {
			f := *errRateLimited
			if !rule.Silent {
				f.RetryAfter = wait
			}
			return &f
		}
	}
	return nil
}

// bucket returns the bucket of a limit: the calls of one resource under one setting. HEAD requests have a bucket of their own,
// so they do not use up the calls of others.
func (c *Call) bucket(rule Limit) string {
	parts := []string{rule.Setting(), c.Operation.Resource.Name, rule.Bucket}
	if c.Operation.Reads() && c.Caller.DryRun {
		parts = append(parts, "tried")
	}
	return strings.Join(parts, " ")
}
