package main

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestAnInstanceThatWaitsTurnsClientsAway: an instance that only serves waits while the installation has no projectors. It closes
// connections at its ports at once, and logs the missing role.
func TestAnInstanceThatWaitsTurnsClientsAway(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	ports := make([]string, 2)
	for i := range ports {
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports[i] = l.Addr().String()
		_ = l.Close()
	}
	waiting := exec.Command(servetest.Binary(t), "serve", "--data", t.TempDir(), "--role", "serve", "--listen", ports[0],
		"--esdb-listen", ports[1], "--esdb-insecure")
	log, err := waiting.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := waiting.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = waiting.Process.Signal(syscall.SIGTERM)
		_ = waiting.Wait()
	}()
	said := ""
	for buffer := make([]byte, 4096); !strings.Contains(said, "no running instance runs the projectors"); {
		n, err := log.Read(buffer)
		if err != nil {
			t.Fatalf("%v after:\n%s", err, said)
		}
		said += string(buffer[:n])
	}
	for _, port := range ports {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", port)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := c.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s holds a connection: %v", port, err)
		}
		_ = c.Close()
	}
}
