package transports_test

import (
	"testing"
	"time"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestRateLimits checks that a sliding window admits only so many calls and that refused calls do not count (conventions §14).
func TestRateLimits(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := newProbe().start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	s.Configure("system/rate_limit/contact", "3")
	tooMany := refusal{429, "too_many_requests", "Too many requests. Please try again later.", false}
	call := func() {
		t.Helper()
		s.Must(200, "GET", "/limited-probe", nil)
	}
	stop := func(wait string) {
		t.Helper()
		if a := refused(t, s, tooMany, "GET", "/limited-probe", nil); a.Header.Get("Retry-After") != wait {
			t.Errorf("Retry-After %q, want %s", a.Header.Get("Retry-After"), wait)
		}
	}
	call()
	clock.Advance(20 * time.Second)
	call()
	call()
	stop("40")
	stop("40") // refusals do not count
	clock.Advance(39*time.Second + 500*time.Millisecond)
	stop("1")
	clock.Advance(500 * time.Millisecond)
	call()
	stop("20")
	// Calls are counted by address, not by account. The client cannot choose its address.
	stop20 := refused(t, s, tooMany, "GET", "/limited-probe", nil, salestest.With(apptest.Bearer(s.Service([]string{"all"})),
		"X-Forwarded-For", "10.0.0.1")...)
	if stop20.Header.Get("Retry-After") != "20" {
		t.Errorf("Retry-After %q", stop20.Header.Get("Retry-After"))
	}
	s.Configure("system/trusted_proxies/addresses", "127.0.0.0/8")
	s.Must(200, "GET", "/limited-probe", nil, "X-Forwarded-For", "10.0.0.1")
	s.Must(200, "GET", "/limited-probe", nil, "X-Forwarded-For", "10.0.0.1, 127.0.0.1, 127.0.0.9") // several proxies
	s.Must(200, "GET", "/limited-probe", nil, "X-Forwarded-For", "6.6.6.6, 10.0.0.1")              // the client invented the first address
	refused(t, s, tooMany, "GET", "/limited-probe", nil, "X-Forwarded-For", "7.7.7.7, 10.0.0.1")
	s.Configure("system/rate_limit/contact", "0")
	for range 10 {
		call() // 0 means no limit
	}
}

func TestRateLimitsCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	s := newProbe().start(t)
	for range 20 {
		s.Must(200, "GET", "/limited-probe", nil)
	}
}
