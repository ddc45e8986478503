package sales

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/eventstore"
)

// Place lets a process place an order, and create an invoice of everything if the order is to be invoiced at once. It returns the invoice's
// identifier, which FinishInvoice needs, or 0. The order's identifier must be new. placed returns the order for the decision; until then,
// quoted is used.
func (c *Orders) Place(
	ctx context.Context, p *commands.Process, quoted order.Placed, placed func() order.Placed,
) (invoiceID int64, err error) {
	invoice, err := c.invoiceAtOnce(ctx, quoted)
	if err != nil {
		return 0, err
	}
	commands.Join(p, c.orders, c.orders.Stream(quoted.OrderID), func(o order.Order) ([]domain.Event, error) {
		return place(o, placed(), invoice)
	}, commands.Named("PlaceOrder"), commands.First())
	return invoice.ID, nil
}

// invoiceAtOnce returns the identifiers of the invoice of an order that is invoiced when it is placed.
func (c *Orders) invoiceAtOnce(ctx context.Context, placed order.Placed) (invoice order.NewInvoice, err error) {
	if !placed.InvoiceAtOnce {
		return invoice, nil
	}
	ids, err := c.Next(ctx, "invoice", 1)
	if err != nil {
		return invoice, err
	}
	parts, err := c.Next(ctx, "invoice_item", len(placed.Lines))
	if err != nil {
		return invoice, err
	}
	invoice.ID, invoice.NextID = ids[0], cycleIDs(parts)
	return invoice, nil
}

func place(o order.Order, placed order.Placed, invoice order.NewInvoice) ([]domain.Event, error) {
	events, err := o.Place(placed)
	if err != nil || len(events) == 0 || !placed.InvoiceAtOnce {
		return events, err
	}
	invoiced, err := order.Evolve(o, placed).Invoice(invoice)
	return append(events, invoiced...), err
}

// Abandon makes sure that an order will never be placed. order.ErrExists: it exists already.
func (c *Orders) Abandon(ctx context.Context, id, cartID int64, reason string) error {
	return c.orders.Change(ctx, id, func(o order.Order) ([]domain.Event, error) {
		return o.Abandon(cartID, reason)
	}, commands.Named("AbandonOrder"))
}

// Fate tells whether an order exists or was abandoned. Both are false while its placement is in progress.
func (c *Orders) Fate(ctx context.Context, id int64) (exists, abandoned bool, err error) {
	err = c.orders.View(ctx, order.Stream(id), func(o order.Order, _ bool) error {
		exists, abandoned = o.Exists, o.Abandoned
		return nil
	})
	return exists, abandoned, err
}

// Placed returns the first event of an order and its position; the zero value if the order was not placed. Forgotten personal data are
// missing.
func (c *Orders) Placed(ctx context.Context, id int64) (order.Placed, eventstore.Position, error) {
	e, at, err := c.First(ctx, order.Stream(id))
	placed, _ := e.(order.Placed)
	return placed, at, err
}
