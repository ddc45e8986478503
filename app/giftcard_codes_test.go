package app_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"tradelog/eventstore"
	"tradelog/test/salestest"
)

// TestGiftCardCodesAreSealed: no table has the code of a card in plain, while carts, orders and the back office show it. Logs of earlier
// versions have codes in plain. Their cards work as before, and nobody else gets their codes.
func TestGiftCardCodesAreSealed(t *testing.T) {
	t.Parallel()
	p := &person{Shop: salestest.Start(t), data: t.TempDir(), log: &logged{}}
	p.Product("MUG", "10", 100, nil)
	former := func(stream, name, data string) {
		t.Helper()
		_, err := p.Store.Append(t.Context(), stream, eventstore.NoStream, eventstore.NewEvent{
			ID: uuid.New(), Type: name, SchemaVersion: 1, Data: []byte(data), Metadata: []byte(`{}`),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	former("claim-code-giftcard-plain-zulu", "ClaimTaken", `{"owner":"giftcard-900"}`)
	former("giftcard-900", "GiftCardCreated", `{"cardId":900,"code":"PLAIN-ZULU","currency":"USD","websiteIds":[1],"initialBalance":5,
		"balance":5,"status":"active"}`)
	p.Settle()
	made := salestest.ID(p.Must(201, "POST", "/giftcards", salestest.Fields{"code": "Sealed-Yankee", "balance": 3}, p.Service...).Object(t))
	for _, code := range []string{"SEALED-yankee", "plain-zulu"} {
		if a := p.Do("POST", "/giftcards", salestest.Fields{"code": code, "balance": 3}, p.Service...); a.Status != 409 {
			t.Errorf("a second card with the code %s: %d %s", code, a.Status, a.Body)
		}
	}
	for id, code := range map[int64]string{900: "PLAIN-ZULU", made: "Sealed-Yankee"} {
		salestest.Check(t, p.Must(200, "GET", fmt.Sprintf("/giftcards/%d", id), nil, p.Service...).Object(t), salestest.Fields{"code": code})
	}
	cart := "/guest-carts/" + p.GuestCart("MUG")
	p.Must(200, "POST", cart+"/giftcards", salestest.Fields{"giftcardCode": "sealed-YANKEE"})
	applied := p.Must(200, "POST", cart+"/giftcards", salestest.Fields{"giftcardCode": "plain-zulu"}).Object(t)
	salestest.Check(t, applied, salestest.Fields{"appliedGiftcards.0.code": "Sealed-Yankee", "appliedGiftcards.1.code": "PLAIN-ZULU"})
	o := p.Must(201, "POST", cart+"/place-order", salestest.Placement(nil)).Object(t)
	paid := func(o salestest.Fields) {
		t.Helper()
		codes, _ := o["giftcardCodes"].(map[string]any)
		if len(codes) != 2 || codes["Sealed-Yankee"] == nil || codes["PLAIN-ZULU"] == nil {
			t.Errorf("the order was paid with %v", o["giftcardCodes"])
		}
	}
	paid(o)
	paid(p.Must(200, "GET", fmt.Sprintf("/orders/%d", salestest.ID(o)), nil, p.Service...).Object(t))
	for _, row := range p.Must(200, "GET", "/orders", nil, p.Service...).List(t) {
		paid(row)
	}
	p.Settle()
	codes := regexp.MustCompile(`(?i)yankee|zulu`)
	locations := slices.DeleteFunc(p.foundOf(t, codes), func(location string) bool { // the former log has these in plain
		return strings.HasPrefix(location, "public.events:") && (strings.Contains(location, "claim-code-giftcard-plain-zulu") ||
			strings.Contains(location, "giftcard-900,") && strings.Contains(location, "GiftCardCreated"))
	})
	for _, location := range locations {
		t.Error("a code in plain: " + location)
	}
	p.Verify(p.Projections.Names()...)
}
