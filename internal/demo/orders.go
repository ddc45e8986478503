package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tradelog/commands"
	"tradelog/domain/access"
	"tradelog/domain/cart"
	"tradelog/domain/directory"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
	"tradelog/eventstore"
	"tradelog/quote"
	"tradelog/readmodels"
	"tradelog/readmodels/sales"
)

// orders places orders as customers and guests do and processes them. They are spread over the last ninety days, the oldest
// first.
func (s *seeder) orders(ctx context.Context) error {
	s.say("  orders ...")
	accounts, err := s.app.Readers.Access.Accounts(ctx)
	if err != nil {
		return err
	}
	a := accounts.ByUsername(access.Service, serviceName)
	if a == nil {
		return errors.New("the demo service account is missing")
	}
	s.service = eventstore.Actor{Kind: "api", ID: a.ID, Name: a.Username}
	s.quotes = s.app.Commands.Quotes
	if s.shop, err = s.app.Readers.Directory.Shop(ctx); err != nil {
		return err
	}
	list, err := s.app.Readers.Sales.Orders(ctx, sales.OrderFilter{}, readmodels.Page{Number: 1, Size: 1})
	if err != nil {
		return err
	}
	begin := s.app.Config.Clock().Add(-spread)
	for n := int(list.Total); n < orderCount; n++ {
		at := begin.Add(spread * time.Duration(n) / orderCount).Add(time.Duration(n*37%600) * time.Minute / 10)
		if err := s.order(ctx, n, at); err != nil {
			return fmt.Errorf("order %d: %w", n+1, err)
		}
	}
	return nil
}

// order fills a cart, places its order and processes it.
func (s *seeder) order(ctx context.Context, n int, at time.Time) error {
	store, actor := s.stores[s.store(n%customerCount)], eventstore.Actor{Kind: "guest"}
	if n%4 != 1 {
		found, err := s.app.Readers.Customers.CustomersByEmail(ctx, email(n%customerCount))
		if err != nil || len(found) == 0 {
			return errors.Join(err, fmt.Errorf("demo customer %s is missing", email(n%customerCount)))
		}
		actor = eventstore.Actor{Kind: "customer", ID: found[0].ID}
	}
	later := func(pause time.Duration) context.Context {
		at = at.Add(pause)
		return commands.WithRequest(ctx, &commands.Request{
			Actor: actor, CorrelationID: "demo", CausationID: "demo", RequestID: "demo", Client: "demo", StoreID: store, At: at,
		})
	}
	c, err := s.app.Commands.Checkout.CreateCart(later(0), store, actor.ID)
	if err != nil {
		return err
	}
	for line := range 1 + n%3 {
		ctx := later(40 * time.Second)
		if err := s.add(ctx, c, s.skus[(n*17+line*41)%len(s.skus)], 1+(n+line)%3); err != nil && line == 0 { // the product is sold out
			if err := s.add(ctx, c, s.skus[0], 1); err != nil {
				return err
			}
		}
	}
	placed, err := s.place(later(3*time.Minute), c, n)
	if err != nil {
		return err
	}
	actor = s.service
	if ctx = later(26 * time.Hour); at.After(s.app.Config.Clock()) {
		return nil
	}
	return s.work(ctx, n, placed)
}

func (s *seeder) add(ctx context.Context, c cart.State, sku string, qty int) error {
	wanted, err := s.quotes.Wanted(ctx, s.shop, c.StoreID, quote.Choice{SKU: sku, Qty: money.FromInt(int64(qty))})
	if err == nil {
		_, err = s.app.Commands.Checkout.AddAllToCart(ctx, c.ID, wanted.Items, wanted.Sellable)
	}
	return err
}

func (s *seeder) place(ctx context.Context, c cart.State, n int) (order.Placed, error) {
	places := placesUS
	if c.StoreID != s.stores["default"] {
		places = placesEurope
	}
	where := places[n%len(places)].address(firstNames[n%len(firstNames)], lastNames[n%len(lastNames)])
	details := cart.Details{
		Shipping: &where, Billing: &where, Method: "flatrate_flatrate", Payment: []string{"checkmo", "banktransfer", payment.CashOnDelivery}[n%3],
	}
	if c.CustomerID == 0 {
		details.Email = fmt.Sprintf("guest%d@example.com", n)
	}
	if n%11 == 5 {
		details.Note = "Please leave it with the neighbours."
	}
	for {
		placed, err := s.app.Commands.Checkout.PlaceOrder(ctx, c.ID, details, quote.Placement{
			Service: s.quotes, At: quote.At{Shop: s.shop, Now: s.app.Config.Clock()}, PaymentMethod: details.Payment, ShippingMethod: details.Method,
			RemoteIP: "127.0.0.1",
		})
		if err == nil || details.Payment != payment.CashOnDelivery {
			return placed, err
		}
		details.Payment = "checkmo" // cash on delivery needs a shipment
	}
}

// work processes an order: most are shipped, some are held or cancelled, and the newest stay open.
func (s *seeder) work(ctx context.Context, n int, p order.Placed) error {
	shipment := order.NewShipment{Tracks: []order.NewTrack{{Carrier: "ups", Title: "UPS", Number: fmt.Sprintf("1Z999AA1%08d", n)}}}
	switch {
	case n%10 == 3:
		return s.app.Commands.Sales.CancelOrder(ctx, p.OrderID, "Customer changed their mind")
	case n%25 == 7:
		return s.app.Commands.Sales.HoldOrder(ctx, p.OrderID, "Address to be checked")
	case p.Virtual || n%7 == 6:
		return nil
	case n%13 == 4 && len(p.Lines) > 1:
		shipment = order.NewShipment{Items: []order.Wanted{{LineID: p.Lines[0].ID, Qty: money.One}}}
	case n%6 == 2:
		if err := s.app.Commands.Sales.CommentOrder(ctx, p.OrderID, order.NewComment{Text: "Packed with care.", Visible: true}); err != nil {
			return err
		}
	}
	_, err := s.app.Commands.Sales.ShipOrder(ctx, p.OrderID, p.StoreID, shipment)
	return err
}

// address returns the address of a person.
func (p place) address(firstname, lastname string) directory.Address {
	return directory.Address{
		Firstname: firstname, Lastname: lastname, Street: []string{p.street}, City: p.city, Region: p.region, Postcode: p.postcode,
		CountryID: p.country, Telephone: p.phone,
	}.Normalise()
}
