package operations

import (
	"context"
	"errors"

	"tradelog/domain"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/freshness"
)

// Written is how a write is answered with a document D as it is after it: from the read model or, while that is behind or has
// nothing of what is only tried, folded from the document's stream.
type Written[D any] struct {
	Serves []string // the projectors the document comes from
	Read   func(ctx context.Context) ([]byte, error)

	Stream string
	Each   func(ctx context.Context, stream string, f func(e domain.Event, at domain.Times)) error
	Apply  func(d *D, e domain.Event, at domain.Times) *D
	// Encode is what is shown of the folded document, nothing when that is missing; nil for all of it.
	Encode  func(d *D) ([]byte, error)
	Missing error
}

// Answer makes the answer.
func (w Written[D]) Answer(ctx context.Context, c *Call) (*Reply, error) {
	doc, err := []byte(nil), c.Settled(ctx, w.Serves...)
	switch {
	case errors.Is(err, freshness.ErrBehind):
		doc, err = w.fold(ctx)
	case err == nil:
		doc, err = w.Read(ctx)
	}
	if err != nil {
		return nil, err
	}
	return Item(doc), nil
}

func (w Written[D]) fold(ctx context.Context) (encoded []byte, err error) {
	var doc *D
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
