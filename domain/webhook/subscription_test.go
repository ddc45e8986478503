package webhook

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/domain/change"
)

// TestWants: which changes a subscription is sent.
func TestWants(t *testing.T) {
	t.Parallel()
	all := Subscription{Resources: []string{"orders"}}
	some := Subscription{Resources: []string{"orders", "products"}, Changes: []string{"changed", "deleted"}, Fields: []string{"price"}}
	for _, c := range []struct {
		of       Subscription
		resource string
		what     change.Kind
		fields   []string
		want     bool
	}{
		{all, "orders", change.Created, nil, true},
		{all, "products", change.Created, nil, false},
		{some, "orders", change.Created, nil, false},
		{some, "orders", change.Changed, []string{"status"}, false},
		{some, "products", change.Changed, []string{"name", "price"}, true},
		{some, "products", change.Changed, nil, true}, // it is about the whole
		{some, "products", change.Deleted, []string{"name"}, true},
	} {
		if got := c.of.Wants(c.resource, c.what, c.fields); got != c.want {
			t.Errorf("%v: %s %s %v: %t", c.of, c.resource, c.what, c.fields, got)
		}
	}
}

// TestSecrets: the former secret signs for the time that it was given.
func TestSecrets(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC)
	s := Subscription{SecretVersion: 1}
	if got := s.Secrets(at); !slices.Equal(got, []int64{1}) {
		t.Errorf("at first: %v", got)
	}
	s = s.Rotated(at, time.Hour)
	if got := s.Secrets(at.Add(59 * time.Minute)); !slices.Equal(got, []int64{2, 1}) {
		t.Errorf("soon after: %v", got)
	}
	if got := s.Secrets(at.Add(time.Hour)); !slices.Equal(got, []int64{2}) {
		t.Errorf("later: %v", got)
	}
	if got := s.Rotated(at, 0).Secrets(at); !slices.Equal(got, []int64{3}) {
		t.Errorf("without an overlap: %v", got)
	}
}

// TestPause: pauses double, to half an hour; a receiver may ask for longer ones, to an hour.
func TestPause(t *testing.T) {
	t.Parallel()
	for attempts, want := range map[int]time.Duration{1: 5 * time.Second, 2: 10 * time.Second, 5: 80 * time.Second, 100: 30 * time.Minute} {
		if got := Pause(attempts, 0); got != want {
			t.Errorf("after %d attempts: %s", attempts, got)
		}
	}
	if got := Pause(1, time.Minute); got != time.Minute {
		t.Errorf("a minute is asked for: %s", got)
	}
	if got := Pause(1, 24*time.Hour); got != time.Hour {
		t.Errorf("a day is asked for: %s", got)
	}
}

// TestAddresses: only whole addresses without a password are taken.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, fine := range []string{"https://example.com", "https://example.com:8443/a?b=c", "http://10.0.0.1/", "https://[2001:db8::1]/"} {
		if err := CheckURL(fine); err != nil {
			t.Errorf("%s: %v", fine, err)
		}
	}
	for _, bad := range []string{
		"", "example.com", "https://", "https:example.com", "ftp://example.com", "https://a:b@example.com", "https://example.com#a",
		"https://example.com:0", "https://example.com:70000", "https://0.0.0.0/", "https://exa mple.com/",
		"https://example.com/" + strings.Repeat("a", longestURL),
	} {
		if CheckURL(bad) == nil {
			t.Errorf("%.60s was taken", bad)
		}
	}
}
