package faults

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tradelog/test/servetest"
	"tradelog/test/suite"
)

// TestAKilledPrivatePostgreSQLEndsTheProgram checks that the program ends at once with the reason. Requests in flight cannot succeed, so
// nothing waits for them. Acknowledged writes are there after the next start.
func TestAKilledPrivatePostgreSQLEndsTheProgram(t *testing.T) {
	suite.Needs(t, suite.Faults)
	t.Parallel()
	data := clusterOf(t)
	s := servetest.Start(t, data)
	auth := open(t, s)
	var server only
	server.Store(s)
	l := newLoad(t, auth, server.at)
	l.start()
	l.reach(100)
	postmaster, err := os.ReadFile(filepath.Join(data, "postgres", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(strings.SplitN(string(postmaster), "\n", 2)[0]))
	if err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-s.Ended()
	t.Logf("it took %s to end", time.Since(killed).Round(time.Millisecond))
	if said := s.Log(); !strings.Contains(said, "the private database ended: ") {
		t.Errorf("it does not say why\n%s", said)
	}
	s = servetest.Start(t, data)
	server.Store(s)
	l.reach(20)
	l.end()
	l.check(t, s, privateDatabase(t, data))
}
