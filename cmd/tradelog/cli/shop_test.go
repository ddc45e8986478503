package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tradelog/cmd/tradelog/cli"
	"tradelog/commands"
	"tradelog/domain/access"
	"tradelog/domain/settings"
	"tradelog/eventstore"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
	"tradelog/test/pgtest"
)

func TestMain(m *testing.M) {
	if os.Getenv(handsOver) != "" {
		os.Exit(cli.Main(nil))
	}
	pgtest.Main(m)
}

// line runs a command beside a running shop and returns its exit code and its output.
func line(t *testing.T, s *apptest.Shop, args ...string) (int, string) {
	t.Helper()
	return on(t, s.Config.Database.URL, append(args, "--event-store", s.Config.EventLog.StoreURL)...)
}

// on runs a command on a database and returns its exit code and its output.
func on(t *testing.T, url string, args ...string) (int, string) {
	t.Helper()
	return from(t.TempDir(), url, args...)
}

// from is on with a data directory.
func from(data, url string, args ...string) (int, string) {
	var out bytes.Buffer
	code := cli.Run(context.Background(), nil, append(args, "--database", url, "--data", data), &out, &out)
	return code, out.String()
}

// done is line for commands that must succeed.
func done(t *testing.T, s *apptest.Shop, args ...string) string {
	t.Helper()
	code, out := line(t, s, args...)
	if code != 0 {
		t.Fatalf("tradelog %s: exit %d\n%s", strings.Join(args, " "), code, out)
	}
	return out
}

// refused is line for commands that must fail with a message.
func refused(t *testing.T, s *apptest.Shop, want string, args ...string) {
	t.Helper()
	before := s.LogSize()
	if code, out := line(t, s, args...); code != 1 || !strings.Contains(out, want) {
		t.Errorf("tradelog %s: exit %d, want a refusal with %q\n%s", strings.Join(args, " "), code, want, out)
	}
	if after := s.LogSize(); after != before {
		t.Errorf("tradelog %s was refused and has changed the log", strings.Join(args, " "))
	}
}

