package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli"
	"tradelog/test/salestest"
)

// TestSalesExport: each export has the data since the one before, and none replaces a file.
func TestSalesExport(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	dir := t.TempDir()
	state := filepath.Join(dir, "exported.json")
	run := func(code int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		args = append([]string{"sales", "export"}, append(args, "--database", s.Config.Database.URL, "--data", dir)...)
		if got := cli.Run(t.Context(), nil, args, &out, &out); got != code {
			t.Fatalf("exit %d\n%s", got, out.String())
		}
		return out.String()
	}
	read := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	s.Order("MUG")
	s.Order("MUG*2")
	run(0, "orders", "--state", state, "--out", filepath.Join(dir, "1.csv"))
	if lines := strings.Count(read("1.csv"), "\n"); lines != 3 || !strings.HasPrefix(read("1.csv"), "document,number,") {
		t.Errorf("%d lines\n%s", lines, read("1.csv"))
	}
	if said := run(1, "orders", "--state", state, "--out", filepath.Join(dir, "1.csv")); !strings.Contains(said, "move it away") {
		t.Error(said)
	}
	newest := s.Order("MUG*3")
	run(0, "orders", "--format", "jsonl", "--state", state, "--out", filepath.Join(dir, "2.jsonl"))
	if text := read("2.jsonl"); strings.Count(text, "\n") != 2 || !strings.Contains(text, newest["incrementId"].(string)) {
		t.Error(text)
	}
	run(0, "orders", "--state", state, "--out", filepath.Join(dir, "3.csv"))
	if lines := strings.Count(read("3.csv"), "\n"); lines != 1 {
		t.Errorf("nothing has changed:\n%s", read("3.csv"))
	}
	run(0, "credit-memos", "--state", state)
	positions := map[string]string{}
	if err := json.Unmarshal([]byte(read("exported.json")), &positions); err != nil || positions["orders"] == "" ||
		!strings.HasSuffix(positions["credit-memos"], ".0") {
		t.Errorf("%v, %v", positions, err)
	}
	if said := run(0, "orders", "--after", "0"); strings.Count(said, "checkmo") != 3 {
		t.Error(said)
	}
	if err := os.WriteFile(state, []byte("no positions"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := run(1, "orders", "--state", state); !strings.Contains(said, "does not hold positions") {
		t.Error(said)
	}
}
