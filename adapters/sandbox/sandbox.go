// Package sandbox is a payment gateway that moves no money. Like real gateways it answers a repeated key with the first result,
// captures no more than was authorised, and refunds no more than was captured. Scripts make it decline, lose an answer, or answer
// late.
//
// Its state is in the database, so all instances of a shop use the same gateway.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/commands/sales"
	"tradelog/domain/money"
)

// Method is the code of the sandbox's payment method.
const Method = "sandbox"

// Gateway is the sandbox.
type Gateway struct{ Pool *pgxpool.Pool }

var _ sales.Gateway = Gateway{}

// Kind is the kind of a movement of money.
type Kind string

// The kinds of movement.
const (
	Authorise Kind = "authorise"
	Capture   Kind = "capture"
	Refund    Kind = "refund"
	Void      Kind = "void"
)

// Outcome is the behaviour of the gateway for a movement.
type Outcome string

// The outcomes that a script can set.
const (
	Approve Outcome = "approve" // the default
	Decline Outcome = "decline" // a final refusal
	Lose    Outcome = "lose"    // nothing happens, and the answer is lost
	Late    Outcome = "late"    // it happens, but the answer is lost: a repeat returns it
)

// Script sets the outcome of the next movements of a kind. Scripts are used in the order in which they were written. It fails if
// the kind or the outcome does not exist.
func (g Gateway) Script(ctx context.Context, kind Kind, outcome Outcome, times int) error {
	switch kind {
	case Authorise, Capture, Refund, Void:
	default:
		return fmt.Errorf("%q is nothing a gateway does; choose authorise, capture, refund or void", kind)
	}
	switch outcome {
	case Approve, Decline, Lose, Late:
	default:
		return fmt.Errorf("%q is no outcome; choose approve, decline, lose or late", outcome)
	}
	if times < 1 {
		return errors.New("a script needs to be used at least once")
	}
	_, err := g.Pool.Exec(ctx, `INSERT INTO sandbox_scripts (kind, outcome, times) VALUES ($1, $2, $3)`, kind, outcome, times)
	return err
}

// Movement is a stored movement.
type Movement struct {
	Key      string
	Kind     Kind
	Of       string
	OrderID  int64
	Amount   money.Decimal
	Currency string
	Declined string // the reason, or empty
	At       time.Time
}

// Movements lists the movements of an order, or of all with 0, the oldest first.
func (g Gateway) Movements(ctx context.Context, orderID int64) ([]Movement, error) {
	rows, err := g.Pool.Query(ctx, `SELECT key, kind, of, order_id, amount, currency, declined, made_at FROM sandbox_movements
		WHERE $1 = 0 OR order_id = $1 ORDER BY made_at, key`, orderID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m Movement, err error) {
		return m, row.Scan(&m.Key, &m.Kind, &m.Of, &m.OrderID, &m.Amount, &m.Currency, &m.Declined, &m.At)
	})
}

// Authorise authorises an amount.
func (g Gateway) Authorise(ctx context.Context, m sales.Movement) (string, error) {
	return g.move(ctx, Authorise, m)
}

// Capture captures an authorised amount.
func (g Gateway) Capture(ctx context.Context, m sales.Movement) (string, error) {
	return g.move(ctx, Capture, m)
}

// Refund refunds a captured amount.
func (g Gateway) Refund(ctx context.Context, m sales.Movement) (string, error) {
	return g.move(ctx, Refund, m)
}

// Void releases an amount of an authorisation that was not captured, or the whole authorisation.
func (g Gateway) Void(ctx context.Context, m sales.Movement) error {
	_, err := g.move(ctx, Void, m)
	return err
}

// refusal returns the reason to decline a movement, or "".
func (g Gateway) refusal(ctx context.Context, tx pgx.Tx, kind Kind, m sales.Movement) (string, error) {
	switch {
	case kind == Authorise:
		voided, err := g.voided(ctx, tx, m.Of)
		if voided {
			return "The authorisation was voided before", err
		}
		return "", err
	case kind == Refund:
		return g.checkRest(ctx, tx, m, "The amount exceeds what was captured", Capture, Refund)
	case kind == Void && m.Amount.IsZero():
		return "", nil
	}
	return g.checkRest(ctx, tx, m, "The amount exceeds what was authorised", Authorise, Capture, Void)
}

