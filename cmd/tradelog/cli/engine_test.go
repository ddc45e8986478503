package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// TestTheEngineFromTheCommandLine lists reactions and jobs, skips a parked event, and checks a backup before and after it was damaged.
func TestTheEngineFromTheCommandLine(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO reaction_parked (reaction, position, stream, event, error)
		VALUES ('webhooks', 1, 'webhook-9001', 'WebhookChanged', 'no such host'),
			('webhooks', 2, 'webhook-9002', 'WebhookChanged', 'no')`); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "monday")
	type step struct {
		code int
		want string
		args []string
	}
	steps := func(all ...step) {
		t.Helper()
		for _, c := range all {
			if code, out := line(t, s, c.args...); code != c.code || !strings.Contains(out, c.want) {
				t.Errorf("tradelog %s: exit %d, want %d and %q\n%s", strings.Join(c.args, " "), code, c.code, c.want, out)
			}
		}
	}
	steps(
		step{0, "webhooks", []string{"events", "reactions"}},
		step{0, "no such host", []string{"events", "parked"}},
		step{0, "1 parked events of webhook-9001 were handled", []string{"events", "retry", "webhooks", "webhook-9001"}},
		step{1, "The event is not parked.", []string{"events", "retry", "webhooks", "webhook-9001"}},
		step{1, "There is no reaction of that name.", []string{"events", "retry", "nobody", "a-1"}},
		step{1, "reason is required", []string{"events", "skip", "webhooks", "--position", "2", "--reason", " "}},
		step{0, "will not handle", []string{"events", "skip", "webhooks", "--position", "2", "--reason", "sent by hand"}},
		step{1, "The event is not parked.", []string{"events", "skip", "webhooks", "--position", "2", "--reason", "sent by hand"}},
		step{0, "sent by hand", []string{"events", "history", "reaction-webhooks"}},
		step{0, "no differences", []string{"projections", "verify", "shop"}},
		step{0, "verify", []string{"projections", "jobs"}},
		step{0, "has the database up to position", []string{"backup", "create", "--to", dir}},
		step{0, "is whole", []string{"backup", "check", "--from", dir}},
	)
	file, err := os.OpenFile(filepath.Join(dir, "database.dump"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	steps(step{1, "the backup is damaged", []string{"backup", "check", "--from", dir}})
	var target, damage string
	if err := s.Pool.QueryRow(t.Context(), `SELECT place, damage FROM backups WHERE checked_at IS NOT NULL`).
		Scan(&target, &damage); err != nil {
		t.Fatal(err)
	}
	if target != dir || !strings.Contains(damage, "database.dump") {
		t.Errorf("the database knows the backup in %s with the damage %q", target, damage)
	}
}
