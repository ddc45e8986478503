package idempotency

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// PutBack forgets the answers of writes that a log has lost, in a transaction of the caller's: a repeated request is carried out
// again. Which writes those are is in the rows of the projector "executed", so call it before they are given up.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
	_, err := tx.Exec(
		ctx,
		`DELETE FROM idempotency_keys k USING read.executed_commands e WHERE e.position > $1 AND e.scope = k.scope || '/' || k.attempt::text`,
		int64(end),
	)
	return err
}
