package reactions

import (
	"context"
	"errors"
	"fmt"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/jackc/pgx/v5"

	"tradelog/eventstore"
)

// subscriber is the log as a Watermill subscriber: one message for each event, the next one after the last was
// acknowledged, the checkpoint stored in between.
type subscriber struct {
	runner   *Runner
	reaction Reaction
}

var _ message.Subscriber = (*subscriber)(nil)

// Subscribe delivers events until the context ends. The topic is the reaction's name.
func (s *subscriber) Subscribe(ctx context.Context, _ string) (<-chan *message.Message, error) {
	at, err := s.checkpoint(ctx)
	if err != nil {
		return nil, fmt.Errorf("reaction %s: checkpoint: %w", s.reaction.Name, err)
	}
	subscription, err := s.runner.Store.Subscribe(ctx, at, eventstore.Filter{Types: s.reaction.Events})
	if err != nil {
		return nil, err
	}
	messages := make(chan *message.Message)
	go func() {
		defer close(messages)
		defer subscription.Close()
		if err := s.deliver(ctx, subscription, messages); err != nil && ctx.Err() == nil {
			s.runner.Logger.Error("reaction ended", "reaction", s.reaction.Name, "error", err)
		}
	}()
	return messages, nil
}

// Close does nothing: the context ends a subscription.
func (s *subscriber) Close() error { return nil }

func (s *subscriber) deliver(ctx context.Context, subscription eventstore.Subscription, messages chan<- *message.Message) error {
	for {
		batch, err := subscription.Next(ctx)
		if err != nil {
			return err
		}
		for _, e := range batch.Events {
			if err := s.one(ctx, e, messages); err != nil {
				return err
			}
			if err := s.store(ctx, e.Position); err != nil {
				return err
			}
		}
		if len(batch.Events) == 0 && batch.CaughtUp {
			if err := s.store(ctx, batch.Position); err != nil {
				return err
			}
		}
	}
}

// one delivers an event until it is acknowledged.
func (s *subscriber) one(ctx context.Context, e eventstore.Recorded, messages chan<- *message.Message) error {
	for {
		m := message.NewMessage(e.ID.String(), message.Payload(e.Data))
		if meta, err := e.Meta(); err == nil {
			middleware.SetCorrelationID(meta.CorrelationID, m)
		}
		m.SetContext(context.WithValue(ctx, eventKey{}, e))
		select {
		case messages <- m:
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case <-m.Acked():
			return nil
		case <-m.Nacked():
			continue
		case <-ctx.Done():
			return ctx.Err()
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

func (s *subscriber) store(ctx context.Context, at eventstore.Position) error {
	_, err := s.runner.Pool.Exec(ctx, `INSERT INTO public.reaction_checkpoints (reaction, position) VALUES ($1, $2)
		ON CONFLICT (reaction) DO UPDATE SET position = excluded.position, updated_at = now()`, s.reaction.Name, int64(at))
	return err
}
