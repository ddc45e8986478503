package cli_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tradelog/adapters/outside"
	"tradelog/cmd/tradelog/cli"
	"tradelog/reactions/relay"
	"tradelog/reactions/relay/brokers"
	"tradelog/test/apptest"
)

func openBroker(address, destination, secret string, networks outside.Networks) (relay.Broker, error) {
	return brokers.Parse(address, destination, brokers.Receiver{Secret: secret, Networks: networks})
}

// TestRelayWithoutABroker: --once fails, the position stays, and no output has the password. tradelog shows and deletes relays. The program
// tradelog-relay does everything, also with the word relay in front.
func TestRelayWithoutABroker(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	address := "amqp://shop:hush@127.0.0.1:1/events"
	for _, c := range []struct {
		code   int
		want   string
		args   []string
		itself bool // tradelog carries it out itself
	}{
		{1, "connect to the AMQP broker", []string{"relay", "--to", address, "--once", "--name", "billing", "--from", "end"}, false},
		{1, "connect to the AMQP broker", []string{"publish", "--to", address, "--once", "--name", "orders"}, false},
		{1, "connect to the AMQP broker", []string{"--to", address, "--once", "--name", "billing"}, false},
		{0, "amqp://127.0.0.1:1/events tradelog", []string{"relay", "status"}, true},
		{0, "amqp://127.0.0.1:1/events tradelog", []string{"status"}, false},
		{1, "publishes to amqp://127.0.0.1:1/events tradelog, not to nats://127.0.0.1:1 tradelog",
			[]string{"relay", "--to", "nats://127.0.0.1:1", "--name", "billing"}, false},
		{1, "no event type \"OrderPlased\"", []string{"relay", "--to", address, "--types", "OrderPlased"}, false},
		{0, "billing is deleted", []string{"relay", "delete", "billing"}, true},
		{1, "no relay billing", []string{"relay", "delete", "billing"}, true},
		{0, "orders is deleted", []string{"relay", "delete", "orders"}, false},
	} {
		code, out := 0, ""
		if c.itself {
			code, out = line(t, s, c.args...)
		} else {
			var b bytes.Buffer
			args := append(c.args, "--event-store", s.Config.EventLog.StoreURL, "--database", s.Config.Database.URL, "--data", t.TempDir())
			code = cli.RunRelay(context.Background(), openBroker, args, &b, &b)
			out = b.String()
		}
		if code != c.code || !strings.Contains(out, c.want) || strings.Contains(out, "hush") {
			t.Errorf("tradelog %s: exit %d, want %d and %q\n%s", strings.Join(c.args, " "), code, c.code, c.want, out)
		}
	}
}

// handsOver is the environment variable that makes the test binary the program tradelog.
const handsOver = "TEST_HANDS_OVER"

// TestTradelogRelayIsAnotherProgram: tradelog relay becomes the program tradelog-relay in the same directory, with the same arguments,
// environment and exit code. Without that program the error gives advice.
func TestTradelogRelayIsAnotherProgram(t *testing.T) {
	t.Parallel()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "tradelog")
	if err := os.Link(own, program); err != nil {
		content, err := os.ReadFile(own)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(program, content, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	run := func() (int, string) {
		cmd := exec.Command(program, "--data", "relay", "relay", "--to", "nats://broker", "--name", "it's one", "--once")
		cmd.Env = append(os.Environ(), handsOver+"=1", "TRADELOG_RELAY_SECRET=two words")
		out, _ := cmd.CombinedOutput()
		return cmd.ProcessState.ExitCode(), string(out)
	}
	if code, out := run(); code != 1 || !strings.Contains(out, "tradelog-relay is not in "+dir) || !strings.Contains(out, "make build") {
		t.Errorf("without the program: exit %d\n%s", code, out)
	}
	script := "#!/bin/sh\nprintf '%s\\n' \"$TRADELOG_RELAY_SECRET\" \"$@\"\nexit 7\n"
	if err := os.WriteFile(filepath.Join(dir, "tradelog-relay"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	want := "two words\n--data\nrelay\nrelay\n--to\nnats://broker\n--name\nit's one\n--once\n"
	if code, out := run(); code != 7 || out != want {
		t.Errorf("exit %d, want 7\n%s", code, out)
	}
}
