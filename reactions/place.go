package reactions

import (
	"context"
	"fmt"

	"tradelog/eventstore"
)

// Place gives new reactions their place in the log. They run some time after Start has returned; with a place given before,
// they miss nothing of what happens in between. Known reactions keep theirs.
func (r *Runner) Place(ctx context.Context) error {
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
