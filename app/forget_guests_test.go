package app_test

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tradelog/commands"
	"tradelog/commands/forgetting"
	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
	"tradelog/test/suite"
)

// TestForgetGuests: a person without an account is forgotten by an e-mail address or by an order. Data of accounts and of other people
// stay.
func TestForgetGuests(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	p := startShop(t)
	other := apptest.Start(t, apptest.OnDatabase(p.Shop.Shop))
	p.useShop(t)
	late := p.Must(201, "POST", p.cart("MUG")+"/place-order", p.placement(salestest.Fields{"shippingAddress": home()})).Object(t)
	named := func(first, email string) salestest.Fields {
		at := home()
		at["firstName"], at["lastName"], at["company"] = first, "Waxmark", ""
		return salestest.Placement(salestest.Fields{"guestEmail": email, "shippingAddress": at, "billingAddress": at})
	}
	order := func(first, email string) salestest.Fields {
		return p.Must(201, "POST", "/guest-carts/"+p.GuestCart("MUG")+"/place-order", named(first, email)).Object(t)
	}
	wilma, corvina, gina := order("Wilma", "wilma@example.com"), order("Corvina", "corvina@example.com"), p.Order("MUG")
	for _, o := range []salestest.Fields{wilma, corvina} {
		p.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", salestest.ID(o)), salestest.Fields{}, p.Service...)
	}
	// Corvina opens an account with her order, and places one more order without it. Another account has bought with the address of the first
	// person.
	details := p.Must(200, "GET", fmt.Sprintf("/orders/%v/details", corvina["incrementId"]), nil, "X-Order-Token",
		fmt.Sprint(corvina["accessToken"])).Object(t)
	account := salestest.ID(p.Must(201, "POST", "/customers/create-from-order", salestest.Fields{"accountToken": details["accountToken"],
		"password": "a long password"}).Object(t))
	more := order("Corvina", "Corvina@example.com")
	p.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", salestest.ID(more)), salestest.Fields{}, p.Service...)
	p.Settle()
	for range 2 { // both instances cache the answer and hold the keys in memory
		for _, s := range []*apptest.Shop{p.Shop.Shop, other} {
			s.Must(200, "GET", fmt.Sprintf("/orders/%d", p.order), nil, p.Service...)
		}
	}
	started := func() int { // reactions to the orders append other events
		page, err := p.Store.ReadAll(t.Context(), 0, eventstore.Forwards, 100, eventstore.Filter{Types: []string{"GuestForgetStarted"}})
		if err != nil {
			t.Fatal(err)
		}
		return len(page.Events)
	}
	refusal := func(status int, text string, body salestest.Fields, headers []string) {
		t.Helper()
		before := started()
		if a := p.Do("POST", "/customers/forget", body, headers...); a.Status != status || !strings.Contains(a.Message(), text) {
			t.Errorf("%v: %d %s, want %d %q", body, a.Status, a.Body, status, text)
		}
		if started() != before {
			t.Errorf("%v was refused and forgets somebody", body)
		}
	}
	refusal(400, "Give one of", salestest.Fields{}, p.Service)
	refusal(400, "Give one of", salestest.Fields{"orderId": 1, "email": p.email}, p.Service)
	refusal(404, "Order not found", salestest.Fields{"orderId": 999}, p.Service)
	refusal(404, "No guest", salestest.Fields{"email": "nobody@example.com"}, p.Service)
	refusal(403, "", salestest.Fields{"email": p.email}, p.As([]string{"customers/write"}))
	refusal(403, "restricted", salestest.Fields{"email": p.email}, p.As([]string{"customers/delete"}, 1))
	refusal(409, fmt.Sprintf("customer %d", account), salestest.Fields{"incrementId": corvina["incrementId"]}, p.Service)
	refusal(409, "not finished", salestest.Fields{"email": p.email}, p.Service)
	p.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", salestest.ID(late)), salestest.Fields{}, p.Service...)
	p.Settle()

	code := p.Must(200, "GET", fmt.Sprintf("/giftcards/%d", p.card), nil, p.Service...).Object(t)["code"]
	books := p.books(t)
	listed := p.Must(201, "POST", "/customers/forget", salestest.Fields{"email": p.email, "dryRun": true}, p.Service...).Object(t)
	if started() != 0 || !marks.MatchString(p.opened(t)) {
		t.Error("a dry run has changed something")
	}
	forget := func() map[string]any {
		return p.Must(201, "POST", "/customers/forget", salestest.Fields{"email": " " + strings.ToUpper(p.email), "reason": "asked for it"},
			salestest.With(p.Service, "X-Idempotency-Key", "forget")...).Object(t)
	}
	done := forget()
	var histories []string
	for _, stream := range done["histories"].([]any) {
		histories = append(histories, fmt.Sprint(stream))
	}
	// The reaction repeats the work of the request, also after the request was answered.
	if err := p.Commands.Forgetting.Beside(t.Context(), histories); err != nil {
		t.Fatal(err)
	}
	if repeated := forget(); !reflect.DeepEqual(done, repeated) {
		t.Errorf("a repeated request is answered %v, and the first one %v", repeated, done)
	}
	delete(listed, "dryRun")
	delete(done, "dryRun")
	if fmt.Sprint(listed) != fmt.Sprint(done) || len(done["orders"].([]any)) != 3 || len(done["accounts"].([]any)) != 0 {
		t.Errorf("the dry run lists %v, and forgotten is %v", listed, done)
	}
	var kinds []string
	for _, stream := range histories {
		kind, _, _ := strings.Cut(stream, "-")
		kinds = append(kinds, kind)
	}
	if got := slices.Compact(kinds); !slices.Equal(got, []string{"cart", "contact", "giftcard", "order", "subscriber"}) {
		t.Errorf("forgotten are %v", got)
	}
	for _, s := range []*apptest.Shop{p.Shop.Shop, other} {
		if a := s.Must(200, "GET", fmt.Sprintf("/orders/%d", p.order), nil, p.Service...); marks.Match(a.Body) {
			t.Errorf("an instance shows the person: %s", a.Body)
		}
	}
	p.isForgotten(t, marks, books)
	p.Must(200, "POST", "/guest-carts/"+p.GuestCart("MUG")+"/giftcards", salestest.Fields{"giftcardCode": code}) // the card can still pay
	p.Must(201, "POST", "/newsletter/subscribe", salestest.Fields{"email": "again@example.com"})
	refusal(404, "No guest", salestest.Fields{"email": p.email}, p.Service)

	p.Must(201, "POST", "/customers/forget", salestest.Fields{"incrementId": wilma["incrementId"]}, p.As([]string{"customers/delete"}, 1)...)
	done = p.Must(201, "POST", "/customers/forget", salestest.Fields{"email": "corvina@example.com"}, p.Service...).Object(t)
	if fmt.Sprint(done["orders"], done["accounts"]) != fmt.Sprintf("[%v] [%d]", more["incrementId"], account) {
		t.Errorf("forgotten is %v", done)
	}
	shows := func(o salestest.Fields, name string) {
		t.Helper()
		a := p.Must(200, "GET", fmt.Sprintf("/orders/%d", salestest.ID(o)), nil, p.Service...)
		if !strings.Contains(string(a.Body), name) {
			t.Errorf("the order of somebody else lost its person: %s", a.Body)
		}
	}
	shows(corvina, "Corvina")
	p.Must(201, "POST", fmt.Sprintf("/customers/%d/forget", account), nil, p.Service...)
	p.isForgotten(t, regexp.MustCompile(`(?i)wilma|corvina|waxmark`), p.books(t))
	shows(gina, "Gina")
}

// TestATrialForgetsNobody: a dry run deletes no key.
func TestATrialForgetsNobody(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	s.Product("MUG", "10", 9, nil)
	id, _ := s.Customer("anna@example.com")
	order := salestest.ID(s.Order("MUG"))
	count := func() (n int) {
		if err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	size, keys := s.LogSize(), count()
	trial := func() context.Context {
		return commands.WithRequest(t.Context(), commands.NewTrial(commands.Cause{}))
	}
	customer, err := s.Commands.Forgetting.ForgetCustomer(trial(), id, "", true)
	if err != nil || customer.Keys != 1 {
		t.Errorf("a customer: %+v %v", customer, err)
	}
	guest, err := s.Commands.Forgetting.ForgetGuest(trial(), forgetting.Guest{OrderID: order}, "", true,
		func(forgetting.Traces) error { return nil })
	if err != nil || guest.Keys != 1 || len(guest.Orders) != 1 {
		t.Errorf("a guest: %+v %v", guest, err)
	}
	if left := s.Since(size); len(left) > 0 || count() != keys {
		t.Errorf("%d keys were deleted, %v appended", keys-count(), left)
	}
}
