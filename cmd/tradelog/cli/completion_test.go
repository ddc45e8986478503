package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCompletions runs the program as a shell does.
func TestCompletions(t *testing.T) {
	for _, c := range []struct {
		line       string // the last word is to be completed
		want, none string // words that must be offered, and words that must not
	}{
		{"tradelog ", "serve config events stores completion", "list --role baseline"},
		{"tradelog ev", "events", "serve"},
		{"tradelog events ", "tail history verify serve", "baseline"},
		{"tradelog events tail --", "--lines --once --json --data", "--role --jwt-secret"},
		{"tradelog config s", "set", "serve"},
		{"tradelog config set general/locale/", "general/locale/code general/locale/timezone", "web/secure/base_url"},
		{"tradelog config get general/store_information/n", "general/store_information/name", "general/locale/code"},
		{"tradelog config set --scope ", "default website store", "list"},
		{"tradelog projections rebuild ", "orders products access records sequences", "tail"},
		{"tradelog projections verify or", "orders", "products"},
		{"tradelog events tail --type Order", "OrderPlaced OrderHeld", "CartCreated"},
		{"tradelog stores set ", "website group view root-category", "list"},
		{"tradelog attributes list ", "attribute option set all", "serve"},
		{"tradelog mail render ", "order password-reset all", "serve"},
		{"tradelog gateway script ", "capture refund", "decline"},
		{"tradelog serve --role ", "all api", "--listen"},
		{"tradelog token ", "admin customer service", "serve"},
		{"tradelog completion ", "bash zsh fish", "serve"},
	} {
		t.Setenv("COMP_LINE", c.line)
		code, out := run()
		offered := strings.Fields(out)
		if code != 0 {
			t.Errorf("%q: exit %d", c.line, code)
		}
		for _, w := range strings.Fields(c.want) {
			if !slices.Contains(offered, w) {
				t.Errorf("%q: %s is not offered: %v", c.line, w, offered)
			}
		}
		for _, w := range strings.Fields(c.none) {
			if slices.Contains(offered, w) {
				t.Errorf("%q: %s is offered: %v", c.line, w, offered)
			}
		}
	}
}

// TestCompletionScriptsAreWellFormed: every shell of this machine reads its script.
func TestCompletionScriptsAreWellFormed(t *testing.T) {
	t.Parallel()
	for shell, check := range map[string]string{"bash": "-n", "zsh": "-n", "fish": "--no-execute"} {
		code, out := run("completion", shell)
		if code != 0 || !strings.Contains(out, "tradelog") {
			t.Fatalf("%s: exit %d\n%s", shell, code, out)
		}
		file := filepath.Join(t.TempDir(), "completion")
		if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
			t.Fatal(err)
		}
		program, err := exec.LookPath(shell)
		if err != nil {
			continue // bash is everywhere; other shells are checked where they are installed
		}
		if out, err := exec.Command(program, check, file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
	}
}
