package mails

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/domain/review"
	"tradelog/domain/stockalert"
)

// refunded is a refund of a mug, with a part for a gift card.
func refunded(id int64, notify, shared bool) order.Refunded {
	sums := order.Sums{
		Subtotal: d("19.99"), Discount: d("5"), Shipping: d("5"), Tax: d("3.8"), AdjustmentPositive: d("2"), AdjustmentNegative: d("1"),
		GiftCard: d("10"), Grand: d("14.79"),
	}
	return order.Refunded{Of: theirs, Comment: "Sorry <3", CreditMemo: order.CreditMemo{
		MemoID: id, Notify: notify, Shared: shared, Money: order.Money{Display: sums, Base: sums},
		Lines: []order.RefundedLine{{ID: id, LineID: 1, Qty: d("1"), Money: order.LineMoney{Display: order.LineSums{Row: d("19.99")}}}},
	}}
}

func TestCreditMemoLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("sales_email/order/enabled", "0")
	number := func(id int64) order.MemoNumbered {
		return order.MemoNumbered{MemoID: id, IncrementID: fmt.Sprintf("10000000%d", id)}
	}
	w.happen("order-7", placed(), refunded(1, false, false), number(1), refunded(2, true, false))
	w.deliver()
	w.silent() // nobody is to be told of the first, and the second has no number yet
	w.happen("order-7", number(2))
	w.deliver()
	m := w.sink.Next(t)
	if m.Subject() != "Maß & Co: Refund # 100000002 for Order # 100000007" || m.To() != "Łucja Weiß <lucja@example.com>" {
		t.Errorf("%q to %s", m.Subject(), m.To())
	}
	has(t, m, "We have refunded your order # 100000007.", "# 100000002", "Refunded", "€14.79", "Returned to gift cards", "€10.00",
		"Mug <b>& more</b>", "MUG", "€19.99", "Subtotal", "Discount", "-€5.00", "Shipping & Handling", "€5.00", "Tax", "€3.80",
		"Adjustment",
		"€2.00", "Fee", "-€1.00", "Grand Total", "€24.79", "Gift Cards", "-€10.00", "Refunded", "€14.79",
		"Download Credit Memo # 100000002 (PDF)",
		"https://shop.example/api/rest/v2/papers/"+order.Paper{Kind: order.PaperMemo, OrderID: 7, ID: 2}.Key("secret 7"))
	if strings.Contains(m.Text+m.HTML, "Sorry") || strings.Contains(m.Text, "SHOE-36") {
		t.Errorf("it tells a comment that is not shared, or what was not refunded:\n%s", m.Text)
	}
	w.set("general/locale/code", "de_DE")
	w.happen("order-7", refunded(3, true, true), number(3))
	w.deliver()
	m = w.sink.Next(t)
	if m.Subject() != "Maß & Co: Erstattung Nr. 100000003 zu Ihrer Bestellung Nr. 100000007" {
		t.Error(m.Subject())
	}
	has(t, m, "Guten Tag Łucja Weiß,", "wir haben Ihre Bestellung Nr. 100000007 erstattet.", "Sorry <3", "Gutschrift", "Erstattet",
		"14,79", "Zurück auf Geschenkkarten", "Gebühr", "Ausgleich")
	w.set("sales_email/creditmemo/enabled", "0")
	w.happen("order-7", refunded(4, true, true), number(4))
	w.deliver()
	w.silent()
	if got := fmt.Sprint(w.noted); got != "[order 7 credit memo 2 order 7 credit memo 3]" {
		t.Errorf("noted %s", got)
	}
}

func TestCancellationLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("sales_email/order/enabled", "0")
	whole := order.CanceledEvent{Of: theirs, State: order.Canceled, Status: "canceled", Reason: "Sold out <3", Notify: true,
		Lines: []order.CanceledLine{{LineID: 1, Qty: d("2")}, {LineID: 2, Qty: d("1")}}, Cards: []order.CardRefund{{CardID: 4, Amount: d("20")}}}
	w.happen("order-7", placed(), whole)
	w.deliver()
	m := w.sink.Next(t)
	if m.Subject() != "Maß & Co: Order # 100000007 cancelled" {
		t.Error(m.Subject())
	}
	has(t, m, "Your order # 100000007 was cancelled.", "Sold out <3", "Returned to gift cards", "€20.00", "Mug <b>& more</b>", "SHOE-36",
		"€1,450.58")

	part, silently := whole, whole
	part.State, part.Reason, part.Lines, part.Cards = order.Processing, "", part.Lines[:1], nil
	silently.Notify = false
	w.set("general/locale/code", "de_DE")
	w.happen("order-7", part, silently)
	w.deliver()
	m = w.sink.Next(t)
	if m.Subject() != "Maß & Co: Ihre Bestellung Nr. 100000007 wurde storniert" {
		t.Error(m.Subject())
	}
	has(t, m, "der Rest Ihrer Bestellung Nr. 100000007 wurde storniert.", "Mug <b>& more</b>")
	if strings.Contains(m.Text, "SHOE-36") || strings.Contains(m.Text, "Geschenkkarten") {
		t.Errorf("it tells what is not cancelled:\n%s", m.Text)
	}
	w.set("sales_email/order_cancellation/enabled", "0")
	w.happen("order-7", whole)
	w.deliver()
	w.silent()
}

func TestGiftCardBalanceLetters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("sales_email/order/enabled", "0")
	card := giftcard.Created{
		CardID: 4, Code: "GC-7K2M-9QPD-XR5T", Currency: "EUR", WebsiteIDs: []int64{1}, Balance: d("50"), Status: giftcard.Active,
		ExpiresAt: w.clock().AddDate(1, 0, 0), People: giftcard.People{RecipientName: "Łucja", RecipientEmail: "Lucja@example.com"},
	}
	charged := func(orderID int64) giftcard.Charged {
		return giftcard.Charged{OrderID: orderID, Amount: d("20"), Balance: d("30"), Status: giftcard.Active}
	}
	w.happen("giftcard-4", card)
	w.deliver()
	w.sink.Next(t) // the card itself

	// The card is charged before the order is placed: the e-mail waits, and an order that is never placed causes none.
	w.happen(
		"giftcard-4",
		charged(8),
		giftcard.ChargeUndone{OrderID: 8, Amount: d("20"), Balance: d("50"), Status: giftcard.Active},
		charged(7),
	)
	w.deliver()
	w.silent()
	w.happen("order-7", placed())
	w.after(time.Minute)
	m := w.sink.Next(t)
	if m.Subject() != "Maß & Co: The balance of your gift card" || m.To() != "Łucja <Lucja@example.com>" {
		t.Errorf("%q to %s", m.Subject(), m.To())
	}
	has(t, m, "Your gift card was charged with €20.00 for order # 100000007.", "GC-7…XR5T", "Balance", "€30.00", "November 21, 2027")
	for _, hidden := range []string{"K2M", "9QPD"} {
		if strings.Contains(m.Text+m.HTML, hidden) {
			t.Errorf("it gives the code away:\n%s", m.Text)
		}
	}

	// Others' orders are not named.
	other := placed()
	other.OrderID, other.IncrementID, other.Customer.Email = 9, "100000009", "anna@example.com"
	w.set("general/locale/code", "de_DE")
	w.happen("order-9", other)
	w.happen("giftcard-4", giftcard.Credited{OrderID: 9, Amount: d("5"), Balance: d("35"), Status: giftcard.Active})
	w.deliver()
	m = w.sink.Next(t)
	has(t, m, "Guten Tag Łucja,", "5,00", "sind auf Ihre Geschenkkarte zurückgegangen.", "Guthaben", "35,00", "GC-7…XR5T")
	w.happen("giftcard-4", giftcard.Adjusted{CardID: 4, Amount: d("-10"), Balance: d("25"), Status: giftcard.Active, Comment: "for us"},
		giftcard.Adjusted{CardID: 4, Balance: d("25"), Status: giftcard.Active})
	w.deliver()
	m = w.sink.Next(t)
	has(t, m, "wir haben das Guthaben Ihrer Geschenkkarte um -10,00", "geändert.")
	if strings.Contains(m.Text, "for us") {
		t.Error("it tells a comment of the shop")
	}
	w.set("giftcard/email/balance_enabled", "0")
	w.happen("giftcard-4", giftcard.Adjusted{CardID: 4, Amount: d("1"), Balance: d("26"), Status: giftcard.Active})
	nobody := card
	nobody.CardID, nobody.People = 5, giftcard.People{SenderEmail: "anna@example.com"}
	w.happen("giftcard-5", nobody, giftcard.Adjusted{CardID: 5, Amount: d("1"), Balance: d("51"), Status: giftcard.Active})
	w.deliver()
	w.silent()
}

func TestReviewLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("customer/create_account/confirm", "0")
	author := customer.Registered{
		CustomerID: 5,
		WebsiteID:  1,
		StoreID:    1,
		Profile:    customer.Profile{Email: "anna@example.com", Firstname: "Anna"},
	}
	written := review.Submitted{
		ReviewID: 3, ProductID: 101, StoreID: 1, CustomerID: 5, Stars: 4,
		Text: review.Text{Title: "Large <3", Detail: "It holds.\nAnd warms.", Nickname: "A"},
	}
	status := func(s review.Status) domain.Event { return review.StatusChanged{Status: s} }
	w.happen("customer-5", author)
	w.happen("review-3", written, status(review.NotApproved))
	w.deliver()
	w.silent()
	w.happen("review-3", status(review.Approved))
	w.deliver()
	m := w.sink.Next(t)
	if m.Subject() != "Maß & Co: Your review is published" || m.To() != "Anna <anna@example.com>" {
		t.Errorf("%q to %s", m.Subject(), m.To())
	}
	has(t, m, "Thank you for your review of Mug <b>& more</b>.", "Large <3", "It holds.", "And warms.", "4")

	// A second approval of the same review tells nothing new.
	w.happen("review-3", status(review.Pending), status(review.Approved))
	w.deliver()
	w.silent()
	w.set("general/locale/code", "de_DE")
	written.ReviewID = 4
	w.happen("review-4", written, status(review.Approved))
	w.deliver()
	has(t, w.sink.Next(t), "vielen Dank für Ihre Bewertung von Mug <b>& more</b>.", "Sterne")
	w.set("catalog/review/email_enabled", "0")
	written.ReviewID = 6
	w.happen("review-6", written, status(review.Approved))
	w.deliver()
	w.silent()
	w.set("catalog/review/email_enabled", "1")
	written.ReviewID = 7
	w.happen("review-7", written, status(review.Approved))
	if err := w.keys.Forget(t.Context(), customer.Subject(5)); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.silent()
}

func TestBackInStockLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("customer/create_account/confirm", "0")
	w.happen("customer-5", customer.Registered{
		CustomerID: 5, WebsiteID: 1, StoreID: 1, Profile: customer.Profile{Email: "anna@example.com", Firstname: "Anna"},
	})
	raised := func(alert, product int64) []domain.Event {
		return []domain.Event{
			stockalert.Asked{AlertID: alert, ProductID: product, StoreID: 1},
			stockalert.Raised{AlertID: alert, ProductID: product, StoreID: 1},
		}
	}
	w.happen("stockalerts-5", raised(1, 101)...)
	w.deliver()
	m := w.sink.Next(t)
	if m.Subject() != "Maß & Co: Mug <b>& more</b> is in stock again" || m.To() != "Anna <anna@example.com>" {
		t.Errorf("%q to %s", m.Subject(), m.To())
	}
	has(t, m, "Hello Anna,", "You asked us to tell you when Mug <b>& more</b> is in stock again.", "https://shop.example/mug",
		"This is the only e-mail about it.")
	w.set("general/locale/code", "de_DE")
	w.happen("stockalerts-5", raised(2, 101)...)
	w.deliver()
	m = w.sink.Next(t)
	if m.Subject() != "Maß & Co: Mug <b>& more</b> ist wieder auf Lager" {
		t.Error(m.Subject())
	}
	has(t, m, "Guten Tag Anna,", "Sie wollten wissen, wann Mug <b>& more</b> wieder auf Lager ist.", "Artikel ansehen")

	w.happen("stockalerts-5", raised(3, 102)...) // which is gone
	w.happen("stockalerts-5", stockalert.Asked{AlertID: 4, ProductID: 101, StoreID: 1}, stockalert.Withdrawn{AlertID: 4})
	w.happen("stockalerts-6", raised(5, 101)...) // of nobody
	w.deliver()
	w.silent()
	w.happen("stockalerts-5", raised(6, 101)...)
	if err := w.keys.Forget(t.Context(), customer.Subject(5)); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.silent()
}

func TestUserLetters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	next := func(subject string, texts ...string) {
		t.Helper()
		w.deliver()
		m := w.sink.Next(t)
		if m.Subject() != "Maß & Co: "+subject || m.To() != "Ada Weiß <ada@example.com>" {
			t.Errorf("%q to %s", m.Subject(), m.To())
		}
		has(t, m, append(texts, "ada")...)
		for _, secret := range []string{"keyhash", "secrethash"} {
			if strings.Contains(m.Text+m.HTML, secret) {
				t.Errorf("it tells a secret:\n%s", m.Text)
			}
		}
	}
	account := access.AccountCreated{AccountID: 3, Kind: access.Admin, Username: "ada", Name: "Ada Weiß", Email: "ada@example.com",
		KeyHash: "keyhash", SecretHash: "secrethash"}
	w.happen("account-3", account)
	next("An account was made for you", "Hello Ada Weiß,", "There is an account for you at Maß & Co now.")
	w.happen("account-3", access.SecretsReplaced{KeyHash: "keyhash2"})
	next("The secret of your account was replaced", "The former one does not work any more.")
	w.happen("account-3", access.AccountDeactivated{})
	next("Your account was locked", "Nobody can log in with it.")
	w.happen("account-3", access.AccountActivated{})
	next("Your account was unlocked", "You can log in with it again.")
	w.set("general/locale/code", "de_DE")
	w.happen("account-3", access.AccountDeleted{})
	next("Ihr Konto wurde gesperrt", "Guten Tag Ada Weiß,", "Benutzername", "Niemand kann sich damit anmelden.")

	account.AccountID, account.Email = 4, ""
	w.happen("account-4", account)
	w.deliver()
	w.silent()
	account.AccountID, account.Email = 5, "ada@example.com"
	w.set("admin/emails/account_enabled", "0")
	w.happen("account-5", account)
	w.deliver()
	w.silent()
	w.set("admin/emails/account_enabled", "1")
	account.AccountID = 6
	w.happen("account-6", account)
	if err := w.keys.Forget(t.Context(), access.Subject(6)); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.silent()
}

// TestNewsIsToldOnce: an event that is handled again, before or after its e-mail is sent, causes no second one.
func TestNewsIsToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("sales_email/order/enabled", "0")
	events := w.happen("order-7", placed(), refunded(1, true, false), order.MemoNumbered{MemoID: 1, IncrementID: "100000001"})
	for _, e := range events {
		w.handle(e) // again
	}
	w.deliver()
	if m := w.sink.Next(t); !strings.Contains(m.Subject(), "Refund") {
		t.Error(m.Subject())
	}
	for _, e := range events {
		w.handle(e)
	}
	w.deliver()
	w.silent()
}
