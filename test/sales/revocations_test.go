package sales_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain/customer"
	"tradelog/domain/revocation"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
)

const (
	revoke  = "/customers/me/revocation-requests" // for customers
	revoked = "/revocation-requests"              // for the back office

	noRevocation = "Revocation is not available"
	noReference  = "An order reference is required"
	noOrder      = "Order not found"
	periodOver   = "The revocation period for this order has expired"
	tooMany      = "Too many requests. Please try again later."
)

// startRevocable starts a shop with revocation enabled.
func startRevocable(t *testing.T, options ...apptest.Option) *salestest.Shop {
	t.Helper()
	s := salestest.Start(t, options...)
	s.Configure("revocation/general/enabled", "1")
	s.Product("MUG", "10", 1000, nil)
	return s
}

func TestSubmittingRevocations(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock))
	_, anna := s.Customer("anna@example.com")
	_, bob := s.Customer("bob@example.com")
	o, other, guests := s.OrderOf(anna, "MUG"), s.OrderOf(bob, "MUG"), s.Order("MUG")
	id, increment := salestest.ID(o), o["incrementId"]
	agent := salestest.With(anna, "User-Agent", "story/1")
	const post = "POST"
	received := clock.Now().Format(time.DateTime)
	s.Run(t, []salestest.Exchange{
		{Name: "without a token", Method: post, Path: revoke, Body: fields{"orderId": id}, Status: 401, Message: "Authentication required"},
		{Name: "nobody's", Method: post, Path: revoke, Body: fields{"orderId": id}, Headers: s.Service, Status: 403,
			Message: "Customer identity required"},
		{Name: "without the permission", Method: post, Path: revoke, Body: fields{"orderId": id},
			Headers: s.As([]string{"revocation-requests/read"}), Status: 403, Message: "Access denied"},
		{Name: "about nothing", Method: post, Path: revoke, Body: fields{"reason": "why not"}, Headers: anna, Status: 400, Message: noReference},
		{Name: "without a body", Method: post, Path: revoke, Headers: anna, Status: 400, Message: "Invalid JSON in request body"},
		{Name: "about a blank", Method: post, Path: revoke, Body: fields{"orderReference": " ", "orderId": nil}, Headers: anna, Status: 400,
			Message: noReference},
		{Name: "about a word", Method: post, Path: revoke, Body: fields{"orderId": "one"}, Headers: anna, Status: 400,
			Message: `The type of the "orderId" attribute must be "int", "string" given.`},
		{Name: "about no order", Method: post, Path: revoke, Body: fields{"orderId": 999}, Headers: anna, Status: 404, Message: noOrder},
		{Name: "about no increment", Method: post, Path: revoke, Body: fields{"orderReference": "999"}, Headers: anna, Status: 404,
			Message: noOrder},
		{Name: "about somebody else's", Method: post, Path: revoke, Body: fields{"orderId": salestest.ID(other)}, Headers: anna, Status: 404,
			Message: noOrder},
		{Name: "by its increment", Method: post, Path: revoke, Body: fields{"orderReference": other["incrementId"]}, Headers: anna, Status: 404,
			Message: noOrder},
		{Name: "about a guest's", Method: post, Path: revoke, Body: fields{"orderId": salestest.ID(guests)}, Headers: anna, Status: 404,
			Message: noOrder},

		{Name: "by number", Method: post, Path: revoke, Body: fields{"orderId": id, "reason": "  too <small> "}, Headers: agent,
			Status: 201, Want: fields{
				"id": 1, "orderId": id, "orderReference": increment, "reason": "too <small>", "customerName": "Anna Smith", "email": "anna@example.com",
				"verified": true, "storeId": 1, "receivedAt": received, "processedStatus": nil, "processedAt": nil, "suppressedAt": nil,
				"suppressedReason": nil, "extensions": list{},
			}, Unwanted: []string{"adminNote", `"ip"`, "userAgent", "processedStatus", "suppressed", "story/1"}},
		{Name: "once more, by increment", Method: post, Path: revoke, Body: fields{"orderReference": increment}, Headers: anna, Status: 201,
			Want: fields{
				"id": 2, "orderId": id, "orderReference": increment, "reason": nil, "suppressedAt": received,
				"suppressedReason": "rate_limit_recipient",
			}},
		{Name: "the number wins", Method: post, Path: revoke,
			Body: fields{"orderId": id, "orderReference": other["incrementId"], "reason": strings.Repeat("x", 2001)}, Headers: anna, Status: 201,
			Want: fields{"id": 3, "orderReference": increment, "reason": strings.Repeat("x", 2000)}},
		{Name: "Bob's", Method: post, Path: revoke, Body: fields{"orderId": salestest.ID(other), "reason": nil}, Headers: bob, Status: 201,
			Want: fields{"id": 4, "suppressedAt": nil}},
	})
	a := s.Must(201, post, revoke, fields{"orderId": id}, anna...)
	if at := a.Header.Get("Location"); at != "/api/rest/v2/revocation-requests/5" {
		t.Errorf("it is at %s", at)
	}

	// The order's history has one entry, which the customer sees.
	s.Settle()
	var told []string
	for _, e := range s.Must(200, "GET", fmt.Sprintf("/orders/%d", id), nil, anna...).Object(t)["statusHistory"].(list) {
		entry := e.(fields)
		if note, _ := entry["note"].(string); strings.HasPrefix(note, "Customer submitted") {
			told = append(told, fmt.Sprint(note, entry["isVisibleOnFront"], entry["isCustomerNotified"], entry["status"]))
		}
	}
	if want := "Customer submitted revocation request #5 via their account.true falsepending"; len(told) != 4 || told[0] != want {
		t.Errorf("history %q", told)
	}

	s.Configure("revocation/general/enabled", "0")
	s.Run(t, []salestest.Exchange{
		{Name: "switched off", Method: post, Path: revoke, Body: fields{"orderId": id}, Headers: anna, Status: 404, Message: noRevocation},
		{Name: "before anybody is asked who they are", Method: post, Path: revoke, Headers: s.Service, Status: 404, Message: noRevocation},
		{Name: "but not before there is a token", Method: post, Path: revoke, Status: 401, Message: "Authentication required"},
		{Name: "what was declared stays", Method: "GET", Path: revoked + "/1", Headers: anna, Status: 200, Want: fields{"id": 1}},
	})
	s.Verify("revocations", "sequences", "orders")
}

