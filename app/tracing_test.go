package app_test

import (
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"tradelog/app"
	"tradelog/eventstore"
	"tradelog/internal/tracing"
	"tradelog/internal/tracing/otlp"
	"tradelog/test/apptest"
)

// receiver receives traces by OTLP over HTTP.
type receiver struct {
	mu    sync.Mutex
	spans []*spans.Span
	text  string // everything that was received
}

// ServeHTTP receives an export.
func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	var sent collector.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &sent); err != nil || q.URL.Path != "/v1/traces" {
		http.Error(w, "no traces", http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text += sent.String()
	for _, resource := range sent.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			r.spans = append(r.spans, scope.Spans...)
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// TestTraces checks that one trace leads from the client's request to the append and the queries. The event has the trace, the spans of
// projectors are linked to it, and no personal data is exported.
func TestTraces(t *testing.T) {
	t.Parallel()
	var got receiver
	server := httptest.NewServer(&got)
	defer server.Close()
	provider, err := otlp.Open(t.Context(), "test", slog.New(slog.DiscardHandler), otlptracehttp.WithEndpointURL(server.URL+"/v1/traces"))
	if err != nil {
		t.Fatal(err)
	}
	s := apptest.Start(t, apptest.WithConfig(func(c *app.Config) { c.Tracing = provider }))
	const traceID, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	headers := append(apptest.Bearer(s.Service([]string{"all"})), "Traceparent", "00-"+traceID+"-"+parent+"-01")
	created := s.Must(201, "POST", "/customers", map[string]any{"email": "ada@example.com", "firstName": "Ada", "lastName": "Lovelace",
		"password": "a long enough passphrase 1"}, headers...)
	s.Must(200, "GET", "/stores", nil) // a trace of its own
	stored, err := s.Store.ReadStream(t.Context(), fmt.Sprintf("customer-%.0f", created.Object(t)["id"]), 0, eventstore.Forwards, 1)
	if err != nil || len(stored) != 1 {
		t.Fatalf("%d events: %v", len(stored), err)
	}
	if meta, err := stored[0].Meta(); err != nil || tracing.IDOf(meta.TraceParent) != traceID {
		t.Errorf("the event has the trace %q: %v", meta.TraceParent, err)
	}
	s.Settle()
	s.Stop()
	if err := provider.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	names, traces := map[string][]string{}, map[string]bool{}
	var request *spans.Span
	linked := map[string]bool{}
	for _, span := range got.spans {
		id := hex.EncodeToString(span.TraceId)
		traces[id] = true
		names[id] = append(names[id], span.Name)
		for _, link := range span.Links {
			linked[span.Name] = linked[span.Name] || hex.EncodeToString(link.TraceId) == traceID
		}
		if id == traceID && span.Kind == spans.Span_SPAN_KIND_SERVER {
			request = span
		}
	}
	if request == nil || request.Name != "POST /customers" || hex.EncodeToString(request.ParentSpanId) != parent {
		t.Fatalf("the span of the request: %v, spans %v", request, names)
	}
	for _, want := range []string{"append customer", "query"} {
		if !slices.Contains(names[traceID], want) {
			t.Errorf("the trace has no span %q: %v", want, names[traceID])
		}
	}
	if !linked["project customers"] {
		t.Errorf("the batch of the projector is not linked to the trace: %v", linked)
	}
	for _, personal := range []string{"ada@example.com", "Lovelace", "passphrase", "127.0.0.1"} {
		if strings.Contains(got.text, personal) {
			t.Errorf("%q was exported", personal)
		}
	}
	if len(traces) < 2 {
		t.Errorf("requests share a trace: %v", names)
	}
}
