package pgtest

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// namePrefix begins the name of every test database. The run, eight hexadecimal digits, follows.
const namePrefix = "tradelog_test_"

// lockClass is the first half of the advisory locks that runs hold; the run is the second.
const lockClass = 0x7452_6764

func newForeignHost(ctx context.Context, admin string) (_ *host, err error) {
	h := newHost(admin)
	h.strategy = "wal_log"
	h.url = func(database string) string { return withDatabase(admin, database) }

	conn, err := connectToStay(ctx, admin) // it holds the lock
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, conn.Close(ctx))
		}
	}()
	if held, err := tryLock(ctx, conn, h.run); err != nil || !held {
		return nil, errors.Join(errors.New("no lock for this run"), err)
	}
	if err := h.sweep(ctx, conn, h.run); err != nil {
		return nil, err
	}
	h.stop = func() error {
		ctx := context.Background()
		return errors.Join(h.dropRun(ctx, conn, h.run), h.hangUp(), conn.Close(ctx)) // closing releases the lock
	}
	return h, nil
}

// sweep drops the databases of runs that have ended.
func (h *host) sweep(ctx context.Context, conn *pgx.Conn, except string) error {
	rows, err := conn.Query(ctx, `select distinct substr(datname, $1, 8) from pg_database where datname ~ $2`,
		len(namePrefix)+1, "^"+namePrefix+"[0-9a-f]{8}_")
	if err != nil {
		return err
	}
	runs, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, run := range runs {
		if run == except {
			continue
		}
		over, err := tryLock(ctx, conn, run)
		if err != nil {
			return err
		}
		if !over {
			continue
		}
		if err := h.dropRun(ctx, conn, run); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, "select pg_advisory_unlock($1, $2)", lockClass, lockKey(run)); err != nil {
			return err
		}
	}
	return nil
}

func (h *host) dropRun(ctx context.Context, conn *pgx.Conn, run string) error {
	rows, err := conn.Query(ctx, `select datname from pg_database where starts_with(datname, $1)`, namePrefix+run+"_")
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range names {
		errs = append(errs, h.drop(ctx, name))
	}
	return errors.Join(errs...)
}

func tryLock(ctx context.Context, conn *pgx.Conn, run string) (held bool, err error) {
	err = conn.QueryRow(ctx, "select pg_try_advisory_lock($1, $2)", lockClass, lockKey(run)).Scan(&held)
	return held, err
}

func lockKey(run string) int32 {
	n, _ := strconv.ParseUint(run, 16, 32) // eight hexadecimal digits
	return int32(uint32(n))
}

// withDatabase returns the connection string for another database on the same server. It accepts both forms of libpq: a URL, and words like
// "host=localhost user=me".
func withDatabase(conn, database string) string {
	u, err := url.Parse(conn)
	if err != nil || u.Scheme == "" {
		return strings.TrimSpace(conn) + " dbname=" + database // libpq uses the last one of two
	}
	u.Path = "/" + database
	if query := u.Query(); query.Has("dbname") || query.Has("database") {
		query.Del("dbname")
		query.Del("database")
		u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	}
	return u.String()
}
