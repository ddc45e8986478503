package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli"
	"tradelog/domain/settings"
	"tradelog/internal/testing/apptest"
)

// TestAdminTokensOfNobody: a token of no named account is printed as ever, with a warning beside it that says how to name one. The demo
// needs none.
func TestAdminTokensOfNobody(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	token := func(args ...string) (warning string) {
		t.Helper()
		var out, err bytes.Buffer
		args = append([]string{"token", "admin"}, args...)
		args = append(args, "--event-store", s.Config.EventStoreURL, "--database", s.Config.DatabaseURL, "--data", t.TempDir())
		if code := cli.Run(t.Context(), args, &out, &err); code != 0 {
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
