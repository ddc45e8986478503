package readmodels

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tradelog/internal/wait"
	"tradelog/readmodels/freshness"
)

// Replicas are copies of the database that follow it and answer reads of clients. Make them with OpenReplicas; nil is none.
//
// A replica may be behind. Each question therefore begins with the replica's own checkpoints, in the same round trip. The rows are used if
// the replica has applied at least the versions that this instance knows of their scopes. Cached answers rely on the same versions. Rows
// and checkpoints are written in one transaction, and a later statement sees at least the commits that an earlier one saw. This holds for
// every server that may answer: one that restarted, or another one behind the same address.
//
// The answer is read as a whole before any of it is used. If it is too old, or the replica fails, the primary is asked instead.
type Replicas struct {
	all     []*replica
	next    atomic.Uint32
	options ReplicaOptions
	logID   string // of the primary; a database that has another one is no replica of it

	stop     context.CancelFunc
	stopping context.Context
	retrying sync.WaitGroup
}

// ReplicaOptions configure replicas.
type ReplicaOptions struct {
	Logger *slog.Logger
	// Observe is called with the outcome of each question to a replica: answered, behind or failed. It must not block.
	Observe func(outcome string)
	// Timeout bounds a question; 3 s by default. A replica that exceeds it is not used until it answers again.
	Timeout time.Duration
	// Retry is the interval at which a replica that failed is tried again; 1 s by default.
	Retry time.Duration
}

// The outcomes of questions to replicas.
const (
	replicaAnswered = "answered"
	replicaBehind   = "behind"
	replicaFailed   = "failed"
)

type replica struct {
	name   string // for messages and metrics
	pool   *pgxpool.Pool
	failed atomic.Bool

	mu   sync.Mutex
	seen map[string]seenCheckpoint
}

// seenCheckpoint is the checkpoint of a projector when the replica was asked last.
type seenCheckpoint struct {
	freshness.Need
	at time.Time
}

// behindPause is the time for which a replica that was too old for a read is not asked with the same need.
const behindPause = 20 * time.Millisecond

// OpenReplicas makes pools of connections to replicas of a primary. They need not be there yet.
func OpenReplicas(
	ctx context.Context, primary *pgxpool.Pool, configs []*pgxpool.Config, options ReplicaOptions,
) (*Replicas, error) {
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.Timeout == 0 {
		options.Timeout = 3 * time.Second
	}
	if options.Retry == 0 {
		options.Retry = time.Second
	}
	if options.Observe == nil {
		options.Observe = func(string) {}
	}
	r := &Replicas{options: options}
	if err := primary.QueryRow(ctx, logIDSQL).Scan(&r.logID); err != nil {
		return nil, err
	}
	r.stopping, r.stop = context.WithCancel(context.Background())
	for i, c := range configs {
		c.ConnConfig.RuntimeParams["application_name"] = "tradelog reads"
		c.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
		// Questions are planned for their parameters, and nothing is left in the session of a server that may be behind a pooler.
		c.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		c.AfterConnect = r.check
		pool, err := pgxpool.NewWithConfig(r.stopping, c)
		if err != nil {
			r.Close()
			return nil, err
		}
		r.all = append(r.all, &replica{name: fmt.Sprintf("replica %d at %s", i+1, c.ConnConfig.Host), pool: pool,
			seen: map[string]seenCheckpoint{}})
	}
	return r, nil
}

const logIDSQL = `SELECT log_id::text FROM public.log_head LIMIT 1`

// check refuses a database that has another log.
func (r *Replicas) check(ctx context.Context, conn *pgx.Conn) error {
	var id string
	err := conn.QueryRow(ctx, logIDSQL).Scan(&id)
	if err == nil && id != r.logID {
		err = errors.New("it is no replica of this database: its event log is another one")
	}
	return err
}

// Close closes the connections.
func (r *Replicas) Close() {
	if r == nil {
		return
	}
	r.stop()
	r.retrying.Wait()
	for _, p := range r.all {
		p.pool.Close()
	}
}

// Using returns the number of replicas, and the number of those in use.
func (r *Replicas) Using() (all, used int) {
	if r == nil {
		return 0, 0
	}
	for _, p := range r.all {
		if !p.failed.Load() {
			used++
		}
	}
	return len(r.all), used
}

