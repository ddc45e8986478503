package cli

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli/command"

	"github.com/alecthomas/kong"
)

// TestEveryCommandHasExamples: at least two, and the program understands each of them.
func TestEveryCommandHasExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"log.jsonl", "archive.key.pub", "keys.jsonl", "rates.csv"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parser, err := kong.New(&grammar{}, kong.Name("tradelog"), kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, leaf := range parser.Model.Leaves(true) {
		words := wordsOf(leaf)
		found[words] = true
		lines := strings.Split(examples[words], "\n")
		if len(lines) < 2 {
			t.Errorf("tradelog %s has %d examples", words, len(lines))
		}
		for _, line := range lines {
			line = strings.TrimSuffix(strings.TrimPrefix(line, "source <("), ")")
			line, _, _ = strings.Cut(line, " > ")
			var args []string
			for _, arg := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(line, -1) {
				args = append(args, strings.Trim(arg, `"`))
			}
			if len(args) == 0 || args[0] != "tradelog" {
				t.Errorf("%q is no example", line)
				continue
			}
			if _, err := parser.Parse(args[1:]); err != nil && line != "tradelog --version" { // see TestVersion
				t.Errorf("%s: %v", line, err)
			}
		}
		_, out := run(append(strings.Fields(words), "--help")...)
		own, flags := strings.Index(out, "Examples:"), strings.Index(out, "Flags of every command:")
		if own < 0 || flags < own || strings.Contains(out[flags:], "Examples:") {
			t.Errorf("the help of %s has its examples at %d and the common flags at %d\n%s", words, own, flags, out)
		}
	}
	for words := range examples {
		if !found[words] {
			t.Errorf("tradelog %s is no command", words)
		}
	}
}

// TestHelpIsGrouped: the first page is short, in groups, and says where to go on.
func TestHelpIsGrouped(t *testing.T) {
	t.Parallel()
	code, out := run()
	if lines := strings.Count(out, "\n"); code != 0 || lines > 70 {
		t.Errorf("exit %d, %d lines", code, lines)
	}
	at := 0
	for _, g := range groups {
		next := strings.Index(out, g.Title)
		if next < at {
			t.Errorf("the group %q is at %d, after %d\n%s", g.Title, next, at, out)
		}
		at = next
	}
}

// TestVersion is told by a flag, too.
func TestVersion(t *testing.T) {
	t.Parallel()
	_, want := run("version")
	if code, out := run("--version"); code != 0 || out != want || !strings.HasPrefix(out, "tradelog ") {
		t.Errorf("exit %d: %q, want %q", code, out, want)
	}
}

// TestMessagesOfSeveralLines are printed as such.
func TestMessagesOfSeveralLines(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	o := command.NewOutput(&b)
	if err := o.Paragraph("first\nsecond \x1b[2J\nthird"); err != nil {
		t.Fatal(err)
	}
	o.Stream.Flush()
	if got := b.String(); strings.Count(got, "\n") != 3 || strings.Contains(got, `\n`) || strings.Contains(got, "\x1b") {
		t.Errorf("%q", got)
	}
}
