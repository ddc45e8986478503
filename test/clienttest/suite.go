package clienttest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// suite is the suite of one library: a shop, and the program that drives the library.
type suite struct {
	*Shop
	driver Program
}

// Suite tests the behaviours that clients/README.md lists, with a library's driver, on a shop of its own.
func Suite(t *testing.T, driver Program) {
	s := &suite{Start(t), driver}
	for _, b := range []struct {
		name string
		test func(s *suite, t *testing.T)
	}{
		{"service", (*suite).logsServiceIn},
		{"customer", (*suite).logsCustomerIn},
		{"guest", (*suite).guest},
		{"renewal", (*suite).renewal},
		{"key", (*suite).key},
		{"lost answer", (*suite).lostAnswer},
		{"guest write", (*suite).guestWrite},
		{"key in use", (*suite).keyInUse},
		{"backoff", (*suite).backoff},
		{"etag", (*suite).etag},
		{"position", (*suite).position},
		{"list", (*suite).list},
		{"strict", (*suite).strict},
		{"error", (*suite).failure},
		{"exact", (*suite).exact},
		{"verify", (*suite).verify},
		{"log replaced", (*suite).logReplaced},
		{"follow", (*suite).follow},
	} {
		ok := s.within(t, b.name, func(t *testing.T) {
			s.Faults.Clear()
			b.test(s, t)
			if left := s.Faults.Clear(); len(left) > 0 {
				t.Errorf("faults that no request met: %+v", left)
			}
		})
		if !ok && b.name == "service" {
			return // everything else needs it
		}
	}
}

// open starts the driver with a client.
func (s *suite) open(t *testing.T, auth string, more ...any) Driver {
	t.Helper()
	d := s.Drive(t, s.driver)
	command := Object{"do": "open", "auth": auth}
	for i := 0; i < len(more); i += 2 {
		command[more[i].(string)] = more[i+1]
	}
	d.Do(command)
	return d
}

func (s *suite) logsServiceIn(t *testing.T) {
	d := s.open(t, "service")
	if seen := s.Faults.Seen("", "/*"); len(seen) > 0 {
		t.Errorf("a client that was asked nothing sent %v", seen)
	}
	d.Do(Object{"do": "get", "path": "/orders", "query": Object{"itemsPerPage": "1"}})
	d.Do(Object{"do": "get", "path": "/tax-classes"})
	if n := len(s.Faults.Seen("POST", "/auth/token")); n != 1 {
		t.Errorf("it logged in %d times", n)
	}
	for _, r := range slices.Concat(s.Faults.Seen("GET", "/orders"), s.Faults.Seen("GET", "/tax-classes")) {
		if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ey") {
			t.Errorf("Authorization is %q", r.Header.Get("Authorization"))
		}
	}
}

func (s *suite) logsCustomerIn(t *testing.T) {
	d := s.open(t, "customer")
	var me struct{ Email string }
	if err := json.Unmarshal(d.Do(Object{"do": "get", "path": "/customers/me"}).Value, &me); err != nil || me.Email != s.Email {
		t.Errorf("it is %q, %v", me.Email, err)
	}
}

func (s *suite) guest(t *testing.T) {
	s.open(t, "guest").Do(Object{"do": "get", "path": "/products/1"})
	s.open(t, "token", "token", s.Token()).Do(Object{"do": "get", "path": "/tax-classes"})
	guest, given := s.Faults.Seen("GET", "/products/1"), s.Faults.Seen("GET", "/tax-classes")
	if len(guest) != 1 || len(guest[0].Header.Values("Authorization")) > 0 {
		t.Errorf("a guest sent %+v", guest)
	}
	if len(given) != 1 || given[0].Header.Get("Authorization") != s.service[1] || len(s.Faults.Seen("POST", "/auth/*")) > 0 {
		t.Errorf("with a token, it sent %+v", given)
	}
	wrong := s.open(t, "token", "token", "none").Try(Object{"do": "get", "path": "/tax-classes"})
	if wrong.Error == nil || wrong.Error.Kind != "unauthorized" || wrong.Error.Code != "authentication_error" {
		t.Errorf("a wrong token is %+v", wrong.Error)
	}
}

