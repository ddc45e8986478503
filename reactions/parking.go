package reactions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// parkSQL parks an event if an earlier event of its stream is parked. It locks the earlier row, so that row cannot be removed
// before the new one is stored.
const parkSQL = `
WITH earlier AS (SELECT 1 FROM public.reaction_parked WHERE reaction = $1 AND stream = $3 LIMIT 1 FOR KEY SHARE)
INSERT INTO public.reaction_parked (reaction, position, stream, event, error) SELECT $1, $2, $3, $4, $5 FROM earlier
ON CONFLICT (reaction, position) DO UPDATE SET error = reaction_parked.error`

// park parks an event whose handler keeps failing, with its error. Every later event of its stream is parked as well, because
// it may depend on the failed one.
func (r *Runner) park(reaction Reaction) message.HandlerMiddleware {
	return func(next message.HandlerFunc) message.HandlerFunc {
		return func(m *message.Message) ([]*message.Message, error) {
			recorded, ok := m.Context().Value(eventKey{}).(eventstore.Recorded)
			if !ok {
				return next(m)
			}
			failure := errors.New("an earlier event of the stream is parked")
			behind, err := r.parkBehind(m.Context(), reaction, recorded, failure)
			if err != nil {
				return nil, err
			}
			if !behind {
				out, err := next(m)
				if err == nil || m.Context().Err() != nil {
					return out, err
				}
				failure = shortened(err)
				r.unparked.Delete(reaction.Name)
				_, err = r.Pool.Exec(m.Context(),
					`INSERT INTO public.reaction_parked (reaction, position, stream, event, error) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
					reaction.Name, int64(recorded.Position), recorded.Stream, recorded.Type, failure.Error())
				if err != nil {
					return nil, err
				}
			}
			r.Logger.Error("event parked", "reaction", reaction.Name, "position", recorded.Position, "event", recorded.Type, "stream",
				recorded.Stream, "error", failure)
			return nil, nil
		}
	}
}

// noneFor is the time for which a reaction without parked events is taken to have none. Only the instance that runs the reactions parks
// events; when it changes, both do for a moment.
const noneFor = time.Second

// parkBehind parks an event if an earlier event of its stream is parked.
func (r *Runner) parkBehind(ctx context.Context, reaction Reaction, recorded eventstore.Recorded, why error) (parked bool, err error) {
	if until, ok := r.unparked.Load(reaction.Name); ok && time.Now().Before(until.(time.Time)) {
		return false, nil
	}
	tag, err := r.Pool.Exec(ctx, parkSQL, reaction.Name, int64(recorded.Position), recorded.Stream, recorded.Type, why.Error())
	if err != nil || tag.RowsAffected() > 0 {
		return err == nil, err
	}
	asked, some := time.Now(), false
	err = r.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.reaction_parked WHERE reaction = $1)`, reaction.Name).Scan(&some)
	if err == nil && !some {
		r.unparked.Store(reaction.Name, asked.Add(noneFor))
	}
	return false, err
}

// attempt handles an event outside of the router.
func (r *Runner) attempt(ctx context.Context, reaction Reaction, recorded eventstore.Recorded) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	payload, err := r.Codec.Decode(ctx, recorded)
	if err != nil {
		return err
	}
	return reaction.Handle(ctx, Event{recorded, payload})
}

// shortened removes the stack trace of a panic. The retries have logged it.
func shortened(err error) error {
	var panicked middleware.RecoveredPanicError
	if errors.As(err, &panicked) {
		return fmt.Errorf("panic: %v", panicked.V)
	}
	return err
}

// Parked lists the first 1000 parked events.
func (r *Runner) Parked(ctx context.Context) ([]ParkedEvent, error) {
	rows, err := r.Pool.Query(ctx,
		`SELECT reaction, position, stream, event, error, parked_at FROM public.reaction_parked ORDER BY reaction, position LIMIT 1000`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[ParkedEvent])
}

// ParkedEvent is an event that a reaction could not handle.
type ParkedEvent struct {
	Reaction string
	Position int64
	Stream   string
	Event    string
	Error    string
	ParkedAt time.Time
}

// ErrNoReaction: no reaction has that name.
var ErrNoReaction = errors.New("there is no reaction of that name")

// ErrNotParked: the event is not parked.
var ErrNotParked = errors.New("the event is not parked")

// Retry handles the parked events of a stream in order and removes them. It returns their number, and stops at the first that fails again.
// Events that arrive meanwhile are parked behind them and handled too.
func (r *Runner) Retry(ctx context.Context, reaction, stream string) (handled int64, err error) {
	for _, known := range r.Reactions {
		if known.Name != reaction {
			continue
		}
		for ; ; handled++ {
			if more, err := r.retryOne(ctx, known, stream); err != nil || !more {
				return handled, err
			}
		}
	}
	return 0, fmt.Errorf("%w: %q", ErrNoReaction, reaction)
}

// Skip removes a parked event, which the reaction will not handle. Before, note records that; if it fails the event stays parked. Later
// events of the stream stay parked until they are retried.
func (r *Runner) Skip(ctx context.Context, reaction string, at eventstore.Position, note func(ParkedEvent) error) error {
	tx, err := r.Pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	rows, err := tx.Query(ctx, `SELECT reaction, position, stream, event, error, parked_at FROM public.reaction_parked
		WHERE reaction = $1 AND position = $2 FOR UPDATE`, reaction, int64(at))
	if err != nil {
		return err
	}
	parked, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[ParkedEvent])
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("%w: position %d of %q", ErrNotParked, at, reaction)
	}
	if err != nil {
		return err
	}
	if err := note(parked); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM public.reaction_parked WHERE reaction = $1 AND position = $2`, reaction, int64(at)); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// retryOne handles the first parked event of a stream while its row is locked, so concurrent retries take turns.
func (r *Runner) retryOne(ctx context.Context, reaction Reaction, stream string) (more bool, err error) {
	tx, err := r.Pool.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	var at eventstore.Position
	err = tx.QueryRow(ctx,
		`SELECT position FROM public.reaction_parked WHERE reaction = $1 AND stream = $2 ORDER BY position LIMIT 1 FOR UPDATE`,
		reaction.Name, stream).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	event, err := eventstore.ReadAt(ctx, r.Store, at)
	if err != nil {
		return false, fmt.Errorf("read position %d: %w", at, err)
	}
	if err := r.attempt(ctx, reaction, event); err != nil {
		return false, fmt.Errorf("position %d: %w", at, err)
	}
	_, err = tx.Exec(ctx, `DELETE FROM public.reaction_parked WHERE reaction = $1 AND position = $2`, reaction.Name,
		int64(at))
	if err != nil {
		return false, err
	}
	return true, tx.Commit(ctx)
}
