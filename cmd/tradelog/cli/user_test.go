package cli_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tradelog/app"
	"tradelog/domain/settings"
	"tradelog/domain/twofactor"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/suite"
)

// TestRightsOfAccountsAreSaid: an account without named rights does not get all of them, and no role discloses the user name.
func TestRightsOfAccountsAreSaid(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := apptest.Start(t)
	create := []string{"user", "create", "--kind", "api", "--username", "wilma"}
	refused(t, s, "Say what the account may do", create...)
	refused(t, s, "There is no role clerks", append(create, "--role", "clerks")...)
	refused(t, s, "Did you mean orders/read?", append(create, "--permissions", "orders/raed")...)
	refused(t, s, "Did you mean products/write?", "token", "service", "--permissions", "product/write")
	first := record(t, s, append(create, "--permissions", "orders/read", "--json")...)
	done(t, s, "user", "create", "--kind", "api", "--username", "other", "--permissions", "all", "--role", "clerks")
	refused(t, s, "Did you mean clerks?", "user", "create", "--kind", "api", "--username", "third", "--role", "clerk")
	done(t, s, "user", "create", "--kind", "api", "--username", "third", "--role", "clerks")
	out := done(t, s, "user", "list")
	for _, want := range []string{"wilma", "orders/read", "third", "all"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s is missing in\n%s", want, out)
		}
	}
	for _, args := range [][]string{{"events", "tail", "--once", "-n", "100", "--json"}, {"events", "tail", "--once", "-n", "100", "--body"}} {
		if out := done(t, s, args...); strings.Contains(out, "wilma") {
			t.Errorf("the log tells a user name:\n%s", out)
		}
	}

	// Forgetting.
	id := fmt.Sprint(first["id"])
	history := func() string { return done(t, s, "events", "history", "account-"+id, "--open") }
	operator := regexp.MustCompile(`by operator \((.+?)\)`).FindStringSubmatch(history())
	if out := history(); !strings.Contains(out, "wilma") || operator == nil {
		t.Fatalf("who created it is not told:\n%s", out)
	}
	refused(t, s, "Say whom to forget", "user", "forget")
	refused(t, s, "Say whom to forget", "user", "forget", id, "--operator", "x")
	refused(t, s, "Account not found", "user", "forget", "999", "--yes")
	refused(t, s, "--yes does it without asking", "user", "forget", id)
	if out := done(t, s, "user", "forget", id, "--dry-run"); !strings.Contains(out, "Nothing was changed") {
		t.Errorf("a dry run says %s", out)
	}
	if got := record(t, s, "user", "forget", id, "--yes", "--json"); got["deleted_keys"] != 1.0 {
		t.Errorf("forgotten: %v", got)
	}
	if out := history(); strings.Contains(out, "wilma") || !strings.Contains(out, "AccountPersonForgotten") {
		t.Errorf("the history of somebody forgotten:\n%s", out)
	}
	if out := done(t, s, "user", "list"); strings.Contains(out, "wilma") {
		t.Errorf("the list has somebody forgotten:\n%s", out)
	}
	done(t, s, "user", "forget", "--operator", operator[1], "--yes")
	if out := history(); strings.Contains(out, "("+operator[1]+")") {
		t.Errorf("the history names a forgotten operator:\n%s", out)
	}
}

// TestTokensThatTheServerWouldRefuse are not printed.
func TestTokensThatTheServerWouldRefuse(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("k", 40)
	s := apptest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Secrets.TokenKey = key }))
	refused(t, s, "signs tokens with another key", "token", "service")
	refused(t, s, "signs tokens with another key", "token", "service", "--jwt-secret", strings.Repeat("x", 40))
	token := strings.TrimSpace(done(t, s, "token", "service", "--jwt-secret", key))
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(token)...)
	s.Stop()
	if _, out := line(t, s, "token", "service"); !strings.HasPrefix(out, "ey") {
		t.Errorf("without a server: %s", out)
	}
}

// TestUnknownPathsAreRefused with the nearest known path, and nothing is stored.
func TestUnknownPathsAreRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	for _, c := range []struct{ path, want string }{
		{"general/locale/timezome", "Did you mean general/locale/timezone?"}, {"locale/timezone", "general/locale/timezone"},
		{"timezone", "general/locale/timezone"}, {"my/own/path", "There is no configuration path my/own/path. tradelog config list shows all."},
	} {
		refused(t, s, c.want, "config", "set", c.path, "x")
		refused(t, s, c.want, "config", "unset", c.path)
		refused(t, s, c.want, "config", "get", c.path)
	}
	// A value that an earlier version stored can be removed.
	s.Logged(settings.Default, map[string]string{"old/shop/path": "1"})
	s.Settle()
	done(t, s, "config", "unset", "old/shop/path")
	refused(t, s, "There is no configuration path", "config", "unset", "old/shop/path")
}

// TestLoginsAreListed: the list names the credentials of each account, and shows no secret.
func TestLoginsAreListed(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	_, key := s.APIUser("greta", "all")
	done(t, s, "user", "create", "--kind", "service", "--username", "erp", "--permissions", "all")
	done(t, s, "user", "create", "--kind", "admin", "--username", "nora", "--permissions", "all")
	s.User("anna", "correct horse", "all")
	berta := s.User("berta", "correct horse", "all")
	secret := twofactor.NewSecret([20]byte{1, 2, 3})
	if err := s.Commands.Access.PrepareTwoFactor(apptest.Operator(), berta, secret); err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Access.SwitchTwoFactor(apptest.Operator(), berta, true, doubles.LoginCode(secret, clock.Now()), ""); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	table, lines := done(t, s, "user", "list"), done(t, s, "user", "list", "--json")
	for username, login := range map[string]string{"greta": "API key", "erp": "client secret", "nora": "none", "anna": "password",
		"berta": "password and code"} {
		if !regexp.MustCompile(`(?m)` + username + ` +` + login + ` +all`).MatchString(table) {
			t.Errorf("%s logs in with something else than %q:\n%s", username, login, table)
		}
		for line := range strings.Lines(lines) {
			var account struct {
				Username     string
				HasPassword  *bool `json:"has_password"`
				HasTwoFactor *bool `json:"has_two_factor"`
			}
			if err := json.Unmarshal([]byte(line), &account); err != nil || account.HasPassword == nil || account.HasTwoFactor == nil {
				t.Fatalf("%s: %v", line, err)
			}
			if account.Username == username && (*account.HasPassword != strings.HasPrefix(login, "password") ||
				*account.HasTwoFactor != (login == "password and code")) {
				t.Errorf("%s: %s", username, line)
			}
		}
	}
	for _, hidden := range []string{secret, key, "argon2", "horse"} {
		if strings.Contains(table+lines, hidden) {
			t.Errorf("the list has %q", hidden)
		}
	}
}