func (s *suite) renewal(t *testing.T) {
	d := s.open(t, "service")
	d.Do(Object{"do": "get", "path": "/tax-classes"})
	s.Revoke(s.Faults.Seen("GET", "/tax-classes")[0].Header.Get("Authorization"))
	d.Do(Object{"do": "write", "method": "POST", "path": "/tax-classes", "body": Object{"className": "Renewal", "classType": "PRODUCT"}})
	sent := s.Faults.Seen("POST", "/tax-classes")
	if len(sent) != 2 || sent[0].Header.Get(keyHeader) != sent[1].Header.Get(keyHeader) || len(s.Faults.Seen("POST", "/auth/token")) != 2 {
		t.Errorf("it sent %+v", sent)
	}
}

const keyHeader = "X-Idempotency-Key"

func (s *suite) key(t *testing.T) {
	id := s.Product("KEY")
	path := fmt.Sprintf("/products/%d", id)
	d := s.open(t, "service")
	write := Object{"do": "write", "method": "PUT", "path": path, "body": Object{"name": "A key"}}
	d.Do(write)
	d.Do(write)
	write["key"] = "of-the-caller"
	first := d.Do(write)
	again := d.Do(write)
	if first.Replayed || !again.Replayed || string(first.Value) != string(again.Value) || first.Position == "" {
		t.Errorf("a repeated key: %+v, then %+v", first, again)
	}
	var keys []string
	for _, r := range s.Faults.Seen("PUT", path) {
		keys = append(keys, r.Header.Get(keyHeader))
	}
	shape := regexp.MustCompile(`^[a-zA-Z0-9_-]{16,255}$`)
	if len(keys) != 4 || !shape.MatchString(keys[0]) || !shape.MatchString(keys[1]) || keys[0] == keys[1] ||
		keys[2] != "of-the-caller" || keys[3] != keys[2] {
		t.Errorf("the keys are %q", keys)
	}
	write["body"] = Object{"name": "Another body"}
	other := d.Try(write)
	if other.Error == nil || other.Error.Kind != "key_reused" || other.Error.Status != 200 || other.Error.Retryable {
		t.Errorf("a key of another body: %+v", other)
	}
	if login := s.Faults.Seen("POST", "/auth/token"); login[0].Header.Get(keyHeader) != "" {
		t.Error("a login has a key")
	}
}

func (s *suite) lostAnswer(t *testing.T) {
	d := s.open(t, "service")
	d.Do(Object{"do": "get", "path": "/tax-classes"})
	for _, how := range []Action{LoseAnswer, CutAnswer, Cut, Refuse, Throttle} {
		name := fmt.Sprintf("Lost %d", how)
		s.Faults.Clear()
		s.Faults.Inject(Fault{Method: "POST", Path: "/tax-classes", Do: how})
		s.Faults.Inject(Fault{Method: "GET", Path: "/tax-classes", Do: how})
		s.Faults.Inject(Fault{Method: "DELETE", Path: "/tax-classes/*", Do: how})
		var made struct{ ID json.Number }
		answer := d.Do(
			Object{"do": "write", "method": "POST", "path": "/tax-classes", "body": Object{"className": name, "classType": "PRODUCT"}},
		)
		if err := json.Unmarshal(answer.Value, &made); err != nil {
			t.Fatal(err)
		}
		sent := s.Faults.Seen("POST", "/tax-classes")
		if len(sent) != 2 || sent[0].Header.Get(keyHeader) != sent[1].Header.Get(keyHeader) {
			t.Errorf("%s: it sent %+v", name, sent)
		}
		found := d.Do(Object{"do": "get", "path": "/tax-classes"}).Value
		if strings.Count(string(found), name) != 1 {
			t.Errorf("%s is not there once: %s", name, found)
		}
		d.Do(Object{"do": "write", "method": "DELETE", "path": "/tax-classes/" + made.ID.String()})
		if n := len(s.Faults.Seen("DELETE", "/tax-classes/*")); n != 2 {
			t.Errorf("%s: %d requests to delete", name, n)
		}
		if left := s.Faults.Clear(); len(left) > 0 {
			t.Errorf("%s: not met: %+v", name, left)
		}
	}
	missing := d.Try(Object{"do": "write", "method": "DELETE", "path": "/tax-classes/999999"})
	if missing.Error == nil || missing.Error.Kind != "not_found" {
		t.Errorf("what was never there is deleted: %+v", missing.Error)
	}
}

