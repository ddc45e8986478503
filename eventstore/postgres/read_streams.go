package postgres

import (
	"context"
	"fmt"
	"slices"

	"tradelog/eventstore"
)

// ReadStreams reads streams by the index on (stream, revision), in one query unless they have very many events; see eventstore.Store.
func (s *Store) ReadStreams(ctx context.Context, streams []string, last eventstore.Revision) (map[string][]eventstore.Recorded, error) {
	all, rest := make(map[string][]eventstore.Recorded, len(streams)), slices.Clone(streams)
	for len(rest) > 0 {
		rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM events WHERE stream = ANY($1) AND revision <= $2
			ORDER BY stream, revision LIMIT $3`, rest, last, maxRead)
		if err != nil {
			return nil, err
		}
		events, err := s.collect(ctx, rows)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for _, e := range events {
			if want := eventstore.Revision(len(all[e.Stream])); e.Revision != want {
				return nil, fmt.Errorf("%w: stream %s has revision %d where %d should be", eventstore.ErrGap, e.Stream, e.Revision, want)
			}
			all[e.Stream], seen[e.Stream] = append(all[e.Stream], e), true
		}
		if len(events) < maxRead {
			break
		}
		longest := events[len(events)-1].Stream // perhaps not to its end
		if all[longest], err = eventstore.ReadRest(ctx, s, longest, all[longest], last); err != nil {
			return nil, err
		}
		rest = slices.DeleteFunc(rest, func(stream string) bool { return seen[stream] })
	}
	return all, nil
}

// ReadPositions reads events by the primary key; see eventstore.Store.
func (s *Store) ReadPositions(ctx context.Context, at []eventstore.Position) (map[eventstore.Position]eventstore.Recorded, error) {
	if len(at) == 0 {
		return nil, ctx.Err()
	}
	positions := make([]int64, len(at))
	for i, position := range at {
		positions[i] = int64(position)
	}
	rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM events WHERE position = ANY($1)`, positions)
	if err != nil {
		return nil, err
	}
	events, err := s.collect(ctx, rows)
	if err != nil {
		return nil, err
	}
	all := make(map[eventstore.Position]eventstore.Recorded, len(events))
	for _, e := range events {
		all[e.Position] = e
	}
	return all, nil
}
