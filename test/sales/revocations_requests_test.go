package sales_test

import (
	"fmt"
	"testing"
	"time"

	"tradelog/domain/customer"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

const (
	notFound = "Not Found"
	denied   = "Access denied"
	noStatus = "Invalid processing status."
	noSuch   = "Revocation request not found"
)

func TestProcessingRevocations(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock))
	_, anna := s.Customer("anna@example.com")
	o := s.OrderOf(anna, "MUG")
	s.Must(201, "POST", revoke, fields{"orderId": o["id"]}, salestest.With(anna, "User-Agent", "story/1")...)
	before := s.Must(200, "GET", fmt.Sprintf("/orders/%d", salestest.ID(o)), nil, anna...)
	clock.Advance(time.Minute)
	write, read := s.As([]string{"revocation-requests/write"}), s.As([]string{"revocation-requests/read"})
	admin, other := apptest.Bearer(s.Admin("sales/revocation")), apptest.Bearer(s.Admin("sales/order"))
	one := revoked + "/1"
	at := func() string { return clock.Now().Format(time.DateTime) }
	s.Run(t, []salestest.Exchange{
		{Name: "by nobody", Method: "PUT", Path: one, Body: fields{"processedStatus": "accepted"}, Status: 401,
			Message: "Authentication required"},
		{Name: "by the customer", Method: "PUT", Path: one, Body: fields{"processedStatus": "accepted"}, Headers: anna,
			Status: 403, Message: denied},
		{Name: "by a reader", Method: "PUT", Path: one, Body: fields{"processedStatus": "accepted"}, Headers: read, Status: 403, Message: denied},
		{Name: "by another admin", Method: "PUT", Path: one, Body: fields{}, Headers: other, Status: 403,
			Message: `Your admin role does not grant access to "sales/revocation".`},
		{Name: "of none", Method: "PUT", Path: revoked + "/9", Body: fields{"processedStatus": "done"}, Headers: write, Status: 404,
			Message: noSuch},
		{Name: "of a word", Method: "PUT", Path: revoked + "/one", Body: fields{}, Headers: write, Status: 404, Message: noSuch},
		{Name: "to nothing known", Method: "PUT", Path: one, Body: fields{"processedStatus": "done", "adminNote": "x"}, Headers: write,
			Status: 422, Message: noStatus},
		{Name: "without a body", Method: "PUT", Path: one, Headers: write, Status: 400, Message: "Invalid JSON in request body"},
		{Name: "not at all", Method: "PUT", Path: one, Body: fields{}, Headers: write, Status: 200,
			Want: fields{"processedStatus": nil, "processedAt": nil}},
		{Name: "by null and nothing", Method: "PUT", Path: one, Body: fields{"processedStatus": nil}, Headers: write, Status: 200,
			Want: fields{"processedStatus": nil, "processedAt": nil}},
		{Name: "to an empty text", Method: "PUT", Path: one, Body: fields{"processedStatus": "", "adminNote": " call back "},
			Headers: write, Status: 200,
			Want: fields{"processedStatus": nil, "processedAt": nil, "adminNote": "call back", "ip": "127.0.0.1", "userAgent": "story/1"}},
		{Name: "to a status", Method: "PUT", Path: one, Body: fields{"processedStatus": "info_requested"}, Headers: admin, Status: 200,
			Want: fields{"processedStatus": "info_requested", "processedAt": at(), "adminNote": "call back"}},
		{Name: "to another", Method: "PUT", Path: one, Body: fields{"processedStatus": "rejected", "adminNote": "too late"},
			Headers: write, Status: 200,
			Want: fields{"processedStatus": "rejected", "adminNote": "too late"}},
		{Name: "and back", Method: "PUT", Path: one, Body: fields{"processedStatus": "accepted", "adminNote": nil}, Headers: write, Status: 200,
			Want: fields{"processedStatus": "accepted", "adminNote": nil}},
	})
	clock.Advance(time.Minute)
	s.Run(t, []salestest.Exchange{
		{Name: "the same status counts again", Method: "PUT", Path: one, Body: fields{"processedStatus": "accepted", "adminNote": "done"},
			Headers: write, Status: 200,
			Want: fields{"processedAt": at()}},
		{Name: "the customer sees", Method: "GET", Path: one, Headers: anna, Status: 200,
			Want:     fields{"processedStatus": "accepted", "processedAt": at()},
			Unwanted: []string{"adminNote", "done", `"ip"`, "userAgent", "story"}},
		{Name: "in their list", Method: "GET", Path: revoke, Headers: anna, Status: 200,
			Unwanted: []string{"adminNote", "done", `"ip"`, "userAgent", "story"}},
		{Name: "the back office sees", Method: "GET", Path: one, Headers: write, Status: 200,
			Want: fields{"adminNote": "done", "ip": "127.0.0.1", "userAgent": "story/1"}},
		{Name: "who may read", Method: "GET", Path: one, Headers: read, Status: 200, Want: fields{"adminNote": "done"}},
	})
	// Orders, invoices and refunds do not change.
	if after := s.Must(200, "GET", fmt.Sprintf("/orders/%d", salestest.ID(o)), nil, anna...); string(after.Body) != string(before.Body) {
		t.Errorf("the order was\n%s\nis\n%s", before.Body, after.Body)
	}
	s.Verify("revocations", "orders")
}

