// Package sales has the commands on orders: placement in one stream, holds and cancellations, shipments, invoices, credit memos, and their
// payments at a gateway. Steps that follow from a command, such as returning stock, can be repeated.
//
// The package also has the commands on price rules with their coupons, on gift cards, and on revocation requests. Placing an order redeems
// its rules and charges its gift cards; cancelling it returns both. Codes of coupons and of gift cards are unique.
package sales

import (
	"context"
	"errors"
	"fmt"

	"tradelog/commands"
	"tradelog/commands/catalog"
	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/stock"
	"tradelog/eventstore"
)

// Orders carries out the commands on orders.
type Orders struct {
	*commands.Engine
	stock    *catalog.Inventory
	rules    *PriceRules
	cards    *GiftCards
	settings GiftCardSettings
	mailed   Mailed
	orders   commands.Repository[order.Order]
	numbers  commands.Repository[number.State]
	gateways map[string]Gateway // by payment method
}

// Areas holds the commands of other areas that orders need.
type Areas struct {
	Stock    *catalog.Inventory
	Rules    *PriceRules
	Cards    *GiftCards
	Settings GiftCardSettings
	Mailed   Mailed // nil: no e-mails are sent
}

// NewOrders returns the commands. gateways maps payment methods to gateways; methods without a gateway are paid offline.
func NewOrders(e *commands.Engine, areas Areas, gateways map[string]Gateway) *Orders {
	c := &Orders{
		Engine: e, stock: areas.Stock, rules: areas.Rules, cards: areas.Cards, settings: areas.Settings, mailed: areas.Mailed,
		gateways: map[string]Gateway{},
		orders:   commands.Open(e, orders), numbers: commands.Open(e, numbers),
	}
	for method, g := range gateways {
		c.gateways[method] = trialGateway{g}
	}
	return c
}

var orders = commands.Decider[order.Order]{
	Category: order.Category, Initial: order.NewOrder, Evolve: order.Evolve, Cached: 5000,
	Missing: func(o order.Order) error {
		if !o.Exists {
			return order.ErrNotFound
		}
		return nil
	},
}

var numbers = commands.Decider[number.State]{
	Category: number.Category, Shared: true, Initial: number.New, Evolve: number.Evolve, SnapshotEvery: 5000,
}

// OrderStreams declares the streams of the area.
func OrderStreams() []commands.Streams {
	return []commands.Streams{
		commands.Declare(orders, "order", order.EventSpecs(), order.Placed{}, order.Abandoned{}),
		commands.Declare(numbers, "", number.EventSpecs()),
	}
}

// Order returns the newest state of an order. order.ErrNotFound: there is none.
func (c *Orders) Order(ctx context.Context, id int64) (order.Order, error) {
	return c.orders.Get(ctx, id)
}

func (c *Orders) decide(
	ctx context.Context, id int64, name string, decide func(order.Order) ([]domain.Event, error), options ...commands.Option,
) (commands.Result, error) {
	options = append([]commands.Option{commands.Named(name)}, options...)
	result, err := c.orders.Decide(ctx, order.Stream(id), decide, options...)
	if errors.Is(err, commands.ErrOvertaken) {
		err = order.ErrBusy.WithCause(err)
	}
	return result, err
}

// change is decide for callers who need no result.
func (c *Orders) change(
	ctx context.Context, id int64, name string, decide func(order.Order) ([]domain.Event, error), options ...commands.Option,
) error {
	_, err := c.decide(ctx, id, name, decide, options...)
	return err
}

// HoldOrder stops work on an order.
func (c *Orders) HoldOrder(ctx context.Context, id int64, reason string) error {
	return c.change(ctx, id, "HoldOrder", func(o order.Order) ([]domain.Event, error) { return o.Hold(reason) })
}

// UnholdOrder restores the state before the hold.
func (c *Orders) UnholdOrder(ctx context.Context, id int64, reason string) error {
	return c.change(ctx, id, "UnholdOrder", func(o order.Order) ([]domain.Event, error) { return o.Unhold(reason) })
}

// CancelOrder cancels everything that was not delivered and returns it to stock, for the back office. The cancellation comes first; if a
// crash interrupts the rest, a reaction to it takes the remaining steps.
func (c *Orders) CancelOrder(ctx context.Context, id int64, reason string) error {
	return c.cancelOrder(ctx, id, reason, order.Order.Cancel)
}

// CancelOwnOrder is CancelOrder for the order's customer: it fails once anything was shipped.
func (c *Orders) CancelOwnOrder(ctx context.Context, id int64, reason string) error {
	return c.cancelOrder(ctx, id, reason, order.Order.CancelOwn)
}

