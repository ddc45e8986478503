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

	"tradelog/adapters/outside"
	"tradelog/cmd/tradelog/cli/command"
	"tradelog/domain/fault"
	"tradelog/installation"
	"tradelog/reactions/relay"
	"tradelog/test/apptest"
	"tradelog/test/suite"

	"github.com/alecthomas/kong"
)

func run(args ...string) (code int, out string) {
	var b bytes.Buffer
	code = Run(context.Background(), nil, args, &b, &b)
	return code, b.String()
}

// runRelay runs the program tradelog-relay without any broker.
func runRelay(args ...string) (code int, out string) {
	var b bytes.Buffer
	code = RunRelay(context.Background(), func(address, _, _ string, _ outside.Networks) (relay.Broker, error) {
		return nil, fault.Invalidf("no broker is at %s", address)
	}, args, &b, &b)
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

// everyCommand lists a command line for each command.
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
			} else if f.Required && f.IsBool() {
				line = append(line, "--"+f.Name)
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

// TestOtherCommandsDoNotCount: an environment variable of another command is not read, and a flag of another command is refused.
func TestOtherCommandsDoNotCount(t *testing.T) {
	t.Setenv("TRADELOG_ROLE", "clown")
	t.Setenv("TRADELOG_ESDB_MAX_APPEND_SIZE", "much")
	if code, out := run("version"); code != 0 {
		t.Errorf("exit %d\n%s", code, out)
	}
	for _, role := range []string{"clown", "all"} { // the second role is valid without the other variable
		t.Setenv("TRADELOG_ROLE", role)
		if code, out := run("serve"); code != 2 {
			t.Errorf("serve: exit %d\n%s", code, out)
		}
	}
	for want, line := range map[string][]string{
		"--to is no flag of relay status": {"relay", "--to", "nats://broker", "status"},
		"--to is no flag of status":       {"--to", "nats://broker", "status"},
	} {
		does := run
		if line[0] != "relay" {
			does = runRelay
		}
		if code, out := does(line...); code != 2 || !strings.Contains(out, want) {
			t.Errorf("%v: exit %d, want %q\n%s", line, code, want, out)
		}
	}
}

// TestUnknownDataDirectoriesAreRefused by every command that creates none. Nothing is created, and similar names are suggested.
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
	// These commands may create a data directory, or need none.
	makes := [][]string{{"backup", "restore"}, {"backup", "recover"}, {"events", "serve"}, {"events", "check"}}
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
		if slices.Equal(line, []string{"mail", "resend"}) {
			line = append(line, "--failed")
		}
		if line[0] == "catalog" {
			line = append(line, "--format", "csv")
		}
		does := run
		if slices.Equal(line[:2], []string{"relay", "publish"}) {
			does = runRelay
		}
		code, out := does(append(line, "--data", filepath.Join(top, "shop-liev"))...)
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

// TestRefusedCommandsMakeNoDataDirectory: a command that may create an installation refuses its arguments before it creates anything.
func TestRefusedCommandsMakeNoDataDirectory(t *testing.T) {
	top := t.TempDir()
	file, none := filepath.Join(top, "file"), filepath.Join(top, "none")
	if err := os.WriteFile(file, []byte("no export\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := tree(t, top)
	refuses := func(want string, line ...string) {
		t.Helper()
		if code, out := run(append(line, "--data", filepath.Join(top, "made", "shop"))...); code != 1 || !strings.Contains(out, want) {
			t.Errorf("%v: exit %d, want %q\n%s", line, code, want, out)
		}
		if after := tree(t, top); !slices.Equal(before, after) {
			t.Fatalf("%v made something: %v, before %v", line, after, before)
		}
	}
	log := []string{"--esdb-listen", "127.0.0.1:0"}
	serve := append([]string{"serve", "--listen", "127.0.0.1:0"}, log...)
	refuses("no such file", append(serve, "--access-log", filepath.Join(none, "access"))...)
	refuses("esdb://", append(serve, "--event-store", "http://127.0.0.1:1")...)
	refuses("no such file", append(serve, "--esdb-tls-cert", none, "--esdb-tls-key", none)...)
	refuses("no such file", append([]string{"events", "serve", "--esdb-accounts", none}, log...)...)
	refuses("cannot be used", append([]string{"events", "serve", "--esdb-accounts", file}, log...)...)
	refuses("cannot be negative", "seed", "load", "--products=-1")
	refuses("orders need products", "seed", "load", "--products", "0")
	refuses("does not begin with a header", "events", "import", "--create", file)
	refuses("There is no archive", "events", "import", "--create", "--archive", top)
	refuses("there is no backup", "backup", "restore", "--from", top)
	refuses("is no base", "backup", "recover", "--base", top, "--wal-archive", top, "--to", "latest")
	refuses("in the future", "backup", "recover", "--base", top, "--wal-archive", top, "--to", "9999-01-31T12:00:00Z")
	t.Setenv(installation.MasterKeyVariable, "too short")
	t.Setenv(installation.MasterKeyCommandVariable, "")
	for _, line := range [][]string{serve, append([]string{"events", "serve"}, log...), {"seed", "demo"}} {
		refuses(installation.MasterKeyVariable, line...)
	}
}

// TestCommandsBesideADatabaseMakeNoDataDirectory: with --database the data directory may belong to another machine. So only commands that
// store something in it create one.
func TestCommandsBesideADatabaseMakeNoDataDirectory(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := apptest.Start(t)
	top := t.TempDir()
	wrong := filepath.Join(t.TempDir(), "wrong.csv")
	if err := os.WriteFile(wrong, []byte("nothing\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for code, lines := range map[int][]string{
		0: {
			"config get general/locale/code", "config list", "token admin", "stores list", "attributes list", "user list", "user grants",
			"shipping list", "projections status", "keys status", "gateway list", "relay status", "events tail --once", "events verify",
			"mail render order --to " + filepath.Join(t.TempDir(), "letters"),
		},
		1: {
			"config get nowhere/to/be", "mail render order --store nowhere --to " + filepath.Join(top, "letters"),
			"mail render postcard --to " + filepath.Join(top, "letters"), "invoices list 1", "catalog import " + wrong,
			"user create --kind api --username x --permissions nonsense",
		},
	} {
		for _, line := range lines {
			got, out := run(append(strings.Fields(line), "--database", s.Config.Database.URL, "--data", filepath.Join(top, "none"))...)
			if got != code {
				t.Errorf("%s: exit %d\n%s", line, got, out)
			}
			if made := tree(t, top); len(made) != 1 {
				t.Fatalf("%s made %v", line, made[1:])
			}
		}
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
