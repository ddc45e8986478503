package sales

import (
	"context"
	"fmt"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/order"
	"tradelog/domain/revocation"
)

// Revocations carries out the commands on revocation requests.
type Revocations struct {
	*commands.Engine
	orders   *Orders
	requests commands.Repository[revocation.State]
	receipts commands.Repository[revocation.Receipts] // by address
}

// NewRevocations returns the commands.
func NewRevocations(e *commands.Engine, orders *Orders) *Revocations {
	return &Revocations{Engine: e, orders: orders, requests: commands.Open(e, revocations), receipts: commands.Open(e, revocationReceipts)}
}

var revocations = commands.Decider[revocation.State]{
	Category: revocation.Category, Initial: revocation.New, Evolve: revocation.Evolve, Cached: 1000,
	Missing: func(s revocation.State) error {
		if !s.Exists {
			return revocation.ErrNotFound
		}
		return nil
	},
}

var revocationReceipts = commands.Decider[revocation.Receipts]{
	Category: revocation.ReceiptCategory, Shared: true, Initial: revocation.NewReceipts, Evolve: revocation.EvolveReceipts, Cached: 1000,
}

// RevocationStreams declares the streams of the area.
func RevocationStreams() []commands.Streams {
	return []commands.Streams{
		commands.Declare(revocations, "revocation", revocation.RequestSpecs(), revocation.Submitted{}),
		commands.Declare(revocationReceipts, "", domain.Specs(revocation.ReceiptGranted{})),
	}
}

// RevocationPeriod returns the period within which an order can be revoked.
func (c *Revocations) RevocationPeriod(ctx context.Context, orderID int64) (revocation.Period, error) {
	var p revocation.Period
	err := c.EachEvent(ctx, order.Stream(orderID), func(e domain.Event, at domain.Times) { p.See(e, at.Occurred) })
	return p, err
}

// SubmitRevocation stores a customer's declaration and returns its identifier. receipts is the limit of an address's receipts per day; 0 is
// no limit. The declaration is stored even if the comment in the order's history fails; a reaction then adds it.
func (c *Revocations) SubmitRevocation(ctx context.Context, d revocation.Submission, receipts int) (int64, error) {
	ids, err := c.Next(ctx, "revocation", 1)
	if err != nil {
		return 0, err
	}
	d.RequestID, d.At = ids[0], c.Now(ctx)
	// The receipt is decided before the declaration, which records whether there is one. If the process dies in between, the customer's next
	// attempt may get no receipt, and the response says so.
	granted, err := c.receipts.Decide(ctx, revocation.ReceiptStream(d.Declarer.Email), func(r revocation.Receipts) ([]domain.Event, error) {
		return r.Grant(d.RequestID, receipts, d.At), nil
	}, commands.Named("GrantRevocationReceipt"))
	if err != nil {
		return 0, err
	}
	if len(granted.Events) == 0 {
		d.Suppressed = revocation.SuppressedByRecipient
	}
	c.Step("revocation: receipt decided")
	result, err := c.requests.Decide(ctx, revocation.Stream(d.RequestID), func(s revocation.State) ([]domain.Event, error) {
		return s.Submit(d)
	},
		commands.Named("SubmitRevocation"))
	if err != nil {
		return 0, err
	}
	c.Step("revocation: submitted")
	for _, e := range result.Events {
		if e, ok := e.(revocation.Submitted); ok { // an earlier attempt may have drawn another number
			_ = c.RemarkRevocation(ctx, e)
			return e.RequestID, nil
		}
	}
	return 0, fmt.Errorf("revocation request %d was not stored", d.RequestID)
}

// RemarkRevocation adds a comment about a declaration to the order's history, once for each declaration.
func (c *Revocations) RemarkRevocation(ctx context.Context, e revocation.Submitted) error {
	return c.orders.CommentOrder(ctx, e.OrderID, order.NewComment{Text: revocation.Remark(e.RequestID), Visible: true},
		commands.Named("RemarkRevocation"), commands.Once(fmt.Sprintf("revocation remark/%d", e.RequestID)))
}

// ProcessRevocation sets the back office's status and note of a request.
func (c *Revocations) ProcessRevocation(ctx context.Context, id int64, p revocation.Processing) error {
	return c.requests.Change(ctx, id, func(s revocation.State) ([]domain.Event, error) {
		return s.Process(p)
	}, commands.Named("ProcessRevocation"))
}

// Revocation returns the newest state of a request. revocation.ErrNotFound: there is none.
func (c *Revocations) Revocation(ctx context.Context, id int64) (revocation.State, error) {
	return c.requests.Get(ctx, id)
}
