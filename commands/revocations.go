package commands

import (
	"context"
	"fmt"

	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/domain/revocation"
)

// RevocationPeriod is the time within which an order can be revoked.
func (c *Commands) RevocationPeriod(ctx context.Context, orderID int64) (revocation.Period, error) {
	var p revocation.Period
	err := c.EachEvent(ctx, order.Stream(orderID), func(e domain.Event, at domain.Times) { p.See(e, at.Occurred) })
	return p, err
}

// SubmitRevocation stores a customer's declaration and returns its number. receipts is how many receipts an address may have
// a day, 0 for any number. A declaration is stored in any case; that the order's history tells of it is made good by a
// reaction where it fails here.
func (c *Commands) SubmitRevocation(ctx context.Context, d revocation.Submission, receipts int) (int64, error) {
	ids, err := c.ids.Next(ctx, "revocation", 1)
	if err != nil {
		return 0, err
	}
	d.RequestID, d.At = ids[0], c.now(ctx)
	// Before the declaration, which then says whether there is a receipt. If the process dies in between, the customer's next
	// attempt has none; the answer to it says so.
	granted, err := c.receipts.Decide(ctx, revocation.ReceiptStream(d.Declarer.Email), func(r revocation.Receipts) ([]domain.Event, error) {
		return r.Grant(d.RequestID, receipts, d.At), nil
	}, Named("GrantRevocationReceipt"))
	if err != nil {
		return 0, err
	}
	if len(granted.Events) == 0 {
		d.Suppressed = revocation.SuppressedByRecipient
	}
	c.step("revocation: receipt decided")
	result, err := c.revocations.Decide(ctx, revocation.Stream(d.RequestID), func(s revocation.State) ([]domain.Event, error) { return s.Submit(d) },
		Named("SubmitRevocation"))
	if err != nil {
		return 0, err
	}
	c.step("revocation: submitted")
	for _, e := range result.Events {
		if e, ok := e.(revocation.Submitted); ok { // an earlier attempt may have had another number
			_ = c.RemarkRevocation(ctx, e)
			return e.RequestID, nil
		}
	}
	return 0, fmt.Errorf("revocation request %d was not stored", d.RequestID)
}

// RemarkRevocation tells of a declaration in the order's history, once, however often it is asked to.
func (c *Commands) RemarkRevocation(ctx context.Context, e revocation.Submitted) error {
	_, err := c.orders.Decide(ctx, order.Stream(e.OrderID), func(o order.Order) ([]domain.Event, error) {
		return o.Comment(order.NewComment{Text: revocation.Remark(e.RequestID), Visible: true})
	}, Named("RemarkRevocation"), Once("revocation remark/"+fmtInt(e.RequestID)))
	return err
}

// ProcessRevocation sets what the back office made of a request.
func (c *Commands) ProcessRevocation(ctx context.Context, id int64, p revocation.Processing) error {
	_, err := c.revocations.Decide(ctx, revocation.Stream(id), func(s revocation.State) ([]domain.Event, error) { return s.Process(p) }, Named("ProcessRevocation"))
	return err
}

// Revocation returns a request as it is now. revocation.ErrNotFound: there is none.
func (c *Commands) Revocation(ctx context.Context, id int64) (revocation.State, error) {
	var out revocation.State
	err := c.revocations.View(ctx, revocation.Stream(id), func(s revocation.State, _ bool) error {
		if !s.Exists {
			return revocation.ErrNotFound
		}
		out = s
		return nil
	})
	return out, err
}
