package serve

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli/command"
)

// TestAccessLogFile checks that every line is in its file: before the rotation, after it, and at the end.
func TestAccessLogFile(t *testing.T) {
	t.Parallel()
	g := &command.Globals{LogFormat: "json", Out: command.NewOutput(io.Discard), Err: command.NewOutput(io.Discard)}
	file := filepath.Join(t.TempDir(), "access.log")
	if err := os.WriteFile(file, []byte("earlier\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := openAccessLog(g, file)
	if err != nil {
		t.Fatal(err)
	}
	log := a.log(g)
	log.Info("request", slog.Int("status", 1))
	if err := os.Rename(file, file+".1"); err != nil {
		t.Fatal(err)
	}
	log.Info("request", slog.Int("status", 2))
	a.reopen()
	log.Info("request", slog.Int("status", 3))
	a.close()
	for name, want := range map[string][]string{file + ".1": {"earlier", `"status":1`, `"status":2`}, file: {`"status":3`}} {
		text, err := os.ReadFile(name)
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if err != nil || len(lines) != len(want) {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		for i, part := range want {
			if !strings.Contains(lines[i], part) {
				t.Errorf("%s: line %d is %s, want %s", name, i, lines[i], part)
			}
		}
	}
	if off, err := openAccessLog(g, "off"); off != nil || err != nil || off.log(g) != nil {
		t.Errorf("off: %v, %v", off, err)
	}
	if _, err := openAccessLog(g, filepath.Join(file, "nowhere")); err == nil ||
		!strings.Contains(err.Error(), "access log cannot be written") {
		t.Errorf("a file that cannot be: %v", err)
	}
}