// Stats calls f with the state of each pool.
func (r *Replicas) Stats(f func(name string, s *pgxpool.Stat)) {
	if r == nil {
		return
	}
	for _, p := range r.all {
		f(p.name, p.pool.Stat())
	}
}

// ask sends queries to a replica that is new enough. ok is false if the primary has to be asked.
func (r *Replicas) ask(ctx context.Context, need []freshness.Need, queries *pgx.Batch) (answer []*replicaRows, ok bool) {
	p := r.pick(need)
	if p == nil {
		return nil, false
	}
	asking, cancel := context.WithTimeout(ctx, r.options.Timeout)
	defer cancel()
	answer, ok, err := p.ask(asking, need, queries)
	var refused *pgconn.PgError
	switch {
	case err == nil && ok:
		r.options.Observe(replicaAnswered)
	case err == nil:
		r.options.Observe(replicaBehind)
	case ctx.Err() != nil: // the caller has gone
	default:
		r.options.Observe(replicaFailed)
		// After an ordinary error the server is alive: a statement that is wrong, or one that stood in the way of the replay.
		if !errors.As(err, &refused) || refused.SeverityUnlocalized != "ERROR" {
			r.takeOut(p, err)
		}
	}
	return answer, ok && err == nil
}

// pick chooses the next replica that may be new enough.
func (r *Replicas) pick(need []freshness.Need) *replica {
	first := r.next.Add(1)
	for i := range r.all {
		p := r.all[(int(first)+i)%len(r.all)]
		if !p.failed.Load() && !p.knownTooOld(need) {
			return p
		}
	}
	return nil
}

// knownTooOld tells whether the replica was too old for a need within the last behindPause.
func (p *replica) knownTooOld(need []freshness.Need) (tooOld bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range need {
		if seen, ok := p.seen[n.Projector]; ok && !n.Met(seen.Need) && time.Since(seen.at) < behindPause {
			return true
		}
	}
	return false
}

const checkpointsSQL = `SELECT projector, generation, position FROM public.projection_checkpoints WHERE projector = ANY($1)`

func (p *replica) ask(ctx context.Context, need []freshness.Need, queries *pgx.Batch) (answer []*replicaRows, ok bool, err error) {
	projectors := make([]string, len(need))
	for i, n := range need {
		projectors[i] = n.Projector
	}
	asked := &pgx.Batch{}
	asked.Queue(checkpointsSQL, projectors)
	for _, q := range queries.QueuedQueries {
		asked.Queue(q.SQL, q.Arguments...)
	}
	results := p.pool.SendBatch(ctx, asked)
	defer func() {
		if closed := results.Close(); err == nil {
			err = closed
		}
	}()
	rows, err := results.Query()
	if err != nil {
		return nil, false, err
	}
	has, err := pgx.CollectRows(rows, pgx.RowToStructByPos[freshness.Need])
	if err != nil {
		return nil, false, err
	}
	if !p.note(need, has) {
		return nil, false, nil
	}
	for range queries.QueuedQueries {
		rows, err := results.Query()
		if err != nil {
			return nil, false, err
		}
		whole, err := readWhole(rows)
		if err != nil {
			return nil, false, err
		}
		answer = append(answer, whole)
	}
	return answer, true, nil
}

// note remembers the checkpoints of the replica, and tells whether they meet the need.
func (p *replica) note(need, has []freshness.Need) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for _, h := range has {
		p.seen[h.Projector] = seenCheckpoint{h, now}
	}
	for _, n := range need {
		if seen, ok := p.seen[n.Projector]; !ok || !n.Met(seen.Need) {
			return false
		}
	}
	return true
}

// takeOut takes a replica out of use and tries in the background until it answers again.
func (r *Replicas) takeOut(p *replica, because error) {
	if p.failed.Swap(true) || r.stopping.Err() != nil {
		return
	}
	r.options.Logger.Warn("a read replica failed; the database answers its reads meanwhile", "replica", p.name, "error", because)
	r.retrying.Go(func() {
		for r.stopping.Err() == nil {
			wait.For(r.stopping, r.options.Retry)
			trying, cancel := context.WithTimeout(r.stopping, r.options.Timeout)
			err := p.pool.Ping(trying)
			cancel()
			if err == nil {
				p.failed.Store(false)
				r.options.Logger.Info("a read replica answers again", "replica", p.name)
				return
			}
		}
	})
}
