package monitoring

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"tradelog/eventstore"
	"tradelog/installation/checkpoints"
	"tradelog/projections"
	"tradelog/reactions"
	"tradelog/reactions/webhooks"
	"tradelog/readmodels"
)

// collector collects the metrics that are read on each scrape: positions, lags and ages.
type collector struct{ shop Shop }

// Shop has the parts of a shop whose state is watched.
type Shop struct {
	Pool        *pgxpool.Pool
	Log         eventstore.Store
	Projections *projections.Engine
	Reactions   *reactions.Runner
	Replicas    *readmodels.Replicas
	Owners      *Owners
	Troubles    *Troubles
	Answers     func(tell func(via string, hits, misses uint64)) // how often each interface found an answer in memory
	Clock       func() time.Time
	Webhooks    func(context.Context) (webhooks.Totals, error)       // nil: there are no webhooks
	Proof       func(context.Context) (*checkpoints.Progress, error) // nil, or returning nil: the events have no seals
}

// described lists the descriptions of these metrics.
var described []*prometheus.Desc

func describe(name, help string, labels ...string) *prometheus.Desc {
	d := prometheus.NewDesc(name, help, labels, nil)
	described = append(described, d)
	return d
}

var (
	answersMetric = describe("tradelog_database_up", "1 when the database answered; 0: the figures that come from it are missing.")
	headMetric    = describe("tradelog_log_position", "Position of the newest event.")

	positionMetric = describe("tradelog_projector_position", "Position each projector has applied.", "projector")
	lagMetric      = describe("tradelog_projector_lag_events", "Events each projector is behind the log.", "projector")
	lateMetric     = describe("tradelog_projector_lag_seconds", "Age of the oldest event that a projector has not read.", "projector")
	failedMetric   = describe("tradelog_projector_failed", "1 when a projector has stopped at an event; the labels name it.",
		"projector", "event", "position")
	rebuildMetric = describe("tradelog_projector_rebuild_position",
		"Position that the new tables of a projector have, while it is rebuilt or verified.", "projector")

	reactedMetric   = describe("tradelog_reaction_position", "Position each reaction has handled.", "reaction")
	behindMetric    = describe("tradelog_reaction_lag_events", "Events each reaction is behind the log.", "reaction")
	dueMetric       = describe("tradelog_reaction_lag_seconds", "Age of the oldest event that a reaction has not read.", "reaction")
	openWebhooks    = describe("tradelog_webhook_open", "Deliveries to webhooks that failed and are tried again, or wait for one of those.")
	parkedWebhooks  = describe("tradelog_webhook_parked", "Deliveries to webhooks that were given up.")
	failingWebhooks = describe("tradelog_webhooks_failing", "Webhooks whose last delivery failed.")

	parkedMetric = describe("tradelog_reaction_parked", "Events each reaction could not handle and has put aside.", "reaction")

	ownedMetric = describe("tradelog_role_owned", "1 when some instance runs the projectors (project), or the reactions (react).", "role")

	degradedMetric = describe("tradelog_degraded", "1 while something needs an operator although requests are served: wal_archive (the "+
		"write-ahead log is not archived), event_archive (segments with the contents of old events are missing or damaged), log_seal (a seal of "+
		"the event log is broken), seller (the seller's particulars lack something that invoices need).", "what")

	verifiedMetric = describe("tradelog_log_verified_position", "Position up to which the log was verified in the background.")
	verifiedAt     = describe("tradelog_log_verified_timestamp_seconds",
		"Time of the last verification of the log in the background, since 1970.")
	brokenMetric  = describe("tradelog_log_broken_position", "First position of the log whose seal is broken; 0: none.")
	signedMetric  = describe("tradelog_checkpoint_position", "Position up to which signed checkpoints cover the log.")
	waitingMetric = describe("tradelog_checkpoints_unpublished", "Signed checkpoints that were not published to the place of --checkpoints.")

	connectionsMetric = describe("tradelog_pool_connections", "Connections of a pool, by state: in_use, idle, and max, their bound.",
		"pool", "state")
	waitsMetric    = describe("tradelog_pool_waits_total", "How often a connection of a pool had to be waited for.", "pool")
	waitedMetric   = describe("tradelog_pool_wait_seconds_total", "Time waited for connections of a pool.", "pool")
	replicasMetric = describe("tradelog_replicas", "Read replicas, by state: in_use, or failed and tried again.", "state")
	memoryMetric   = describe("tradelog_remembered_answers_total",
		"Reads that were looked up among the remembered answers, by interface (rest, graphql, mcp, soap) and result (hit, miss).",
		"interface", "result")
)

// Describe names the metrics.
func (s *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range described {
		to <- d
	}
}

// show sends a value.
type show func(d *prometheus.Desc, value float64, labels ...string)

// Collect reads all values of the scrape.
func (s *collector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	send := func(kind prometheus.ValueType) show {
		return func(d *prometheus.Desc, value float64, labels ...string) {
			to <- prometheus.MustNewConstMetric(d, kind, value, labels...)
		}
	}
	gauge := send(prometheus.GaugeValue)
	s.process(gauge, send(prometheus.CounterValue))
	up := 1.0
	if err := s.database(ctx, gauge); err != nil {
		up = 0
	}
	gauge(answersMetric, up)
}

