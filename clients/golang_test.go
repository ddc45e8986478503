package clients_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"tradelog/test/clienttest"
	"tradelog/test/suite"
)

// TestGo plays the suite of behaviours with the Go library.
func TestGo(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	clienttest.Suite(t, clienttest.Program{Command: []string{filepath.Join(buildGo(t, "./internal/driver"), "driver")}})
}

// TestGoExamples runs the examples of the Go library.
func TestGoExamples(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	dir := buildGo(t, "./examples/...")
	// A package orders would be taken for one of the shop where documents name it.
	programs := map[string]string{"orders": "myorders", "products": "products", "restock": "restock", "follow": "follow", "webhook": "webhook"}
	clienttest.Examples(t, func(name string) clienttest.Program {
		return clienttest.Program{Command: []string{filepath.Join(dir, programs[name])}}
	})
}

// buildGo builds programs of the Go library, which is a module of its own, and returns their directory.
func buildGo(t *testing.T, packages string) string {
	t.Helper()
	dir := t.TempDir() + "/"
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", dir, packages)
	cmd.Dir = "go"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}
