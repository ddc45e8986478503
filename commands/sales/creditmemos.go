package sales

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/domain/stock"
)

// RefundOrder refunds a part of an order and returns the credit memo's identifier. If the gateway declines, nothing is refunded. If it does
// not answer, the refund stays pending, RefundOrder returns ErrPaymentPending, and a reaction asks again.
func (c *Orders) RefundOrder(ctx context.Context, id int64, memo order.NewCreditMemo) (int64, error) {
	ids, err := c.Next(ctx, "creditmemo", 1)
	if err != nil {
		return 0, err
	}
	o, err := c.Order(ctx, id)
	if err != nil {
		return 0, err
	}
	if memo.Online {
		if _, ok := c.gateways[o.Payment]; !ok {
			memo.Online = false // offline methods have no gateway to ask
		}
	}
	if memo.Notify, err = c.willMail(ctx, o, memo.Notify, order.MailMemo); err != nil {
		return 0, err
	}
	parts, err := c.Next(ctx, "creditmemo_item", max(1, len(o.Lines)))
	if err != nil {
		return 0, err
	}
	memo.ID, memo.NextID = ids[0], cycleIDs(parts)
	result, err := c.decide(ctx, id, "RefundOrder", func(o order.Order) ([]domain.Event, error) { return o.Refund(memo) })
	if errors.Is(err, order.ErrBusy) {
		err = order.ErrRefundUnderway.WithCause(err)
	}
	if err != nil {
		return 0, err
	}
	for _, e := range result.Events {
		switch e := e.(type) {
		case order.RefundStarted:
			c.Step("refund: started")
			return e.MemoID, c.FinishRefund(ctx, id, e.MemoID)
		case order.Refunded:
			c.Step("refund: made")
			return e.MemoID, c.FinishMemo(ctx, id, e)
		}
	}
	return 0, order.ErrNotRefundable
}

// FinishRefund asks the gateway for a pending refund. It may be called any number of times.
func (c *Orders) FinishRefund(ctx context.Context, orderID, memoID int64) error {
	ctx = commands.Apart(ctx)
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	pending, waiting := o.PendingRefunds[memoID]
	if !waiting {
		if !slices.ContainsFunc(o.Memos, func(m order.MemoRecord) bool { return m.ID == memoID }) {
			return errors.Join(declined(nil), c.showNewest(ctx, orderID)) // a concurrent request has asked, and was declined
		}
		return c.showNewest(ctx, orderID)
	}
	gateway, ok := c.gateways[o.Payment]
	if !ok {
		return order.ErrNoOnlineRefund
	}
	transaction, err := gateway.Refund(ctx, movement(o, tryKey("creditmemo", memoID, 0), pending.Money.Display.Grand))
	c.Step("refund: answered")
	if err != nil {
		return notMoved(err, func(refusal error) error {
			err := c.change(ctx, orderID, "AbandonRefund", func(o order.Order) ([]domain.Event, error) {
				return o.AbandonRefund(memoID, refusal.Error())
			})
			return ignore(err, order.ErrNotPending)
		})
	}
	result, err := c.decide(ctx, orderID, "FinishRefund", func(o order.Order) ([]domain.Event, error) {
		return o.FinishRefund(memoID, transaction)
	})
	if err != nil {
		return err
	}
	for _, e := range result.Events {
		if e, ok := e.(order.Refunded); ok {
			return c.FinishMemo(ctx, orderID, e)
		}
	}
	return nil
}

// FinishMemo takes the steps that follow from a refund: it numbers the credit memo, returns goods to stock and credits gift cards. It may
// be called any number of times.
func (c *Orders) FinishMemo(ctx context.Context, orderID int64, e order.Refunded) error {
	ctx = commands.Apart(ctx)
	o, err := c.Order(ctx, orderID)
	if err != nil {
		return err
	}
	owner := "creditmemo-" + strconv.FormatInt(e.MemoID, 10)
	increment, err := c.issue(ctx, "creditmemo", o.StoreID, owner)
	if err != nil {
		return err
	}
	if err := c.change(ctx, orderID, "NumberCreditMemo", func(o order.Order) ([]domain.Event, error) {
		return o.NumberMemo(e.MemoID, increment)
	}); err != nil {
		return err
	}
	c.Step("refund: numbered")
	var lines []stock.Line
	for _, l := range e.Lines {
		if l.BackToStock && !l.Whole && l.Qty.Sign() > 0 {
			lines = append(lines, stock.Line{ProductID: l.ProductID, Qty: l.Qty})
		}
	}
	if err := c.stock.ReturnStock(ctx, orderID, owner, lines); err != nil {
		return err
	}
	c.Step("refund: stock returned")
	if err := c.cards.Credit(ctx, e.Cards, giftcard.Order{ID: orderID, Increment: o.Increment}, owner,
		giftcard.ForRefund(o.Increment)); err != nil {
		return err
	}
	c.Step("refund: cards credited")
	return nil
}
