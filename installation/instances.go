package installation

import (
	"context"
	"log/slog"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/internal/wait"
)

// Instance is a process that serves, projects or reacts. Each instance announces itself again and again, and is forgotten when it is
// silent.
type Instance struct {
	ID       uuid.UUID
	Role     string
	Version  string
	Host     string
	Process  int64
	Address  string // at which it answers requests; empty: it does not
	Projects bool   // it runs the projectors
	Reacts   bool   // it runs the reactions
	// WebhookNetworks are the networks that it may send webhooks to besides the public internet.
	WebhookNetworks []string
	StartedAt       time.Time
	SeenAt          time.Time
}

// NewInstance returns an instance of this process, which started at a time.
func NewInstance(role, version string, started time.Time) Instance {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	return Instance{ID: uuid.New(), Role: role, Version: version, Host: host, Process: int64(os.Getpid()), StartedAt: started}
}

const (
	// every is the interval at which an instance says that it runs. After Silent it counts as gone.
	every = 5 * time.Second
	// Silent is the time after which an instance that said nothing counts as gone.
	Silent = 20 * time.Second
	// kept is the time for which an instance that is gone is listed.
	kept = "1 hour"
)

// Announce says that an instance runs until the context ends, and then that it has ended. now returns the instance as it is.
func Announce(ctx context.Context, pool *pgxpool.Pool, logger *slog.Logger, now func() Instance) {
	for ; ctx.Err() == nil; wait.For(ctx, every) {
		if err := note(ctx, pool, now()); err != nil && ctx.Err() == nil {
			logger.Debug("the instance could not say that it runs", "error", err)
		}
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if _, err := pool.Exec(ending, `DELETE FROM instances WHERE id = $1`, now().ID); err != nil {
		logger.Debug("the instance could not say that it has ended", "error", err)
	}
}

func note(ctx context.Context, pool *pgxpool.Pool, i Instance) error {
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO instances (id, role, version, host, process, address, projects, reacts, started_at, webhook_networks)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::text[], '{}'))
		ON CONFLICT (id) DO UPDATE SET address = excluded.address, projects = excluded.projects, reacts = excluded.reacts,
			seen_at = excluded.seen_at`,
		i.ID, i.Role, i.Version, i.Host, i.Process, i.Address, i.Projects, i.Reacts, i.StartedAt, i.WebhookNetworks)
	b.Queue(`DELETE FROM instances WHERE seen_at < clock_timestamp() - $1::interval`, kept)
	return pool.SendBatch(ctx, b).Close()
}

// Instances lists the instances, the oldest first, with the time since each was seen.
func Instances(ctx context.Context, pool *pgxpool.Pool) (list []Instance, silence []time.Duration, err error) {
	rows, err := pool.Query(ctx, `SELECT id, role, version, host, process, address, projects, reacts, webhook_networks, started_at,
		seen_at, clock_timestamp() - seen_at FROM instances ORDER BY started_at, id`)
	if err != nil {
		return nil, nil, err
	}
	var i Instance
	var silent time.Duration
	_, err = pgx.ForEachRow(rows, []any{&i.ID, &i.Role, &i.Version, &i.Host, &i.Process, &i.Address, &i.Projects, &i.Reacts,
		&i.WebhookNetworks, &i.StartedAt, &i.SeenAt, &silent}, func() error {
		list, silence = append(list, i), append(silence, silent)
		return nil
	})
	return list, silence, err
}