func (c *Orders) cancelOrder(ctx context.Context, id int64, reason string, cancel func(order.Order, string) ([]domain.Event, error)) error {
	result, err := c.decide(ctx, id, "CancelOrder", func(o order.Order) ([]domain.Event, error) {
		events, err := cancel(o, reason)
		if err != nil {
			return nil, err
		}
		mailed, err := c.willMail(ctx, o, true, order.MailCancellation)
		for i, e := range events {
			if canceled, ok := e.(order.CanceledEvent); ok {
				canceled.Notify = mailed
				events[i] = canceled
			}
		}
		return events, err
	})
	if err != nil {
		return err
	}
	c.Step("cancel: order cancelled")
	for _, e := range result.Events {
		if e, ok := e.(order.CanceledEvent); ok {
			// A failure is ignored, because the order is cancelled and a reaction repeats the steps.
			_ = c.ReturnCanceled(ctx, id, result.Revision, e)
		}
	}
	return nil
}

// ReturnCanceled returns units to stock, the use of a coupon and the money of gift cards, and voids an authorisation that is no longer
// needed. It may be called any number of times; each return happens once.
func (c *Orders) ReturnCanceled(ctx context.Context, id int64, revision eventstore.Revision, e order.CanceledEvent) error {
	reference := fmt.Sprintf("%s@%d", order.Stream(id), revision)
	if err := c.stock.ReturnStock(ctx, id, reference, canceledStock(e)); err != nil {
		return err
	}
	c.Step("cancel: stock returned")
	ctx = commands.Apart(ctx) // the number of counted commands must not depend on earlier returns
	if err := c.rules.Return(ctx, id, e.RuleIDs); err != nil {
		return err
	}
	c.Step("cancel: coupon returned")
	if len(e.Cards) > 0 {
		o, err := c.Order(ctx, id)
		if err != nil {
			return err
		}
		if err := c.cards.Credit(ctx, e.Cards, giftcard.Order{ID: id, Increment: o.Increment}, reference,
			giftcard.ForCancel(o.Increment)); err != nil {
			return err
		}
	}
	if e.Transaction == "" {
		return nil
	}
	c.Step("cancel: gift cards credited")
	return c.void(ctx, e.Payment, id, "cancel-"+authorisationKey(id), e.Transaction)
}

// canceledStock returns the units that a cancellation returns to stock.
func canceledStock(e order.CanceledEvent) (lines []stock.Line) {
	for _, l := range e.Lines {
		if l.BackToStock.Sign() > 0 {
			lines = append(lines, stock.Line{ProductID: l.ProductID, Qty: l.BackToStock})
		}
	}
	return lines
}

// CommentOrder adds a comment to an order's history.
func (c *Orders) CommentOrder(ctx context.Context, id int64, comment order.NewComment, options ...commands.Option) error {
	return c.change(ctx, id, "CommentOrder", func(o order.Order) ([]domain.Event, error) {
		made, err := comment, error(nil)
		if made.Notify, err = c.willMail(ctx, o, comment.Notify, order.MailComment); err != nil {
			return nil, err
		}
		return o.Comment(made)
	}, options...)
}

// UseOrderToken uses the single-use token of a guest's order. Of two concurrent uses exactly one succeeds.
func (c *Orders) UseOrderToken(ctx context.Context, id int64, token string) error {
	return c.change(ctx, id, "ReadOrderByToken", func(o order.Order) ([]domain.Event, error) { return o.UseToken(token) })
}

// AssignCustomer assigns a guest's order to a customer. A repeated call changes nothing.
func (c *Orders) AssignCustomer(ctx context.Context, id, customerID int64) error {
	return c.change(ctx, id, "AssignCustomer", func(o order.Order) ([]domain.Event, error) { return o.AssignCustomer(customerID) })
}

// CheckOrderToken returns an error unless a token opens an order. It does not use the token.
func (c *Orders) CheckOrderToken(ctx context.Context, id int64, token string) error {
	return c.orders.View(ctx, order.Stream(id), func(o order.Order, _ bool) error {
		_, err := o.UseToken(token)
		return err
	})
}

// EmailedOrder records that an order's buyer was sent an e-mail about a document of the order, once for each cause.
func (c *Orders) EmailedOrder(ctx context.Context, orderID int64, document string, documentID int64, cause string) error {
	return c.orders.Change(ctx, orderID, func(o order.Order) ([]domain.Event, error) { return o.Emailed(document, documentID) },
		commands.Named("NoteOrderEmail"), commands.Once("emailed/"+document+"/"+cause))
}
