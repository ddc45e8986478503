package operations

import (
	"testing"
	"time"
)

// TestEnterCountsWhatIsUnderWay checks the count for each key and that ended calls are dropped.
func TestEnterCountsWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	l := NewLimiter(time.Now, false)
	first, ok := l.Enter("a", 2)
	second, again := l.Enter("a", 2)
	if !ok || !again {
		t.Fatal("two calls do not fit below a limit of two")
	}
	if _, third := l.Enter("a", 2); third {
		t.Error("a third call fits")
	}
	other, ok := l.Enter("b", 1)
	if !ok {
		t.Fatal("another key is limited too")
	}
	first()
	if leave, ok := l.Enter("a", 2); !ok {
		t.Error("a call that has ended still counts")
	} else {
		leave()
	}
	second()
	other()
	if n := len(l.underway.calls); n != 0 {
		t.Errorf("%d keys are remembered without calls", n)
	}
	for _, free := range []*Limiter{NewLimiter(time.Now, true), l} {
		for range 3 {
			if _, ok := free.Enter("free", map[bool]int{true: 1}[free.disabled]); !ok {
				t.Error("a limit that is off refuses")
			}
		}
	}
}

func TestHost(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64",
		"nonsense": "nonsense",
	} {
		if got := Host(ip); got != want {
			t.Errorf("%s: %s, want %s", ip, got, want)
		}
	}
}
