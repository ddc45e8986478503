package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func script(t *testing.T, shell string) string {
	t.Helper()
	code, out := run("completion", shell)
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, out)
	}
	file := filepath.Join(t.TempDir(), "completion")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBashCompletes asks bash for its completions.
func TestBashCompletes(t *testing.T) {
	t.Parallel()
	file := script(t, "bash")
	for _, c := range []struct {
		line       string // the last word is the one that is completed
		want, none string // words that must be offered, and words that must not
	}{
		{"tradelog ", "serve config events stores completion", "list --role baseline"},
		{"tradelog ev", "events", "serve"},
		{"tradelog events ", "tail history verify --data", "serve --lines"},
		{"tradelog events tail --", "--lines --once --json --data", "--role --jwt-secret"},
		{"tradelog --data events config ", "set get list unset", "tail"},
		{"tradelog --data=events config s", "set", "serve"},
		{"tradelog config set --scope ", "default website store", "--json list"},
		{"tradelog config set --scope=st", "store", "website"},
		{"tradelog stores set ", "website group view root-category", "list"},
		{"tradelog stores set view --", "--code --group --active --no-active --default-view", "--lines"},
		{"tradelog stores set view --active ", "--code", "default"},
		{"tradelog serve --role ", "all api", "--listen"},
		{"tradelog token ", "admin customer service", "serve"},
		{"tradelog completion ", "bash zsh fish", ""},
		{"tradelog nonsense ", "serve", ""},
	} {
		words := strings.Split(strings.ReplaceAll(c.line, "=", " = "), " ") // as bash splits them
		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = "'" + w + "'"
		}
		ask := `source "$1"; COMP_WORDS=(` + strings.Join(quoted,
			" ") + `); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tradelog; printf '%s\n' "${COMPREPLY[@]}"`
		out, err := exec.Command("bash", "--norc", "-c", ask, "bash", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.line, err, out)
		}
		offered := strings.Fields(string(out))
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

// TestCompletionScriptsAreWellFormed: every shell of this machine reads its script, and all scripts know all commands.
func TestCompletionScriptsAreWellFormed(t *testing.T) {
	t.Parallel()
	for shell, check := range map[string]string{"bash": "-n", "zsh": "-n", "fish": "--no-execute"} {
		file := script(t, shell)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range everyCommand(t) {
			if !strings.Contains(string(text), line[0]) {
				t.Errorf("%s: %s is missing", shell, line[0])
			}
		}
		program, err := exec.LookPath(shell)
		if err != nil {
			continue // bash is everywhere; the others are checked where they are
		}
		if out, err := exec.Command(program, check, file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
	}
}
