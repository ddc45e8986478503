package sales_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const tokenHeader = "X-Order-Token"

// TestTheGuestsToken checks that only the token opens the order, and only once (rest-v2 §4.7 rule 2).
func TestTheGuestsToken(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o, other := s.Order("MUG"), s.Order("MUG")
	token, foreign := o["accessToken"].(string), other["accessToken"].(string)
	if b, err := hex.DecodeString(token); err != nil || len(b) != 32 || token == foreign {
		t.Errorf("the token is %q", token)
	}
	details := "/orders/" + o["incrementId"].(string) + "/details"
	refused := func(name, path string, headers ...string) salestest.Exchange {
		return salestest.Exchange{Name: name, Method: "GET", Path: path, Headers: headers, Status: 404, Message: "Not Found"}
	}
	s.Run(t, []salestest.Exchange{
		refused("without a token", details), refused("with an empty token", details, tokenHeader, ""),
		refused("with another's token", details, tokenHeader, foreign), refused("with half of it", details, tokenHeader, token[:32]),
		refused("with more than it", details, tokenHeader, token+"0"), refused("in upper case", details, tokenHeader, strings.ToUpper(token)),
		refused("in the query", details+"?X-Order-Token="+token+"&token="+token),
		refused("of no order", "/orders/100009999/details", tokenHeader, token), refused("of no number", "/orders/nonsense/details",
			tokenHeader, token),
		refused("by the order's id", path(o, "/details"), tokenHeader, token), refused("as the shop", details, s.Service...),
	})
	a := s.Must(200, "GET", details, nil, tokenHeader, token)
	read := a.Object(t)
	salestest.Check(t, read, fields{
		"id": salestest.ID(o), "accessToken": nil, "remoteIp": nil, "state": "new", "customerEmail": "gina@example.com",
		"shippingAddress.city": "Los Angeles",
	})
	if got := a.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	s.Run(t, []salestest.Exchange{refused("again", details, tokenHeader, token), refused("again, conditionally", details, tokenHeader, token,
		"If-None-Match", a.Header.Get("ETag"))})
	if again := s.Must(200, "GET", path(o, ""), nil, s.Service...).Object(t); again["updatedAt"] != o["updatedAt"] ||
		again["accessToken"] != nil || again["accountToken"] != nil {
		t.Errorf("reading changed the order: %v", again)
	}
	_, anna := s.Customer("anna@example.com")
	if own := s.OrderOf(anna, "MUG"); own["accessToken"] != nil {
		t.Error("a customer's order has a token")
	}
	s.Verify("orders")
}

// TestARefusedLookupTakesTheSameWork: the refusal of a guest's lookup takes the same statements for a number that exists and for one that
// does not, so its time tells nothing.
func TestARefusedLookupTakesTheSameWork(t *testing.T) {
	t.Parallel()
	var q salestest.Queries
	s := salestest.Start(t, q.Trace())
	s.Product("MUG", "10", 100, nil)
	known := s.Order("MUG")["incrementId"].(string)
	_, anna := s.Customer("anna@example.com")
	of := s.OrderOf(anna, "MUG")["incrementId"].(string)
	s.Settle()
	for _, token := range [][]string{nil, {tokenHeader, strings.Repeat("0", 64)}} {
		var first []string
		for i, number := range []string{"100009999", known, of, "100008888", known, "nonsense"} {
			q.Take()
			s.Must(404, "GET", "/orders/"+number+"/details", nil, token...)
			seen := q.Take()
			if i == 0 {
				first = seen
			}
			if len(seen) == 0 || !slices.Equal(seen, first) {
				t.Errorf("the lookup of %s with the token %v takes %q, that of an unknown number %q", number, token, seen, first)
			}
		}
	}
}

