package tradelog

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics is what /metrics shows.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
}

func newMetrics() *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tradelog_request_seconds", Help: "Time to answer requests, by operation and status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"operation", "status"})}
	m.registry.MustRegister(m.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) observe(operation string, status int, took time.Duration) {
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) handler(a *App) http.Handler {
	m.registry.MustRegister(&projectionMetrics{a})
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// projectionMetrics asks the database when somebody looks.
type projectionMetrics struct{ app *App }

var (
	positionMetric = prometheus.NewDesc("tradelog_projector_position", "Position each projector has applied.", []string{"projector"}, nil)
	lagMetric      = prometheus.NewDesc("tradelog_projector_lag", "Positions each projector is behind the log.", []string{"projector"}, nil)
	failedMetric   = prometheus.NewDesc("tradelog_projector_failed", "1 when a projector has stopped at an event; the labels name it.", []string{"projector", "event", "position"}, nil)
	headMetric     = prometheus.NewDesc("tradelog_log_position", "Position of the newest event.", nil, nil)
)

// Describe names the metrics.
func (p *projectionMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{positionMetric, lagMetric, failedMetric, headMetric} {
		to <- d
	}
}

// Collect reads where everything stands.
func (p *projectionMetrics) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	statuses, err := p.app.Engine.Statuses(ctx)
	if err != nil {
		return
	}
	for _, s := range statuses {
		to <- prometheus.MustNewConstMetric(positionMetric, prometheus.GaugeValue, float64(s.Position), s.Projector)
		to <- prometheus.MustNewConstMetric(lagMetric, prometheus.GaugeValue, float64(s.Lag), s.Projector)
		if s.Error != nil {
			event, position := "", int64(0)
			if s.ErrorEvent != nil {
				event = *s.ErrorEvent
			}
			if s.ErrorPosition != nil {
				position = *s.ErrorPosition
			}
			to <- prometheus.MustNewConstMetric(failedMetric, prometheus.GaugeValue, 1, s.Projector, event, strconv.FormatInt(position, 10))
		}
	}
	if head, err := p.app.Store.Head(ctx); err == nil {
		to <- prometheus.MustNewConstMetric(headMetric, prometheus.GaugeValue, float64(head))
	}
}
