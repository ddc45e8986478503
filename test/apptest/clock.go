package apptest

import (
	"sync"
	"time"

	"tradelog/app"
)

// Clock is a clock that a test moves on. It starts at the present.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock makes a clock.
func NewClock() *Clock { return &Clock{now: time.Now().UTC().Truncate(time.Second)} }

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves the clock on.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// WithClock gives the shop a clock.
func WithClock(c *Clock) Option {
	return WithConfig(func(config *app.Config) { config.Clock = c.Now })
}

// WithRateLimits turns the rate limits on.
func WithRateLimits() Option {
	return WithConfig(func(config *app.Config) { config.Requests.RateLimitsOff = false })
}
