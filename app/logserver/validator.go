package logserver

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/eventstore"
	"tradelog/eventstore/lineage"
	"tradelog/installation"
	"tradelog/projections"
)

// Validator checks events that clients append to the log of a shop. The rules of commands are not applied. But deciders must be able to
// fold the events, projectors to apply them, and identifiers must come from the shop's sequences.
type Validator struct {
	Shop
	streams map[string]commands.Streams // by category
	known   map[string]bool             // event types of the shop
	marks   map[string][]func(projections.Event, projections.Mark)
	numbers map[string]bool // sequences of the shop
}

// Shop describes the shop whose log is checked.
type Shop struct {
	Streams        []commands.Streams // on which it decides
	Events         []domain.EventSpec
	Marks          []projections.Marks // find the identifiers that events use
	Codec          *eventstore.Codec
	Infrastructure commands.Infrastructure
	IDs            *installation.Sequences
	Projections    *projections.Engine
	// CaughtUp waits until the projectors have applied the log as it is now.
	CaughtUp func(context.Context) error
}

// StoreCategory is the category of the streams for an event store's own records, such as the name of its log.
const StoreCategory = "eventlog"

// NewValidator makes the validator of a shop.
func NewValidator(s Shop) *Validator {
	b := &Validator{
		Shop: s, streams: map[string]commands.Streams{}, known: map[string]bool{}, numbers: map[string]bool{},
		marks: map[string][]func(projections.Event, projections.Mark){},
	}
	for _, s := range s.Streams {
		b.streams[s.Category] = s
		b.numbers[s.Sequence] = s.Sequence != ""
	}
	for _, spec := range s.Events {
		b.known[spec.Name] = true
	}
	for _, m := range s.Marks {
		for _, name := range m.Events {
			b.marks[name] = append(b.marks[name], m.Find)
		}
	}
	return b
}

func refused(format string, args ...any) error {
	return status.Errorf(codes.InvalidArgument, format, args...)
}

// Check refuses an append that would harm the shop. For a stream that the shop decides on, the events of the stream are considered.
func (b *Validator) Check(ctx context.Context, stream string, events []eventstore.Recorded) (judged bool, err error) {
	streams, decided := b.streams[domain.Category(stream)]
	if err := b.CheckTypes(stream, events); err != nil || !decided {
		return false, err
	}
	return true, b.checkOwn(ctx, streams, stream, events)
}

// CheckTypes refuses events whose types do not belong to a stream.
func (b *Validator) CheckTypes(stream string, events []eventstore.Recorded) error {
	category := domain.Category(stream)
	if category == StoreCategory {
		return refused("the streams of the category %s are those of an event store, and this is the log of a shop. "+
			"Another shop needs a log of its own: tradelog events serve --esdb-listen", StoreCategory)
	}
	for _, e := range events {
		if _, err := e.Meta(); err != nil {
			return refused("%s", err)
		}
	}
	streams, decided := b.streams[category]
	for i := range events {
		switch e := &events[i]; {
		case !decided && b.known[e.Type]:
			return refused("%s is an event type of the shop, and %s is not one of its streams", e.Type, stream)
		case decided && !b.known[e.Type]:
			return refused("%s is a stream of the shop, and %s is not one of its event types", stream, e.Type)
		case decided && !streams.Has(e.Type):
			return refused("%s is not an event of streams such as %s", e.Type, stream)
		}
	}
	return nil
}

// checkOwn checks events of the shop's types in one of its streams.
func (b *Validator) checkOwn(ctx context.Context, streams commands.Streams, stream string, events []eventstore.Recorded) error {
	decoded := make([]domain.Event, len(events))
	for i, e := range events {
		event, err := b.Codec.Decode(ctx, e)
		switch {
		case err == nil:
			decoded[i] = event
		case lineage.Outage(err), ctx.Err() != nil && errors.Is(err, ctx.Err()):
			return err
		default:
			return refused("the shop cannot read this %s: %s", e.Type, err)
		}
	}
	first, err := b.Infrastructure.Store.ReadStream(ctx, stream, 0, eventstore.Forwards, 1)
	if err != nil {
		return err
	}
	if len(first) == 1 && first[0].ID == events[0].ID {
		return nil // a repeated append, whose outcome is in the log
	}
	if err := b.CheckFirst(stream, len(first) > 0, events); err != nil {
		return err
	}
	given, err := b.IDs.Given(ctx)
	if err != nil {
		return err
	}
	for i := range events {
		if err := b.CheckNumbers(given, projections.Event{Recorded: events[i], Payload: decoded[i]}); err != nil {
			return err
		}
	}
	var folding *commands.NotFoldedError
	if err := streams.Fold(ctx, b.Infrastructure, stream, decoded); errors.As(err, &folding) {
		return refused("%s", folding)
	} else if err != nil {
		return err
	}
	return b.try(ctx, stream, events)
}

// tryTime is the time that an append waits for read models that are behind the log.
const tryTime = 5 * time.Second