func (s *suite) guestWrite(t *testing.T) {
	d := s.open(t, "guest")
	create := Object{"do": "write", "method": "POST", "path": "/guest-carts", "body": Object{}}
	for _, how := range []Action{LoseAnswer, Refuse} {
		s.Faults.Clear()
		s.Faults.Inject(Fault{Method: "POST", Path: "/guest-carts", Do: how})
		want := map[Action]string{LoseAnswer: "network", Refuse: "unavailable"}[how]
		if lost := d.Try(create); lost.Error == nil || lost.Error.Kind != want || !lost.Error.Retryable {
			t.Errorf("a guest's lost write: %+v", lost.Error)
		}
		if n := len(s.Faults.Seen("POST", "/guest-carts")); n != 1 {
			t.Errorf("it was sent %d times", n)
		}
	}
	s.Faults.Clear()
	s.Faults.Inject(Fault{Method: "POST", Path: "/guest-carts", Do: Throttle})
	d.Do(create)
	if sent := s.Faults.Seen("POST", "/guest-carts"); len(sent) != 2 || sent[0].Header.Get(keyHeader) != "" {
		t.Errorf("it sent %+v", sent)
	}
}

func (s *suite) keyInUse(t *testing.T) {
	d := s.open(t, "service")
	const busy = "A request with this idempotency key is already being processed"
	s.Faults.Inject(Fault{Method: "POST", Path: "/tax-classes", Do: Conflict, Message: busy, Times: 2})
	create := Object{"do": "write", "method": "POST", "path": "/tax-classes", "body": Object{"className": "In use", "classType": "PRODUCT"}}
	d.Do(create)
	if n := len(s.Faults.Seen("POST", "/tax-classes")); n != 3 {
		t.Errorf("%d requests", n)
	}
	s.Faults.Clear()
	s.Faults.Inject(Fault{Method: "POST", Path: "/tax-classes", Do: Conflict, Message: "Another conflict"})
	other := d.Try(create)
	if other.Error == nil || other.Error.Kind != "conflict" || other.Error.Retryable || len(s.Faults.Seen("POST", "/tax-classes")) != 1 {
		t.Errorf("another conflict: %+v", other.Error)
	}
}

func (s *suite) backoff(t *testing.T) {
	d := s.open(t, "guest", "attempts", 3)
	s.Faults.Inject(Fault{Path: "/products/1", Do: Refuse, RetryAfter: -1, Times: 3})
	failed := d.Try(Object{"do": "get", "path": "/products/1"})
	if failed.Error == nil || failed.Error.Kind != "unavailable" || failed.Error.Status != 503 || !failed.Error.Retryable {
		t.Errorf("after three attempts: %+v", failed.Error)
	}
	if n := len(s.Faults.Seen("GET", "/products/1")); n != 3 {
		t.Errorf("%d attempts", n)
	}
	s.Faults.Clear()
	s.Faults.Inject(Fault{Path: "/products/1", Do: Throttle, RetryAfter: 3600})
	failed = d.Try(Object{"do": "get", "path": "/products/1"})
	if failed.Error == nil || failed.Error.Kind != "rate_limited" || len(s.Faults.Seen("GET", "/products/1")) != 1 {
		t.Errorf("when it has to wait for an hour: %+v", failed.Error)
	}
}

func (s *suite) etag(t *testing.T) {
	id := s.Product("ETAG")
	path := fmt.Sprintf("/products/%d", id)
	d := s.open(t, "service")
	get := Object{"do": "get", "path": path}
	first, second := d.Do(get), d.Do(get)
	s.Must(200, "PUT", path, Object{"name": "Changed"})
	third := d.Do(get)
	seen := s.Faults.Seen("GET", path)
	if string(first.Value) != string(second.Value) || len(seen) != 3 || seen[0].Header.Get("If-None-Match") != "" ||
		seen[1].Header.Get("If-None-Match") == "" {
		t.Errorf("it sent %+v", seen)
	}
	if !strings.Contains(string(third.Value), `"Changed"`) {
		t.Errorf("after a change: %s", third.Value)
	}
}

