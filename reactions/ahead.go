package reactions

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// Ahead lists the reactions whose checkpoint is after the end of the log. They would not handle new events.
func Ahead(ctx context.Context, tx pgx.Tx, end eventstore.Position) ([]eventstore.Ahead, error) {
	rows, err := tx.Query(ctx, `SELECT 'reaction ' || reaction, max(position) FROM (
			SELECT reaction, position FROM public.reaction_checkpoints UNION ALL SELECT reaction, position FROM public.reaction_parked) AS known
		WHERE position > $1 GROUP BY reaction ORDER BY reaction`, int64(end))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Ahead])
}

// PutBack moves reactions back to the end of a log that lost events, in the caller's transaction. They have handled all events
// that remain. Parked events that were lost are removed.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position) error {
	b := &pgx.Batch{}
	b.Queue(`UPDATE public.reaction_checkpoints SET position = $1, updated_at = now() WHERE position > $1`, int64(end))
	b.Queue(`DELETE FROM public.reaction_parked WHERE position > $1`, int64(end))
	return tx.SendBatch(ctx, b).Close()
}
