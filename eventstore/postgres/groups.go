package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/eventstore"
)

// Groups keeps groups of consumers in a migrated database. It implements eventstore.Groups.
type Groups struct{ Pool *pgxpool.Pool }

var _ eventstore.Groups = Groups{}

const groupColumns = `g.source, g.name, g.settings, g.version, g.place,
	(SELECT count(*) FROM public.parked_events p WHERE (p.source, p.name) = (g.source, g.name) AND NOT p.replay)`

// Create implements eventstore.Groups.
func (s Groups) Create(ctx context.Context, g eventstore.Group) error {
	tag, err := s.Pool.Exec(ctx, `INSERT INTO public.subscription_groups (source, name, settings, place) VALUES ($1, $2, $3, $4)
		ON CONFLICT DO NOTHING`, g.Source, g.Name, g.Settings, g.Checkpoint)
	return found(tag, err, eventstore.ErrGroupExists)
}

// found returns the error of a change, and the error none if the change met no row.
func found(tag pgconn.CommandTag, err, none error) error {
	switch {
	case err != nil:
		return fmt.Errorf("groups of consumers: %w", err)
	case tag.RowsAffected() == 0:
		return none
	}
	return nil
}

// Get implements eventstore.Groups.
func (s Groups) Get(ctx context.Context, source, name string) (eventstore.Group, error) {
	rows, err := s.Pool.Query(ctx, `SELECT `+groupColumns+` FROM public.subscription_groups g WHERE source = $1 AND name = $2`, source, name)
	return oneGroup(rows, err, eventstore.ErrNoGroup)
}

func oneGroup(rows pgx.Rows, err, none error) (g eventstore.Group, _ error) {
	if err == nil {
		g, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[eventstore.Group])
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return g, none
	}
	if err != nil {
		return g, fmt.Errorf("groups of consumers: %w", err)
	}
	return g, nil
}

// List implements eventstore.Groups.
func (s Groups) List(ctx context.Context, source string) ([]eventstore.Group, error) {
	rows, err := s.Pool.Query(ctx, `SELECT `+groupColumns+` FROM public.subscription_groups g WHERE source = $1 OR $1 = ''
		ORDER BY source, name`, source)
	if err != nil {
		return nil, fmt.Errorf("groups of consumers: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Group])
}

// Update implements eventstore.Groups.
func (s Groups) Update(ctx context.Context, g eventstore.Group, settings json.RawMessage, checkpoint int64) error {
	tag, err := s.Pool.Exec(ctx, `UPDATE public.subscription_groups
		SET settings = $3, version = version + 1, place = CASE WHEN $5::bigint = $6::bigint THEN place ELSE $6 END
		WHERE source = $1 AND name = $2 AND version = $4 AND (place = $5 OR $5::bigint = $6::bigint)`,
		g.Source, g.Name, settings, g.Version, g.Checkpoint, checkpoint)
	if err = found(tag, err, eventstore.ErrGroupChanged); errors.Is(err, eventstore.ErrGroupChanged) {
		if _, missing := s.Get(ctx, g.Source, g.Name); missing != nil {
			return missing
		}
	}
	return err
}

// Delete implements eventstore.Groups.
func (s Groups) Delete(ctx context.Context, source, name string) error {
	tag, err := s.Pool.Exec(ctx, `DELETE FROM public.subscription_groups WHERE source = $1 AND name = $2`, source, name)
	return found(tag, err, eventstore.ErrNoGroup)
}

// Replay implements eventstore.Groups.
func (s Groups) Replay(ctx context.Context, source, name string, most int64) error {
	if _, err := s.Get(ctx, source, name); err != nil {
		return err
	}
	_, err := s.Pool.Exec(ctx, `UPDATE public.parked_events SET replay = true WHERE source = $1 AND name = $2 AND number IN (
		SELECT number FROM public.parked_events WHERE source = $1 AND name = $2 AND NOT replay ORDER BY number LIMIT $3)`, source, name, most)
	return err
}

// Claim implements eventstore.Groups.
func (s Groups) Claim(ctx context.Context, source, name string, owner uuid.UUID, lease time.Duration) (eventstore.Group, error) {
	rows, err := s.Pool.Query(ctx, `UPDATE public.subscription_groups g SET owner = $3, owned_until = clock_timestamp() + $4
		WHERE source = $1 AND name = $2 AND (owner IS NULL OR owner = $3 OR owned_until < clock_timestamp()) RETURNING `+groupColumns,
		source, name, owner, lease)
	g, err := oneGroup(rows, err, eventstore.ErrGroupOwned)
	if errors.Is(err, eventstore.ErrGroupOwned) {
		if _, missing := s.Get(ctx, source, name); missing != nil {
			return g, missing
		}
	}
	return g, err
}

// Keep implements eventstore.Groups. The checkpoint and the finished events are stored at once.
func (s Groups) Keep(ctx context.Context, o eventstore.Ownership, checkpoint int64, finished []int64, lease time.Duration) error {
	var version int64
	err := s.Pool.QueryRow(ctx, `WITH mine AS (
			UPDATE public.subscription_groups SET owned_until = clock_timestamp() + $5, place = CASE WHEN version = $6 THEN $4 ELSE place END
			WHERE source = $1 AND name = $2 AND owner = $3 RETURNING version
		), gone AS (
			DELETE FROM public.parked_events WHERE source = $1 AND name = $2 AND number = ANY($7::bigint[]) AND EXISTS (SELECT FROM mine)
		) SELECT version FROM mine`, o.Source, o.Name, o.Owner, checkpoint, lease, o.Version, finished).Scan(&version)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		if _, err := s.Get(ctx, o.Source, o.Name); err != nil {
			return err
		}
		return eventstore.ErrGroupOwned
	case err != nil:
		return fmt.Errorf("groups of consumers: %w", err)
	case version != o.Version:
		return eventstore.ErrGroupChanged
	}
	return nil
}

// Release implements eventstore.Groups.
func (s Groups) Release(ctx context.Context, o eventstore.Ownership) error {
	_, err := s.Pool.Exec(ctx, `UPDATE public.subscription_groups SET owner = NULL, owned_until = NULL
		WHERE source = $1 AND name = $2 AND owner = $3`, o.Source, o.Name, o.Owner)
	return err
}

// Park implements eventstore.Groups.
func (s Groups) Park(ctx context.Context, o eventstore.Ownership, stream string, revision eventstore.Revision) error {
	tag, err := s.Pool.Exec(ctx, `INSERT INTO public.parked_events (source, name, stream, revision)
		SELECT source, name, $4, $5 FROM public.subscription_groups WHERE source = $1 AND name = $2 AND owner = $3`,
		o.Source, o.Name, o.Owner, stream, revision)
	return found(tag, err, eventstore.ErrGroupOwned)
}

// Repark implements eventstore.Groups.
func (s Groups) Repark(ctx context.Context, o eventstore.Ownership, number int64) error {
	_, err := s.Pool.Exec(ctx, `UPDATE public.parked_events SET replay = false WHERE source = $1 AND name = $2 AND number = $3`,
		o.Source, o.Name, number)
	return err
}

// Replayed implements eventstore.Groups.
func (s Groups) Replayed(ctx context.Context, source, name string, without []int64) ([]eventstore.Parked, error) {
	rows, err := s.Pool.Query(ctx, `SELECT number, stream, revision FROM public.parked_events
		WHERE source = $1 AND name = $2 AND replay AND number <> ALL(coalesce($3::bigint[], '{}')) ORDER BY number LIMIT 1000`,
		source, name, without)
	if err != nil {
		return nil, fmt.Errorf("groups of consumers: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[eventstore.Parked])
}
