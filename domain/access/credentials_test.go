package access_test

import (
	"testing"

	"tradelog/domain/access"
)

// TestLoginsEndWithTheCredentials: a change ends the logins from before, except the one that made it, which ends with the next change.
func TestLoginsEndWithTheCredentials(t *testing.T) {
	t.Parallel()
	first := access.Credentials{}
	second := first.Changed("phone")
	third := second.Changed("")
	for _, c := range []struct {
		name    string
		now     access.Credentials
		version int64
		login   string
		want    bool
	}{
		{"nothing changed", first, 0, "laptop", true},
		{"from before the change", second, 0, "laptop", false},
		{"the login that made it", second, 0, "phone", true},
		{"from after the change", second, 1, "tablet", true},
		{"a read model that is behind", first, 1, "tablet", true},
		{"the next change ends all", third, 0, "phone", false},
		{"also those between", third, 1, "tablet", false},
		{"no login is kept", third, 1, "", false},
	} {
		if got := c.now.Admit(c.version, c.login); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
