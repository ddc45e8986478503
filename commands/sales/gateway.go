package sales

import (
	"context"
	"errors"
	"strconv"

	"tradelog/commands"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
)

// Gateway moves money. A repeated key moves no money twice: the gateway returns the first result, so a call whose answer was lost
// is made again. It fails with ErrGatewayDeclined, which is final, or ErrGatewayUnknown, after which only asking again tells;
// any other error counts as unknown.
type Gateway interface {
	// Authorise sets an amount aside on what the buyer pays with.
	Authorise(ctx context.Context, m Movement) (transaction string, err error)
	// Capture takes money that was authorised.
	Capture(ctx context.Context, m Movement) (transaction string, err error)
	// Refund gives captured money back.
	Refund(ctx context.Context, m Movement) (transaction string, err error)
	// Void releases what was authorised: with an amount that much of what was not captured, and the rest can be captured as before;
	// without, everything, and an authorisation that is still on its way is kept from being made.
	Void(ctx context.Context, m Movement) error
}

// Movement is an amount of money on its way.
type Movement struct {
	Key string // of this movement, for ever
	// Of is the authorisation that is captured, refunded or voided: its transaction, or its key when the answer never came.
	Of       string
	OrderID  int64
	Amount   money.Decimal // in Currency
	Currency string
	// Instrument is what the buyer pays with, as the gateway's own form has named it. It is no card number.
	Instrument string
}

// The failures of a gateway.
var (
	// ErrGatewayDeclined is what a declined movement matches; DeclinedError tells why.
	ErrGatewayDeclined = errors.New("the payment gateway declined")
	// ErrGatewayUnknown: there was no answer.
	ErrGatewayUnknown = errors.New("the payment gateway did not answer")
)

// DeclinedError is a refusal with the gateway's reason, which is meant for people.
type DeclinedError struct{ Reason string }

// Error gives the reason.
func (e *DeclinedError) Error() string { return "declined: " + e.Reason }

// Is makes it an ErrGatewayDeclined.
func (e *DeclinedError) Is(target error) bool { return target == ErrGatewayDeclined }

// ErrPaymentPending: the gateway has not answered; the shop goes on asking, and the caller need not.
var ErrPaymentPending = fault.New(fault.Unavailable,
	"The payment gateway did not answer. The payment is pending and will be completed or cancelled by itself.")

// declined is the fault of a movement that the gateway refused.
func declined(err error) error {
	var d *DeclinedError
	if errors.As(err, &d) {
		return fault.Preconditionf("The payment was declined: %s", d.Reason)
	}
	return fault.Preconditionf("The payment was declined")
}

// notMoved is what becomes of a movement that the gateway did not make: a refusal is final and written down, anything else is
// pending.
func notMoved(err error, write func(refusal error) error) error {
	if !errors.Is(err, ErrGatewayDeclined) {
		return ErrPaymentPending
	}
	refusal := declined(err)
	return errors.Join(refusal, write(refusal))
}

// tryKey is the key of a movement after so many refusals: another try is another movement.
func tryKey(what string, id int64, refused int) string {
	key := what + "-" + strconv.FormatInt(id, 10)
	if refused > 0 {
		key += "-" + strconv.Itoa(refused)
	}
	return key
}

// movement is about the money of an order.
func movement(o order.Order, key string, amount money.Decimal) Movement {
	return Movement{Key: key, Of: o.Transaction, OrderID: o.ID, Currency: o.Currency, Amount: amount}
}

// trialGateway moves no money for trials: the gateway is taken to agree.
type trialGateway struct{ Gateway }

func (g trialGateway) move(ctx context.Context, m Movement, move func(context.Context, Movement) (string, error)) (string, error) {
	if commands.RequestFrom(ctx).Trial != nil {
		return "trial", nil
	}
	return move(ctx, m)
}

// Authorise sets an amount aside.
func (g trialGateway) Authorise(ctx context.Context, m Movement) (string, error) {
	return g.move(ctx, m, g.Gateway.Authorise)
}

// Capture takes money that was authorised.
func (g trialGateway) Capture(ctx context.Context, m Movement) (string, error) {
	return g.move(ctx, m, g.Gateway.Capture)
}

// Refund gives captured money back.
func (g trialGateway) Refund(ctx context.Context, m Movement) (string, error) {
	return g.move(ctx, m, g.Gateway.Refund)
}

// Void releases what was authorised.
func (g trialGateway) Void(ctx context.Context, m Movement) error {
	_, err := g.move(ctx, m, func(ctx context.Context, m Movement) (string, error) { return "", g.Gateway.Void(ctx, m) })
	return err
}