// TestWhatIsPrintedFromTheLogIsEscaped: no text of the log forges a line or controls the terminal, in any command that prints it.
func TestWhatIsPrintedFromTheLogIsEscaped(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const evil = "x\x1b[2J\x07\r\n      99  2026-01-01 00:00:00  order-9@0  OrderPlaced  by guest\u202e\u009bz\x7f"
	ctx := commands.WithCause(context.Background(),
		commands.Cause{Actor: eventstore.Actor{Kind: "operator", Name: evil}, Client: evil, RequestID: evil})
	if err := s.Commands.Directory.SetConfig(ctx, settings.Default, map[string]string{"general/store_information/name": "Mugs"}); err != nil {
		t.Fatal(err)
	}
	s.Logged(settings.Default, map[string]string{"general/store_information/city": evil})
	role, err := s.Commands.Access.SaveRole(ctx, 0, evil, false, []string{"orders/read"}, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commands.Access.CreateAccount(ctx, access.AccountCreated{Kind: access.API, Username: "bot" + evil, Name: evil,
		RoleID: role}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	for _, c := range []struct {
		args []string
		json bool
	}{
		{[]string{"events", "history", "config-default-0"}, false},
		{[]string{"events", "history", "config-default-0", "--body"}, false},
		{[]string{"events", "history", "config-default-0", "--json"}, true},
		{[]string{"events", "tail", "--once", "-n", "4", "--open"}, false},
		{[]string{"events", "tail", "--once", "-n", "4", "--open", "--json"}, true},
		{[]string{"config", "get", "general/store_information/city"}, false},
		{[]string{"config", "list"}, false},
		{[]string{"config", "list", "--json"}, true},
		{[]string{"user", "list"}, false},
		{[]string{"user", "list", "--json"}, true},
	} {
		out := done(t, s, c.args...)
		if strings.ContainsFunc(out, func(r rune) bool { return r != '\n' && unicode.In(r, unicode.C) }) {
			t.Errorf("%v drives the terminal: %q", c.args, out)
		}
		if !strings.Contains(out, `\u001b[2J`) || !strings.Contains(out, `\u202e`) {
			t.Errorf("%v does not show what is there: %q", c.args, out)
		}
		for l := range strings.Lines(out) {
			if strings.HasPrefix(l, "      99") {
				t.Errorf("%v has a forged line: %q", c.args, out)
			}
		}
		dec := json.NewDecoder(strings.NewReader(out))
		for c.json && dec.More() {
			var v any
			if err := dec.Decode(&v); err != nil {
				t.Errorf("%v is no JSON: %v\n%s", c.args, err, out)
				break
			}
		}
	}
	if events := strings.Count(done(t, s, "events", "history", "config-default-0"), "\n"); events != 2 {
		t.Errorf("%d lines for 2 events", events)
	}
}

// TestEveryTableIsThereAsJSON: a list without rows is an empty JSON array.
func TestEveryTableIsThereAsJSON(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	for _, args := range []string{
		"gateway list", "shipping list", "shipping list --website 1", "projections status", "stores list", "stores list view",
		"attributes list", "attributes list option",
		"user grants", "bench --list",
	} {
		var v any
		out := done(t, s, append(strings.Fields(args), "--json")...)
		if err := json.Unmarshal([]byte(out), &v); err != nil || v == nil {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}

// TestSettingsThatMeanNothingAreRefused at the command line, and nothing is stored.
func TestSettingsThatMeanNothingAreRefused(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	refused(t, s, "such as Europe/Berlin", "config", "set", "general/locale/timezone", "Nowhere/City")
	refused(t, s, "needs at least 32", "config", "set", "apiplatform/oauth2/secret", "") // stored apart from the log
	done(t, s, "config", "set", "general/locale/timezone", "Europe/Berlin")
}

// record runs a command and reads the JSON it prints.
func record(t *testing.T, s *apptest.Shop, args ...string) map[string]any {
	t.Helper()
	out := done(t, s, append(args, "--json")...)
	var v map[string]any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return v
}

func id(record map[string]any) string { return fmt.Sprint(record["id"]) }

// TestStores: a second website is opened, changed and deleted at the command line while the shop runs.
func TestStores(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	site := record(t, s, "stores", "set", "website", "--code", "europe", "--name", "Europe", "--sort-order", "3")
	root := record(t, s, "stores", "set", "root-category", "--name", "European goods", "--sort-order", "2")
	group := record(t, s, "stores", "set", "group", "--name", "Europe Store", "--website", "europe", "--root-category", id(root))
	view := record(t, s, "stores", "set", "view", "--code", "de", "--name", "Deutsch", "--group", id(group), "--sort-order", "1")
	s.Must(200, "GET", "/de/config", nil) // in effect on the running server
	s.Must(200, "GET", "/stores/"+id(view), nil)
	group = record(t, s, "stores", "set", "group", "--id", id(group), "--default-view", "de")
	for _, c := range []struct {
		got  map[string]any
		want map[string]any
	}{
		{site, map[string]any{"id": 2., "code": "europe", "name": "Europe", "default_group_id": 0., "is_default": false, "sort_order": 3.}},
		{root, map[string]any{"id": 3., "name": "European goods", "is_active": true, "sort_order": 2.}},
		{group, map[string]any{"id": 2., "website_id": 2., "name": "Europe Store", "root_category_id": 3., "default_store_id": 2.}},
		{view, map[string]any{"id": 2., "code": "de", "name": "Deutsch", "website_id": 2., "group_id": 2., "is_active": true,
			"sort_order": 1.}},
	} {
		if fmt.Sprint(c.got) != fmt.Sprint(c.want) {
			t.Errorf("printed %v, want %v", c.got, c.want)
		}
	}
	for _, c := range []struct{ want, args string }{ // refused before the shop is opened
		{"A new website needs --name", "set website --code other"},
		{"A new store view needs --group", "set view --code fr --name F --website 2"},
		{"A store group has no --code", "set group --id 2 --code x"},
		{"Say which website with --id", "delete website"},
	} {
		refused(t, s, c.want, append([]string{"stores"}, strings.Fields(c.args)...)...)
	}
	refused(t, s, "used by store groups as their default view (1)", "stores", "delete", "view", "--id", "2")
	refused(t, s, "is of website 2, and a view is in its group's", "stores", "set", "view", "--code", "fr", "--name", "F", "--group", "2",
		"--website", "1")
	done(t, s, "stores", "set", "group", "--id", "2", "--default-view", "0")
	if got := record(t, s, "stores", "set", "view", "--id", "2", "--code", "ch", "--active", "0"); got["code"] != "ch" ||
		got["is_active"] != false {
		t.Errorf("%v", got)
	}
	if gone := record(t, s, "stores", "delete", "view", "2"); gone["code"] != "ch" {
		t.Errorf("deleted: %v", gone)
	}
	s.Must(404, "GET", "/stores/2", nil)
	done(t, s, "stores", "delete", "group", "--id", "2")
	done(t, s, "stores", "delete", "website", "--id", "2")
	done(t, s, "stores", "delete", "root-category", "--id", "3")
	if out := done(t, s, "stores", "list"); strings.Contains(out, "Europe") || !strings.Contains(out, "Main Website") {
		t.Errorf("the list:\n%s", out)
	}
}

// TestCredentialsOfAServiceAccount may be given; then they are not printed.
func TestCredentialsOfAServiceAccount(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	secret := passwords.RandomHex(32)
	create := []string{"user", "create", "--kind", "service", "--permissions", "all", "--username"}
	out := done(t, s, append(create, "warehouse", "--client-id", "warehouse-1", "--client-secret", secret, "--json")...)
	if !strings.Contains(out, `"client_id":"warehouse-1"`) || strings.Contains(out, secret) || strings.Contains(out, "client_secret") {
		t.Errorf("printed %s", out)
	}
	s.Must(200, "POST", "/auth/token", map[string]string{"grant_type": "client_credentials", "client_id": "warehouse-1",
		"client_secret": secret})
	made := record(t, s, append(create, "made")...)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"already taken", []string{"again", "--client-id", "warehouse-1", "--client-secret", secret}},
		{"already taken", []string{"again", "--client-id", made["client_id"].(string), "--client-secret", secret}},
		{"32 to 200 characters", []string{"again", "--client-id", "warehouse-2", "--client-secret", "short"}},
		{"3 to 100 letters", []string{"again", "--client-id", "a b", "--client-secret", secret}},
		{"go together", []string{"again", "--client-id", "warehouse-2"}},
		{"go together", []string{"again", "--client-secret", secret}},
		{"for --kind service", []string{"again", "--kind", "api", "--client-id", "warehouse-2", "--client-secret", secret}},
	} {
		if code, out := line(t, s, append(slices.Clone(create), c.args...)...); code != 1 || !strings.Contains(out, c.want) ||
			strings.Contains(out, secret) {
			t.Errorf("%v: exit %d, want %q\n%s", c.args, code, c.want, out)
		}
	}
	if out := done(t, s, append(create, "again", "--client-id", "warehouse-2", "--client-secret", secret)...); !strings.Contains(out,
		"warehouse-2") || strings.Contains(out, secret) {
		t.Errorf("printed %s", out)
	}
}

// TestADatabaseWithoutAShopIsRefused, unless the command creates one.
func TestADatabaseWithoutAShopIsRefused(t *testing.T) {
	t.Parallel()
	pool := pgtest.Pool(t)
	url := pool.Config().ConnString()
	for _, args := range [][]string{{"token", "admin"}, {"events", "tail", "--once"}, {"stores", "list"}} {
		if code, out := on(t, url, args...); code != 1 || !strings.Contains(out, "The database holds no shop") {
			t.Errorf("%v: exit %d\n%s", args, code, out)
		}
	}
	var tables int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = 'r'
		AND nspname IN ('public', 'read')`).Scan(&tables); err != nil || tables != 0 {
		t.Errorf("%d tables were made, error %v", tables, err)
	}
}
