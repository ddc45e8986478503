package checkpoints

import (
	"context"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
	"tradelog/eventstore/audit"
)

// Listed is a checkpoint, and when it was published.
type Listed struct {
	audit.Checkpoint
	Published time.Time // zero: not yet
}

// List returns checkpoints before a position, the newest first; 0 is the end of the log.
func (b *Book) List(ctx context.Context, before eventstore.Position, most int) ([]Listed, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	rows, err := b.Pool.Query(ctx, `SELECT position, from_position, seal, root, signed_at, signature, published_at FROM log_checkpoints
		WHERE position < $1 ORDER BY position DESC LIMIT $2`, int64(before), most)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Listed, error) {
		c := Listed{Checkpoint: audit.Checkpoint{LogID: b.Store.LogID()}}
		var published *time.Time
		err := row.Scan(&c.Position, &c.From, &c.Seal, &c.Root, &c.Time, &c.Signature, &published)
		if c.Time = c.Time.UTC(); published != nil {
			c.Published = published.UTC()
		}
		return c, err
	})
}
