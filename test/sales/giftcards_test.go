package sales_test

import (
	"maps"
	"regexp"
	"testing"
	"time"

	"tradelog/domain/settings"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// gift makes the body of a valid gift card with some members set; "-" removes one.
func gift(more fields) fields {
	out := fields{"code": "GC-A", "initialBalance": 50}
	maps.Copy(out, more)
	maps.DeleteFunc(out, func(_ string, v any) bool { return v == "-" })
	return out
}

func TestGiftCards(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock))
	const post, put, path = "POST", "PUT", "/giftcards"
	inAYear := clock.Now().AddDate(0, 0, 365).Format(time.DateTime)
	table := []salestest.Exchange{
		{Method: post, Path: path, Body: gift(fields{"initialBalance": "-"}), Status: 400,
			Message: "Gift card balance must be greater than zero"},
		{Method: post, Path: path, Body: gift(fields{"initialBalance": 0, "balance": 5}), Status: 400,
			Message: "Gift card balance must be greater than zero"},
		{Method: post, Path: path, Body: gift(fields{"initialBalance": 10000.01}), Status: 400, Message: "Gift card balance cannot exceed 10000"},
		{Method: post, Path: path, Body: gift(fields{"balance": -1}), Status: 400, Message: "Gift card balance cannot be negative"},
		{Method: post, Path: path, Body: gift(fields{"balance": 10001}), Status: 400, Message: "Gift card balance cannot exceed 10000"},
		{Method: post, Path: path, Body: gift(fields{"status": "pending"}), Status: 400,
			Message: "Invalid gift card status; allowed: active, used, expired, disabled"},
		{Method: post, Path: path, Body: gift(fields{"expiresAt": "soon"}), Status: 400,
			Message: "Invalid date for expiresAt; use Y-m-d or Y-m-d H:i:s format."},
		{Method: post, Path: path, Body: gift(fields{"websiteIds": []int{}}), Status: 400,
			Message: "A gift card must be associated with at least one website"},
		{Method: post, Path: path, Body: gift(fields{"websiteIds": []int{1, 7}}), Status: 400, Message: "Unknown website id 7"},
		{Method: post, Path: path, Body: gift(fields{"websiteIds": []int{0}}), Status: 400, Message: "Unknown website id 0"},
		{Method: post, Path: path, Body: gift(nil), Status: 201, Want: fields{
			"id": 1, "code": "GC-A", "initialBalance": 50, "balance": 50, "status": "active", "expiresAt": inAYear, "currencyCode": "USD",
			"recipientName": nil, "websiteIds": []int{1}, "websiteId": nil, "history": []any{}, "extensions": []any{},
		}},
		{Method: post, Path: path, Body: fields{"balance": 20, "expiresAt": nil, "websiteId": 1, "recipientName": "Rita", "message": "Enjoy"},
			Status: 201,
			Want:   fields{"initialBalance": 20, "balance": 20, "expiresAt": nil, "recipientName": "Rita", "message": "Enjoy"}},
		{
			Method: post, Path: path,
			Body: gift(fields{
				"code": "GC-B", "balance": 30, "expiresAt": "2999-12-31", "status": "disabled", "websiteIds": []int{1, 1}, "websiteId": 9,
			}), Status: 201,
			Want: fields{"initialBalance": 50, "balance": 30, "expiresAt": "2999-12-31 00:00:00", "status": "disabled", "websiteIds": []int{1}}},
		{Method: post, Path: path, Body: gift(fields{"code": "gc-a"}), Status: 409, Message: "Gift card code 'gc-a' already exists"},

		{Method: put, Path: path + "/99", Body: fields{"balance": 1}, Status: 404, Message: "Gift card not found"},
		{Method: put, Path: path + "/1", Body: fields{"balance": -1}, Status: 400, Message: "Gift card balance cannot be negative"},
		{Method: put, Path: path + "/1", Body: fields{"status": "lost"}, Status: 400,
			Message: "Invalid gift card status; allowed: active, used, expired, disabled"},
		{Method: put, Path: path + "/1", Body: fields{"websiteIds": []int{2}}, Status: 400,
			Message: "websiteIds cannot be changed through update"},
		{Method: put, Path: path + "/1", Body: fields{"websiteIds": []int{1}, "code": "NEW", "initialBalance": 1}, Status: 200,
			Want: fields{"code": "GC-A", "initialBalance": 50, "history.#": 0}},
		{Method: put, Path: path + "/1", Body: fields{"balance": 0}, Status: 200, Want: fields{
			"status": "used", "history.0.action": "adjusted", "history.0.amount": -50, "history.0.balanceBefore": 50, "history.0.balanceAfter": 0,
			"history.0.comment": "API balance adjustment", "history.0.orderId": nil,
		}},
		{Method: put, Path: path + "/1", Body: fields{"balance": 12.5, "comment": "Found it"}, Status: 200,
			Want: fields{"status": "active", "balance": 12.5, "history.#": 2, "history.0.comment": "Found it"}},
		{Method: put, Path: path + "/1", Body: fields{"balance": 12.5, "status": "disabled"}, Status: 200,
			Want: fields{"status": "disabled", "history.#": 2}},
	}
	for i := range table {
		table[i].Headers = s.Service
	}
	s.Run(t, table)
	code, _ := s.Must(200, "GET", path+"/2", nil, s.Service...).Object(t)["code"].(string)
	if !regexp.MustCompile(`^GC(-[0-9A-HJ-NP-Z]{4}){4}$`).MatchString(code) {
		t.Errorf("the made code is %q", code)
	}
	s.Verify("giftcards", "sequences")
}

