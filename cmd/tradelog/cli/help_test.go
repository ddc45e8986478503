package cli

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tradelog/cmd/tradelog/cli/command"

	"github.com/alecthomas/kong"
)

// TestEveryCommandHasExamples: each has at least two, and the program can parse them.
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

// TestHelpTextsAreSentences: the text of each command, argument and flag begins with a capital letter and ends with a full stop. Flags with
// the same meaning have the same text.
func TestHelpTextsAreSentences(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&grammar{}, kong.Name("tradelog"))
	if err != nil {
		t.Fatal(err)
	}
	shared := map[string][]string{"json": {"Print JSON.", "Print JSON, one object per line."}, "yes": {"Do not ask for confirmation."}}
	read := 0
	check := func(what, help string) {
		read++
		if first, _ := utf8.DecodeRuneInString(help); !unicode.IsUpper(first) || !strings.HasSuffix(help, ".") {
			t.Errorf("%s: %q is no sentence", what, help)
		}
	}
	var visit func(node *kong.Node)
	visit = func(node *kong.Node) {
		if node.Hidden {
			return
		}
		for _, p := range node.Positional {
			check(node.FullPath()+" "+p.Name, p.Help)
		}
		for _, f := range node.Flags {
			if f.Name == "help" {
				continue // belongs to kong
			}
			check(node.FullPath()+" --"+f.Name, f.Help)
			if texts := shared[f.Name]; texts != nil && !slices.Contains(texts, f.Help) {
				t.Errorf("%s --%s: %q, want one of %q", node.FullPath(), f.Name, f.Help, texts)
			}
		}
		for _, child := range node.Children {
			check(child.FullPath(), child.Help)
			visit(child)
		}
	}
	visit(parser.Model.Node)
	if read < 200 {
		t.Errorf("only %d texts", read)
	}
}

// TestHelpIsGrouped: the first page is short and grouped, and names the command for more.
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

// TestVersion: the version is also printed by a flag.
func TestVersion(t *testing.T) {
	t.Parallel()
	_, want := run("version")
	if code, out := run("--version"); code != 0 || out != want || !strings.HasPrefix(out, "tradelog ") {
		t.Errorf("exit %d: %q, want %q", code, out, want)
	}
}

// TestMessagesOfSeveralLines: a message of several lines is printed with its line breaks.
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
