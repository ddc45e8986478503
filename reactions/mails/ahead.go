package mails

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// reactionName is the name of the reaction that fills the outbox.
const reactionName = "mails"

// Ahead reports whether the outbox has e-mails for events after the end of the log.
func Ahead(ctx context.Context, tx pgx.Tx, end eventstore.Position) ([]eventstore.Ahead, error) {
	rows, err := tx.Query(ctx, `SELECT 'the outbox of e-mails', max(position) FROM public.reaction_mails HAVING max(position) > $1`,
		int64(end))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Ahead])
}

// PutBack moves the outbox back to the end of a log that lost events, in the caller's transaction. Unsent e-mails of lost events are
// deleted. The record of sent e-mails may be lost as well. With skip, due e-mails are dropped too and the remaining events are ignored, so
// that nothing is sent twice. outside says that the events are not in this database, so every event after the end counts as lost.
func PutBack(ctx context.Context, tx pgx.Tx, end eventstore.Position, now time.Time, skip, outside bool) error {
	gone := `NOT EXISTS (SELECT FROM events e WHERE e.id = m.event_id)`
	if outside {
		gone = fmt.Sprintf(`m.position > %d`, end)
	}
	b := &pgx.Batch{}
	b.Queue(`DELETE FROM public.reaction_mails m WHERE sent_at IS NULL AND ` + gone)
	b.Queue(`UPDATE public.reaction_mails m SET closed_at = $1, outcome = 'sent; its event was lost', position = least(position, $2)
		WHERE closed_at IS NULL AND `+gone, now.UTC(), int64(end))
	b.Queue(`UPDATE public.reaction_mails SET position = $1 WHERE position > $1`, int64(end))
	if skip {
		b.Queue(`UPDATE public.reaction_mails SET closed_at = $1, outcome = 'skipped after events were lost'
			WHERE closed_at IS NULL AND queued_at <= $1`, now.UTC())
		b.Queue(`UPDATE public.reaction_checkpoints SET position = $2, updated_at = now() WHERE reaction = $1`, reactionName, int64(end))
	}
	return tx.SendBatch(ctx, b).Close()
}