// TestWhoMayGiftCards checks that the permission is checked before the card is loaded (conventions §2, which has precedence over
// shapes-sales §13.1).
func TestWhoMayGiftCards(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	website, store := s.SecondWebsite()
	s.Must(201, "POST", "/giftcards", gift(nil), s.Service...)
	s.Must(201, "POST", "/giftcards", gift(fields{"code": "BOTH", "websiteIds": []int64{website, 1}}), s.Service...)
	_, customer := s.Customer("anna@example.com")
	nothing, abroad := s.As([]string{"orders/read"}), salestest.With(s.As([]string{"all"}, store), "X-Store-Code", "de")
	denied := "Access denied for this gift card's website"
	s.Run(t, []salestest.Exchange{
		{Method: "GET", Path: "/giftcards/1", Status: 401, Message: "Authentication required"},
		{Method: "GET", Path: "/giftcards/1", Headers: customer, Status: 403, Message: "Access denied"},
		{Method: "GET", Path: "/giftcards/9", Headers: customer, Status: 403, Message: "Access denied"},
		{Method: "GET", Path: "/giftcards/GC-A", Headers: s.Service, Status: 404, Message: "Not Found"},
		{Method: "GET", Path: "/giftcards/1", Headers: nothing, Status: 403, Message: "Access denied"},
		{Method: "POST", Path: "/giftcards", Body: gift(fields{"code": "X"}), Headers: nothing, Status: 403, Message: "Access denied"},
		{Method: "GET", Path: "/giftcards/1", Headers: abroad, Status: 403, Message: denied},
		{Method: "GET", Path: "/giftcards/2", Headers: abroad, Status: 200, Want: fields{"websiteIds": []int64{1, website}}},
		{Method: "PUT", Path: "/giftcards/2", Body: fields{"balance": 1}, Headers: abroad, Status: 403, Message: denied},
		{Method: "POST", Path: "/giftcards", Body: gift(fields{"code": "X", "websiteIds": []int64{1}}), Headers: abroad,
			Status: 403, Message: denied},
		{Method: "POST", Path: "/giftcards", Body: gift(fields{"code": "X"}), Headers: abroad, Status: 201,
			Want: fields{"websiteIds": []int64{website}}},
	})
	s.Configure("catalog/price/scope", "1")
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Scope{Level: "website", ID: website},
		map[string]string{"currency/options/base": "EUR"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	s.Run(t, []salestest.Exchange{
		{Method: "POST", Path: "/giftcards", Body: gift(fields{"code": "Y", "websiteIds": []int64{1, website}}), Headers: s.Service, Status: 422,
			Message: "Failed to create GiftCard: A gift card can only be assigned to websites that share the same base currency."},
		{Method: "POST", Path: "/giftcards", Body: gift(fields{"code": "Y", "websiteIds": []int64{website}}), Headers: s.Service, Status: 201,
			Want: fields{"currencyCode": "EUR"}},
	})
}

// TestACardExpires checks that the sweep expires a card once and that the history shows it.
func TestACardExpires(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock))
	end := clock.Now().Add(15 * time.Minute)
	s.Must(201, "POST", "/giftcards", gift(fields{"expiresAt": end.Format(time.DateTime)}), s.Service...)
	sweep := reactions.GiftCardSweep(s.Commands.GiftCards, s.Readers.GiftCards, clock.Now)
	for _, status := range []string{"active", "expired", "expired"} {
		if err := sweep.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		got := s.Must(200, "GET", "/giftcards/1", nil, s.Service...).Object(t)
		salestest.Check(t, got, fields{"status": status, "balance": 50})
		if status == "expired" {
			salestest.Check(t, got, fields{"history.#": 1, "history.0.action": "expired", "history.0.amount": 0})
		}
		clock.Advance(20 * time.Minute)
	}
	s.Verify("giftcards")
}
