package installation

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/internal/tracing"
)

// PoolConfig returns the settings that connections to the primary and to replicas have in common. The tracer sees every query; traced also
// makes spans of the queries of traced requests. Its error does not repeat the URL, which may have a password.
func PoolConfig(url string, connections int32, tracer pgx.QueryTracer, traced bool) (*pgxpool.Config, error) {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the database URL cannot be read; expected something like postgres://user@host/database")
	}
	c.MaxConns = connections
	c.ConnConfig.Tracer = tracer
	switch {
	case traced && tracer == nil:
		c.ConnConfig.Tracer = tracing.Queries{}
	case traced:
		c.ConnConfig.Tracer = multitracer.New(tracer, tracing.Queries{})
	}
	c.ConnConfig.RuntimeParams["application_name"] = "tradelog"
	// Many short queries run at once. A worker of PostgreSQL takes longer to start than most of them take.
	c.ConnConfig.RuntimeParams["max_parallel_workers_per_gather"] = "0"
	c.ConnConfig.RuntimeParams["search_path"] = "read, public"
	c.ConnConfig.RuntimeParams["timezone"] = "UTC"
	c.ConnConfig.RuntimeParams["pg_trgm.word_similarity_threshold"] = "0.4" // least similarity of a word to a search term with typing errors
	return c, nil
}
