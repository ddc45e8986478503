package cli_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestForgettingAtTheCommandLine names the person in each form, with a dry run first, and forgets again after keys were restored.
func TestForgettingAtTheCommandLine(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 9, nil)
	anna, _ := s.Customer("anna@example.com")
	forget := func(args ...string) []string { return append([]string{"customer", "forget"}, args...) }
	for _, c := range []struct{ want, args string }{
		{"Say whom to forget", ""},
		{"Say whom to forget", "1 --order 100000001"},
		{"Say whom to forget", "--order 100000001 --email anna@example.com"},
		{"Customer not found", "999 --yes"},
		{"Customer not found", "999 --dry-run"},
		{"Order not found", "--order 100000009 --yes"},
		{"No guest has left anything", "--email nobody@example.com --yes"},
		{"belongs to an account (customer 1)", "--email ANNA@example.com --yes"},
		{"Type yes to go on: tradelog: Nothing was done", "1"},
	} {
		code, out := line(t, s.Shop, forget(strings.Fields(c.args)...)...)
		if out = strings.ReplaceAll(out, "\n", ""); code != 1 || !strings.Contains(out, c.want) {
			t.Errorf("%q: exit %d, want %q\n%s", c.args, code, c.want, out)
		}
	}
	first, second := s.Order("MUG"), s.Order("MUG")
	numbers := []string{fmt.Sprint(first["incrementId"]), fmt.Sprint(second["incrementId"])}
	if code, out := line(t, s.Shop, forget("--order", numbers[0], "--yes")...); code != 1 || !strings.Contains(out, "is not finished") {
		t.Errorf("an open order: exit %d\n%s", code, out)
	}
	s.Settle()
	keys := func() (subjects []string) {
		if err := s.Pool.QueryRow(t.Context(), `SELECT coalesce(array_agg(subject ORDER BY subject), '{}') FROM subject_keys
			WHERE subject ~ '^(customer|guest)-'`).Scan(&subjects); err != nil {
			t.Fatal(err)
		}
		return subjects
	}
	all := keys()
	if _, err := s.Pool.Exec(t.Context(), `CREATE TABLE backup AS TABLE subject_keys`); err != nil {
		t.Fatal(err)
	}

	data := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		code, out := from(data, s.Config.Database.URL, args...)
		if code != 0 {
			t.Fatalf("tradelog %v: exit %d\n%s", args, code, out)
		}
		return out
	}
	for _, args := range [][]string{{fmt.Sprint(anna)}, {"--order", numbers[0]}, {"--email", " gina@EXAMPLE.com "}} {
		var found struct {
			DryRun    bool     `json:"dry_run"`
			Orders    []string `json:"orders"`
			Histories []string `json:"histories"`
			Keys      int      `json:"deleted_keys"`
		}
		out := run(forget(append(slices.Clone(args), "--dry-run", "--json")...)...)
		if err := json.Unmarshal([]byte(out), &found); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		if !found.DryRun || found.Keys == 0 || !strings.HasPrefix(fmt.Sprint(numbers), strings.TrimSuffix(fmt.Sprint(found.Orders), "]")) {
			t.Errorf("%v: the dry run lists %+v", args, found)
		}
		if table := run(forget(append(slices.Clone(args), "--dry-run")...)...); !strings.Contains(table, "Nothing was changed") ||
			!strings.Contains(table, found.Histories[0]) {
			t.Errorf("%v: the dry run prints\n%s", args, table)
		}
	}
	if left := keys(); !slices.Equal(left, all) {
		t.Fatalf("dry runs left the keys of %v, before %v", left, all)
	}
	run(forget("--order", numbers[0], "--yes", "--force", "--reason", "asked for it")...)
	if left := keys(); len(left) != len(all)-1 || !slices.Contains(left, "customer-1") {
		t.Errorf("keys after one order: %v, before %v", left, all)
	}
	if out := run(forget("--email", "gina@example.com", "--yes", "--force")...); !strings.Contains(out, numbers[1]) ||
		strings.Contains(out, numbers[0]) {
		t.Errorf("by the address:\n%s", out)
	}
	if out := run(forget("1", "--yes")...); !strings.Contains(out, "customer-1") || !strings.Contains(out, "1 keys were deleted") {
		t.Errorf("the customer:\n%s", out)
	}
	if a := s.Must(200, "GET", fmt.Sprintf("/orders/%d", salestest.ID(first)), nil, s.Service...); strings.Contains(string(a.Body), "Gina") {
		t.Errorf("the order shows %s", a.Body)
	}

	// An older backup is restored. The ledger in the data directory has the people to forget again.
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO subject_keys TABLE backup ON CONFLICT DO NOTHING`); err != nil {
		t.Fatal(err)
	}
	if code, out := line(t, s.Shop, "keys", "reconcile", "--json"); code != 0 || !strings.Contains(out, `"deleted_keys": 0`) {
		t.Errorf("without a ledger: exit %d\n%s", code, out)
	}
	for _, want := range []string{fmt.Sprintf(`{"customers":[%d],"accounts":[],"deleted_keys":3,"new_keys":0}`, anna),
		`{"customers":[],"accounts":[],"deleted_keys":0,"new_keys":0}`} {
		if out := strings.Join(strings.Fields(run("keys", "reconcile", "--json")), ""); out != want {
			t.Errorf("the reconciliation prints %s, want %s", out, want)
		}
		if left := keys(); len(left) != 0 {
			t.Errorf("keys after the reconciliation: %v", left)
		}
	}
	if out := run("keys", "reconcile"); !strings.Contains(out, "customers") {
		t.Errorf("the table:\n%s", out)
	}
}
