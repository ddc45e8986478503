package projections

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tradelog/eventstore"
)

// Status is the state of a projector: its position, its lag and its last error.
type Status struct {
	Projector     string              `json:"projector"`
	Version       int                 `json:"version"`
	Position      eventstore.Position `json:"position"`
	Lag           int64               `json:"lag"` // positions behind the log
	Generation    int64               `json:"generation"`
	Error         *string             `json:"error,omitempty"`
	ErrorPosition *int64              `json:"errorPosition,omitempty"`
	ErrorEvent    *string             `json:"errorEvent,omitempty"`
	FailedAt      *time.Time          `json:"failedAt,omitempty"`
	UpdatedAt     time.Time           `json:"updatedAt"`
	CanRollBack   bool                `json:"canRollBack"`
}

// Statuses lists the state of all projectors.
func (e *Engine) Statuses(ctx context.Context) ([]Status, error) {
	head, err := e.options.Store.Head(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := e.options.Pool.Query(ctx, `SELECT c.projector, c.schema_version, c.position, c.generation, c.error, c.error_position,
		c.error_event, c.failed_at,
		c.updated_at, EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = 'old_' || c.projector)
		FROM projection_checkpoints c WHERE c.projector = ANY($1) ORDER BY c.projector`, e.Names())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Status, error) {
		var s Status
		err := row.Scan(&s.Projector, &s.Version, &s.Position, &s.Generation, &s.Error, &s.ErrorPosition, &s.ErrorEvent, &s.FailedAt,
			&s.UpdatedAt, &s.CanRollBack)
		s.Lag = max(0, int64(head-s.Position))
		return s, err
	})
}

// Rebuilds maps each projector that any process is rebuilding or verifying now to the position of its shadow tables.
func (e *Engine) Rebuilds(ctx context.Context) (map[string]eventstore.Position, error) {
	schemas := make([]string, 0, len(e.byName))
	for name := range e.byName {
		schemas = append(schemas, shadowSchema(name))
	}
	rows, err := e.options.Pool.Query(ctx, `SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relname = 'shadow_checkpoint' AND n.nspname = ANY($1)`, schemas)
	if err != nil {
		return nil, err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	found := map[string]eventstore.Position{}
	for _, schema := range there {
		var at eventstore.Position
		err := e.options.Pool.QueryRow(ctx, "SELECT position FROM "+quoted(schema, "shadow_checkpoint"),
			pgx.QueryExecModeExec).Scan(&at)
		var gone *pgconn.PgError
		switch {
		case err == nil:
			found[strings.TrimPrefix(schema, shadowSchema(""))] = at
		case errors.As(err, &gone) && (gone.Code == "42P01" || gone.Code == "3F000"): // it has ended meanwhile
		default:
			return nil, err
		}
	}
	return found, nil
}
