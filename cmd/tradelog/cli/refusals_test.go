package cli

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tradelog/cmd/tradelog/cli/command"

	"github.com/alecthomas/kong"
)

func run(args ...string) (code int, out string) {
	var b bytes.Buffer
	code = Run(context.Background(), args, &b, &b)
	return code, b.String()
}

// enumOf lists the values that an argument or a flag may have.
func enumOf(v *kong.Value) (values []string) {
	for value := range v.EnumMap() {
		if value != "" {
			values = append(values, value)
		}
	}
	slices.Sort(values)
	return values
}

// everyCommand lists a command line for each command there is.
func everyCommand(t *testing.T) [][]string {
	t.Helper()
	parser, err := kong.New(&grammar{}, kong.Name("tradelog"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{"<order>": "1", "<id>": "1", "<file>": file, "<times>": "1"}
	var out [][]string
	for _, leaf := range parser.Model.Leaves(false) {
		line := strings.Fields(leaf.FullPath())[1:]
		for _, p := range leaf.Positional {
			value := values[p.Summary()]
			if enum := enumOf(p); len(enum) > 0 {
				value = enum[0]
			} else if value == "" {
				value = "x"
			}
			if p.Required {
				line = append(line, value)
			}
		}
		for _, f := range leaf.Flags {
			if enum := enumOf(f.Value); f.Required && len(enum) > 0 {
				line = append(line, "--"+f.Name, enum[0])
			} else if f.Required {
				line = append(line, "--"+f.Name, "1")
			}
		}
		out = append(out, line)
	}
	if len(out) < 30 {
		t.Fatalf("only %d commands", len(out))
	}
	return out
}

// TestShortKeysOfTokensAreRefused by every command, before it does anything.
func TestShortKeysOfTokensAreRefused(t *testing.T) {
	for _, line := range everyCommand(t) {
		code, out := run(append(line, "--jwt-secret", strings.Repeat("k", 31), "--data", filepath.Join(t.TempDir(), "none"))...)
		if code != 1 || !strings.Contains(out, "31 bytes and needs at least 32") || !strings.Contains(out, "openssl rand -hex 32") ||
			strings.Contains(out, "kkk") {
			t.Errorf("%v: exit %d\n%s", line, code, out)
		}
	}
	t.Setenv("TRADELOG_JWT_SECRET", "short")
	if code, out := run("version"); code != 1 || !strings.Contains(out, "TRADELOG_JWT_SECRET") {
		t.Errorf("exit %d\n%s", code, out)
	}
	for _, name := range []string{"TRADELOG_JWT_SECRET", "TRADELOG_DATA", "TRADELOG_LOG_LEVEL", "TRADELOG_LISTEN", "TRADELOG_ROLE"} {
		t.Setenv(name, "")
	}
	if code, out := run("version"); code != 0 {
		t.Errorf("variables that are set to nothing: exit %d\n%s", code, out)
	}
	t.Setenv("TRADELOG_JWT_SECRET", strings.Repeat("k", 32))
	if code, out := run("version"); code != 0 {
		t.Errorf("a key of 32 bytes: exit %d\n%s", code, out)
	}
}

// TestUnknownDataDirectoriesAreRefused by every command that makes none: nothing is made, and what was meant is suggested.
func TestUnknownDataDirectoriesAreRefused(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for _, dir := range []string{"shop-live", "shop-test", "empty"} {
		if err := os.MkdirAll(filepath.Join(top, dir, command.ClusterName, "data"), 0o755); err != nil {
			t.Fatal(err)
		}
		if dir == "empty" {
			continue
		}
		if err := os.WriteFile(filepath.Join(top, dir, command.ClusterName, "data", "PG_VERSION"), []byte("15\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := tree(t, top)
	makes := [][]string{{"backup", "restore"}, {"backup", "recover"}, {"events", "serve"}} // these may make a data directory
	own := []string{"serve", "seed", "bench", "completion", "version"}
	for _, line := range everyCommand(t) {
		if slices.Contains(own, line[0]) || slices.ContainsFunc(makes, func(words []string) bool { return slices.Equal(words, line[:2]) }) {
			continue
		}
		if (line[0] == "stores" || line[0] == "attributes") && line[1] != "list" {
			line = append(line, "--id", "1")
		}
		if slices.Equal(line, []string{"events", "drop"}) {
			line = append(line, "--undo")
		}
		if slices.Equal(line, []string{"user", "forget"}) {
			line = append(line, "1")
		}
		if line[0] == "user" && line[1] == "create" {
			line = append(line, "--permissions", "all")
		}
		if line[0] == "customer" {
			line = append(line, "1")
		}
		if line[0] == "catalog" {
			line = append(line, "--format", "csv")
		}
		code, out := run(append(line, "--data", filepath.Join(top, "shop-liev"))...)
		if code != 1 || !strings.Contains(out, filepath.Join(top, "shop-liev")+" does not exist") ||
			!strings.Contains(out, "Did you mean one of these: --data "+filepath.Join(top, "shop-live")) {
			t.Errorf("%v: exit %d\n%s", line, code, out)
		}
	}
	for data, want := range map[string]string{
		filepath.Join(top, "empty"):                 "is no installation of tradelog",
		filepath.Join(top, "shop-live", "postgres"): "--data " + filepath.Join(top, "shop-live") + "?",
		top: "--data " + filepath.Join(top, "shop-live"),
		filepath.Join(top, "shop-test", command.ClusterName, "data", "PG_VERSION"): "is no directory",
		"": "--data is empty",
	} {
		if code, out := run("token", "admin", "--data", data); code != 1 || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, want %q\n%s", data, code, want, out)
		}
	}
	if after := tree(t, top); !slices.Equal(before, after) {
		t.Errorf("something was made: %v, before %v", after, before)
	}
}

func tree(t *testing.T, top string) (names []string) {
	t.Helper()
	if err := filepath.WalkDir(top, func(path string, _ fs.DirEntry, err error) error {
		names = append(names, path)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return names
}
