// Package dedicated opens PostgreSQL connections outside of a pool. They serve LISTEN, advisory locks of a session, and work that must not
// wait for a free connection.
package dedicated

import (
	"context"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Connect opens a connection to the database of a pool. The settings of the pool apply, unless params names others.
func Connect(ctx context.Context, pool *pgxpool.Pool, application string, params map[string]string) (*pgx.Conn, error) {
	return pgx.ConnectConfig(ctx, PoolConfig(pool, application, params).ConnConfig)
}

// PoolConfig returns the settings of another pool of connections to the same database. The settings of pool apply, unless params names
// others.
func PoolConfig(pool *pgxpool.Pool, application string, params map[string]string) *pgxpool.Config {
	config := pool.Config()
	config.MinConns, config.MinIdleConns = 0, 0
	config.ConnConfig.RuntimeParams["application_name"] = application
	maps.Copy(config.ConnConfig.RuntimeParams, params)
	return config
}

// Listen opens a connection that receives the notifications of a channel.
func Listen(ctx context.Context, pool *pgxpool.Pool, application, channel string) (*pgx.Conn, error) {
	conn, err := Connect(ctx, pool, application, nil)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		_ = conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return conn, nil
}

// Receive passes the notifications of a connection to handle until d is over or handle returns true.
func Receive(ctx context.Context, conn *pgx.Conn, d time.Duration, handle func(payload string) (done bool)) error {
	limit, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(limit)
		switch {
		case err != nil && ctx.Err() == nil && limit.Err() != nil:
			return nil
		case err != nil:
			return err
		case handle(n.Payload):
			return nil
		}
	}
}

// Locked tells whether any session holds an advisory lock of the database.
func Locked(ctx context.Context, pool *pgxpool.Pool, lock int64) (held bool, err error) {
	err = pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid::bigint = ($1::bigint >> 32) & 4294967295 AND objid::bigint = $1 & 4294967295)`, lock).Scan(&held)
	return held, err
}
