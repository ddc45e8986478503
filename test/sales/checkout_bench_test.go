package sales_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"tradelog/domain/cart"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// BenchmarkPlaceOrder places guests' orders, one at a time and eight at once. There are plain ones, some of five lines, and some of five
// lines with a coupon and a gift card. Carts are filled before the measurement.
func BenchmarkPlaceOrder(b *testing.B) {
	for _, c := range []struct {
		name  string
		lines int
		rich  bool
	}{{"plain", 1, false}, {"five lines", 5, false}, {"five lines, coupon, gift card", 5, true}} {
		for _, at := range []int{1, 8} {
			b.Run(fmt.Sprintf("%s, %d at once", c.name, at), func(b *testing.B) {
				s := salestest.Start(b)
				for i := range 5 {
					s.Product(fmt.Sprintf("P%d", i), "10", 1_000_000, fields{"taxClassId": 2})
				}
				coupon(s, "TEN", nil)
				paths := make([]string, b.N)
				for i := range paths {
					paths[i] = guests(filled(b, s, i, c.lines, c.rich), placeOrder)
				}
				s.Settle()
				var next atomic.Int64
				b.SetParallelism(at)
				b.ResetTimer()
				if at == 1 {
					for _, path := range paths {
						s.Must(201, "POST", path, salestest.Placement(nil))
					}
					return
				}
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						s.Must(201, "POST", paths[next.Add(1)-1], salestest.Placement(nil))
					}
				})
			})
		}
	}
}

// filled makes a guest's cart without HTTP.
func filled(b *testing.B, s *salestest.Shop, i, lines int, rich bool) string {
	b.Helper()
	ctx := apptest.Operator()
	state, err := s.Commands.Checkout.CreateCart(ctx, 1, 0)
	for p := range lines {
		if err == nil {
			item := cart.Item{ProductID: int64(p + 1), SKU: fmt.Sprintf("P%d", p), Type: "simple", Qty: money.One}
			_, err = s.Commands.Checkout.AddToCart(ctx, state.ID, item, func(cart.Total) error { return nil })
		}
	}
	if err == nil && rich {
		if _, err = s.Commands.Checkout.ApplyCoupon(ctx, state.ID, "TEN"); err == nil {
			five, code := money.FromInt(5), fmt.Sprintf("GC-%d", i)
			var id int64
			if id, err = s.Commands.GiftCards.CreateGiftCard(ctx,
				giftcard.Draft{Code: code, Currency: "USD", WebsiteIDs: []int64{1}, Balance: &five}, 1); err == nil {
				_, err = s.Commands.Checkout.ApplyGiftCard(ctx, state.ID, cart.Card{CardID: id, Code: code})
			}
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	return state.MaskedID
}
