package sales_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tradelog/adapters/sandbox"
	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
)

// cardProduct creates a gift card product of 25, 50 or any amount from 60 to 200.
func cardProduct(s *salestest.Shop, more fields) int64 {
	s.T.Helper()
	attributes := fields{
		"giftcard_type": "combined", "giftcard_amounts": "50, 25", "giftcard_min_amount": 60, "giftcard_max_amount": "200",
		"giftcard_allow_message": 1,
	}
	for code, value := range more {
		attributes[code] = value
	}
	made := s.Must(201, "POST", "/products",
		fields{"sku": "GIFT", "name": "Gift Card", "type": "giftcard", "stockQty": 100, "customAttributesWrite": attributes},
		s.Service...).Object(s.T)
	s.Settle()
	return salestest.ID(made)
}

// until polls until reactions have met a condition.
func until(s *salestest.Shop, what string, met func() bool) {
	s.T.Helper()
	gateway{Shop: s}.until(what, met)
}

// made returns the existing gift cards by number. Numbers have gaps.
func made(s *salestest.Shop) (cards []fields) {
	s.T.Helper()
	s.Settle()
	var ids []int64
	if err := s.Pool.QueryRow(s.T.Context(), `SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM read.gift_cards`).Scan(&ids); err != nil {
		s.T.Fatal(err)
	}
	for _, id := range ids {
		cards = append(cards, s.Must(200, "GET", fmt.Sprintf("/giftcards/%d", id), nil, s.Service...).Object(s.T))
	}
	return cards
}

// TestAGuestBuysGiftCards tells a whole story: a guest buys gift cards for a friend, who reads the e-mail and spends them.
func TestAGuestBuysGiftCards(t *testing.T) {
	t.Parallel()
	apptest.OnEachStore(t, tellAGuestBuysGiftCards)
}

