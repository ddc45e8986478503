package installation

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/domain"
)

// Sequences assigns identifiers from PostgreSQL sequences, one for each kind, created on first use. Many goroutines and processes may use
// it at once.
//
// Identifiers of frequent kinds (lines, addresses, tracks) are fetched in blocks, so that most need no query. The rest of a block
// is lost when the process ends, which leaves a harmless gap.
type Sequences struct {
	pool *pgxpool.Pool

	mu    sync.Mutex
	spare map[string][]int64
}

// NewSequences returns the sequences of a database, which must be migrated.
func NewSequences(pool *pgxpool.Pool) *Sequences {
	return &Sequences{pool: pool, spare: map[string][]int64{}}
}

// blocks maps sequences that may have gaps to the number of identifiers that are fetched at once.
var blocks = map[string]int{"order_item": 64, "order_address": 64, "shipment_part": 32, "cart": 16}

var nameShape = regexp.MustCompile(`^[a-z][a-z0-9_]{0,50}$`)

// Next returns n fresh identifiers of a sequence, in ascending order.
func (s *Sequences) Next(ctx context.Context, name string, n int) ([]int64, error) {
	if !nameShape.MatchString(name) {
		return nil, fmt.Errorf("sequence name %q is not usable", name)
	}
	if n <= 0 {
		return nil, nil
	}
	block := blocks[name]
	if block == 0 {
		return s.fetch(ctx, name, n)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.spare[name]) < n {
		fresh, err := s.fetch(ctx, name, max(block, n))
		if err != nil {
			return nil, err
		}
		if n > block { // more than a block: keep the spare ones for later
			return fresh, nil
		}
		s.spare[name] = fresh
	}
	out := s.spare[name][:n:n]
	s.spare[name] = s.spare[name][n:]
	return out, nil
}

// Each returns a fresh identifier of each of some sequences, in their order. One query fetches them; none is of a block.
func (s *Sequences) Each(ctx context.Context, names ...string) ([]int64, error) {
	for _, name := range names {
		if !nameShape.MatchString(name) {
			return nil, fmt.Errorf("sequence name %q is not usable", name)
		}
	}
	return s.nextval(ctx, names...)
}

func (s *Sequences) fetch(ctx context.Context, name string, n int) ([]int64, error) {
	return s.nextval(ctx, slices.Repeat([]string{name}, n)...)
}

// nextval returns the next identifiers of sequences. A sequence that does not exist is created.
func (s *Sequences) nextval(ctx context.Context, names ...string) ([]int64, error) {
	ids, err := s.tryNextval(ctx, names)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42P01" {
		for _, name := range domain.Distinct(names) {
			if err := create(ctx, s.pool, name); err != nil {
				return nil, err
			}
		}
		ids, err = s.tryNextval(ctx, names)
	}
	if err != nil {
		return nil, fmt.Errorf("next %s: %w", strings.Join(domain.Distinct(names), ", "), err)
	}
	return ids, nil
}

func (s *Sequences) tryNextval(ctx context.Context, names []string) ([]int64, error) {
	rows, err := s.pool.Query(ctx, `SELECT nextval(('ids.' || name)::regclass) FROM unnest($1::text[]) AS s (name)`, names)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

func create(ctx context.Context, on execer, name string) error {
	_, err := on.Exec(ctx, "CREATE SEQUENCE IF NOT EXISTS "+pgx.Identifier{"ids", name}.Sanitize())
	var pg *pgconn.PgError
	if errors.As(err, &pg) && (pg.Code == "23505" || pg.Code == "42P07") {
		return nil // created concurrently by another process
	}
	return err
}

// Raise sets every sequence past the highest identifier in the log, for a database rebuilt from a log. An advisory lock
// serializes concurrent calls, so that none sets back a sequence that another uses already.
func (s *Sequences) Raise(ctx context.Context) error {
	return s.pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		const lock = `(hashtext('tradelog sequences'))`
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock`+lock); err != nil {
			return err
		}
		defer conn.Exec(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock`+lock)
		rows, err := conn.Query(ctx, `SELECT name, highest FROM read.sequence_marks WHERE highest > 0`)
		if err != nil {
			return err
		}
		marks, err := pgx.CollectRows(rows, pgx.RowToStructByPos[mark])
		if err != nil {
			return err
		}
		for _, m := range marks {
			if err := s.raise(ctx, conn, m); err != nil {
				return fmt.Errorf("raise sequence %s: %w", m.Name, err)
			}
		}
		return nil
	})
}

// mark is the highest identifier of a sequence in the log.
type mark struct {
	Name    string
	Highest int64
}

// Given returns, for each sequence, the greatest identifier that was assigned or that the log has.
func (s *Sequences) Given(ctx context.Context) (map[string]int64, error) {
	rows, err := s.pool.Query(ctx, `SELECT coalesce(s.sequencename, m.name), greatest(coalesce(s.last_value, 0), coalesce(m.highest, 0))
		FROM (SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'ids') s
		FULL JOIN read.sequence_marks m ON m.name = s.sequencename`)
	if err != nil {
		return nil, fmt.Errorf("read the sequences: %w", err)
	}
	given := map[string]int64{}
	var name string
	var highest int64
	_, err = pgx.ForEachRow(rows, []any{&name, &highest}, func() error {
		given[name] = highest
		return nil
	})
	return given, err
}

// Behind is a sequence that would assign identifiers which the log has already.
type SequenceBehind struct {
	Name    string `json:"name"`
	At      int64  `json:"at"`      // the last assigned identifier
	Highest int64  `json:"highest"` // in the log
}

// sequencesBehind lists the sequences that are behind the log. Raise sets them past it.
func sequencesBehind(ctx context.Context, tx pgx.Tx) ([]SequenceBehind, error) {
	rows, err := tx.Query(ctx, `SELECT m.name, coalesce(s.last_value, 0), m.highest FROM read.sequence_marks m
		LEFT JOIN pg_sequences s ON s.schemaname = 'ids' AND s.sequencename = m.name
		WHERE coalesce(s.last_value, 0) < m.highest ORDER BY m.name`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[SequenceBehind])
}

// SkipSequences advances every sequence, in the caller's transaction, after events were lost. Each lost event may have published an
// identifier, or a block of them, that must not be assigned again.
func SkipSequences(ctx context.Context, tx pgx.Tx, events int64) error {
	names, err := tx.Query(ctx, `SELECT sequencename FROM pg_sequences WHERE schemaname = 'ids' ORDER BY 1`)
	if err != nil {
		return err
	}
	all, err := pgx.CollectRows(names, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range all {
		if _, err := tx.Exec(ctx, fmt.Sprintf(`SELECT setval('%[1]s', last_value + $1) FROM %[1]s`, pgx.Identifier{"ids", name}.Sanitize()),
			events*int64(max(1, blocks[name]))); err != nil {
			return fmt.Errorf("move sequence %s on: %w", name, err)
		}
	}
	return nil
}

func (s *Sequences) raise(ctx context.Context, conn execer, m mark) error {
	if !nameShape.MatchString(m.Name) {
		return nil
	}
	if err := create(ctx, conn, m.Name); err != nil {
		return err
	}
	tag, err := conn.Exec(ctx, fmt.Sprintf(`SELECT setval('%[1]s', $1) FROM %[1]s WHERE last_value < $1 OR last_value = $1
		AND NOT is_called`, pgx.Identifier{"ids", m.Name}.Sanitize()), m.Highest)
	if err == nil && tag.RowsAffected() > 0 {
		s.mu.Lock()
		delete(s.spare, m.Name) // fetched before, below the mark
		s.mu.Unlock()
	}
	return err
}
