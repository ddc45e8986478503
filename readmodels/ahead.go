package readmodels

import (
	"context"

	"tradelog/readmodels/freshness"
	"tradelog/readmodels/scopes"
)

// Ahead reads the rows of several keys at once, before each is read alone. Make it with NewAhead.
type Ahead[K comparable, T any] struct {
	reader *Reader
	scopes func(K) []scopes.Scope
	load   func(ctx context.Context, from Source, keys []K) (map[K]T, error)
}

// NewAhead returns an Ahead that reads rows with load. of names the scopes of a key's rows.
func NewAhead[K comparable, T any](
	r *Reader, of func(K) []scopes.Scope, load func(ctx context.Context, from Source, keys []K) (map[K]T, error),
) *Ahead[K, T] {
	return &Ahead[K, T]{r, of, load}
}

// aheadKey is the key of rows in a context.
type aheadKey struct{ of any }

// aheadRow is a row with the versions of its scopes from before it was read.
type aheadRow[T any] struct {
	value  T
	vector freshness.Vector
}

// Read reads the rows of keys. Get finds them in the returned context, which should not outlast the reads that follow at once.
func (a *Ahead[K, T]) Read(ctx context.Context, keys []K) (context.Context, map[K]T, error) {
	if len(keys) == 0 {
		return ctx, nil, nil
	}
	var all []scopes.Scope
	for _, key := range keys {
		all = append(all, a.scopes(key)...)
	}
	if err := freshness.ReadingFrom(ctx).Begin(ctx, all); err != nil {
		return ctx, nil, err
	}
	at, err := a.reader.versions(ctx, all)
	if err != nil {
		return ctx, nil, err
	}
	rows := make(map[K]aheadRow[T], len(keys))
	vectors := make(map[K]freshness.Vector, len(keys))
	for _, key := range keys {
		if vectors[key], err = a.reader.versions(ctx, a.scopes(key)); err != nil { // from memory by now
			return ctx, nil, err
		}
	}
	loaded, err := a.load(ctx, a.reader.recorded(ctx, all, at), keys)
	if err != nil {
		return ctx, nil, err
	}
	for key, value := range loaded {
		rows[key] = aheadRow[T]{value, vectors[key]}
	}
	return context.WithValue(ctx, aheadKey{a}, rows), loaded, nil
}

// Get returns a row that Read has read, and records its scopes and versions. It returns false for all others.
func (a *Ahead[K, T]) Get(ctx context.Context, key K) (value T, known bool, err error) {
	rows, _ := ctx.Value(aheadKey{a}).(map[K]aheadRow[T])
	row, known := rows[key]
	if !known {
		return value, false, nil
	}
	of, reading := a.scopes(key), freshness.ReadingFrom(ctx)
	if err := reading.Begin(ctx, of); err != nil {
		return value, false, err
	}
	reading.Add(of, row.vector)
	return row.value, true, nil
}
