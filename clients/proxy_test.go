package clients_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"tradelog/test/clienttest"
	"tradelog/test/suite"
)

// TestFaultsOfTheProxy checks the proxy's faults with a plain HTTP client, and that a shop can be killed.
func TestFaultsOfTheProxy(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	shop := clienttest.Start(t)
	const path = "/products/1"
	try := func() (status, length int, header http.Header, err error) {
		r, err := http.NewRequest("GET", shop.URL+"/api/rest/v2"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", "identity")
		r.Close = true // a client that keeps connections would repeat some of the requests itself
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, 0, nil, err
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		return answer.StatusCode, len(body), answer.Header, err
	}
	_, whole, _, _ := try()
	for _, row := range []struct {
		fault  clienttest.Fault
		status int
		length int
		err    error
	}{
		{clienttest.Fault{Path: path, Do: clienttest.Refuse, RetryAfter: 3}, 503, 0, nil},
		{clienttest.Fault{Path: "/products*", Do: clienttest.Throttle, RetryAfter: 3}, 429, 0, nil},
		{clienttest.Fault{Path: path, Do: clienttest.Cut}, 0, 0, io.EOF},
		{clienttest.Fault{Path: path, Do: clienttest.LoseAnswer}, 0, 0, io.EOF},
		{clienttest.Fault{Method: "GET", Path: path, Do: clienttest.CutAnswer}, 200, whole / 2, io.ErrUnexpectedEOF},
	} {
		shop.Faults.Clear()
		shop.Faults.Inject(clienttest.Fault{Method: "PUT", Path: path})
		shop.Faults.Inject(row.fault)
		status, length, header, err := try()
		if status != row.status || !errors.Is(err, row.err) || row.length > 0 && length != row.length {
			t.Errorf("%+v: %d, %d bytes, %v", row.fault, status, length, err)
		}
		if status >= 400 && header.Get("Retry-After") != "3" {
			t.Errorf("%+v: Retry-After is %q", row.fault, header.Get("Retry-After"))
		}
		if status, length, _, err := try(); status != 200 || length != whole || err != nil {
			t.Errorf("after %+v: %d %v", row.fault, status, err)
		}
		if seen := shop.Faults.Seen("GET", path); len(seen) != 2 || len(shop.Faults.Clear()) != 1 {
			t.Errorf("%+v: %v", row.fault, seen)
		}
	}
	id := shop.Product("KILLED")
	shop.Kill()
	if _, _, _, err := try(); err == nil {
		t.Error("a shop that was killed answers")
	}
	shop.Restart()
	if status, _, _, err := try(); status != 200 || err != nil {
		t.Errorf("after a restart: %d %v", status, err)
	}
	if price := shop.Price(id); !strings.HasPrefix(price, "12.5") {
		t.Errorf("the price is %s", price)
	}
	if changes, _ := shop.Changes("0", "products"); len(changes) < 80 {
		t.Errorf("%d changes of products", len(changes))
	}
}