func tellAGuestBuysGiftCards(t *testing.T, store apptest.Option) {
	dir := filepath.Join(t.TempDir(), "mail")
	s := salestest.Start(t, store, apptest.WithConfig(func(c *app.Config) { c.Files.MailDir = dir }))
	s.Product("MUG", "10", 100, nil)
	cardProduct(s, fields{"giftcard_lifetime": 0})
	s.Must(201, "POST", "/giftcards", fields{"code": "GC-OLD", "initialBalance": 30}, s.Service...)

	mask := s.GuestCart()
	items, cart := "/guest-carts/"+mask+"/items", "/guest-carts/"+mask
	add := func(name string, status int, message string, body, want fields) salestest.Exchange {
		full := fields{"sku": "GIFT"}
		for k, v := range body {
			full[k] = v
		}
		return salestest.Exchange{Name: name, Method: "POST", Path: items, Body: full, Status: status, Message: message, Want: want}
	}
	chosen := fields{
		"qty": 2, "giftcardAmount": 75.5, "giftcardSenderName": "Gina", "giftcardSenderEmail": "gina@example.com",
		"giftcardRecipientName": "Rosa <b>R</b>", "giftcardRecipientEmail": "rosa@example.com", "giftcardMessage": "Enjoy!",
	}
	const failed = "Failed to add product: "
	s.Run(t, []salestest.Exchange{
		add("no amount", 400, failed+"Please select a valid gift card amount", nil, nil),
		add("an amount that is none", 400, failed+"Please select a valid gift card amount", fields{"giftcardAmount": "much"}, nil),
		add("too little", 400, failed+"Gift card amount cannot be less than $60.00", fields{"giftcardAmount": 59.99}, nil),
		add("too much", 400, failed+"Gift card amount cannot be more than $200.00", fields{"giftcardAmount": 200.01}, nil),
		add("parts of a cent", 400, failed+"Please select a valid gift card amount", fields{"giftcardAmount": 99.999}, nil),
		add("an address that is none", 400, failed+"giftcardRecipientEmail is not a valid email address",
			fields{"giftcardAmount": 50, "giftcardRecipientEmail": "rosa"}, nil),
		add("a day that is none", 400, failed+"Invalid date for giftcardDeliveryDate; use Y-m-d format.",
			fields{"giftcardAmount": 50, "giftcardDeliveryDate": "soon"}, nil),
		add("two cards", 200, "", chosen, fields{
			"items.0.price": 75.5, "items.0.rowTotal": 151, "items.0.productType": "giftcard", "items.0.qty": 2, "prices.grandTotal": 151,
			"items.0.options": list{
				fields{"label": "Gift Card Amount", "value": "$75.50"}, fields{"label": "Sender Name", "value": "Gina"},
				fields{"label": "Sender Email", "value": "gina@example.com"}, fields{"label": "Recipient Name", "value": "Rosa R"},
				fields{"label": "Recipient Email", "value": "rosa@example.com"}, fields{"label": "Message", "value": "Enjoy!"},
			}}),
		add("for somebody else", 200, "", fields{"giftcardAmount": 25}, fields{"items.#": 2, "items.1.price": 25, "prices.grandTotal": 176}),
		add("one more of the same", 200, "", fields{"giftcardAmount": 25}, fields{"items.#": 2, "items.1.qty": 2, "prices.grandTotal": 201}),
		{Name: "no way round", Method: "POST", Path: cart + "/giftcards", Body: fields{"giftcardCode": "GC-OLD"}, Status: 400,
			Message: "Gift cards cannot be used to purchase gift card products"},
		{Name: "the others are dropped", Method: "DELETE", Path: items + "/2", Status: 200, Want: fields{"items.#": 1}},
	})
	paid := s.GuestCart("MUG")
	s.Must(200, "POST", "/guest-carts/"+paid+"/giftcards", fields{"giftcardCode": "GC-OLD"})
	s.Send(t, salestest.Exchange{Method: "POST", Path: "/guest-carts/" + paid + "/items", Body: fields{"sku": "GIFT", "giftcardAmount": 25},
		Status:  422,
		Message: "Gift card products cannot be added when a gift card code is applied. Please remove the gift card code first."})

	o := s.Must(201, "POST", cart+"/place-order", salestest.Placement(fields{"shippingMethod": nil, "shippingAddress": nil})).Object(t)
	salestest.Check(t, o, fields{
		"isVirtual": true, "shippingAddress": nil, "prices.grandTotal": 151, "items.0.isVirtual": true, "items.0.productType": "giftcard",
		"items.0.price": 75.5,
		"items.0.productOptions.info_buyRequest": fields{"sku": "GIFT", "qty": 2, "giftcardAmount": 75.5, "giftcardSenderName": "Gina",
			"giftcardSenderEmail": "gina@example.com", "giftcardRecipientName": "Rosa <b>R</b>", "giftcardRecipientEmail": "rosa@example.com",
			"giftcardMessage": "Enjoy!"},
		"items.0.productOptions.options.0": fields{"label": "Gift Card Amount", "value": "$75.50"},
	})
	if cards := made(s); len(cards) != 1 {
		t.Fatalf("%d cards before anything is paid", len(cards))
	}
	s.Must(201, "POST", path(o, "/invoices"), fields{"items": list{fields{"orderItemId": line(o, 0), "qty": 1}}}, s.Service...)
	letter := doubles.AwaitMail(t, dir, func(m doubles.Mail) bool { return strings.Contains(m.Subject(), "gift card from Gina") })
	until(s, "the card of the first invoice is there", func() bool { return len(made(s)) == 2 })
	s.Must(201, "POST", path(o, "/invoices"), nil, s.Service...)
	until(s, "that of the second is too", func() bool { return len(made(s)) == 3 })
	cards := made(s)
	for _, card := range cards[1:] {
		salestest.Check(t, card, fields{
			"initialBalance": 75.5, "balance": 75.5, "status": "active", "expiresAt": nil, "currencyCode": "USD", "websiteIds": []int{1},
			"recipientEmail": "rosa@example.com", "message": "Enjoy!", "purchaseOrderId": salestest.ID(o), "purchaseOrderItemId": line(o, 0),
			"history.#": 1, "history.0.action": "created", "history.0.amount": 75.5,
			"history.0.balanceBefore": 0, "history.0.orderId": salestest.ID(o),
			"history.0.comment": "Created from order #" + o["incrementId"].(string),
		})
	}
	code, _ := cards[1]["code"].(string)
	if cards[2]["code"] == code || !strings.HasPrefix(code, "GC-") {
		t.Errorf("the codes are %s and %v", code, cards[2]["code"])
	}
	if !strings.Contains(letter.To(), "<rosa@example.com>") || !strings.Contains(letter.Text, code) ||
		!strings.Contains(letter.Text, "$75.50") || !strings.Contains(letter.Text, "Enjoy!") {
		t.Errorf("to %s\n%s", letter.To(), letter.Text)
	}

	mugs := s.GuestCart("MUG*4")
	s.Must(200, "POST", "/guest-carts/"+mugs+"/giftcards", fields{"giftcardCode": code})
	spent := s.Must(201, "POST", "/guest-carts/"+mugs+"/place-order",
		salestest.Placement(fields{"guestEmail": "rosa@example.com", "paymentMethod": "free"})).Object(t)
	salestest.Check(t, spent, fields{"prices.grandTotal": 0, "prices.giftcardAmount": 60})
	salestest.Check(t, made(s)[1], fields{"balance": 15.5, "history.#": 2, "history.0.action": "used"})

	for _, stream := range []string{fmt.Sprintf("order-%d", salestest.ID(o)), "cart-" + fmt.Sprint(salestest.Number(o["quoteId"]))} {
		stored, err := eventstore.ReadWhole(t.Context(), s.Store, stream)
		if err != nil || len(stored) == 0 {
			t.Fatalf("%d events of %s, error %v", len(stored), stream, err)
		}
		for _, e := range stored {
			if data := string(e.Data); strings.Contains(data, "rosa") || strings.Contains(data, "Rosa") || strings.Contains(data, "Enjoy") {
				t.Errorf("%s tells in the clear who gets the card", stream)
			}
		}
	}
	checkLogHistory(s, fmt.Sprintf("giftcard-%d", salestest.ID(cards[1])), "GiftCardCreated GiftCardSent GiftCardCharged")
	s.Verify(s.Projections.Names()...)
}

