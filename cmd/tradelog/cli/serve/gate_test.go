package serve

import (
	"errors"
	"io"
	"net"
	"testing"
)

// TestGate: a closed gate turns clients away at once, an open one serves them, and the end of the listener is reported.
func TestGate(t *testing.T) {
	t.Parallel()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := newGate(l)
	dial := func() net.Conn {
		t.Helper()
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	if n, err := dial().Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("a closed gate answers: %d bytes, %v", n, err)
	}
	g.open()
	go func() {
		if served, err := g.Accept(); err == nil {
			_, _ = served.Write([]byte("welcome"))
			_ = served.Close()
		}
	}()
	if said, err := io.ReadAll(dial()); err != nil || string(said) != "welcome" {
		t.Errorf("an open gate: %q, %v", said, err)
	}
	_ = g.Close()
	if _, err := g.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a closed listener: %v", err)
	}
}
