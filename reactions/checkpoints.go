package reactions

import (
	"context"
	"fmt"

	"tradelog/eventstore"
)

// InitCheckpoints sets the starting checkpoint of new reactions. They begin some time after Start has returned; with a checkpoint set
// before, they miss no event in between. Known reactions keep theirs.
func (r *Runner) InitCheckpoints(ctx context.Context) error {
	head, err := r.Store.Head(ctx)
	if err != nil {
		return err
	}
	for _, reaction := range r.Reactions {
		at := head
		if reaction.FromStart {
			at = eventstore.Position(0)
		}
		_, err := r.Pool.Exec(ctx,
			`INSERT INTO public.reaction_checkpoints (reaction, position) VALUES ($1, $2) ON CONFLICT (reaction) DO NOTHING`, reaction.Name,
			int64(at))
		if err != nil {
			return fmt.Errorf("reaction %s: checkpoint: %w", reaction.Name, err)
		}
	}
	return nil
}
