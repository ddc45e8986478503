package app

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

// metrics holds the metrics that /metrics shows, on the listener of ServeMetrics. docs/metrics.md lists them, and a test compares.
type metrics struct {
	requests, reactions               *prometheus.HistogramVec
	appends                           *prometheus.HistogramVec
	batch, lockWait                   prometheus.Histogram
	subscriptions                     prometheus.Gauge
	projectorEvents, projectorSeconds *prometheus.HistogramVec
	replicas                          *prometheus.CounterVec
	standing                          *standing
	logCalls                          *prometheus.CounterVec
	followers                         func() int // open subscriptions of EventStoreDB clients; nil without a server for them
}

var (
	fastSeconds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	countBounds = []float64{1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500}
)

func newMetrics() *metrics {
	vec := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	return &metrics{
		requests: vec("tradelog_request_seconds", "Time to answer requests, by operation and status.", fastSeconds, "operation", "status"),
		reactions: vec("tradelog_reaction_seconds", "Time of attempts to handle an event, by reaction and outcome (done, failed).",
			fastSeconds, "reaction", "outcome"),
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
		standing: &standing{},
	}
}

// own returns the metrics of the shop, beside those of the process.
func (m *metrics) own() []prometheus.Collector {
	followers := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tradelog_esdb_subscriptions",
		Help: "Subscriptions of EventStoreDB clients that are open."}, func() float64 {
		if m.followers == nil {
			return 0
		}
		return float64(m.followers())
	})
	return []prometheus.Collector{m.requests, m.reactions, m.appends, m.batch, m.lockWait, m.subscriptions, m.projectorEvents,
		m.projectorSeconds, m.replicas, m.standing, m.logCalls, followers}
}

func (m *metrics) handler(a *App) http.Handler {
	m.standing.app = a
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(m.own()...)
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

func (m *metrics) observe(operation string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) react(reaction string, took time.Duration, err error) {
	outcome := "done"
	if err != nil {
		outcome = "failed"
	}
	m.reactions.WithLabelValues(reaction, outcome).Observe(took.Seconds())
}

func (m *metrics) project(projector string, events int, took time.Duration) {
	m.projectorEvents.WithLabelValues(projector).Observe(float64(events))
	m.projectorSeconds.WithLabelValues(projector).Observe(took.Seconds())
}

func (m *metrics) called(method string, code codes.Code) {
	m.logCalls.WithLabelValues(strings.TrimPrefix(method, "/"), code.String()).Inc()
}

// following shows the number of subscriptions that are open.
func (m *metrics) following(open func() int) {
	m.followers = open
}

func (m *metrics) replica(outcome string) { m.replicas.WithLabelValues(outcome).Inc() }

var _ eventstore.Observer = (*metrics)(nil)

// Appended counts an append.
func (m *metrics) Appended(took time.Duration, err error) {
	m.appends.WithLabelValues(eventstore.Outcome(err)).Observe(took.Seconds())
}

// Stored counts a transaction of appends.
func (m *metrics) Stored(events, _ int) { m.batch.Observe(float64(events)) }

// Locked counts a wait for the log's end.
func (m *metrics) Locked(waited time.Duration) { m.lockWait.Observe(waited.Seconds()) }

// Subscribed counts subscriptions.
func (m *metrics) Subscribed(n int) { m.subscriptions.Add(float64(n)) }
