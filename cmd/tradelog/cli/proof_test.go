package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli"
	"tradelog/eventstore/audit"
	"tradelog/test/salestest"
)

// offline runs a command that needs no installation.
func offline(args ...string) (int, string) {
	var out bytes.Buffer
	code := cli.Run(context.Background(), nil, args, &out, &out)
	return code, out.String()
}

// TestAReceiptIsCheckedOffline: prove writes a receipt that check accepts with the installation's key and the published checkpoints. Check
// refuses forged receipts, those of others, and checkpoints that were not published.
func TestAReceiptIsCheckedOffline(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 50, nil)
	number := fmt.Sprint(s.Order("MUG*2")["incrementId"])
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, content string) string {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	key := write("key.pub", done(t, s.Shop, "events", "key"))
	receipt := at("receipt.json")
	done(t, s.Shop, "events", "prove", "order", number, "-o", receipt)
	published := write("checkpoints.jsonl", done(t, s.Shop, "events", "checkpoint"))
	var checkpoint audit.Checkpoint
	if line, err := os.ReadFile(published); err != nil || json.Unmarshal(line, &checkpoint) != nil || checkpoint.Root == nil {
		t.Fatalf("%s, error %v", line, err)
	}
	done(t, s.Shop, "events", "verify", "--checkpoint", published, "--key", key)
	code, out := offline("events", "check", receipt, "--key", key)
	if code != 0 || !strings.Contains(out, "The receipt of order "+number+" holds") || !strings.Contains(out, ", 0 are not yet") {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out := offline("events", "check", receipt, "--key", key, "--json"); code != 0 || !strings.Contains(out, `"Pending":0`) {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out := offline("events", "check", receipt, "--key", key, "--published", write("none.jsonl", "\n")); code != 1 ||
		!strings.Contains(out, "is not among those published") {
		t.Errorf("exit %d: %s", code, out)
	}
	text, err := os.ReadFile(receipt)
	if err != nil {
		t.Fatal(err)
	}
	forged := write("forged.json", strings.Replace(string(text), number, number+"9", 1))
	if code, out := offline("events", "check", forged, "--key", key); code != 1 || !strings.Contains(out, "changed after it was signed") {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out := offline("events", "check", write("no.json", "[]"), "--key", key); code != 1 || !strings.Contains(out, "is no receipt") {
		t.Errorf("exit %d: %s", code, out)
	}
	_, other, err := audit.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	if code, out := offline("events", "check", receipt, "--key", write("other.pub", string(other))); code != 1 ||
		!strings.Contains(out, "another key than the one given") {
		t.Errorf("exit %d: %s", code, out)
	}
	code, out = line(t, s.Shop, "events", "prove", "order", "7")
	if code != 1 || !strings.Contains(out, "There is no order with the number 7") {
		t.Errorf("exit %d: %s", code, out)
	}
	done(t, s.Shop, "config", "set", "general/locale/timezone", "Europe/Berlin") // an event that no checkpoint covers
	number = fmt.Sprint(s.Order("MUG")["incrementId"])
	done(t, s.Shop, "events", "prove", "order", number, "--as-is", "-o", receipt)
	if code, out := offline("events", "check", receipt, "--key", key); code != 0 || !strings.Contains(out, "0 events are covered") {
		t.Errorf("without a checkpoint, exit %d: %s", code, out)
	}
}

// proves makes a receipt of an order whose events are in an archive, and checks it. The background verification restarts after the dropped
// events.
func proves(t *testing.T, s *salestest.Shop, dir, number string) {
	t.Helper()
	if _, err := s.Pool.Exec(t.Context(), `DELETE FROM log_verification`); err != nil {
		t.Fatal(err)
	}
	receipt, key := filepath.Join(dir, "receipt.json"), filepath.Join(dir, "installation.pub")
	done(t, s.Shop, "events", "prove", "order", number, "-o", receipt)
	if err := os.WriteFile(key, []byte(done(t, s.Shop, "events", "key")), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out := offline("events", "check", receipt, "--key", key)
	if code != 0 || !strings.Contains(out, ", 0 are not yet") || strings.Contains(out, "\n0 seals") {
		t.Errorf("the receipt of a dropped order, exit %d: %s", code, out)
	}
}

// TestPlacesForCheckpoints: serve refuses a target that it could not publish to, and creates nothing.
func TestPlacesForCheckpoints(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	code, out := offline("serve", "--listen", "127.0.0.1:0", "--data", data, "--checkpoints", "ftp://witness.example")
	if _, err := os.Stat(data); code != 1 || !strings.Contains(out, "takes file:PATH") || !os.IsNotExist(err) {
		t.Errorf("exit %d, %v: %s", code, err, out)
	}
}
