// Package tracing carries W3C trace context (traceparent) through the program, and makes the spans of traced requests.
//
//	request header ──Taken──▶ context ──Parent──▶ metadata of events, headers of requests to others
//	                             └──Start──▶ spans, if the program exports traces (package otlp)
//	work in the background: Background ──▶ context ──Work──▶ spans, linked to the traces that caused the work
//
// The context is the only carrier. Without a trace in it every function costs a look-up.
package tracing

import (
	"context"
	"iter"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Scope is the name under which the program makes spans.
const Scope = "tradelog"

// Header is the name of the header with the trace context, in its canonical form.
const Header = "Traceparent"

// Taken puts the trace of a request's header into a context. A missing or invalid header changes nothing.
func Taken(ctx context.Context, h http.Header) context.Context {
	if len(h[Header]) == 0 {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(h))
}

// Continued puts a trace that Parent has given into a context. An empty or invalid one changes nothing.
func Continued(ctx context.Context, parent string) context.Context {
	if parent == "" {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
}

// Parent returns the trace of a context as a traceparent, or "".
func Parent(ctx context.Context) string {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier["traceparent"]
}

// ID returns the ID of a context's trace in hexadecimal, or "".
func ID(ctx context.Context) string {
	if c := trace.SpanContextFromContext(ctx); c.IsValid() {
		return c.TraceID().String()
	}
	return ""
}

// IDOf returns the ID of the trace of a traceparent, or "".
func IDOf(parent string) string { return ID(Continued(context.Background(), parent)) }

type providerKey struct{}

// Background prepares the context of work that no request waits for, such as that of projectors, for Work. Without a provider it changes
// nothing.
func Background(ctx context.Context, provider trace.TracerProvider) context.Context {
	if provider == nil {
		return ctx
	}
	return context.WithValue(ctx, providerKey{}, provider)
}

// maxLinks is the greatest number of causes that a span is linked to. The library keeps no more.
const maxLinks = 128

// NoCause yields no cause. Pass it for work that belongs to the context's trace, or that no request has caused.
func NoCause(func(string) bool) {}

// Work begins the span of work in a context of Background: below the context's trace, or as a trace of its own. The span is linked to the
// traces of causes, which are traceparents and may be empty or repeated. They are asked for if spans are made. The function it returns ends
// the span like that of Start.
func Work(ctx context.Context, name string, causes iter.Seq[string], about ...attribute.KeyValue) (context.Context, func(error)) {
	provider, ok := ctx.Value(providerKey{}).(trace.TracerProvider)
	if !ok {
		return ctx, func(error) {}
	}
	var links []trace.Link
	linked := map[string]bool{"": true}
	for parent := range causes {
		if linked[parent] {
			continue
		}
		linked[parent] = true
		if links = append(links, trace.LinkFromContext(Continued(context.Background(), parent))); len(links) == maxLinks {
			break
		}
	}
	return start(ctx, provider, name, trace.WithLinks(links...), trace.WithAttributes(about...))
}

// Start begins a span below that of the context, if that one is recorded. The function it returns ends the span with the error of the work.
// Only the fact of an error is recorded, because its text may name persons.
func Start(ctx context.Context, name string, about ...attribute.KeyValue) (context.Context, func(error)) {
	above := trace.SpanFromContext(ctx)
	if !above.IsRecording() {
		return ctx, func(error) {}
	}
	return start(ctx, above.TracerProvider(), name, trace.WithAttributes(about...))
}

func start(
	ctx context.Context, provider trace.TracerProvider, name string, options ...trace.SpanStartOption,
) (context.Context, func(error)) {
	ctx, span := provider.Tracer(Scope).Start(ctx, name, options...)
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}
