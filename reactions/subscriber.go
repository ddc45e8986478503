package reactions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/attribute"

	"tradelog/eventstore"
	"tradelog/internal/tracing"
	"tradelog/internal/wait"
)

// subscriber presents the log as a Watermill subscriber. It sends one message for each event, waits for its acknowledgement and
// then stores the checkpoint. After an outage it continues from the checkpoint.
type subscriber struct {
	runner   *Runner
	reaction Reaction
}

var _ message.Subscriber = (*subscriber)(nil)

// Subscribe delivers events until the context ends. The topic is the reaction's name. It never fails, because a failure would
// leave the router with a goroutine that waits forever.
func (s *subscriber) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	messages := make(chan *message.Message)
	go func() {
		defer close(messages)
		for ctx.Err() == nil {
			if err := s.deliver(ctx, messages); err != nil && ctx.Err() == nil {
				s.runner.Logger.Error("reaction is interrupted; will try again", "reaction", s.reaction.Name, "error", err)
				wait.For(ctx, s.runner.Poll)
			}
		}
	}()
	return messages, nil
}

// Close does nothing; the context ends a subscription.
func (s *subscriber) Close() error { return nil }

// latest is the time after which a checkpoint is stored at the latest.
const latest = time.Second

func (s *subscriber) deliver(ctx context.Context, messages chan<- *message.Message) (err error) {
	at, err := s.checkpoint(ctx)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if end, err := s.runner.Store.Head(ctx); err != nil {
		return err
	} else if at > end { // it would not handle new events
		return fmt.Errorf("the checkpoint is at position %d, and the log ends at position %d", at, end)
	}
	subscription, err := s.runner.Store.Subscribe(ctx, at, eventstore.Filter{Types: s.reaction.Events})
	if err != nil {
		return err
	}
	defer subscription.Close()
	// The checkpoint lags behind the handled events. The checkpoint is stored when it is due, for all events since together, and when the
	// reaction ends. A process that is killed leaves events to be handled again, as each may be.
	seen, due := at, time.Time{}
	keep := func() error {
		if seen == at {
			return nil
		}
		if err := s.storeNoted(ctx); err != nil {
			return err
		}
		if err := s.store(ctx, seen); err != nil {
			return err
		}
		at = seen
		return nil
	}
	move := func(to eventstore.Position) error {
		if seen == at {
			due = time.Now().Add(min(s.runner.Poll, latest))
		}
		if seen = max(seen, to); time.Now().Before(due) {
			return nil
		}
		return keep()
	}
	defer func() { err = errors.Join(err, keep()) }()
	for {
		batch, err := s.next(ctx, subscription, seen > at, due)
		if err != nil {
			return err
		}
		for _, e := range batch.Events {
			if err := s.deliverOne(ctx, e, messages, due, keep); err != nil {
				return err
			}
			if err := move(e.Position); err != nil {
				return err
			}
		}
		if err := move(batch.Position); err != nil {
			return err
		}
	}
}

// next waits for a batch. If a checkpoint is to be stored, it waits only until that is due and returns an empty batch.
func (s *subscriber) next(ctx context.Context, subscription eventstore.Subscription, noting bool, due time.Time) (eventstore.Batch, error) {
	if !noting {
		return subscription.Next(ctx)
	}
	waiting, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	batch, err := subscription.Next(waiting)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return eventstore.Batch{}, nil
	}
	return batch, err
}

// errNacked ends the span of an event whose handler failed.
var errNacked = errors.New("the handler failed")

// deliverOne delivers an event until it is acknowledged. If the context ends meanwhile, it waits for the handler: an event that was
// handled must not be delivered again.
//
// If the handler is still at work when a checkpoint is due, keep stores it.
func (s *subscriber) deliverOne(
	ctx context.Context, e eventstore.Recorded, messages chan<- *message.Message, due time.Time, keep func() error,
) error {
	long := time.NewTimer(time.Until(due))
	defer long.Stop()
	for {
		m := message.NewMessage(e.ID.String(), message.Payload(e.Data))
		handling := context.WithValue(ctx, eventKey{}, e)
		if meta, err := e.Meta(); err == nil {
			middleware.SetCorrelationID(meta.CorrelationID, m)
			handling = tracing.Continued(handling, meta.TraceParent)
		}
		handling, end := tracing.Work(handling, "react "+s.reaction.Name, tracing.NoCause, attribute.String("tradelog.event", e.Type))
		m.SetContext(handling)
		select {
		case messages <- m:
		case <-ctx.Done():
			end(ctx.Err())
			return ctx.Err()
		}
		for handled := false; !handled; {
			select {
			case <-m.Acked():
				end(nil)
				return nil
			case <-m.Nacked():
				end(errNacked)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				handled = true
			case <-long.C:
				if err := keep(); err != nil {
					s.runner.Logger.Warn("a checkpoint was not stored", "reaction", s.reaction.Name, "error", err)
				}
			}
		}
	}
}

func (s *subscriber) checkpoint(ctx context.Context) (at eventstore.Position, err error) {
	err = s.runner.Pool.QueryRow(ctx, `SELECT position FROM public.reaction_checkpoints WHERE reaction = $1`, s.reaction.Name).Scan(&at)
	if !errors.Is(err, pgx.ErrNoRows) {
		return at, err
	}
	if !s.reaction.FromStart {
		if at, err = s.runner.Store.Head(ctx); err != nil {
			return 0, err
		}
	}
	return at, s.store(ctx, at)
}

// storing bounds the time in which a checkpoint, and the noted work before it, is stored.
const storing = 5 * time.Second

// storeNoted stores the work that the handler has only noted, even if the reaction is stopping.
func (s *subscriber) storeNoted(ctx context.Context) error {
	if s.reaction.Store == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storing)
	defer cancel()
	return s.reaction.Store(ctx)
}

// store stores a checkpoint, even if the reaction is stopping.
func (s *subscriber) store(ctx context.Context, at eventstore.Position) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storing)
	defer cancel()
	// The checkpoint never moves back: for a moment two instances may both run the reaction.
	_, err := s.runner.Pool.Exec(ctx, `INSERT INTO public.reaction_checkpoints (reaction, position) VALUES ($1, $2)
		ON CONFLICT (reaction) DO UPDATE SET position = greatest(reaction_checkpoints.position, excluded.position), updated_at = now()`,
		s.reaction.Name, int64(at))
	return err
}
