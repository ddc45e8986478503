package demo

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tradelog/commands"
	"tradelog/domain/access"
	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
	"tradelog/eventstore"
	"tradelog/quote"
	"tradelog/readmodels"
	readsales "tradelog/readmodels/sales"
)

// orders places orders as customers and guests do and processes them. They are spread over the last ninety days, the oldest first.
func (s *seeder) orders(ctx context.Context) error {
	s.progress("  orders ...")
	accounts, err := s.target.AccessReader.Accounts(ctx)
	if err != nil {
		return err
	}
	a := accounts.ByUsername(access.Service, serviceName)
	if a == nil {
		return errors.New("the demo service account is missing")
	}
	s.service = eventstore.Actor{Kind: "api", ID: a.ID}
	s.quotes = s.target.Quotes
	if s.shop, err = s.target.DirectoryReader.Shop(ctx); err != nil {
		return err
	}
	s.skus = ordered()
	list, err := s.target.SalesReader.Orders(ctx, readsales.OrderFilter{}, readmodels.Page{Number: 1, Size: 1})
	if err != nil {
		return err
	}
	begin := s.target.Clock().Add(-spread)
	var working sync.WaitGroup
	slots, errs := make(chan struct{}, workers), make([]error, orderCount)
	for n := int(list.Total); n < orderCount && err == nil; n++ {
		at := begin.Add(spread * time.Duration(n) / orderCount).Add(time.Duration(n*37%600) * time.Minute / 10)
		var later func() error
		if later, err = s.order(ctx, n, at); err != nil {
			err = fmt.Errorf("order %d: %w", n+1, err)
			break
		}
		slots <- struct{}{}
		working.Go(func() {
			if errs[n] = later(); errs[n] != nil {
				errs[n] = fmt.Errorf("work on order %d: %w", n+1, errs[n])
			}
			<-slots
		})
	}
	working.Wait()
	return errors.Join(append(errs, err)...)
}

// workers is the number of orders that are processed at the same time, while others are placed.
const workers = 4

