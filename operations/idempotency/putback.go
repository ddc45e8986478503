package idempotency

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// PutBack deletes the answers of writes that a log has lost, in the caller's transaction. A repeated request is then carried out again. The
// rows of the projector "executed" name those writes, so call PutBack before they are deleted.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
	_, err := tx.Exec(
		ctx,
		`DELETE FROM idempotency_keys k USING read.executed_commands e WHERE e.position > $1 AND e.scope = k.scope || '/' || k.attempt::text`,
		int64(end),
	)
	return err
}
