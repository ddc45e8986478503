package suite

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Program runs a script and returns the lines that it printed, such as paths of programs. Without the programs the test fails. Outside of
// the suite Conformance the test is skipped.
func Program(t testing.TB, script string, args ...string) []string {
	t.Helper()
	Needs(t, Conformance)
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
	return Program(t, script, "--where")[0], Program(t, script, "--project", dir)[0]
}

// Poppler runs a program of poppler, such as pdftotext, on a PDF file, and returns its output. Output on standard error fails the test.
func Poppler(t testing.TB, scripts string, file []byte, program string, args ...string) string {
	t.Helper()
	dir := Program(t, filepath.Join(scripts, "poppler.sh"), "--where")[0]
	path := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	args = append(args, path)
	if program == "pdftotext" {
		args = append(args, "-") // standard output
	}
	var out, said bytes.Buffer
	command := exec.Command(filepath.Join(dir, program), args...)
	command.Stdout, command.Stderr = &out, &said
	if err := command.Run(); err != nil || said.Len() > 0 {
		t.Fatalf("%s: %v %s", program, err, said.String())
	}
	return out.String()
}