// TestALostAnswerToTheGuestsToken checks that a guest gets a lost answer again with the same key and token, on any instance. Both are
// needed.
func TestALostAnswerToTheGuestsToken(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	o, other := s.Order("MUG"), s.Order("MUG")
	token, foreign := o["accessToken"].(string), other["accessToken"].(string)
	details := "/orders/" + o["incrementId"].(string) + "/details"
	const key = "X-Idempotency-Key"
	first := s.Must(200, "GET", details, nil, tokenHeader, token, key, "look-1")
	second := apptest.Start(t, apptest.OnDatabase(s.Shop))
	for _, instance := range []*apptest.Shop{s.Shop, second} {
		again := instance.Must(200, "GET", details, nil, tokenHeader, token, key, "look-1")
		if string(again.Body) != string(first.Body) || again.Header.Get("X-Idempotency-Replayed") != "true" ||
			again.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("the repeated answer is %v %s", again.Header, again.Body)
		}
	}
	for name, headers := range map[string][]string{
		"without the key": {tokenHeader, token}, "with another key": {tokenHeader, token, key, "look-2"}, "without the token": {key, "look-1"},
		"with another's token": {tokenHeader, foreign, key, "look-1"}, "as the shop": append([]string{key, "look-1"}, s.Service...),
		"with a key that is none": {tokenHeader, token, key, "not a key"},
	} {
		if a := s.Do("GET", details, nil, headers...); a.Status != 404 || strings.Contains(string(a.Body), "gina") {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	s.Must(200, "GET", "/orders/"+other["incrementId"].(string)+"/details", nil, tokenHeader, foreign, key, "not a key")
}

// TestOfTwoReadersOneGetsIt checks concurrent reads, with eight readers as well.
func TestOfTwoReadersOneGetsIt(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 100, nil)
	for _, readers := range []int{2, 8} {
		o := s.Order("MUG")
		var group sync.WaitGroup
		answers := make(chan apptest.Answer, readers)
		for range readers {
			group.Go(func() {
				answers <- s.Do("GET", "/orders/"+o["incrementId"].(string)+"/details", nil, tokenHeader, o["accessToken"].(string))
			})
		}
		group.Wait()
		close(answers)
		got := map[int]int{}
		for a := range answers {
			got[a.Status]++
			if a.Status == 404 && (a.Message() != "Not Found" || strings.Contains(string(a.Body), "gina")) {
				t.Errorf("who came second reads %s", a.Body)
			}
		}
		if got[200] != 1 || got[404] != readers-1 {
			t.Errorf("of %d readers: %v", readers, got)
		}
	}
}

