package commands

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"tradelog/domain/fault"
	"tradelog/domain/order"
)

// ErrPaymentUnanswered: the gateway did not answer, and the payment was taken back.
var ErrPaymentUnanswered = fault.New(fault.Unavailable, "The payment gateway did not answer. Nothing was charged. Please try again.")

// authorisationKey names an order's authorisation at its gateway, for ever.
func authorisationKey(orderID int64) string { return "order-" + strconv.FormatInt(orderID, 10) }

// authorisation is what the payment gateway is asked to set aside for an order; false when nobody is to be asked.
func (c *Commands) authorisation(p order.Placed) (Movement, bool) {
	if _, ok := c.gateway(p.Payment); !ok || p.Totals.Display.Grand.Sign() <= 0 {
		return Movement{}, false
	}
	return Movement{
		Key: authorisationKey(p.OrderID), OrderID: p.OrderID, Amount: p.Totals.Display.Grand, Currency: p.Currency, Instrument: instrument(p.PaymentData),
	}, true
}

// instrument finds what the buyer pays with among the payment data.
func instrument(data any) string {
	var told struct {
		Instrument string `json:"instrument"`
	}
	b, err := json.Marshal(data)
	if err != nil || json.Unmarshal(b, &told) != nil {
		return ""
	}
	return told.Instrument
}

// authoriseAttempts is how often the gateway is asked before the placement is given up. The same key is the same movement, so
// asking again finds out what became of an answer that was late.
const authoriseAttempts = 3

// authorise sets the order's total aside at the payment gateway.
func (c *Commands) authorise(ctx context.Context, placed order.Placed, took *taken) (order.Placed, error) {
	movement, online := c.authorisation(placed)
	if !online {
		return placed, nil
	}
	gateway, _ := c.gateway(placed.Payment)
	for attempt := 1; ; attempt++ {
		transaction, err := gateway.Authorise(ctx, movement)
		switch {
		case err == nil:
			took.payment, placed.Transaction = placed.Payment, transaction
			c.step("checkout: payment authorised")
			return placed, nil
		case errors.Is(err, ErrGatewayDeclined):
			return placed, declined(err)
		case attempt == authoriseAttempts || ctx.Err() != nil:
			took.payment = placed.Payment
			c.step("checkout: payment unanswered")
			return placed, ErrPaymentUnanswered
		}
		backOff(ctx, 4+attempt)
	}
}

// voidAuthorisation releases what a gateway has set aside for an order, named by its transaction or its key. Where there is
// nothing to release, that is as good.
func (c *Commands) voidAuthorisation(ctx context.Context, method string, orderID int64, key, of string) error {
	gateway, ok := c.gateway(method)
	if !ok {
		return nil
	}
	if err := gateway.Void(ctx, Movement{Key: key, Of: of, OrderID: orderID}); err != nil && !errors.Is(err, ErrGatewayDeclined) {
		return ErrPaymentPending
	}
	return nil
}
