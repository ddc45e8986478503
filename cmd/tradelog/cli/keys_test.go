package cli_test

import (
	"strings"
	"testing"

	"tradelog/installation/migrations"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
	"tradelog/test/suite"
)

// TestACopyOfTheLogIsWrappedAnew: the master key opens its keys, and without keys its personal data stays sealed.
func TestACopyOfTheLogIsWrappedAnew(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := apptest.Start(t)
	s.Must(201, "POST", "/customers", map[string]any{"email": "anna@example.com", "password": "secret phrase"},
		apptest.Bearer(s.Service([]string{"all"}))...)
	for _, c := range []struct {
		without []string
		open    bool
	}{{nil, true}, {[]string{"--without-keys"}, false}} {
		to := pgtest.URL(t, pgtest.WithTemplate("migrated", migrations.Up))
		done(t, s, append([]string{"events", "copy", "--to", to}, c.without...)...)
		code, out := on(t, to, "events", "history", "customer-1", "--open")
		if code != 0 || strings.Contains(out, "anna@example.com") != c.open || !strings.Contains(out, "CustomerRegistered") {
			t.Errorf("the copy, %v:\n%s", c.without, out)
		}
		if code, keys := on(t, to, "keys", "status"); code != 0 || strings.Contains(keys, "none") || strings.Contains(keys, " active") != c.open {
			t.Errorf("the copy's keys, %v:\n%s", c.without, keys)
		}
	}
}