// TestTheCoolingOffWindow checks that the window begins with the order and with each shipment, in any state of the order.
func TestTheCoolingOffWindow(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock))
	id, _ := s.Customer("anna@example.com")
	// Tokens live for an hour and the steps are days apart, so each step has a new token.
	try := func(order fields, status int, message string) {
		t.Helper()
		s.Send(t, salestest.Exchange{
			Method: "POST", Path: revoke, Body: fields{"orderId": order["id"]}, Headers: apptest.Bearer(s.CustomerToken(id)),
			Status: status, Message: message,
		})
	}
	o := s.OrderOf(apptest.Bearer(s.CustomerToken(id)), "MUG*2")
	canceled := s.OrderOf(apptest.Bearer(s.CustomerToken(id)), "MUG")
	clock.Advance(14 * 24 * time.Hour)
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", salestest.ID(canceled)), nil, apptest.Bearer(s.CustomerToken(id))...)
	try(o, 201, "")
	try(canceled, 201, "")
	if err := shipAll(s, o); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Second)
	try(canceled, 422, periodOver)
	clock.Advance(14*24*time.Hour - time.Second)
	try(o, 201, "")
	clock.Advance(time.Second)
	try(o, 422, periodOver)

	s.Configure("revocation/general/cooling_off_days", "15")
	try(o, 201, "")
	s.Configure("revocation/general/cooling_off_days", "0")
	clock.Advance(1000 * 24 * time.Hour)
	try(o, 201, "")
	try(canceled, 201, "")
	s.Verify("revocations")
}

// TestSwitchAndWindowAreOfTheirStores checks that the switch is the current store's and the window the order's.
func TestSwitchAndWindowAreOfTheirStores(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock))
	second, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "second", Name: "Second", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	set := func(path, value string) {
		t.Helper()
		if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Scope{Level: "store", ID: second},
			map[string]string{path: value}); err != nil {
			t.Fatal(err)
		}
	}
	set("revocation/general/enabled", "0")
	set("revocation/general/cooling_off_days", "1")
	id, anna := s.Customer("anna@example.com")
	there := s.OrderOf(salestest.With(anna, "X-Store-Code", "second"), "MUG")
	here := s.OrderOf(anna, "MUG")
	if there["storeId"] != float64(second) {
		t.Fatalf("ordered in store %v", there["storeId"])
	}
	clock.Advance(48 * time.Hour)
	anna = apptest.Bearer(s.CustomerToken(id))
	s.Run(t, []salestest.Exchange{
		{Name: "asked in the second store", Method: "POST", Path: revoke, Body: fields{"orderId": here["id"]},
			Headers: salestest.With(anna, "X-Store-Code", "second"), Status: 404, Message: noRevocation},
		{Name: "ordered in the second store", Method: "POST", Path: revoke, Body: fields{"orderId": there["id"]}, Headers: anna, Status: 422,
			Message: periodOver},
		{Name: "ordered here", Method: "POST", Path: revoke, Body: fields{"orderId": here["id"]}, Headers: anna, Status: 201,
			Want: fields{"storeId": 1}},
	})
}