func (s *suite) position(t *testing.T) {
	id := s.Product("POSITION")
	path := fmt.Sprintf("/products/%d", id)
	d := s.open(t, "service")
	get := Object{"do": "get", "path": path}
	d.Do(get)
	written := d.Do(Object{"do": "write", "method": "PUT", "path": path, "body": Object{"name": "Written"}})
	if read := d.Do(get); !strings.Contains(string(read.Value), `"Written"`) {
		t.Errorf("it does not read what it wrote: %s", read.Value)
	}
	s.Faults.Inject(Fault{Method: "GET", Path: path, Do: Conflict, Message: "X-Min-Position belongs to another event log."})
	d.Do(get)
	var sent []string
	for _, r := range s.Faults.Seen("GET", path) {
		sent = append(sent, r.Header.Get("X-Min-Position"))
	}
	if want := []string{"", written.Position, written.Position, ""}; written.Position == "" || !slices.Equal(sent, want) {
		t.Errorf("it sent the positions %q, want %q", sent, want)
	}
}

func (s *suite) list(t *testing.T) {
	var want []string
	for page := 1; ; page++ {
		rows := s.Must(200, "GET", fmt.Sprintf("/orders?itemsPerPage=100&page=%d", page), nil).List()
		for _, row := range rows {
			want = append(want, fmt.Sprint(row["id"]))
		}
		if len(rows) < 100 {
			break
		}
	}
	ids := func(a Answer) (out []string) {
		for _, id := range a.IDs {
			out = append(out, id.String())
		}
		return out
	}
	d := s.open(t, "service")
	got := ids(d.Do(Object{"do": "list", "path": "/orders"}))
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	seen := s.Faults.Seen("GET", "/orders")
	if len(seen) != len(want)/100+1 || !strings.Contains(seen[0].Path, "after=") || !strings.Contains(seen[0].Path, "itemsPerPage=100") {
		t.Errorf("it sent %v", seen)
	}
	s.Faults.Clear()
	if got := ids(d.Do(Object{"do": "list", "path": "/orders", "limit": 100})); len(got) != 100 || len(s.Faults.Seen("GET", "/orders")) != 1 {
		t.Errorf("for %d rows it sent %v", len(got), s.Faults.Seen("GET", "/orders"))
	}
	few := ids(d.Do(Object{"do": "list", "path": "/orders", "query": Object{"page": "2", "itemsPerPage": "50"}, "limit": 60}))
	if len(few) != 60 {
		t.Errorf("from the second page: %v", few)
	}
	if found := ids(d.Do(Object{"do": "list", "path": "/products", "query": Object{"search": "mug"}})); len(found) == 0 {
		t.Error("a search finds nothing")
	}
}

func (s *suite) strict(t *testing.T) {
	d := s.open(t, "service")
	d.Do(Object{"do": "get", "path": "/orders", "query": Object{"itemsPerPage": "1"}})
	d.Do(Object{"do": "write", "method": "POST", "path": "/tax-classes", "body": Object{"className": "Strict", "classType": "PRODUCT"}})
	read, wrote := s.Faults.Seen("GET", "/orders")[0], s.Faults.Seen("POST", "/tax-classes")[0]
	if read.Header.Get("Prefer") != "handling=strict" || wrote.Header.Get("Prefer") != "" {
		t.Errorf("reads have Prefer: %q, writes %q", read.Header.Get("Prefer"), wrote.Header.Get("Prefer"))
	}
}

