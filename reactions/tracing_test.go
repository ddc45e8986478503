package reactions

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"tradelog/eventstore"
	"tradelog/internal/tracing"
)

// TestSpans checks that the span of an event's handling belongs to the trace of the request that led to the event, that a retried event
// keeps its span, and that a sweep has a trace of its own. One that goes on until its end has none.
func TestSpans(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	spans := tracetest.NewSpanRecorder()
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(spans))
	const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
	e, err := w.codec.Encode(t.Context(), happened{1})
	if err != nil {
		t.Fatal(err)
	}
	e.ID, e.Metadata = uuid.New(), []byte(`{"traceparent":"00-`+traceID+`-00f067aa0ba902b7-01"}`)
	if _, err := w.store.Append(t.Context(), "a-1", eventstore.Any, e); err != nil {
		t.Fatal(err)
	}
	inside := make(chan string, 1)
	swept, endless := make(chan string, 1), make(chan string, 1)
	failures := 1
	r := &Runner{Pool: w.pool, Store: w.store, Codec: w.codec, Backoff: time.Millisecond, Poll: 10 * time.Millisecond,
		Reactions: []Reaction{{Name: "r", Events: []string{"Happened"}, FromStart: true, Handle: func(ctx context.Context, _ Event) error {
			if failures--; failures >= 0 {
				return context.DeadlineExceeded
			}
			inside <- tracing.ID(ctx)
			return nil
		}}},
		Sweeps: []Sweep{{Name: "s", Every: time.Hour, Run: func(ctx context.Context) error {
			swept <- tracing.ID(ctx)
			return nil
		}}, {Name: "endless", Run: func(ctx context.Context) error {
			endless <- tracing.ID(ctx)
			<-ctx.Done()
			return nil
		}}}}
	if err := r.Start(tracing.Background(t.Context(), provider)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Stop)
	if id := <-inside; id != traceID {
		t.Errorf("the handler is in the trace %q", id)
	}
	if id := <-swept; id == "" || id == traceID {
		t.Errorf("the sweep is in the trace %q", id)
	}
	if id := <-endless; id != "" {
		t.Errorf("the endless sweep is in the trace %q", id)
	}
	w.await("the checkpoint", func() bool { return w.checkpoint("r") == eventstore.Position(1) })
	r.Stop()
	ended := map[string]int{}
	for _, s := range spans.Ended() {
		ended[s.Name()]++
	}
	if len(ended) != 2 || ended["react r"] != 1 || ended["sweep s"] != 1 {
		t.Errorf("spans %v", ended)
	}
}
