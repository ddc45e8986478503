package operations

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// Written answers a write with a document D in its new state. The document comes from the read model. It is folded from its
// stream if the read model is behind, or if the call is a dry run.
type Written[F, D any] struct {
	Read func(ctx context.Context) (documents.Doc[D], error)

	Stream string
	Each   func(ctx context.Context, stream string, f func(e domain.Event, at domain.Times)) error
	Apply  func(f *F, e domain.Event, at domain.Times) *F
	// Encode returns the shown part of the folded document, or nothing if that is missing. Nil means the whole document.
	Encode  func(f *F) (documents.Doc[D], error)
	Missing error
}

// Answer returns the document.
func (w Written[F, D]) Answer(ctx context.Context, c *Call) (documents.Doc[D], error) {
	switch err := c.Settled(ctx); {
	case errors.Is(err, freshness.ErrBehind):
		return w.fold(ctx)
	case err != nil:
		return nil, err
	}
	return w.Read(ctx)
}

func (w Written[F, D]) fold(ctx context.Context) (encoded documents.Doc[D], err error) {
	var doc *F
	if err := w.Each(ctx, w.Stream, func(e domain.Event, at domain.Times) { doc = w.Apply(doc, e, at) }); err != nil {
		return nil, err
	}
	switch {
	case doc == nil:
		return nil, w.Missing
	case w.Encode == nil:
		return documents.Encode(doc)
	}
	if encoded, err = w.Encode(doc); err == nil && encoded == nil {
		err = w.Missing
	}
	return encoded, err
}