func (s *suite) failure(t *testing.T) {
	d := s.open(t, "service")
	for _, row := range []struct {
		command Object
		want    Failure
	}{
		{Object{"do": "get", "path": "/products/99999999"}, Failure{Kind: "not_found", Code: "not_found", Status: 404, Message: "Not Found"}},
		{
			Object{"do": "write", "method": "POST", "path": "/cms-pages", "body": Object{"title": "No identifier"}},
			Failure{Kind: "invalid", Code: "bad_request", Status: 400},
		},
		{
			Object{"do": "write", "method": "POST", "path": "/orders/1/unhold", "body": Object{}}, // the order is not on hold
			Failure{Kind: "precondition", Code: "unprocessable_entity", Status: 422},
		},
	} {
		failed := d.Try(row.command)
		switch got := failed.Error; {
		case got == nil:
			t.Errorf("%v does not fail", row.command)
		case got.Kind != row.want.Kind || got.Code != row.want.Code || got.Status != row.want.Status || got.Retryable ||
			got.Message == "" || got.RequestID == "" || row.want.Message != "" && got.Message != row.want.Message:
			t.Errorf("%v fails with %+v, want %+v", row.command, *got, row.want)
		}
	}
	named := d.Try(Object{"do": "write", "method": "POST", "path": "/cms-pages", "body": Object{"title": "No identifier"}})
	if named.Error == nil || len(named.Error.Violations) == 0 || named.Error.Violations[0].Field != "identifier" ||
		named.Error.Violations[0].Code != "required" || named.Error.Violations[0].Message == "" {
		t.Errorf("it does not name the field: %+v", named.Error)
	}
	forbidden := s.open(t, "customer").Try(Object{"do": "get", "path": "/orders"})
	if forbidden.Error == nil || forbidden.Error.Kind != "forbidden" || forbidden.Error.Status != 403 {
		t.Errorf("a customer in the back office: %+v", forbidden.Error)
	}
}

func (s *suite) exact(t *testing.T) {
	id := s.Product("EXACT")
	path := fmt.Sprintf("/products/%d", id)
	const amount = "12345678.1234" // as a float of 32 bits it would be 12345678
	s.Must(200, "PUT", path, Object{"price": json.Number(amount)})
	if got := s.open(t, "service").Do(Object{"do": "amount", "path": path, "member": "price"}).Text; got != amount {
		t.Errorf("the price is read as %s, want %s", got, amount)
	}
}

func (s *suite) verify(t *testing.T) {
	secret := []byte("a secret that is for tests alone")
	const now = 1770000000
	body := `{"specversion":"1.0","id":"e.1.0","type":"tradelog.orders.changed","data":{"change":{"position":813,"resource":"orders","id":7}}}`
	sign := func(secret []byte, at int64) string {
		hook, err := standardwebhooks.NewWebhookRaw(secret)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := hook.Sign("e.1.0", time.Unix(at, 0), []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return signature
	}
	other := sign([]byte("another secret, the one to come"), now)
	d := s.Drive(t, s.driver)
	for _, row := range []struct {
		name, signature, body string
		at                    int64
		right                 bool
	}{
		{"right", sign(secret, now), body, now, true},
		{"one of two signatures", other + " " + sign(secret, now), body, now, true},
		{"of an unknown version too", "v9,AAAA " + sign(secret, now), body, now, true},
		{"four minutes ago", sign(secret, now-240), body, now - 240, true},
		{"six minutes ago", sign(secret, now-360), body, now - 360, false},
		{"six minutes ahead", sign(secret, now+360), body, now + 360, false},
		{"another time than was signed", sign(secret, now), body, now + 1, false},
		{"another secret", other, body, now, false},
		{"another body", sign(secret, now), strings.Replace(body, "813", "814", 1), now, false},
		{"no signature", "", body, now, false},
		{"a part of the signature", sign(secret, now)[:20], body, now, false},
	} {
		answer := d.Try(Object{
			"do": "verify", "secret": "whsec_" + base64.StdEncoding.EncodeToString(secret), "body": row.body, "now": now,
			"headers": Object{"webhook-id": "e.1.0", "webhook-timestamp": strconv.FormatInt(row.at, 10), "webhook-signature": row.signature},
		})
		switch {
		case row.right && (answer.Error != nil || !strings.Contains(string(answer.Value), `"e.1.0"`)):
			t.Errorf("%s: %+v", row.name, answer)
		case !row.right && (answer.Error == nil || answer.Error.Kind != "signature"):
			t.Errorf("%s is accepted: %+v", row.name, answer)
		}
	}
}

func (s *suite) logReplaced(t *testing.T) {
	file := filepath.Join(t.TempDir(), "position")
	if err := os.WriteFile(file, []byte("000000000000.5"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := s.open(t, "service")
	answer := d.Try(Object{"do": "follow", "file": file, "resources": []string{"products"}, "until": 1})
	if answer.Error == nil || answer.Error.Kind != "log_replaced" || answer.Error.Status != http.StatusConflict {
		t.Errorf("with the cursor of another log: %+v", answer)
	}
}