// TestCardsAreMadeOnce checks that each unit gets one card, despite repetitions, concurrency and crashes.
func TestCardsAreMadeOnce(t *testing.T) {
	t.Parallel()
	g := startOnline(t)
	s := g.Shop
	cardProduct(s, nil)
	mask := s.GuestCart()
	s.Must(200, "POST", "/guest-carts/"+mask+"/items", fields{"sku": "GIFT", "qty": 3, "giftcardAmount": 50})
	body := salestest.Placement(fields{
		"shippingMethod": nil, "shippingAddress": nil, "paymentMethod": "sandbox", "paymentData": fields{"instrument": "card"},
	})
	o := s.Must(201, "POST", "/guest-carts/"+mask+"/place-order", body).Object(t)

	// An unpaid invoice issues no card, and a cancelled one never will.
	first := salestest.ID(s.Must(201, "POST", path(o, "/invoices"), fields{"capture": "not_capture"}, s.Service...).Object(t))
	s.Must(201, "POST", fmt.Sprintf("/invoices/%d/cancel", first), nil, s.Service...)
	g.script(sandbox.Capture, sandbox.Decline, 1)
	s.Must(422, "POST", path(o, "/invoices"), fields{"capture": "online"}, s.Service...)
	last := salestest.ID(s.Must(201, "POST", path(o, "/invoices"), fields{"capture": "not_capture"}, s.Service...).Object(t))
	issue := func() error { return s.Commands.Sales.IssueGiftCards(apptest.Operator(), salestest.ID(o), last) }
	if err := issue(); err != nil || len(made(s)) != 0 {
		t.Fatalf("%d cards before anything is paid, %v", len(made(s)), err)
	}

	// Each attempt dies at a step, and several run at once.
	steps := make(chan string, 3)
	for _, step := range []string{"unit claimed", "code claimed", "created"} {
		steps <- "sold gift card: " + step
	}
	s.Deciders.Steps(func(step string) {
		select {
		case at := <-steps:
			if at == step {
				panic("cut at " + at)
			}
			steps <- at // the step has not come yet
		default:
		}
	})
	s.Must(201, "POST", fmt.Sprintf("/invoices/%d/capture", last), nil, s.Service...)
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			defer func() {
				if cut := recover(); cut != nil {
					done <- fmt.Errorf("%v", cut)
				}
			}()
			done <- issue()
		}()
	}
	for range cap(done) {
		if err := <-done; err != nil && !strings.HasPrefix(err.Error(), "cut at ") {
			t.Error(err)
		}
	}
	until(s, "there are three cards", func() bool { return len(made(s)) >= 3 })
	for range 2 {
		if err := issue(); err != nil {
			t.Error(err)
		}
	}
	var created, codes int
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.Pool.QueryRow(ctx, `SELECT count(*), count(DISTINCT card::jsonb ->> 'Code') FROM read.gift_cards`).
		Scan(&created, &codes); err != nil {
		t.Fatal(err)
	}
	if created != 3 || codes != 3 {
		t.Errorf("%d cards were made, with %d codes", created, codes)
	}
	s.Verify(s.Projections.Names()...)
}
