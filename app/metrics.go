package app

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"google.golang.org/grpc/codes"
)

// metrics is what /metrics shows, on the listener of ServeMetrics.
type metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.HistogramVec
	reactions *prometheus.HistogramVec
	logCalls  *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tradelog_request_seconds", Help: "Time to answer requests, by operation and status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"operation", "status"}), reactions: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tradelog_reaction_seconds", Help: "Time of attempts to handle an event, by reaction and outcome (done, failed).",
		Buckets: []float64{.001, .005, .025, .1, .5, 1, 5, 10},
	}, []string{"reaction", "outcome"}), logCalls: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tradelog_esdb_calls_total", Help: "Calls of EventStoreDB clients that have ended, by method and gRPC code.",
	}, []string{"method", "code"})}
	m.registry.MustRegister(m.requests, m.reactions, m.logCalls, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
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

func (m *metrics) called(method string, code codes.Code) {
	m.logCalls.WithLabelValues(strings.TrimPrefix(method, "/"), code.String()).Inc()
}

// following shows the number of subscriptions that are open.
func (m *metrics) following(open func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tradelog_esdb_subscriptions", Help: "Subscriptions of EventStoreDB clients that are open.",
	}, func() float64 { return float64(open()) }))
}

func (m *metrics) handler(a *App) http.Handler {
	m.registry.MustRegister(&progressMetrics{a})
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// progressMetrics asks the database when somebody looks.
type progressMetrics struct{ app *App }

var (
	positionMetric = prometheus.NewDesc("tradelog_projector_position", "Position each projector has applied.", []string{"projector"}, nil)
	lagMetric      = prometheus.NewDesc("tradelog_projector_lag", "Positions each projector is behind the log.", []string{"projector"}, nil)
	failedMetric   = prometheus.NewDesc("tradelog_projector_failed", "1 when a projector has stopped at an event; the labels name it.",
		[]string{"projector", "event", "position"}, nil)
	reactedMetric = prometheus.NewDesc("tradelog_reaction_position", "Position each reaction has handled.", []string{"reaction"}, nil)
	behindMetric  = prometheus.NewDesc("tradelog_reaction_lag", "Positions each reaction is behind the log.", []string{"reaction"}, nil)
	parkedMetric  = prometheus.NewDesc("tradelog_reaction_parked", "Events each reaction could not handle and has put aside.",
		[]string{"reaction"}, nil)
	answersMetric = prometheus.NewDesc("tradelog_database_up", "1 when the database answered; 0: the figures that come from it are missing.",
		nil, nil)
	headMetric = prometheus.NewDesc("tradelog_log_position", "Position of the newest event.", nil, nil)
)

// Describe names the metrics.
func (p *progressMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		positionMetric, lagMetric, failedMetric, reactedMetric, behindMetric, parkedMetric, answersMetric, headMetric,
	} {
		to <- d
	}
}

// Collect reads where everything stands.
func (p *progressMetrics) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	up := 1.0
	if err := p.collect(ctx, func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}); err != nil {
		up = 0
	}
	to <- prometheus.MustNewConstMetric(answersMetric, prometheus.GaugeValue, up)
}

func (p *progressMetrics) collect(ctx context.Context, show func(d *prometheus.Desc, value float64, labels ...string)) error {
	head, err := p.app.Store.Head(ctx)
	if err != nil {
		return err
	}
	show(headMetric, float64(head))
	statuses, err := p.app.Engine.Statuses(ctx)
	if err != nil {
		return err
	}
	for _, s := range statuses {
		show(positionMetric, float64(s.Position), s.Projector)
		show(lagMetric, float64(s.Lag), s.Projector)
		if s.Error == nil {
			continue
		}
		event, position := "", int64(0)
		if s.ErrorEvent != nil {
			event = *s.ErrorEvent
		}
		if s.ErrorPosition != nil {
			position = *s.ErrorPosition
		}
		show(failedMetric, 1, s.Projector, event, strconv.FormatInt(position, 10))
	}
	reacted, err := p.app.Reactions.Statuses(ctx)
	for _, s := range reacted {
		show(reactedMetric, float64(s.Position), s.Reaction)
		show(behindMetric, float64(s.Lag), s.Reaction)
		show(parkedMetric, float64(s.Parked), s.Reaction)
	}
	return err
}
