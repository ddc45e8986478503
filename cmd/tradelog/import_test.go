package main_test

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

// TestAnInterruptedImportGoesOn kills an import in the middle, beside a running server.
func TestAnInterruptedImportGoesOn(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	const count = 5000
	data := pgtest.Dir(t)
	s := servetest.Start(t, data)
	var file bytes.Buffer
	fmt.Fprintln(&file, "sku,name,price,qty,categories")
	for n := range count {
		fmt.Fprintf(&file, "ROW-%05d,Thing %d,%d.50,7,Things\n", n, n, n%90)
	}
	name := filepath.Join(t.TempDir(), "things.csv")
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	command := []string{"catalog", "import", name, "--create-categories"}
	first := exec.Command(servetest.Binary(t), append(command, "--data", data)...)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	for found := []string(nil); len(found) == 0; {
		found, _ = filepath.Glob(filepath.Join(data, "imports", "*.json"))
		s.Must(200, "GET", "/products?sku=ROW-00000", nil)
	}
	if err := first.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err == nil {
		t.Fatal("the import had ended before it was killed")
	}
	said := s.Run(command...)
	if !strings.Contains(said, "going on after row") || !strings.Contains(said, "5000 rows: ") || !strings.Contains(said, "0 wrong") {
		t.Errorf("the second run: %s", said)
	}
	if found := s.Must(200, "GET", "/products?sku=ROW-04999", nil).List(); len(found) != 1 || found[0]["stockQty"] != 7.0 {
		t.Errorf("the last product: %v", found)
	}
	if said := s.Run(command...); !strings.Contains(said, "5000 rows: 0 created, 0 changed, 5000 unchanged, 0 wrong;") {
		t.Errorf("the third run: %s", said)
	}
	exported := s.Run("catalog", "export", "-", "--format", "csv")
	if n := strings.Count(exported, "\nproduct,"); n != count {
		t.Errorf("%d products, want %d", n, count)
	}
}
