package faults

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestKilledInTheMiddleOfARotation kills `keys rotate` when it has wrapped the keys of persons with the new master key, and not the secrets
// of the installation. The running server and a new one can open everything. The next rotation leaves one master key.
func TestKilledInTheMiddleOfARotation(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	url, auth := database(t)
	data := t.TempDir()
	key := filepath.Join(data, "keys", "master") // the key is in a file, where a rotation can add another one
	if err := os.MkdirAll(filepath.Dir(key), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(key, []byte(os.Getenv("TRADELOG_MASTER_KEY")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const byFile = "TRADELOG_MASTER_KEY="
	start := func() *servetest.Server { return servetest.Start(t, data, "--database", url, byFile) }
	s := start()
	account := object{"email": "anna@example.com", "password": "secret phrase", "firstname": "Anna", "lastname": "Smith"}
	login := object{"grant_type": "customer", "email": account["email"], "password": account["password"]}
	s.Must(201, "POST", "/customers", account, auth...)

	db, other := connect(t, url), connect(t, url)
	tx, err := db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `SELECT FROM public.installation_secrets FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	rotate := exec.Command(servetest.Binary(t), "keys", "rotate", "--data", data, "--database", url)
	rotate.Env = append(os.Environ(), byFile)
	if err := rotate.Start(); err != nil {
		t.Fatal(err)
	}
	const waiting = ` FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
		AND query LIKE '%installation_secrets%'`
	await(t, "the rotation has come to the secrets", func() bool { return query[int](t, other, `SELECT count(*)`+waiting) == 1 })
	if err := rotate.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = rotate.Wait()
	// PostgreSQL would carry out the statement of the dead process.
	await(t, "its statement has ended", func() bool { return query[int](t, other, `SELECT count(pg_terminate_backend(pid))`+waiting) == 0 })
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}

	// inUse counts the master keys that wrap keys of persons, and those that wrap anything.
	inUse := func() (persons, all int) {
		t.Helper()
		var out struct {
			Keys []struct {
				Subjects int `json:"subject_keys"`
				Secrets  int `json:"installation_secrets"`
			}
		}
		if err := json.Unmarshal([]byte(s.Run("keys", "status", "--json")), &out); err != nil {
			t.Fatal(err)
		}
		for _, k := range out.Keys {
			if k.Subjects > 0 {
				persons++
			}
			if k.Subjects+k.Secrets > 0 {
				all++
			}
		}
		return persons, all
	}
	opens := func(when string) {
		t.Helper()
		s.Must(200, "POST", "/auth/token", login)
		s.Must(409, "POST", "/customers", account, auth...) // the claim of the address holds
		if out := s.Run("events", "history", "customer-1", "--open"); !strings.Contains(out, "anna@example.com") {
			t.Errorf("%s the history shows\n%s", when, out)
		}
	}
	if persons, all := inUse(); persons != 1 || all != 2 {
		t.Errorf("after the kill %d master keys wrap keys of persons, %d something; want 1 and 2", persons, all)
	}
	opens("after the kill")
	s.Kill()
	s = start()
	opens("after the start")
	s.Run("keys", "rotate")
	if persons, all := inUse(); persons != 1 || all != 1 {
		t.Errorf("after another rotation %d master keys wrap keys of persons, %d something; want 1 and 1", persons, all)
	}
	opens("after another rotation")
}
