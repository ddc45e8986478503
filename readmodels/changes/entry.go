package changes

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/change"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/readmodels/documents"
)

// entry is a change, encoded once for all readers.
type entry struct {
	position eventstore.Position
	event    uuid.UUID
	ordinal  int // among the changes of the event
	at       time.Time
	told     documents.Change
	home     string // the stream of the resource whose scope decides who sees the change
	json     []byte

	mu     sync.Mutex
	scoped bool
	scopes [2]change.Scope // before and after the event
	left   *entry          // for readers whose stores the resource has left with the event, once there is one
}

func (e *entry) encode() (err error) {
	if e.json, err = documents.Encode(e.told); err != nil {
		return fmt.Errorf("position %d: %w", e.position, err)
	}
	return nil
}

// mostEchoes bounds the echoes that one decode adds to the changes of the events, unless a single event has more.
const mostEchoes = 2000

// decode makes the entries of events, in their order. It stops behind the n-th event when there are too many. resources are those that are
// wanted; nil means all.
func (f *Feed) decode(ctx context.Context, events []eventstore.Recorded, resources []string) (entries []*entry, n int, err error) {
	made := make([][]change.Change, len(events))
	for i := range events {
		declared, ok := f.declared[events[i].Type]
		if !ok {
			continue
		}
		payload, err := f.options.Decode(events[i])
		if err != nil {
			return nil, 0, err
		}
		made[i] = declared.Of(events[i].Stream, payload)
	}
	if n, err = f.echo(ctx, events, made, resources); err != nil {
		return nil, 0, err
	}
	var products []int64
	for _, changes := range made[:n] {
		for _, c := range changes {
			if c.Stock != nil {
				products = append(products, c.Stock.ProductID)
			}
		}
	}
	skus, err := f.skus(ctx, products)
	if err != nil {
		return nil, 0, err
	}
	for i, changes := range made[:n] {
		at := documents.Time(events[i].RecordedAt)
		for ordinal, c := range changes {
			e, err := f.entry(ctx, events[i], at, c, skus)
			if err != nil {
				return nil, 0, err
			}
			e.ordinal = ordinal
			entries = append(entries, e)
		}
	}
	return entries, n, nil
}

// echo adds the changes of resources that show what events changed. They follow the changes of the event itself, so that these keep their
// ordinals. The first n events have all of theirs.
func (f *Feed) echo(
	ctx context.Context, events []eventstore.Recorded, made [][]change.Change, resources []string,
) (n int, err error) {
	var at []eventstore.Position
	var of []int // the events at the positions
	for i := range events {
		for resource := range f.declared[events[i].Type].Echoes {
			if resources == nil || slices.Contains(resources, resource) {
				at, of = append(at, events[i].Position), append(of, i)
				break
			}
		}
	}
	if len(at) == 0 || f.options.Echoes == nil {
		return len(events), nil
	}
	echoes, whole, err := f.options.Echoes(ctx, at, mostEchoes)
	if err != nil {
		return 0, err
	}
	for _, i := range of[:whole] {
		own := made[i]
		for _, echo := range echoes[events[i].Position] {
			made[i] = append(made[i], f.declared[events[i].Type].EchoOf(echo, own))
		}
	}
	if whole < len(of) {
		return of[whole], nil
	}
	return len(events), nil
}

// entry encodes a change.
func (f *Feed) entry(
	ctx context.Context, event eventstore.Recorded, at string, c change.Change, skus map[int64]string,
) (_ *entry, err error) {
	e := &entry{position: event.Position, event: event.ID, at: event.RecordedAt, home: event.Stream}
	d := documents.Change{
		Position: int64(event.Position), Time: at, Resource: c.Resource, ID: c.ID, What: string(c.Kind), Fields: c.Fields,
	}
	switch {
	case c.Name != "":
		d.ID = c.Name
	case c.Echo != nil:
		e.scoped, e.scopes = true, [2]change.Scope{c.Echo.Scope, c.Echo.Scope}
	case c.OfOwner:
		_, after, err := f.scopesOf(ctx, event.Stream, event.Position)
		if err != nil {
			return nil, err
		}
		d.ID = after.Owner
	case c.Stock != nil:
		sku := skus[c.Stock.ProductID]
		e.home = catalog.Products.Stream(c.Stock.ProductID)
		d.ID, d.SKU, d.ProductID, d.Before, d.After = sku, &sku, &c.Stock.ProductID, c.Stock.Before, c.Stock.After
	}
	if d.Fields == nil {
		d.Fields = []string{}
	}
	e.told = d
	return e, e.encode()
}

// skus finds the SKUs of products, those of deleted ones in their streams.
func (f *Feed) skus(ctx context.Context, ids []int64) (map[int64]string, error) {
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := f.options.SKUs(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if _, known := found[id]; known {
			continue
		}
		if found[id], err = f.formerSKU(ctx, id); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// formerSKU returns the last SKU of a product by its stream.
func (f *Feed) formerSKU(ctx context.Context, id int64) (string, error) {
	state := record.New("")
	err := f.replay(ctx, catalog.Products.Stream(id), 0, func(_ eventstore.Recorded, e domain.Event) { state = record.Evolve(state, e) })
	if err != nil || !state.Exists {
		return "", err
	}
	var sku string
	return sku, json.Unmarshal(state.Values[0]["sku"], &sku)
}

// replay calls a function with the events of a stream, from a revision on.
func (f *Feed) replay(
	ctx context.Context, stream string, from eventstore.Revision, do func(eventstore.Recorded, domain.Event),
) error {
	for {
		events, err := f.options.Store.ReadStream(ctx, stream, from, eventstore.Forwards, logBatch)
		if err != nil || len(events) == 0 {
			return err
		}
		for _, r := range events {
			payload, err := f.options.Decode(r)
			if err != nil {
				return err
			}
			do(r, payload)
		}
		if from = events[len(events)-1].Revision + 1; len(events) < logBatch {
			return nil
		}
	}
}
