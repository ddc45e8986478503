package transports_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// listen starts a server on a real socket and returns its address.
func listen(t *testing.T, options tradehttp.Options) string {
	t.Helper()
	server, err := tradehttp.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return apptest.Listen(t, server)
}

// begin sends the header of a request and the first part of its body. If the client waits for the server to request the body, begin returns
// after that: then the server is reading.
func begin(t *testing.T, address, path, header, content string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n%s\r\n", path, header); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(header, "100-continue") {
		if asked, err := http.ReadResponse(in, nil); err != nil || asked.StatusCode != http.StatusContinue {
			t.Fatalf("the body is not asked for: %v, %v", asked, err)
		}
	}
	if _, err := io.WriteString(conn, content); err != nil {
		t.Fatal(err)
	}
	return conn, in
}

// slowly is an endpoint that reads bodies and answers with their length.
func slowly(limit int64) tradehttp.Endpoint {
	return tradehttp.Endpoint{Path: "/api/reading", Protocol: "rest_v2", Serve: func(_ context.Context, w http.ResponseWriter, _ *http.Request,
		_ operations.Caller, body func(int64) ([]byte, error)) {
		content, err := body(limit)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, len(content))
	}}
}

// TestSlowBodies: the answer to a missing body, or to one that arrives byte by byte, is 408, and the connection ends.
func TestSlowBodies(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := apptest.Start(t)
	address := listen(t, tradehttp.Options{Pipeline: s.Pipeline, Arriving: 50 * time.Millisecond,
		Endpoints: []tradehttp.Endpoint{slowly(1 << 20)}})
	for _, c := range []struct{ header, part string }{
		{"Content-Length: 9000\r\n", " "}, {"Content-Length: 2000000\r\n", " "}, {"Transfer-Encoding: chunked\r\n", "1\r\n \r\n"},
	} {
		for _, trickles := range []bool{false, true} {
			conn, in := begin(t, address, "/api/rest/v2/auth/token", c.header+"Expect: 100-continue\r\n", "")
			answered := make(chan struct{})
			if trickles {
				go func() {
					every := time.NewTicker(time.Millisecond)
					defer every.Stop()
					for {
						select {
						case <-answered:
							return
						case <-every.C:
							if _, err := io.WriteString(conn, c.part); err != nil {
								return
							}
						}
					}
				}()
			}
			response, err := http.ReadResponse(in, nil)
			close(answered)
			if err != nil {
				t.Fatalf("%+v, trickles %v: %v", c, trickles, err)
			}
			text, _ := io.ReadAll(response.Body)
			const want = `{"error":"error","message":"The request body came too slowly.","code":408}`
			if string(text) != want || response.StatusCode != 408 || !response.Close {
				t.Errorf("%+v, trickles %v: %d %s, closes %v", c, trickles, response.StatusCode, text, response.Close)
			}
		}
	}
}

// TestSilentClientsHoldNothing: clients announce large bodies and send a part of them. Other clients can still send large bodies.
func TestSilentClientsHoldNothing(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const large = 20 << 20
	address := listen(t, tradehttp.Options{Pipeline: s.Pipeline, Endpoints: []tradehttp.Endpoint{slowly(large)}})
	for i := range 40 {
		begin(t, address, "/api/reading", fmt.Sprintf("Content-Length: %d\r\nExpect: 100-continue\r\n", large), strings.Repeat("x", i*1000))
	}
	_, in := begin(t, address, "/api/reading", fmt.Sprintf("Content-Length: %d\r\n", large), strings.Repeat("x", large))
	response, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(response.Body); err != nil || string(text) != fmt.Sprint(large) {
		t.Errorf("%d %s, %v", response.StatusCode, text, err)
	}
}

// TestWhatHasArrivedIsBounded: an address that has sent too much at once is refused further bodies until a request has ended.
func TestWhatHasArrivedIsBounded(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const large = 30 << 20
	whole, release := make(chan struct{}, 10), make(chan struct{})
	e := slowly(large)
	serve := e.Serve
	e.Serve = func(ctx context.Context, w http.ResponseWriter, r *http.Request, caller operations.Caller, body func(int64) ([]byte, error)) {
		if _, err := body(large); err == nil {
			whole <- struct{}{}
			<-release
		}
		serve(ctx, w, r, caller, body)
	}
	address := listen(t, tradehttp.Options{Pipeline: s.Pipeline, Endpoints: []tradehttp.Endpoint{e}})
	send := func() (int, string) {
		_, in := begin(t, address, "/api/reading", fmt.Sprintf("Content-Length: %d\r\n", large), strings.Repeat("x", large))
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Error(err)
			return 0, ""
		}
		text, _ := io.ReadAll(response.Body)
		return response.StatusCode, string(text)
	}
	const fit = 4
	ended := make(chan int, fit)
	for range fit {
		go func() {
			status, _ := send()
			ended <- status
		}()
	}
	for range fit {
		<-whole
	}
	conn, in := begin(t, address, "/api/reading", fmt.Sprintf("Content-Length: %d\r\n", large), "")
	go func() { _, _ = io.WriteString(conn, strings.Repeat("x", large)) }() // ends with an error, since the rest is not read
	response, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(response.Body); !strings.Contains(string(text), "sending too much at once") {
		t.Errorf("one more: %d %s", response.StatusCode, text)
	}
	close(release)
	for range fit {
		if status := <-ended; status != 200 {
			t.Errorf("one that fits: %d", status)
		}
	}
	if status, text := send(); status != 200 {
		t.Errorf("when all have ended: %d %s", status, text)
	}
}