// try refuses events at which a projector would stop.
func (b *Validator) try(ctx context.Context, stream string, events []eventstore.Recorded) error {
	trying, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	if err := b.CaughtUp(trying); err != nil {
		return status.Error(codes.Unavailable, "the read models are behind the log, so the events cannot be checked; try again")
	}
	newest, err := b.Infrastructure.Store.ReadStream(ctx, stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return err
	}
	head, err := b.Infrastructure.Store.Head(ctx)
	if err != nil {
		return err
	}
	next := eventstore.Revision(0)
	if len(newest) == 1 {
		next = newest[0].Revision + 1
	}
	now := b.Infrastructure.Clock().UTC()
	for i := range events {
		e := &events[i]
		e.Stream, e.Revision, e.Position, e.RecordedAt = stream, next+eventstore.Revision(i), head+1+eventstore.Position(i), now
	}
	var stopped *projections.FailedError
	switch err := b.Projections.Try(trying, events); {
	case errors.As(err, &stopped):
		return refused("the projector %s could not apply %s: %s", stopped.Projector, stopped.Event, stopped.Err)
	case err != nil && ctx.Err() == nil && !lineage.Outage(err):
		return status.Error(codes.Unavailable, "the events cannot be checked now; try again")
	default:
		return err
	}
}

// CheckFirst refuses first events in a stream that exists, and later events in a stream that does not.
func (b *Validator) CheckFirst(stream string, begun bool, events []eventstore.Recorded) error {
	streams := b.streams[domain.Category(stream)]
	for i, e := range events {
		switch begins := i == 0 && !begun; {
		case streams.MayHave(e.Type, begins):
		case begins:
			return refused("%s has no events, and %s does not begin a stream", stream, e.Type)
		default:
			return refused("%s has begun, and %s only begins streams", stream, e.Type)
		}
	}
	return nil
}

// CheckNumbers refuses identifiers that no sequence has given out: in the stream's name, as the ID of a creation, or as a reference.
func (b *Validator) CheckNumbers(given map[string]int64, e projections.Event) (err error) {
	streams := b.streams[e.Category()]
	check := func(sequence string, id int64) {
		if id > given[sequence] && err == nil {
			err = refused("%s in %s names the %s %d, which the shop has not given out; the newest is %d", e.Type, e.Stream,
				strings.ReplaceAll(sequence, "_", " "), id, given[sequence])
		}
	}
	own := domain.StreamID(e.Stream)
	if streams.Sequence != "" {
		check(streams.Sequence, own)
	}
	for _, find := range b.marks[e.Type] {
		find(e, func(sequence string, id int64) {
			check(sequence, id)
			if opens := len(streams.Opens) > 0 && streams.MayHave(e.Type, true); opens && sequence == streams.Sequence && id != own && err == nil {
				err = refused("%s in %s is about number %d", e.Type, e.Stream, id)
			}
		})
	}
	var content any
	decoder := json.NewDecoder(strings.NewReader(string(e.Data)))
	decoder.UseNumber()
	if decoder.Decode(&content) == nil {
		references(content, "", func(member string, id int64) {
			if sequence, ok := b.sequenceOf(member, given); ok && unchecked[e.Category()] != member {
				check(sequence, id)
			}
		})
	}
	return err
}

// references calls a function with the numbers in members such as customerId and productIds.
func references(content any, member string, each func(member string, id int64)) {
	switch v := content.(type) {
	case map[string]any:
		for name, value := range v {
			references(value, name, each)
		}
	case []any:
		for _, value := range v {
			references(value, member, each)
		}
	case json.Number:
		if id, err := v.Int64(); err == nil {
			each(member, id)
		}
	}
}

// otherwise maps members to sequences whose names differ from the members'.
var otherwise = map[string]string{
	"memo": "creditmemo", "rule": "pricerule", "coupon": "pricerule", "card": "giftcard", "fromCart": "cart", "intoCart": "cart",
	"address": "customer_address", "customerAddress": "customer_address", "child": "product", "rootCategory": "category",
	"defaultStore": "store", "defaultGroup": "store_group", "taxClass": "taxclass", "productTaxClass": "taxclass",
	"customerTaxClass": "taxclass",
	"taxRate":          "taxrate", "file": "media_file", "billing": "order_address", "shipping": "order_address",
}

// unchecked are references that the shop's own commands do not check either, by category. A customer group's tax class is one
// (shapes-customer §9).
var unchecked = map[string]string{customer.Groups.Name: "taxClassId"}

// sequenceOf is the sequence of the numbers of a member, if they come from one.
func (b *Validator) sequenceOf(member string, given map[string]int64) (string, bool) {
	of, is := strings.CutSuffix(strings.TrimSuffix(member, "s"), "Id")
	if !is {
		return "", false
	}
	if name, other := otherwise[of]; other {
		return name, true
	}
	var snake strings.Builder
	for _, r := range of {
		if unicode.IsUpper(r) {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(r))
	}
	_, used := given[snake.String()]
	return snake.String(), used || b.numbers[snake.String()]
}
