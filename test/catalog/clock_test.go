package catalog_test

import (
	"sync/atomic"
	"time"

	"tradelog/app"
)

// steps is a clock that moves only when it is set.
type steps struct{ at atomic.Int64 }

func (c *steps) use(config *app.Config) {
	c.at.Store(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).Unix())
	config.Clock = func() time.Time { return time.Unix(c.at.Load(), 0).UTC() }
}

// at sets the clock and renews the token, which would have expired.
func (s *store) at(c *steps, text string) {
	s.T.Helper()
	at, err := time.Parse(time.DateTime, text)
	if err != nil {
		s.T.Fatal(err)
	}
	c.at.Store(at.Unix())
	s.Service = s.As([]string{"all"})
}