// TestSubmissionsAreLimited checks the limit by address. It is the last check and sends no Retry-After.
func TestSubmissionsAreLimited(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock), apptest.WithRateLimits())
	s.Configure("revocation/abuse/ip_rate_limit_per_hour", "2")
	id, anna := s.Customer("anna@example.com")
	o := s.OrderOf(anna, "MUG")
	for range 5 {
		s.Must(404, "POST", revoke, fields{"orderId": 999}, anna...)
	}
	s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, anna...)
	s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, anna...)
	refused := s.Send(t, salestest.Exchange{
		Method: "POST", Path: revoke, Body: fields{"orderId": o["id"]}, Headers: anna, Status: 429, Message: tooMany,
	})
	if wait, says := refused.Header["Retry-After"]; says {
		t.Errorf("Retry-After %q", wait)
	}
	s.Must(404, "POST", revoke, fields{"orderId": 999}, anna...)
	clock.Advance(time.Hour)
	s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, apptest.Bearer(s.CustomerToken(id))...)
	s.Configure("revocation/abuse/ip_rate_limit_per_hour", "0")
	for range 3 {
		s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, apptest.Bearer(s.CustomerToken(id))...)
	}
}

// TestReceiptsAndNoticesOfRevocations reads the e-mails from a mail server.
func TestReceiptsAndNoticesOfRevocations(t *testing.T) {
	t.Parallel()
	sink := doubles.StartMailServer(t, doubles.MailSetup{})
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock), apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = t.TempDir() }))
	s.Configure("system/smtp/host", sink.Host, "system/smtp/port", fmt.Sprint(sink.Port), "revocation/general/notify_email",
		"legal@example.com", "sales_email/order/enabled", "0", "general/store_information/name", "Mugs")
	id, anna := s.Customer("an.na+shop@gmail.com")
	twin, _ := s.Customer("anna@gmail.com")
	o := s.OrderOf(anna, "MUG")
	s.Must(201, "POST", revoke, fields{"orderId": o["id"], "reason": "too <small>"}, anna...)
	// next receives some e-mails in any order.
	next := func(n int) map[string]doubles.Mail {
		t.Helper()
		out := map[string]doubles.Mail{}
		for range n {
			m := sink.Next(t)
			out[m.To()+": "+m.Subject()] = m
		}
		return out
	}
	receipt := func(to string, o fields) string {
		return fmt.Sprintf("Anna Smith <%s>: Mugs: We received your revocation of Order # %s", to, o["incrementId"])
	}
	notice := func(id int, o fields) string {
		return fmt.Sprintf("Owner <legal@example.com>: Mugs: Revocation request # %d for Order # %s", id, o["incrementId"])
	}
	got := next(2)
	if _, ok := got[receipt("an.na+shop@gmail.com", o)]; !ok {
		t.Errorf("no receipt in %v", got)
	}
	if m, ok := got[notice(1, o)]; !ok || !strings.Contains(m.Header.Get("Reply-To"), "an.na+shop@gmail.com") {
		t.Errorf("no notice in %v", got)
	}

	// A mailbox gets one receipt a day, whichever account it is for. The merchant gets every notice.
	theirs := s.OrderOf(apptest.Bearer(s.CustomerToken(twin)), "MUG")
	again := s.Must(201, "POST", revoke, fields{"orderId": theirs["id"]}, apptest.Bearer(s.CustomerToken(twin))...).Object(t)
	if again["suppressedReason"] != "rate_limit_recipient" || again["suppressedAt"] != again["receivedAt"] {
		t.Errorf("the second one of the day: %v", again)
	}
	if got := next(1); got[notice(2, theirs)].Subject() == "" {
		t.Errorf("no notice in %v", got)
	}
	clock.Advance(24 * time.Hour)
	s.Must(201, "POST", revoke, fields{"orderId": theirs["id"]}, apptest.Bearer(s.CustomerToken(twin))...)
	if got := next(2); got[receipt("anna@gmail.com", theirs)].Subject() == "" || got[notice(3, theirs)].Subject() == "" {
		t.Errorf("a day later: %v", got)
	}

	// Processing sends no e-mail. The next e-mail belongs to the next declaration.
	s.Must(200, "PUT", revoked+"/1", fields{"processedStatus": "accepted"}, apptest.Bearer(s.Shop.Service([]string{"all"}))...)
	s.Configure("revocation/abuse/recipient_rate_limit_per_day", "0")
	s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, apptest.Bearer(s.CustomerToken(id))...)
	if got := next(2); got[receipt("an.na+shop@gmail.com", o)].Subject() == "" || got[notice(4, o)].Subject() == "" {
		t.Errorf("without a limit: %v", got)
	}
	if n := sink.Waiting(); n != 0 {
		t.Errorf("%d more e-mails", n)
	}
}

