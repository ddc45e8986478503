package main_test

import (
	"encoding/json"
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

// TestTheMasterKeyIsKeptOutsideOfTheDatabase: an installation makes it, and a running server follows its rotation. Without it the shop does
// not start, while the log can still be verified.
func TestTheMasterKeyIsKeptOutsideOfTheDatabase(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	data := pgtest.Dir(t)
	const byFile = "TRADELOG_MASTER_KEY="
	s := servetest.Start(t, data, byFile)
	auth := s.Token("service")
	join := func(email string) {
		t.Helper()
		s.Must(201, "POST", "/customers", object{"email": email, "password": "secret phrase"}, auth...)
	}
	join("anna@example.com")
	file := filepath.Join(data, "keys", "master")
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Fatalf("the file of the master key: %v, %v", info, err)
	}
	type use struct {
		Fingerprint string
		Active      bool
		InSource    bool `json:"in_source"`
		Subjects    int  `json:"subject_keys"`
		Secrets     int  `json:"installation_secrets"`
	}
	status := func() (keys []use) {
		t.Helper()
		var out struct{ Keys []use }
		if err := json.Unmarshal([]byte(s.Run("keys", "status", "--json")), &out); err != nil {
			t.Fatal(err)
		}
		return out.Keys
	}
	before := status()
	if len(before) != 1 || !before[0].Active || !before[0].InSource || before[0].Subjects < 2 || before[0].Secrets < 1 {
		t.Errorf("after the installation: %+v", before)
	}
	exported := filepath.Join(t.TempDir(), "keys")
	for _, c := range []struct {
		option string
		sealed bool
	}{{"--keys=" + exported, true}, {"--plain-keys", false}} {
		s.Run("events", "export", "--output", os.DevNull, "--keys="+exported, c.option)
		text, err := os.ReadFile(exported)
		if err != nil || strings.Contains(string(text), before[0].Fingerprint) != c.sealed || !strings.Contains(string(text), "customer-1") {
			t.Errorf("%s exports %s, %v", c.option, text, err)
		}
	}

	s.Run("keys", "rotate")
	join("bert@example.com")
	s.Must(409, "POST", "/customers", object{"email": "anna@example.com", "password": "secret phrase"}, auth...) // the claim holds
	after := status()
	if len(after) != 2 || !after[0].Active || after[0].Fingerprint == before[0].Fingerprint || after[0].Subjects <= before[0].Subjects ||
		after[1].Fingerprint != before[0].Fingerprint || after[1].Subjects+after[1].Secrets != 0 {
		t.Errorf("after the rotation: %+v\nbefore: %+v", after, before)
	}
	for customer, email := range map[string]string{"customer-1": "anna@example.com", "customer-2": "bert@example.com"} {
		if out := s.Run("events", "history", customer, "--open"); !strings.Contains(out, email) {
			t.Errorf("%s: %s", customer, out)
		}
	}
	if err := s.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}

	if err := os.Rename(file, file+".elsewhere"); err != nil {
		t.Fatal(err)
	}
	serve := exec.Command(servetest.Binary(t), "serve", "--listen", "127.0.0.1:0", "--data", data)
	serve.Env = append(os.Environ(), byFile)
	if out, err := serve.CombinedOutput(); err == nil || !strings.Contains(string(out), after[0].Fingerprint) ||
		!strings.Contains(string(out), "Copy keys/master") {
		t.Errorf("without the master key: %v\n%s", err, out)
	}
	if out, err := s.Try("events", "history", "customer-1", "--open"); err == nil || strings.Contains(out, "anna@") {
		t.Errorf("without the master key the history is shown: %s", out)
	}
	s.Run("events", "verify")
	if _, err := os.Stat(file); err == nil {
		t.Error("another master key was made")
	}
	if err := os.Rename(file+".elsewhere", file); err != nil {
		t.Fatal(err)
	}
	if out := s.Run("events", "history", "customer-1", "--open"); !strings.Contains(out, "anna@example.com") {
		t.Error(out)
	}
}
