package operations

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// Written answers a write with a document D in its new state. The document of a new stream is folded from the events of the write; any
// other comes from the read model. It is folded from its stream if the read model is behind, or if the call is a dry run. Reads of the past
// are folded in the same way.
type Written[F, D any] struct {
	Read func(ctx context.Context) (documents.Doc[D], error)

	Stream string
	Each   func(ctx context.Context, stream string, until eventstore.Until, f func(e domain.Event, at domain.Times)) error
	Apply  func(f *F, e domain.Event, at domain.Times) *F
	// Encode returns the shown part of the folded document, or nothing if that is missing. Nil means the whole document.
	Encode  func(f *F) (documents.Doc[D], error)
	Missing error
}

// Answer returns the document.
func (w Written[F, D]) Answer(ctx context.Context, c *Call) (documents.Doc[D], error) {
	var doc *F
	if c.Command.Whole(w.Stream, func(e domain.Event, at domain.Times) { doc = w.Apply(doc, e, at) }) && doc != nil {
		return w.Encoded(doc)
	}
	switch err := c.Settled(ctx); {
	case errors.Is(err, freshness.ErrBehind):
		return w.fold(ctx, eventstore.Until{})
	case err != nil:
		return nil, err
	}
	return w.Read(ctx)
}

// AsOf returns the document of the requested past. It reads the stream once.
func (w Written[F, D]) AsOf(ctx context.Context, c *Call) (documents.Doc[D], error) {
	return w.fold(ctx, c.AsOf())
}

// State returns the folded document of the requested past. It fails with Missing if there was none.
func (w Written[F, D]) State(ctx context.Context, c *Call) (*F, error) { return w.state(ctx, c.AsOf()) }

func (w Written[F, D]) state(ctx context.Context, until eventstore.Until) (doc *F, err error) {
	err = w.Each(ctx, w.Stream, until, func(e domain.Event, at domain.Times) { doc = w.Apply(doc, e, at) })
	if err == nil && doc == nil {
		err = w.Missing
	}
	return doc, err
}

func (w Written[F, D]) fold(ctx context.Context, until eventstore.Until) (documents.Doc[D], error) {
	doc, err := w.state(ctx, until)
	if err != nil {
		return nil, err
	}
	return w.Encoded(doc)
}

// Encoded returns the shown part of a folded document.
func (w Written[F, D]) Encoded(doc *F) (encoded documents.Doc[D], err error) {
	if w.Encode == nil {
		return documents.Encode(doc)
	}
	if encoded, err = w.Encode(doc); err == nil && encoded == nil {
		err = w.Missing
	}
	return encoded, err
}
