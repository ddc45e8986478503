package reactions

import (
	"context"

	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// Status is the progress of a reaction.
type Status struct {
	Reaction string              `json:"reaction"`
	Position eventstore.Position `json:"position"`
	Lag      int64               `json:"lag"`    // positions behind the log
	Parked   int64               `json:"parked"` // events put aside
}

// Statuses lists the progress of all reactions that have a checkpoint.
func (r *Runner) Statuses(ctx context.Context) ([]Status, error) {
	names := make([]string, len(r.Reactions))
	for i := range r.Reactions {
		names[i] = r.Reactions[i].Name
	}
	head, err := eventstore.CachedHead(ctx, r.Store)
	if err != nil {
		return nil, err
	}
	rows, err := r.Pool.Query(ctx,
		`SELECT c.reaction, c.position, (SELECT count(*) FROM public.reaction_parked p WHERE p.reaction = c.reaction)
		FROM public.reaction_checkpoints c WHERE c.reaction = ANY($1) ORDER BY c.reaction`, names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (s Status, err error) {
		err = row.Scan(&s.Reaction, &s.Position, &s.Parked)
		s.Lag = max(0, int64(head-s.Position))
		return s, err
	})
}
