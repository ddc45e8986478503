package monitoring

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"google.golang.org/grpc/codes"

	"tradelog/eventstore"
)

// Metrics has the metrics that /metrics shows, on the listener of ServeMetrics. A test compares them with docs/metrics.md.
type Metrics struct {
	requests, reactions, webhooks     *prometheus.HistogramVec
	appends                           *prometheus.HistogramVec
	batch, lockWait                   prometheus.Histogram
	subscriptions                     prometheus.Gauge
	projectorEvents, projectorSeconds *prometheus.HistogramVec
	replicas                          *prometheus.CounterVec
	standing                          *collector
	logCalls                          *prometheus.CounterVec
	followers                         func() int // number of open subscriptions of EventStoreDB clients; nil without a server for them
}

var (
	fastSeconds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	countBounds = []float64{1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500}
)

// New makes the metrics. Handler shows them.
func New() *Metrics {
	vec := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	return &Metrics{
		requests: vec("tradelog_request_seconds", "Time to answer requests, by operation and status.", fastSeconds, "operation", "status"),
		reactions: vec("tradelog_reaction_seconds", "Time of attempts to handle an event, by reaction and outcome (done, failed).",
			fastSeconds, "reaction", "outcome"),
		webhooks: vec("tradelog_webhook_seconds", "Time of attempts to deliver to webhooks, by outcome (accepted, failed).",
			fastSeconds, "outcome"),
		appends: vec("tradelog_append_seconds",
			"Time that callers waited for appends, by outcome: done, conflict (wrong revision), unknown or failed.", fastSeconds, "outcome"),
		batch: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "tradelog_append_batch_events", Buckets: countBounds,
			Help: "Events that were appended in one transaction."}),
		lockWait: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "tradelog_append_lock_wait_seconds", Buckets: fastSeconds,
			Help: "Time until an append that had to look something up held the lock of the log's end."}),
		subscriptions: prometheus.NewGauge(prometheus.GaugeOpts{Name: "tradelog_log_subscriptions",
			Help: "Open subscriptions of this instance to the log."}),
		projectorEvents: vec("tradelog_projector_batch_events", "Events that a projector wrote in one transaction.", countBounds, "projector"),
		projectorSeconds: vec("tradelog_projector_batch_seconds", "Time to project and write such a transaction.", fastSeconds,
			"projector"),
		replicas: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tradelog_replica_reads_total",
			Help: "Questions to read replicas, by outcome: answered, behind (the primary was asked as well) or failed."}, []string{"outcome"}),
		logCalls: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tradelog_esdb_calls_total",
			Help: "Calls of EventStoreDB clients that have ended, by method and gRPC code."}, []string{"method", "code"}),
		standing: &collector{},
	}
}

// own returns the metrics of the shop, without those of the process.
func (m *Metrics) own() []prometheus.Collector {
	followers := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tradelog_esdb_subscriptions",
		Help: "Subscriptions of EventStoreDB clients that are open."}, func() float64 {
		if m.followers == nil {
			return 0
		}
		return float64(m.followers())
	})
	return []prometheus.Collector{m.requests, m.reactions, m.webhooks, m.appends, m.batch, m.lockWait, m.subscriptions, m.projectorEvents,
		m.projectorSeconds, m.replicas, m.standing, m.logCalls, followers}
}

// Handler shows the metrics, with those of a shop that are read on each scrape.
func (m *Metrics) Handler(s Shop) http.Handler {
	m.standing.shop = s
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(m.own()...)
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

// Observe counts a request.
func (m *Metrics) Observe(operation string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Observe(took.Seconds())
}

// SentWebhook counts an attempt to deliver to a webhook.
func (m *Metrics) SentWebhook(outcome string, took time.Duration) {
	m.webhooks.WithLabelValues(outcome).Observe(took.Seconds())
}

// Reacted counts an attempt to handle an event.
func (m *Metrics) Reacted(reaction string, took time.Duration, err error) {
	outcome := "done"
	if err != nil {
		outcome = "failed"
	}
	m.reactions.WithLabelValues(reaction, outcome).Observe(took.Seconds())
}

// Projected counts a transaction of a projector.
func (m *Metrics) Projected(projector string, events int, took time.Duration) {
	m.projectorEvents.WithLabelValues(projector).Observe(float64(events))
	m.projectorSeconds.WithLabelValues(projector).Observe(took.Seconds())
}

// Called counts a call of an EventStoreDB client.
func (m *Metrics) Called(method string, code codes.Code) {
	m.logCalls.WithLabelValues(strings.TrimPrefix(method, "/"), code.String()).Inc()
}

// Following shows the number of subscriptions that are open.
func (m *Metrics) Following(open func() int) {
	m.followers = open
}

// ReplicaRead counts a query that could go to a read replica, by its outcome.
func (m *Metrics) ReplicaRead(outcome string) { m.replicas.WithLabelValues(outcome).Inc() }

var _ eventstore.Observer = (*Metrics)(nil)

// Appended counts an append.
func (m *Metrics) Appended(took time.Duration, err error) {
	m.appends.WithLabelValues(eventstore.Outcome(err)).Observe(took.Seconds())
}

// Stored counts a transaction of appends.
func (m *Metrics) Stored(events, _ int) { m.batch.Observe(float64(events)) }

// Locked counts a wait for the log's end.
func (m *Metrics) Locked(waited time.Duration) { m.lockWait.Observe(waited.Seconds()) }

// Subscribed counts subscriptions.
func (m *Metrics) Subscribed(n int) { m.subscriptions.Add(float64(n)) }