// TestRepeatedSubmissions checks that a repeated declaration with its key is stored once, wherever the first attempt was cut off.
func TestRepeatedSubmissions(t *testing.T) {
	t.Parallel()
	s := startRevocable(t)
	_, anna := s.Customer("anna@example.com")
	o := s.OrderOf(anna, "MUG")
	for i, cut := range []string{"", "revocation: receipt decided", "revocation: submitted"} {
		s.Configure("revocation/abuse/recipient_rate_limit_per_day", fmt.Sprint(i+1))
		keyed := salestest.With(anna, "X-Idempotency-Key", fmt.Sprintf("key-%d", i))
		before := s.LogSize()
		if cut != "" {
			s.Deciders.Steps(func(name string) {
				if name == cut {
					panic("the process dies")
				}
			})
			s.Must(500, "POST", revoke, fields{"orderId": o["id"]}, keyed...)
			s.Deciders.Steps(func(string) {})
		}
		first := s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, keyed...)
		if again := s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, keyed...); string(again.Body) != string(first.Body) {
			t.Errorf("cut at %q: %s, then %s", cut, first.Body, again.Body)
		}
		if got := first.Object(t); got["suppressedAt"] != nil {
			t.Errorf("cut at %q: the receipt is gone: %v", cut, got)
		}
		s.Settle()
		got := fmt.Sprint(s.Since(before))
		if want := "[RevocationReceiptGranted RevocationSubmitted OrderCommented]"; got != want {
			t.Errorf("cut at %q: %s", cut, got)
		}
	}
	s.Verify("revocations", "orders", "executed")
}

// TestARemarkIsMadeGood checks that the reaction adds the entry to the order's history after a crash.
func TestARemarkIsMadeGood(t *testing.T) {
	t.Parallel()
	s := startRevocable(t)
	id, anna := s.Customer("anna@example.com")
	o := s.OrderOf(anna, "MUG")
	died := make(chan struct{})
	s.Deciders.Steps(func(name string) {
		if name == "revocation: submitted" {
			close(died)
			panic("the process dies")
		}
	})
	s.Must(500, "POST", revoke, fields{"orderId": o["id"]}, anna...)
	<-died
	s.Deciders.Steps(func(string) {})
	deadline := time.After(time.Minute)
	for {
		history := fmt.Sprint(s.Must(200, "GET", fmt.Sprintf("/orders/%d", salestest.ID(o)), nil, anna...).Object(t)["statusHistory"])
		if strings.Contains(history, revocation.Remark(1)) {
			break
		}
		select {
		case <-deadline:
			t.Fatalf("history %s", history)
		default:
			s.Settle()
		}
	}
	s.Settle()
	if n := s.Must(200, "GET", revoke, nil, anna...).List(t); len(n) != 1 || n[0]["customerName"] != "Anna Smith" {
		t.Errorf("declared %v by customer %d", n, id)
	}
}

// TestNamesAndForgettingOfRevocations checks that the declaration has the full name and that erasure removes all personal data.
func TestNamesAndForgettingOfRevocations(t *testing.T) {
	t.Parallel()
	s := startRevocable(t)
	id, anna := s.Customer("anna@example.com")
	if err := s.Commands.Customers.ChangeCustomer(apptest.Operator(), id, 1, customer.ErrEmailInUse,
		func(d customer.Details) (customer.Details, error) {
			d.Profile.Prefix, d.Profile.Middlename, d.Profile.Suffix = "Dr.", "B.", "MD"
			return d, nil
		}); err != nil {
		t.Fatal(err)
	}
	o := s.OrderOf(anna, "MUG")
	a := s.Must(201, "POST", revoke, fields{"orderId": o["id"], "reason": "my knee"}, anna...).Object(t)
	if a["customerName"] != "Dr. Anna B. Smith MD" {
		t.Errorf("it is %v", a["customerName"])
	}
	s.Must(200, "PUT", revoked+"/1", fields{"adminNote": "called Anna"}, s.Service...)
	var stored string
	if err := s.Pool.QueryRow(t.Context(), `SELECT string_agg(data::text || metadata::text, ' ') FROM events WHERE stream LIKE 'revocation%'`).
		Scan(&stored); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"Anna", "anna@", "knee", "127.0.0.1", "Go-http"} {
		if strings.Contains(stored, secret) {
			t.Errorf("%q is in the log in the clear: %s", secret, stored)
		}
	}
}

// shipAll ships an order.
func shipAll(s *salestest.Shop, o fields) error {
	a := s.Do("POST", fmt.Sprintf("/orders/%d/shipments", salestest.ID(o)), fields{}, apptest.Bearer(s.Shop.Service([]string{"all"}))...)
	if a.Status != 201 {
		return fmt.Errorf("shipping: %d %s", a.Status, a.Body)
	}
	return nil
}
