package cli_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli"
	"tradelog/domain/settings"
	"tradelog/test/apptest"
)

// TestAdminTokensOfNobody: a token without a named account is still printed, with a warning that says how to name one. The demo needs no
// warning.
func TestAdminTokensOfNobody(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	token := func(args ...string) (warning string) {
		t.Helper()
		var out, err bytes.Buffer
		args = append([]string{"token", "admin"}, args...)
		args = append(args, "--event-store", s.Config.EventLog.StoreURL, "--database", s.Config.Database.URL, "--data", t.TempDir())
		if code := cli.Run(t.Context(), nil, args, &out, &err); code != 0 {
			t.Fatalf("%v: exit %d\n%s", args, code, err.String())
		}
		s.Must(200, "GET", "/orders", nil, apptest.Bearer(strings.TrimSuffix(out.String(), "\n"))...)
		return err.String()
	}
	const remedy = "tradelog token admin --as NAME"
	if warning := token(); !strings.Contains(warning, remedy) || !strings.Contains(warning, "tradelog user create") {
		t.Errorf("a token of nobody: %q", warning)
	}
	created := record(t, s, "user", "create", "--kind", "admin", "--username", "anna", "--permissions", "all")
	for _, args := range [][]string{{"--as", "anna"}, {"--id", id(created)}} {
		if warning := token(args...); warning != "" {
			t.Errorf("%v: %q", args, warning)
		}
	}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{settings.DemoComplete: "1"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if warning := token(); warning != "" {
		t.Errorf("in the demo: %q", warning)
	}
}

// TestTokensAtTheCommandLine: a printed token is listed and revoked, and the running shop refuses it at once.
func TestTokensAtTheCommandLine(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	printed := func(args ...string) []string {
		t.Helper()
		return apptest.Bearer(strings.TrimSuffix(done(t, s, append([]string{"token"}, args...)...), "\n"))
	}
	record(t, s, "user", "create", "--kind", "service", "--username", "erp", "--permissions", "orders/read")
	first := printed("service", "--as", "erp", "--tools", "@support", "--expires", "2h")
	second := printed("service", "--as", "erp")
	s.Must(200, "GET", "/orders", nil, first...)
	var list []struct {
		ID, Way, AccountKind, Account, State string
		Tools                                []string
	}
	listed := func() {
		t.Helper()
		if err := json.Unmarshal([]byte(done(t, s, "token", "list", "--kind", "api", "--json")), &list); err != nil || len(list) != 2 {
			t.Fatalf("%+v, %v", list, err)
		}
	}
	listed()
	if first := list[1]; first.Account != "erp" || first.Way != "command line" || first.State != "valid" || len(first.Tools) != 1 {
		t.Errorf("%+v", first)
	}
	if table := done(t, s, "token", "list"); !strings.Contains(table, list[1].ID) || !strings.Contains(table, "@support") {
		t.Errorf("the table:\n%s", table)
	}
	done(t, s, "token", "revoke", list[1].ID)
	s.Must(401, "GET", "/orders", nil, first...)
	s.Must(200, "GET", "/orders", nil, second...)
	if listed(); list[1].State != "revoked" || list[0].State != "valid" {
		t.Errorf("%+v", list)
	}
	if code, out := line(t, s, "token", "revoke", "00"); code == 0 || !strings.Contains(out, "Token not found") {
		t.Errorf("an unknown token: exit %d\n%s", code, out)
	}
}
