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

// Gateway moves money. A repeated key moves no money twice: the gateway returns the first result, so a call whose answer was lost can be
// repeated. Errors: ErrGatewayDeclined, which is final, and ErrGatewayUnknown, after which only another call tells the result. Any other
// error counts as unknown.
type Gateway interface {
	// Authorise authorises an amount on the buyer's payment instrument.
	Authorise(ctx context.Context, m Movement) (transaction string, err error)
	// Capture captures authorised money.
	Capture(ctx context.Context, m Movement) (transaction string, err error)
	// Refund refunds captured money.
	Refund(ctx context.Context, m Movement) (transaction string, err error)
	// Void releases an authorisation. With an amount, it releases that much of the uncaptured money, and the rest can still be captured.
	// Without an amount, it releases everything, and prevents an authorisation that is still in progress.
	Void(ctx context.Context, m Movement) error
}

// Movement is a movement of money.
type Movement struct {
	Key string // identifies the movement for ever
	// Of is the authorisation to capture, refund or void: its transaction, or its key if the gateway never answered.
	Of       string
	OrderID  int64
	Amount   money.Decimal // in Currency
	Currency string
	// Instrument is the buyer's payment instrument, as named by the gateway's own form, never a card number.
	Instrument string
}

// The errors of a gateway.
var (
	// ErrGatewayDeclined is the error of a declined movement; DeclinedError has the reason.
	ErrGatewayDeclined = errors.New("the payment gateway declined")
	// ErrGatewayUnknown: there was no answer.
	ErrGatewayUnknown = errors.New("the payment gateway did not answer")
)

// DeclinedError is a refusal with the gateway's reason, for people.
type DeclinedError struct{ Reason string }

// Error returns the reason.
func (e *DeclinedError) Error() string { return "declined: " + e.Reason }

// Is tells that a DeclinedError is an ErrGatewayDeclined.
func (e *DeclinedError) Is(target error) bool { return target == ErrGatewayDeclined }

// ErrPaymentPending: the gateway has not answered. The shop asks again; the caller need not.
var ErrPaymentPending = fault.New(fault.Unavailable,
	"The payment gateway did not answer. The payment is pending and will be completed or cancelled by itself.")

// PendingInvoiceError is ErrPaymentPending with the invoice to be paid, which exists nevertheless.
type PendingInvoiceError struct{ InvoiceID int64 }

// Error returns the message of ErrPaymentPending.
func (e *PendingInvoiceError) Error() string { return ErrPaymentPending.Error() }

// Unwrap returns ErrPaymentPending.
func (e *PendingInvoiceError) Unwrap() error { return ErrPaymentPending }

// declined returns the error for a movement that the gateway declined.
func declined(err error) error {
	var d *DeclinedError
	if errors.As(err, &d) {
		return fault.Preconditionf("The payment was declined: %s", d.Reason)
	}
	return fault.Preconditionf("The payment was declined")
}

// notMoved handles the error of a movement. If the gateway declined it, which is final, notMoved calls write to record the refusal. Any
// other error means that the payment is pending.
func notMoved(err error, write func(refusal error) error) error {
	if !errors.Is(err, ErrGatewayDeclined) {
		return ErrPaymentPending
	}
	refusal := declined(err)
	return errors.Join(refusal, write(refusal))
}

// tryKey returns the key of a movement after a number of refusals. Each try after a refusal is a new movement.
func tryKey(what string, id int64, refused int) string {
	key := what + "-" + strconv.FormatInt(id, 10)
	if refused > 0 {
		key += "-" + strconv.Itoa(refused)
	}
	return key
}

// movement returns a movement on an order's authorisation.
func movement(o order.Order, key string, amount money.Decimal) Movement {
	return Movement{Key: key, Of: o.Transaction, OrderID: o.ID, Currency: o.Currency, Amount: amount}
}

// trialGateway moves no money in trials: it assumes that the gateway agrees.
type trialGateway struct{ Gateway }

func (g trialGateway) move(ctx context.Context, m Movement, move func(context.Context, Movement) (string, error)) (string, error) {
	if commands.RequestFrom(ctx).Trial != nil {
		return "trial", nil
	}
	return move(ctx, m)
}

// Authorise implements Gateway.
func (g trialGateway) Authorise(ctx context.Context, m Movement) (string, error) {
	return g.move(ctx, m, g.Gateway.Authorise)
}

// Capture implements Gateway.
func (g trialGateway) Capture(ctx context.Context, m Movement) (string, error) {
	return g.move(ctx, m, g.Gateway.Capture)
}

// Refund implements Gateway.
func (g trialGateway) Refund(ctx context.Context, m Movement) (string, error) {
	return g.move(ctx, m, g.Gateway.Refund)
}

// Void implements Gateway.
func (g trialGateway) Void(ctx context.Context, m Movement) error {
	_, err := g.move(ctx, m, func(ctx context.Context, m Movement) (string, error) { return "", g.Gateway.Void(ctx, m) })
	return err
}
