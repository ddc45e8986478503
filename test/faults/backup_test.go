package faults

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tradelog/test/pgtest"
	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// byFile makes the program look for the master key in its data directory.
const byFile = "TRADELOG_MASTER_KEY="

// program runs a command of the program without a server.
func program(t testing.TB, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(servetest.Binary(t), args...)
	cmd.Env = append(os.Environ(), byFile)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestBackupAndRestore backs up a running shop and restores it into a new cluster. The shop continues there with its master key, and not
// without. A backup without derived data has no personal data that can be read without the key.
func TestBackupAndRestore(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	t.Run("whole", func(t *testing.T) { backupAndRestore(t, true) })
	t.Run("without what is made again", func(t *testing.T) { backupAndRestore(t, false) })
}

func backupAndRestore(t *testing.T, all bool) {
	t.Parallel()
	from, to := pgtest.Private(t), pgtest.Private(t)
	data, saved := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	s := servetest.Start(t, data, byFile, "--database", from.URL())
	auth := s.Token("service")
	product(t, s, auth, goods[0], units)
	person := func(name string) object {
		return object{"email": name + "@example.com", "password": "secret phrase", "firstname": name, "lastname": "Smith"}
	}
	for _, name := range []string{"anna", "bert"} {
		s.Must(201, "POST", "/customers", person(name), auth...)
	}
	login := func(name string) object {
		return object{"grant_type": "customer", "email": name + "@example.com", "password": "secret phrase"}
	}
	session := s.Must(200, "POST", "/auth/token", login("anna")).Object()["token"].(string)
	first := buy(t, s, auth, "first")
	cart := filledCart(t, s)
	placed := s.Must(201, "POST", cart+"/place-order", placement, "X-Idempotency-Key", "second")
	second, _ := numbers(placed)

	create := []string{"backup", "create", "--to", saved}
	if all {
		create = append(create, "--whole")
	}
	s.Run(create...)
	if said, err := s.Try(create...); err == nil || !strings.Contains(said, "file already exists") {
		t.Errorf("a backup that is there is overwritten: %v\n%s", err, said)
	}
	// Bert is forgotten after the backup was made.
	s.Run("customer", "forget", "2", "--yes")
	if err := s.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	from.Kill()
	dump := filepath.Join(saved, "database.dump")
	text := filepath.Join(t.TempDir(), "sql")
	tool(t, to, "pg_restore", "--file", text, dump)
	content, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, personal := range []string{"gina@example.com", "1 Main St", "555-0100", "anna@example.com"} {
		if bytes.Contains(content, []byte(personal)) != all {
			t.Errorf("%q is in the backup: %t", personal, !all)
		}
	}

	next := t.TempDir() // the data directory of the new installation
	keep := func(names ...string) {
		t.Helper()
		for _, name := range names {
			content, err := os.ReadFile(filepath.Join(data, "keys", name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(next, "keys"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(next, "keys", name), content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	restore := []string{"backup", "restore", "--from", saved, "--data", next, "--database", to.URL()}
	if all {
		keep("master", "forgotten")
		if said, err := program(t, restore...); err != nil || !strings.Contains(said, "all seals hold") ||
			!strings.Contains(said, "The read models are there") || !strings.Contains(said, "Forgotten again: 1 keys") {
			t.Fatalf("restored: %v\n%s", err, said)
		}
		if said, err := program(t, restore...); err == nil || !strings.Contains(said, "the target is not empty") {
			t.Errorf("restored again: %v\n%s", err, said)
		}
	} else {
		if said, err := program(t, restore...); err != nil || !strings.Contains(said, "The master key is missing") {
			t.Fatalf("restored without the master key: %v\n%s", err, said)
		}
		if said, err := program(t, "serve", "--listen", "127.0.0.1:0", "--data", next, "--database", to.URL()); err == nil ||
			!strings.Contains(said, "are wrapped with master key") {
			t.Errorf("the backup was served without the master key: %v\n%s", err, said)
		}
		keep("master", "forgotten")
		if said, err := program(t, "keys", "reconcile", "--data", next, "--database", to.URL()); err != nil {
			t.Fatalf("reconcile: %v\n%s", err, said)
		}
	}
	s = servetest.Start(t, next, byFile, "--database", to.URL())
	if all {
		again := s.Must(201, "POST", cart+"/place-order", placement, "X-Idempotency-Key", "second")
		if id, _ := numbers(again); id != second {
			t.Errorf("the repeated request placed order %d, the first one %d", id, second)
		}
	}
	read := s.Must(200, "GET", fmt.Sprintf("/orders/%d", second), nil,
		append([]string{"X-Min-Position", placed.Header.Get("X-Event-Position")}, auth...)...)
	if id, _ := numbers(read); id != second {
		t.Errorf("order %d is read as %s", second, read.Body)
	}
	s.Must(200, "GET", "/customers/me", nil, "Authorization", "Bearer "+session)
	s.Must(200, "POST", "/auth/token", login("anna"))
	s.Must(401, "POST", "/auth/token", login("bert"))
	if said := s.Run("events", "history", "customer-2", "--open"); strings.Contains(said, "bert@") {
		t.Errorf("bert is remembered: %s", said)
	}
	after := buy(t, s, auth, "third")
	if after.id != second+1 || after.invoice <= first.invoice {
		t.Errorf("after order %d and invoice %s came order %d and invoice %s", second, first.invoice, after.id, after.invoice)
	}
	whole(t, s, connect(t, to.URL()))

	damaged := append(content[:0:0], "x"...)
	if err := os.WriteFile(dump, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := program(t, restore...); err == nil || !strings.Contains(said, "not the file that the manifest describes") {
		t.Errorf("a damaged backup: %v\n%s", err, said)
	}
}
