package mails

import (
	"testing"
	"time"

	"tradelog/domain/giftcard"
	"tradelog/domain/money"
)

// TestGiftCardsWaitForTheirDay checks that a later e-mail is neither sent early nor dropped as too old. The e-mail of a
// refunded card is never sent.
func TestGiftCardsWaitForTheirDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	card := giftcard.Created{
		CardID: 1, Code: "GC-LATER", Currency: "USD", WebsiteIDs: []int64{1}, InitialBalance: money.FromInt(50), Balance: money.FromInt(50),
		Status: giftcard.Active, OrderID: 7, StoreID: 1, SendAt: w.clock().Add(10 * 24 * time.Hour),
		People: giftcard.People{RecipientEmail: "anna@example.com"},
	}
	other := card
	other.CardID, other.Code = 2, "GC-BACK"
	w.happen(giftcard.Stream(1), card)
	w.happen(giftcard.Stream(2), other)
	w.after(10*24*time.Hour - time.Second)
	w.silent()
	w.expect("gift-card 0 open: ; gift-card 0 open: ")
	w.happen(giftcard.Stream(2), giftcard.StatusChanged{Status: giftcard.Suspended})
	w.after(time.Second)
	if m := w.sink.Next(t); m.To() != " <anna@example.com>" || m.Header.Get("Date") != "Tue, 01 Dec 2026 18:00:00 +0000" {
		t.Errorf("to %s on %s", m.To(), m.Header.Get("Date"))
	}
	w.silent()
	w.expect("gift-card 1 sent closed: sent; gift-card 1 closed: nothing to send")
}
