package cli_test

import (
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// TestRelayWithoutABroker: --once fails, the position is kept, and the password is nowhere.
func TestRelayWithoutABroker(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	address := "amqp://shop:hush@127.0.0.1:1/events"
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{1, "connect to the AMQP broker", []string{"relay", "--to", address, "--once", "--name", "billing", "--from", "end"}},
		{0, "amqp://127.0.0.1:1/events tradelog", []string{"relay", "status"}},
		{1, "publishes to amqp://127.0.0.1:1/events tradelog, not to nats://127.0.0.1:1 tradelog",
			[]string{"relay", "--to", "nats://127.0.0.1:1", "--name", "billing"}},
		{1, "no event type \"OrderPlased\"", []string{"relay", "--to", address, "--types", "OrderPlased"}},
		{0, "billing is deleted", []string{"relay", "delete", "billing"}},
		{1, "no relay billing", []string{"relay", "delete", "billing"}},
	} {
		code, out := line(t, s, c.args...)
		if code != c.code || !strings.Contains(out, c.want) || strings.Contains(out, "hush") {
			t.Errorf("tradelog %s: exit %d, want %d and %q\n%s", strings.Join(c.args, " "), code, c.code, c.want, out)
		}
	}
}
