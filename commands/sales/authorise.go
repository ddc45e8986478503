package sales

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/order"
)

// ErrPaymentUnanswered: the gateway did not answer, and the payment was voided.
var ErrPaymentUnanswered = fault.New(fault.Unavailable, "The payment gateway did not answer. Nothing was charged. Please try again.")

// authorisationKey returns the key of an order's authorisation at its gateway. It never changes.
func authorisationKey(orderID int64) string { return "order-" + strconv.FormatInt(orderID, 10) }

// authorisation returns the movement that the payment gateway authorises for an order; false if no gateway is involved or there is nothing
// to pay.
func (c *Orders) authorisation(p order.Placed) (Movement, bool) {
	if _, ok := c.gateways[p.Payment]; !ok || p.Totals.Display.Grand.Sign() <= 0 {
		return Movement{}, false
	}
	return Movement{
		Key: authorisationKey(p.OrderID), OrderID: p.OrderID, Amount: p.Totals.Display.Grand, Currency: p.Currency,
		Instrument: instrument(p.PaymentData),
	}, true
}

// instrument returns the payment instrument in the payment data.
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

// authoriseAttempts is the number of calls before the placement is given up. A repeated key moves no money twice, so another call returns
// the result that came too late.
const authoriseAttempts = 3

// Authorise authorises the order's total at the payment gateway and returns the transaction. asked tells whether the gateway may have
// authorised it, also on failure.
func (c *Orders) Authorise(ctx context.Context, placed order.Placed) (transaction string, asked bool, err error) {
	movement, online := c.authorisation(placed)
	if !online {
		return "", false, nil
	}
	for attempt := 1; ; attempt++ {
		transaction, err := c.gateways[placed.Payment].Authorise(ctx, movement)
		switch {
		case err == nil:
			return transaction, true, nil
		case errors.Is(err, ErrGatewayDeclined):
			return "", false, declined(err)
		case attempt == authoriseAttempts || ctx.Err() != nil:
			return "", true, ErrPaymentUnanswered
		}
		commands.BackOff(ctx, 4+attempt)
	}
}

// Online tells whether the placement of an order asks a payment gateway for money.
func (c *Orders) Online(p order.Placed) bool {
	_, online := c.authorisation(p)
	return online
}

// VoidPlacement voids the authorisation that a gateway may have made for an order that will never be placed.
func (c *Orders) VoidPlacement(ctx context.Context, method string, orderID int64) error {
	return c.void(ctx, method, orderID, "void-"+authorisationKey(orderID), authorisationKey(orderID))
}

// void voids an authorisation of an order, named by its transaction or its key. It succeeds if there is nothing to void.
func (c *Orders) void(ctx context.Context, method string, orderID int64, key, of string) error {
	gateway, ok := c.gateways[method]
	if !ok {
		return nil
	}
	if err := gateway.Void(ctx, Movement{Key: key, Of: of, OrderID: orderID}); err != nil && !errors.Is(err, ErrGatewayDeclined) {
		return ErrPaymentPending
	}
	return nil
}