// order fills a cart and places its order. work processes it.
func (s *seeder) order(ctx context.Context, n int, at time.Time) (work func() error, err error) {
	store, actor := s.stores[s.store(n%customerCount)], eventstore.Actor{Kind: "guest"}
	if n%4 != 1 {
		found, err := s.target.CustomersReader.CustomersByEmail(ctx, email(n%customerCount))
		if err != nil || len(found) == 0 {
			return nil, errors.Join(err, fmt.Errorf("demo customer %s is missing", email(n%customerCount)))
		}
		actor = eventstore.Actor{Kind: "customer", ID: found[0].ID}
	}
	later := func(pause time.Duration) context.Context {
		at = at.Add(pause)
		return commands.WithCause(ctx, commands.Cause{
			Actor: actor, CorrelationID: "demo", CausationID: "demo", RequestID: "demo", Client: "demo", StoreID: store, At: at,
		})
	}
	c, err := s.target.Checkout.CreateCart(later(0), store, actor.ID)
	if err != nil {
		return nil, err
	}
	for line := range linesOf(n) {
		ctx := later(40 * time.Second)
		sku, qty := wanted(s.skus, n, line)
		if err := s.add(ctx, c, sku, qty); err != nil && line == 0 { // the product is sold out
			if err := s.add(ctx, c, s.skus[0], 1); err != nil {
				return nil, err
			}
		}
	}
	if err := s.discounts(later(time.Minute), c, n); err != nil {
		return nil, err
	}
	placed, err := s.place(later(3*time.Minute), c, n)
	if err != nil {
		return nil, err
	}
	actor = s.service
	return func() error {
		for _, step := range s.steps(n, placed) {
			ctx := later(step.after)
			if at.After(s.target.Clock()) {
				return nil
			}
			if err := step.do(ctx); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// linesOf returns the number of lines of the n-th order.
func linesOf(n int) int { return 1 + n%3 }

// wanted returns the product of a line of the n-th order, and its quantity.
func wanted(skus []string, n, line int) (sku string, qty int) {
	return skus[(n*17+line*41)%len(skus)], 1 + (n+line)%3
}

// ordered lists the SKUs that orders may have: those of products without choices.
func ordered() (skus []string) {
	for _, g := range allGoods() {
		if g.kind == "simple" || g.kind == "virtual" {
			skus = append(skus, g.sku)
		}
	}
	return skus
}

// discounts applies a coupon to some carts and a gift card to others.
func (s *seeder) discounts(ctx context.Context, c cart.State, n int) (err error) {
	if n%6 == 2 {
		_, err = s.target.Checkout.ApplyCoupon(ctx, c.ID, coupons[n%2].Code)
	}
	if err == nil && n%15 == 4 && n/15 < cardCount {
		var card *giftcard.Card
		if card, err = s.target.Quotes.GiftCardByCode(ctx, cardCode(n/15)); err == nil && card != nil {
			_, err = s.target.Checkout.ApplyGiftCard(ctx, c.ID, cart.Card{CardID: card.ID, Code: card.Code})
		}
	}
	return err
}

func (s *seeder) add(ctx context.Context, c cart.State, sku string, qty int) error {
	wanted, err := s.quotes.Wanted(ctx, s.shop, c.StoreID, quote.Choice{SKU: sku, Qty: money.FromInt(int64(qty))})
	if err == nil {
		_, err = s.target.Checkout.AddAllToCart(ctx, c.ID, wanted.Items, wanted.Sellable)
	}
	return err
}

func (s *seeder) place(ctx context.Context, c cart.State, n int) (order.Placed, error) {
	addresses := residencesUS
	if c.StoreID != s.stores["default"] {
		addresses = residencesEurope
	}
	where := addresses[n%len(addresses)].address(firstNames[n%len(firstNames)], lastNames[n%len(lastNames)])
	details := cart.Details{
		Shipping: &where, Billing: &where, Method: "flatrate_flatrate", Payment: s.payment(c.StoreID, n),
	}
	if c.CustomerID == 0 {
		details.Email = fmt.Sprintf("guest%d@example.com", n)
	}
	if n%11 == 5 {
		details.Note = "Please leave it with the neighbours."
	}
	for {
		placed, err := s.target.Checkout.PlaceOrder(ctx, c.ID, details, quote.Placement{
			Service: s.quotes, At: quote.At{Shop: s.shop, Now: s.target.Clock()}, PaymentMethod: details.Payment, ShippingMethod: details.Method,
			RemoteIP: "127.0.0.1",
		})
		if err == nil || details.Payment != payment.CashOnDelivery {
			return placed, err
		}
		details.Payment = s.payment(c.StoreID, 0) // cash on delivery needs a shipment
	}
}

// payment returns the payment method of the n-th order. No order in Europe is paid by cheque.
func (s *seeder) payment(store int64, n int) string {
	if store != s.stores["default"] {
		return []string{"banktransfer", "banktransfer", payment.CashOnDelivery}[n%3]
	}
	return []string{"checkmo", "banktransfer", payment.CashOnDelivery}[n%3]
}

// step is an action of the shop on an order, some time after the action before.
type step struct {
	after time.Duration
	do    func(context.Context) error
}

// steps returns the steps that process the n-th order. The newest orders stay pending. Others are paid, shipped, or both; some are held,
// cancelled or refunded.
func (s *seeder) steps(n int, p order.Placed) []step {
	sales := s.target.Orders
	invoice := step{20 * time.Hour, func(ctx context.Context) error {
		_, err := sales.InvoiceOrder(ctx, p.OrderID, order.NewInvoice{Comment: "Payment received."})
		return err
	}}
	ship := func(items ...order.Wanted) step {
		return step{9 * time.Hour, func(ctx context.Context) error {
			_, err := sales.ShipOrder(ctx, p.OrderID, p.StoreID, order.NewShipment{
				Items: items, Tracks: []order.NewTrack{{Carrier: "ups", Title: "UPS", Number: fmt.Sprintf("1Z999AA1%08d", n)}},
			})
			return err
		}}
	}
	refund := func(items ...order.RefundItem) step {
		return step{6 * 24 * time.Hour, func(ctx context.Context) error {
			_, err := sales.RefundOrder(ctx, p.OrderID, order.NewCreditMemo{Items: items, Restock: true, Comment: "Returned unused."})
			return err
		}}
	}
	comment := step{time.Hour, func(ctx context.Context) error {
		return sales.CommentOrder(ctx, p.OrderID, order.NewComment{Text: "Packed with care.", Visible: true})
	}}
	switch {
	case n >= orderCount-6:
		return nil
	case n%10 == 3:
		return []step{{30 * time.Hour, func(ctx context.Context) error {
			return sales.CancelOrder(ctx, p.OrderID, "Customer changed their mind")
		}}}
	case n%25 == 7:
		return []step{{3 * time.Hour, func(ctx context.Context) error { return sales.HoldOrder(ctx, p.OrderID, "Address to be checked") }}}
	case p.Virtual || n%9 == 6: // paid, and waiting to be shipped if there is anything to ship
		return []step{invoice}
	case n%7 == 6:
		return nil
	case n%13 == 4 && len(p.Lines) > 1:
		return []step{invoice, ship(order.Wanted{LineID: p.Lines[0].ID, Qty: money.One})}
	case n%17 == 1: // to be paid by the end of the month
		return []step{ship()}
	case n%14 == 8:
		return []step{invoice, ship(), refund()}
	case n%11 == 9:
		return []step{invoice, ship(), refund(order.RefundItem{LineID: p.Lines[0].ID, Qty: money.One})}
	case n%6 == 2:
		return []step{comment, invoice, ship()}
	}
	return []step{invoice, ship()}
}

// address returns the address of a person.
func (p residence) address(firstname, lastname string) directory.Address {
	return directory.Address{
		Firstname: firstname, Lastname: lastname, Street: []string{p.street}, City: p.city, Region: p.region, Postcode: p.postcode,
		CountryID: p.country, Telephone: p.phone,
	}.Normalise()
}
