// Package programtest finds programs of others that tests run. Scripts of the repository look for them, and install them if necessary.
package programtest

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Find runs a script and returns the lines that it printed, such as paths of programs. Without the programs the test fails.
func Find(t testing.TB, script string, args ...string) []string {
	t.Helper()
	var said bytes.Buffer
	cmd := exec.Command(script, args...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, &said)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// Node finds the program Node and a copy of a project with its modules. dir has the project's package-lock.json.
func Node(t testing.TB, scripts, dir string) (node, project string) {
	t.Helper()
	script := filepath.Join(scripts, "node.sh")
	return Find(t, script, "--where")[0], Find(t, script, "--project", dir)[0]
}
