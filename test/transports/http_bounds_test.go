package transports_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/test/apptest"
)

// TestASlowReaderIsCutOff checks that reading a large answer byte by byte does not extend the deadline. The server itself reports when it
// has given up.
func TestASlowReaderIsCutOff(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	cut := make(chan error, 1)
	endless := func(_ context.Context, w http.ResponseWriter, _ *http.Request, _ operations.Caller, _ func(int64) ([]byte, error)) {
		part := make([]byte, 64<<10)
		for {
			if _, err := w.Write(part); err != nil {
				cut <- err
				return
			}
		}
	}
	server, err := tradehttp.New(tradehttp.Options{
		Pipeline: s.Pipeline, Sending: 100 * time.Millisecond,
		Endpoints: []tradehttp.Endpoint{{Path: "/api/endless", Protocol: "rest_v2", Serve: endless}},
	})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET /api/endless HTTP/1.1\r\nHost: shop\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	every := time.NewTicker(time.Millisecond)
	defer every.Stop()
	var failed error
	for one := make([]byte, 1); failed == nil; {
		select {
		case failed = <-cut:
		case <-every.C:
			if _, err := conn.Read(one); err != nil {
				failed = <-cut
			}
		}
	}
	if !errors.Is(failed, os.ErrDeadlineExceeded) {
		t.Errorf("the answer ended with %v", failed)
	}
	if _, err := io.Copy(io.Discard, conn); err == nil {
		t.Log("the connection was closed in order") // the system may still deliver buffered data
	}
	if err := server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestEveryListenerIsBounded checks each phase of a request.
func TestEveryListenerIsBounded(t *testing.T) {
	t.Parallel()
	s := tradehttp.Bounded(http.NotFoundHandler(), slog.New(slog.DiscardHandler), 30*time.Second, time.Minute)
	for phase, bound := range map[string]time.Duration{
		"header": s.ReadHeaderTimeout, "request": s.ReadTimeout, "idle": s.IdleTimeout, "answer": s.WriteTimeout,
	} {
		if bound <= 0 || bound > 3*time.Minute {
			t.Errorf("the %s may take %v", phase, bound)
		}
	}
	if s.WriteTimeout < s.ReadTimeout+90*time.Second {
		t.Errorf("an answer to a request that arrived slowly has %v", s.WriteTimeout-s.ReadTimeout)
	}
}

// TestNoRequestFollowsAChunkedOne: a request with Content-Length and Transfer-Encoding is refused, because a proxy before the server may
// have gone by the length. What follows a request with chunks on the connection is no request.
func TestNoRequestFollowsAChunkedOne(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const hidden = "GET /api/rest/v2/countries HTTP/1.1\r\nHost: shop\r\n\r\n"
	for _, length := range []string{"", fmt.Sprintf("Content-Length: %d\r\n", 12+len(hidden))} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, "POST /api/rest/v2/auth/token HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n"+length+
			"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"+hidden); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(conn)
		if err != nil {
			t.Log(err) // the system may reset the connection because of the bytes that nobody has read
		}
		refused := strings.HasPrefix(string(got), "HTTP/1.1 400 ") &&
			strings.Contains(string(got), "A request has Content-Length or Transfer-Encoding")
		if n := strings.Count(string(got), "HTTP/1.1 "); n != 1 || refused != (length != "") ||
			!strings.Contains(string(got), "Connection: close") {
			t.Errorf("%q: %d answers: %s", length, n, got)
		}
	}
}
