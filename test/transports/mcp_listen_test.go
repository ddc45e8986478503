package transports_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// listening is a stream of a session.
type listening struct {
	t      *testing.T
	answer *http.Response
	lines  *bufio.Scanner
}

// listen opens a stream of the agent's session.
func (a *agent) listen(t *testing.T, headers ...string) *listening {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", a.shop.URL+"/api/mcp"+a.query, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(a.headers); i += 2 {
		r.Header.Set(a.headers[i], a.headers[i+1])
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return &listening{t, answer, bufio.NewScanner(answer.Body)}
}

var live = []string{"Accept", "text/event-stream"}

// opened checks that it is a stream and reads its first line.
func (l *listening) opened() *listening {
	l.t.Helper()
	if kind := l.answer.Header.Get("Content-Type"); l.answer.StatusCode != 200 || kind != "text/event-stream" || !l.lines.Scan() ||
		l.lines.Text() != ": live" {
		l.t.Fatalf("%d %s %q", l.answer.StatusCode, kind, l.lines.Text())
	}
	return l
}

// ends reads to the end of the stream and returns the notifications.
func (l *listening) ends() (notified []string) {
	for l.lines.Scan() {
		if data, ok := strings.CutPrefix(l.lines.Text(), "data: "); ok {
			notified = append(notified, data)
		}
	}
	return notified
}

// refused returns the status and the body of an answer that is no stream.
func (l *listening) refused() (status int, body string) {
	all, err := io.ReadAll(l.answer.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return l.answer.StatusCode, string(all)
}

// TestWhoMayListen: a stream needs chosen tools, a session and a client that accepts events. All others get the contract's refusals.
func TestWhoMayListen(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	chosen, all := choose(t, s, "read-only"), introduce(t, s)
	const refusal = `{"jsonrpc":"2.0","id":"","error":{"code":-32600,"message":"Method Not Allowed"}}`
	if status, body := all.listen(t, live...).refused(); status != 405 || body != refusal {
		t.Errorf("without a choice: %d %s", status, body)
	}
	if status, body := chosen.listen(t, "Accept", "application/json").refused(); status != 405 || body != refusal {
		t.Errorf("for JSON: %d %s", status, body)
	}
	gone := live
	gone = append(gone[:2:2], "Mcp-Session-Id", "00000000-0000-4000-8000-000000000000")
	if status, body := chosen.listen(t, gone...).refused(); status != 404 || !strings.Contains(body, "Session not found or has expired.") {
		t.Errorf("without a session: %d %s", status, body)
	}
	chosen.listen(t, append(gone[:2:2], "Accept-Encoding", "gzip")...).opened()
}

// TestStreamsEnd when a newer one begins, when the session ends, when there are too many, and when the program stops.
func TestStreamsEnd(t *testing.T) {
	t.Parallel()
	s := startMCP(t, apptest.WithRateLimits())
	s.Configure("system/rate_limit/mcp_streams", "2")
	a := choose(t, s, "read-only")
	first := a.listen(t, live...).opened()
	second := a.listen(t, live...).opened()
	if got := first.ends(); len(got) != 0 {
		t.Errorf("the first stream told %q", got)
	}
	s.Do("DELETE", "/api/mcp"+a.query, nil, a.headers...)
	second.ends()
	b, c := choose(t, s, "read-only"), choose(t, s, "support")
	third, fourth := b.listen(t, live...).opened(), c.listen(t, live...).opened()
	if status, body := choose(t, s, "audit").listen(t, live...).refused(); status != 429 || !strings.Contains(body, "Too many streams") {
		t.Errorf("a third one: %d %s", status, body)
	}
	if err := s.HTTP.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	third.ends()
	fourth.ends()
}

// TestAStreamKeepsToTheToken: the resources of a session are read with the token of the stream, and the deletion of one is reported once.
func TestAStreamKeepsToTheToken(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 100)
	id := s.Must(201, "POST", "/api/rest/v2/coupons", object{
		"code": "TEN", "discountType": "percent", "discountAmount": 10, "websiteIds": []int{1}, "customerGroupIds": []int{0}, "name": "Ten",
	}, apptest.Bearer(s.Service([]string{"all"}))...).Object(t)["id"]
	service := apptest.Bearer(s.Service([]string{"all"}))
	a := choose(t, s, "read-only", service...)
	uri := "tradelog://shop/coupons/" + fmt.Sprint(id)
	if r := a.ask("resources/subscribe", object{"uri": uri}); r.Error != nil {
		t.Fatal(r.failed())
	}
	stream := a.listen(t, live...).opened()
	s.Must(204, "DELETE", "/api/rest/v2/coupons/"+fmt.Sprint(id), nil, service...)
	for stream.lines.Scan() && !strings.HasPrefix(stream.lines.Text(), "data: ") {
	}
	want := `data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"` + uri + `"}}`
	if got := stream.lines.Text(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if r := a.ask("resources/read", object{"uri": uri}); !strings.HasPrefix(r.failed(), "-32002 ") {
		t.Errorf("it is read: %s %s", r.failed(), r.Result)
	}
}

// TestManyAreFollowed up to a bound.
func TestManyAreFollowed(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	a := choose(t, s, "read-only")
	for i := range 101 {
		r := a.ask("resources/subscribe", object{"uri": "tradelog://shop/products?page=" + fmt.Sprint(i+1)})
		if want := "-32603 A session follows at most 100 resources. Unsubscribe from others first."; i < 100 && r.Error != nil ||
			i == 100 && r.failed() != want {
			t.Fatalf("%d: %s", i, r.failed())
		}
	}
	if r := a.ask("resources/unsubscribe", object{"uri": "tradelog://shop/products?page=7"}); r.Error != nil {
		t.Error(r.failed())
	}
	if r := a.ask("resources/subscribe", object{"uri": "tradelog://shop/products?page=101"}); r.Error != nil {
		t.Error(r.failed())
	}
}

// TestMessagesWithoutAnswersAreHeard at any place in a batch: a message behind two requests cancels a call.
func TestMessagesWithoutAnswersAreHeard(t *testing.T) {
	t.Parallel()
	began, ended := make(chan struct{}, 1), make(chan error, 1)
	s := startMCP(t, apptest.WithModules(slow(nil, began, ended)))
	a := introduce(t, s)
	done := make(chan apptest.Answer, 1)
	go func() { done <- post(s, request("tools/call", object{"name": "test_slow_work"}), a.headers...) }()
	<-began
	ping := object{"jsonrpc": "2.0", "id": 1, "method": "ping"}
	cancelled := object{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": object{"requestId": 7}}
	if answer := post(s, []object{ping, ping, cancelled}, a.headers...); answer.Status != 200 {
		t.Errorf("the batch: %d %s", answer.Status, answer.Body)
	}
	if err := <-ended; err == nil {
		t.Error("the call was not cancelled")
	}
	if answer := <-done; answer.Status != 202 || len(answer.Body) > 0 {
		t.Errorf("the call is answered %d %s", answer.Status, answer.Body)
	}
}