func TestWhoReadsWhichRevocations(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock))
	second, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "second", Name: "Second", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	id, anna := s.Customer("anna@example.com")
	bobID, bob := s.Customer("bob@example.com")
	first := s.OrderOf(anna, "MUG")
	theirs := s.OrderOf(salestest.With(bob, "X-Store-Code", "second"), "MUG")
	for _, of := range []struct {
		who   []string
		order fields
	}{{anna, first}, {bob, theirs}, {anna, first}} {
		s.Must(201, "POST", revoke, fields{"orderId": of.order["id"]}, of.who...)
		clock.Advance(time.Second)
	}
	s.Must(200, "PUT", revoked+"/2", fields{"processedStatus": "rejected"}, s.Service...)
	ids := func(path string, headers []string) string {
		t.Helper()
		out := []any{}
		for _, row := range s.Must(200, "GET", path, nil, headers...).List(t) {
			out = append(out, row["id"])
		}
		return fmt.Sprint(out)
	}
	for path, want := range map[string]string{
		revoked: "[3 2 1]", revoked + "?email=ANNA@example.com": "[3 1]", revoked + "?email=anna": "[]",
		revoked + "?processedStatus=rejected": "[2]", revoked + "?processedStatus=accepted": "[]",
		revoked + "?orderId=" + fmt.Sprint(first["id"]): "[3 1]", revoked + "?storeId=" + fmt.Sprint(second): "[2]",
		revoked + "?storeId=1&email=bob@example.com": "[]", revoked + "?itemsPerPage=1&page=2": "[2]", revoked + "?q=x": "[3 2 1]",
	} {
		if got := ids(path, s.Service); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if total := s.Must(200, "GET", revoked+"?itemsPerPage=1", nil, s.Service...).Header.Get("X-Total-Count"); total != "3" {
		t.Errorf("%s in all", total)
	}
	only := s.As([]string{"all"}, second)
	there := salestest.With(only, "X-Store-Code", "second")
	nothing := s.As([]string{"orders/read"})
	s.Run(t, []salestest.Exchange{
		{Method: "GET", Path: revoked, Status: 401, Message: "Authentication required"},
		{Method: "GET", Path: revoked, Headers: anna, Status: 403, Message: denied},
		{Method: "GET", Path: revoked, Headers: nothing, Status: 403, Message: denied},
		{Name: "one, by nobody", Method: "GET", Path: revoked + "/1", Status: 401, Message: "Authentication required"},
		{Name: "one of others", Method: "GET", Path: revoked + "/2", Headers: anna, Status: 404, Message: notFound},
		{Name: "none", Method: "GET", Path: revoked + "/9", Headers: anna, Status: 404, Message: notFound},
		{Name: "without the permission", Method: "GET", Path: revoked + "/2", Headers: nothing, Status: 404, Message: notFound},
		{Name: "one's own", Method: "GET", Path: revoked + "/2", Headers: bob, Status: 200, Want: fields{"id": 2}},
		{Name: "of another store", Method: "GET", Path: revoked + "/1", Headers: there, Status: 403,
			Message: "Access denied for this revocation request's store"},
		{Name: "changed from another store", Method: "PUT", Path: revoked + "/1", Body: fields{}, Headers: there, Status: 403,
			Message: "Access denied for this revocation request's store"},
		{Name: "mine, without the permission", Method: "GET", Path: revoke, Headers: nothing, Status: 403, Message: denied},
	})
	if got := ids(revoked, there); got != "[2]" {
		t.Errorf("a token for the second store sees %s", got)
	}
	if got := ids(revoke, s.Service); got != "[]" {
		t.Errorf("a service account has %s", got)
	}

	// Requests belong to the account, also if another account has its address later.
	if got := ids(revoke, anna); got != "[3 1]" {
		t.Errorf("Anna has %s", got)
	}
	if err := s.Commands.Customers.ChangeCustomer(apptest.Operator(), bobID, 1, customer.ErrEmailInUse,
		func(d customer.Details) (customer.Details, error) {
			d.Profile.Email = "robert@example.com"
			return d, nil
		}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if got := ids(revoke, bob); got != "[2]" {
		t.Errorf("Bob has %s with another address", got)
	}
	_, next := s.Customer("bob@example.com")
	if got := ids(revoke, next); got != "[]" {
		t.Errorf("the next owner of Bob's address has %s", got)
	}
	s.Run(t, []salestest.Exchange{
		{Name: "one's own, made with a former address", Method: "GET", Path: revoked + "/2", Headers: bob, Status: 200, Want: fields{"id": 2}},
		{Name: "of who had the address", Method: "GET", Path: revoked + "/2", Headers: next, Status: 404, Message: notFound},
		{Name: "by customer " + fmt.Sprint(id), Method: "GET", Path: revoked + "/1", Headers: anna, Status: 200, Want: fields{"id": 1}},
	})
}

// TestRevocationsAreAnsweredWhileTheProjectorStandsStill checks that answers are folded from the stream and equal those of the read model.
func TestRevocationsAreAnsweredWhileTheProjectorStandsStill(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startRevocable(t, apptest.WithClock(clock))
	_, anna := s.Customer("anna@example.com")
	o := s.OrderOf(anna, "MUG")
	story := func(id int) []fields {
		path := fmt.Sprintf("%s/%d", revoked, id)
		return []fields{
			s.Must(201, "POST", revoke, fields{"orderId": o["id"], "reason": "r"}, anna...).Object(t),
			s.Must(200, "PUT", path, fields{"processedStatus": "accepted", "adminNote": "n"}, s.Service...).Object(t),
		}
	}
	s.Configure("revocation/abuse/recipient_rate_limit_per_day", "0")
	want := story(1)
	s.Settle()
	s.Break("revocations")
	got := story(2)
	for i := range want {
		delete(want[i], "id")
		delete(got[i], "id")
		if fmt.Sprint(want[i]) != fmt.Sprint(got[i]) {
			t.Errorf("folded to\n%v\nthe read model had\n%v", got[i], want[i])
		}
	}
	s.Send(t, salestest.Exchange{
		Method: "PUT", Path: revoked + "/2", Body: fields{"processedStatus": "done"}, Headers: s.Service, Status: 422, Message: noStatus,
	})
}