// checkRest refuses an amount larger than the sum of the movements of kind in, less the sum of kinds out, of an authorisation.
func (g Gateway) checkRest(ctx context.Context, tx pgx.Tx, m sales.Movement, refusal string, in Kind, out ...Kind) (string, error) {
	var left money.Decimal
	err := tx.QueryRow(ctx, `SELECT coalesce(sum(CASE WHEN kind = $2 THEN amount WHEN kind = ANY($3) THEN -amount END), 0)
		FROM sandbox_movements WHERE of = $1 AND declined = ''`, m.Of, in, out).Scan(&left)
	if err == nil && in == Authorise { // a full void has no amount
		var voided bool
		voided, err = g.voided(ctx, tx, m.Of)
		if voided {
			left = money.Zero
		}
	}
	if err != nil || !left.Less(m.Amount) {
		return "", err
	}
	return refusal, nil
}

// voided reports whether an authorisation was fully released.
func (g Gateway) voided(ctx context.Context, tx pgx.Tx, of string) (voided bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM sandbox_movements WHERE of = $1 AND kind = 'void' AND amount = 0 AND declined = '')`,
		of).Scan(&voided)
	return voided, err
}

// move makes a movement once for each key. Movements of one authorisation are serialized.
func (g Gateway) move(ctx context.Context, kind Kind, m sales.Movement) (string, error) {
	transaction := string(kind) + "-" + m.Key
	switch {
	case kind == Authorise:
		m.Of = transaction
	case !strings.HasPrefix(m.Of, string(Authorise)+"-"):
		m.Of = string(Authorise) + "-" + m.Of // known by its key, because its answer was lost
	}
	var outcome Outcome
	declined := ""
	err := pgx.BeginFunc(ctx, g.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtext('sandbox gateway'), hashtext($1))`, m.Of); err != nil {
			return err
		}
		var had *string
		if err := tx.QueryRow(ctx, `SELECT declined FROM sandbox_movements WHERE key = $1 AND kind = $2`, m.Key,
			kind).Scan(&had); err == nil {
			declined = *had
			return nil
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		var err error
		if outcome, err = g.outcome(ctx, tx, kind, m.Instrument); err != nil || outcome == Lose {
			return err
		}
		if declined, err = g.refusal(ctx, tx, kind, m); err != nil {
			return err
		}
		if outcome == Decline {
			declined = "Insufficient funds"
		}
		_, err = tx.Exec(ctx, `INSERT INTO sandbox_movements (key, kind, of, order_id, amount, currency, declined)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			m.Key, kind, m.Of, m.OrderID, m.Amount.String(), m.Currency, declined)
		return err
	})
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", sales.ErrGatewayUnknown, err)
	case outcome == Lose || outcome == Late:
		return "", sales.ErrGatewayUnknown
	case declined != "":
		return "", &sales.DeclinedError{Reason: declined}
	}
	return transaction, nil
}

// outcome returns the outcome of a script. Without one, the instruments sandbox-decline, sandbox-lose and sandbox-late set that
// of an authorisation.
func (g Gateway) outcome(ctx context.Context, tx pgx.Tx, kind Kind, instrument string) (Outcome, error) {
	var outcome Outcome
	err := tx.QueryRow(ctx, `UPDATE sandbox_scripts SET times = times - 1
		WHERE id = (SELECT id FROM sandbox_scripts WHERE kind = $1 AND times > 0 ORDER BY id LIMIT 1 FOR UPDATE)
		RETURNING outcome`, kind).Scan(&outcome)
	if err == nil || !errors.Is(err, pgx.ErrNoRows) {
		return outcome, err
	}
	if wish, ok := strings.CutPrefix(instrument, "sandbox-"); ok && kind == Authorise {
		return Outcome(wish), nil
	}
	return Approve, nil
}