// process adds the values that this instance has in memory.
func (s *collector) process(gauge, counter show) {
	pool := func(name string, stat *pgxpool.Stat) {
		gauge(connectionsMetric, float64(stat.AcquiredConns()), name, "in_use")
		gauge(connectionsMetric, float64(stat.IdleConns()), name, "idle")
		gauge(connectionsMetric, float64(stat.MaxConns()), name, "max")
		counter(waitsMetric, float64(stat.EmptyAcquireCount()), name)
		counter(waitedMetric, stat.EmptyAcquireWaitTime().Seconds(), name)
	}
	pool("database", s.shop.Pool.Stat())
	for t := range troubles {
		value := 0.0
		if s.shop.Troubles.has(t) {
			value = 1
		}
		gauge(degradedMetric, value, string(t))
	}
	s.shop.Replicas.Stats(pool)
	all, used := s.shop.Replicas.Using()
	gauge(replicasMetric, float64(used), "in_use")
	gauge(replicasMetric, float64(all-used), "failed")
	s.shop.Answers(func(via string, hits, misses uint64) {
		counter(memoryMetric, float64(hits), via, "hit")
		counter(memoryMetric, float64(misses), via, "miss")
	})
}

// database adds the values that are in the database.
func (s *collector) database(ctx context.Context, gauge show) error {
	head, err := s.shop.Log.Head(ctx)
	if err != nil {
		return err
	}
	gauge(headMetric, float64(head))
	statuses, err := s.shop.Projections.Statuses(ctx)
	if err != nil {
		return err
	}
	ages := map[eventstore.Position]float64{}
	progress := func(name string, at eventstore.Position, lag int64, position, events, seconds *prometheus.Desc) error {
		age, err := s.age(ctx, ages, at, lag)
		if err != nil {
			return err
		}
		gauge(position, float64(at), name)
		gauge(events, float64(lag), name)
		gauge(seconds, age, name)
		return nil
	}
	for _, p := range statuses {
		if err := progress(p.Projector, p.Position, p.Lag, positionMetric, lagMetric, lateMetric); err != nil {
			return err
		}
		if p.Error == nil {
			continue
		}
		event, position := "", int64(0)
		if p.ErrorEvent != nil {
			event = *p.ErrorEvent
		}
		if p.ErrorPosition != nil {
			position = *p.ErrorPosition
		}
		gauge(failedMetric, 1, p.Projector, event, strconv.FormatInt(position, 10))
	}
	rebuilds, err := s.shop.Projections.Rebuilds(ctx)
	if err != nil {
		return err
	}
	for projector, at := range rebuilds {
		gauge(rebuildMetric, float64(at), projector)
	}
	if err := s.proof(ctx, gauge); err != nil {
		return err
	}
	for _, w := range s.shop.Owners.works {
		owned, err := w.Owned(ctx)
		if err != nil {
			return err
		}
		value := 0.0
		if owned {
			value = 1
		}
		gauge(ownedMetric, value, w.Role)
	}
	reacted, err := s.shop.Reactions.Statuses(ctx)
	if err != nil {
		return err
	}
	for _, r := range reacted {
		if err := progress(r.Reaction, r.Position, r.Lag, reactedMetric, behindMetric, dueMetric); err != nil {
			return err
		}
		gauge(parkedMetric, float64(r.Parked), r.Reaction)
	}
	if s.shop.Webhooks == nil {
		return nil
	}
	w, err := s.shop.Webhooks(ctx)
	if err != nil {
		return err
	}
	gauge(openWebhooks, float64(w.Open))
	gauge(parkedWebhooks, float64(w.Parked))
	gauge(failingWebhooks, float64(w.Failing))
	return nil
}

// proof adds how far the log was verified and signed.
func (s *collector) proof(ctx context.Context, gauge show) error {
	if s.shop.Proof == nil {
		return nil
	}
	p, err := s.shop.Proof(ctx)
	if err != nil || p == nil {
		return err
	}
	gauge(verifiedMetric, float64(p.Position))
	if !p.At.IsZero() {
		gauge(verifiedAt, float64(p.At.UnixMilli())/1000)
	}
	gauge(brokenMetric, float64(p.Broken))
	gauge(signedMetric, float64(p.Checkpoint))
	gauge(waitingMetric, float64(p.Unpublished))
	return nil
}

// age returns the age of the event after a position, in seconds; 0 if lag is 0. known caches the ages.
func (s *collector) age(ctx context.Context, known map[eventstore.Position]float64, after eventstore.Position, lag int64) (float64, error) {
	return ageOf(ctx, s.shop.Log, s.shop.Clock(), known, after, lag)
}

func ageOf(
	ctx context.Context, log eventstore.Store, now time.Time, known map[eventstore.Position]float64, after eventstore.Position, lag int64,
) (float64, error) {
	if lag == 0 {
		return 0, nil
	}
	if age, ok := known[after]; ok {
		return age, nil
	}
	page, err := log.ReadAll(ctx, after, eventstore.Forwards, 1, eventstore.Filter{})
	if err != nil || len(page.Events) == 0 {
		return 0, err
	}
	known[after] = max(0, now.Sub(page.Events[0].RecordedAt).Seconds())
	return known[after], nil
}