// TestTheOfferOfAnAccount checks that the order offers an account while the guest has none (shapes-sales §7).
func TestTheOfferOfAnAccount(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock))
	s.Product("MUG", "10", 100, nil)
	read := func() fields {
		o := s.Order("MUG")
		return s.Must(200, "GET", "/orders/"+o["incrementId"].(string)+"/details", nil, tokenHeader, o["accessToken"].(string)).Object(t)
	}
	o := read()
	text, signature, _ := strings.Cut(o["accountToken"].(string), ".")
	b, err := base64.StdEncoding.DecodeString(text)
	var offer fields
	if err != nil || json.Unmarshal(b, &offer) != nil {
		t.Fatalf("the offer %q: %v", o["accountToken"], err)
	}
	salestest.Members(t, "the offer", offer, "orderId email timestamp action")
	salestest.Check(t, offer, fields{
		"orderId": salestest.ID(o), "email": "gina@example.com", "action": "create_account", "timestamp": clock.Now().Unix(),
	})
	key, err := s.Secrets.Get(t.Context(), "account offers")
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	if want := hex.EncodeToString(mac.Sum(nil)); signature != want {
		t.Errorf("signed %q, want %q", signature, want)
	}
	open := func(token any, password string) apptest.Answer {
		return s.Do("POST", "/customers/create-from-order", fields{"accountToken": token, "password": password})
	}
	forged := func(text string) string {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(text))
		return text + "." + hex.EncodeToString(mac.Sum(nil))
	}
	encoded := func(text string) string { return forged(base64.StdEncoding.EncodeToString([]byte(text))) }
	now := clock.Now().Unix()
	for _, c := range []struct {
		token, password string
		status          int
		message         string
	}{
		{"", "secret phrase", 400, "Account token and password are required."},
		{text, "secret phrase", 400, "Invalid account token format."},
		{text + ".", "secret phrase", 400, "Invalid account token format."},
		{text + ".0." + signature, "secret phrase", 400, "Invalid account token format."},
		{text + ".0" + signature[1:] + "0", "secret phrase", 400, "Invalid or expired account token."},
		{text + "." + signature, "short", 400, "Password must be at least 7 characters"},
		{forged("no payload"), "secret phrase", 400, "Invalid token payload."},
		{encoded(fmt.Sprintf(`{"orderId":1,"email":"gina@example.com","timestamp":%d,"action":"other"}`, now)), "secret phrase", 400,
			"Invalid token action."},
		{encoded(fmt.Sprintf(`{"orderId":1,"email":"gina@example.com","timestamp":%d,"action":"create_account"}`, now-3601)),
			"secret phrase", 400, "Account creation token has expired."},
		{encoded(fmt.Sprintf(`{"orderId":1,"email":"other@example.com","timestamp":%d,"action":"create_account"}`, now)), "secret phrase", 404,
			"Order not found."},
		{encoded(fmt.Sprintf(`{"orderId":99,"email":"gina@example.com","timestamp":%d,"action":"create_account"}`, now)), "secret phrase", 404,
			"Order not found."},
	} {
		if a := open(c.token, c.password); a.Status != c.status || a.Message() != c.message {
			t.Errorf("%.40q: %d %s, want %d %s", c.token, a.Status, a.Body, c.status, c.message)
		}
	}
	account := open(o["accountToken"], "secret phrase")
	opened := account.Object(t)
	if account.Status != 201 || opened["email"] != "gina@example.com" || opened["isConfirmed"] != false ||
		len(opened["addresses"].([]any)) != 1 ||
		opened["defaultBillingAddress"] == nil || opened["defaultShippingAddress"] == nil {
		t.Errorf("opened: %d %s", account.Status, account.Body)
	}
	// The token proves the order and not the mailbox, so a confirmation is required.
	s.Must(401, "POST", "/auth/token", fields{"email": "gina@example.com", "password": "secret phrase"})
	waiting, err := s.Commands.Customers.Customer(t.Context(), salestest.ID(opened))
	if err == nil {
		err = s.Commands.Customers.ConfirmCustomer(apptest.Operator(), waiting.ID, waiting.Confirmation)
	}
	if err != nil {
		t.Fatal(err)
	}
	token := s.Must(200, "POST", "/auth/token", fields{"email": "gina@example.com", "password": "secret phrase"}).Object(t)["token"].(string)
	mine := s.Must(200, "GET", "/customers/me/orders", nil, apptest.Bearer(token)...).List(t)
	if len(mine) != 1 || mine[0]["id"] != o["id"] || mine[0]["customerId"] != opened["id"] {
		t.Errorf("orders of the account: %v", mine)
	}
	if a := open(o["accountToken"], "secret phrase"); a.Status != 409 ||
		a.Message() != "An account with this email already exists. Please log in." {
		t.Errorf("again: %d %s", a.Status, a.Body)
	}
	if o := read(); o["accountToken"] != nil {
		t.Error("who has an account is offered one")
	}
}

// TestLookUpsAreLimited checks the limit by address, which is the first check.
func TestLookUpsAreLimited(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	s.Configure("system/rate_limit/guest_order_lookup", "3")
	for range 3 {
		s.Must(404, "GET", "/orders/100000001/details", nil)
	}
	limited := s.Send(t, salestest.Exchange{
		Method: "GET", Path: "/orders/100000001/details", Headers: []string{tokenHeader, "x"}, Status: 429,
		Message: "Too many requests. Please try again later.",
	})
	if wait := limited.Header.Get("Retry-After"); wait != "3600" {
		t.Errorf("Retry-After %q", wait)
	}
	clock.Advance(time.Hour)
	s.Must(404, "GET", "/orders/100000001/details", nil)
}
