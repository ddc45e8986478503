package conformance_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"tradelog/test/esdbclient"
	"tradelog/test/suite"
)

// esdbRun is a client, with names that no other run uses.
type esdbRun struct {
	*esdb.Client
	t        *testing.T
	category string
}

func (r *esdbRun) stream(n int) string { return fmt.Sprintf("%s-%d", r.category, n) }

func (r *esdbRun) kind(name string) string { return name + strings.TrimPrefix(r.category, "order") }

func (r *esdbRun) events(kind string, n int) []esdb.EventData {
	out := make([]esdb.EventData, n)
	for i := range out {
		out[i] = esdb.EventData{EventID: uuid.New(), EventType: r.kind(kind), ContentType: esdb.ContentTypeJson,
			Data: fmt.Appendf(nil, `{"n":%d}`, i)}
	}
	return out
}

// short shows an event without the names of the run.
func (r *esdbRun) short(e *esdb.RecordedEvent) string {
	unique := strings.TrimPrefix(r.category, "order")
	return strings.ReplaceAll(fmt.Sprintf("%s@%d %s", e.StreamID, e.EventNumber, e.EventType), unique, "")
}

// read collects the result of a read.
func (r *esdbRun) read(read *esdb.ReadStream, err error) []string {
	r.t.Helper()
	if err != nil {
		r.t.Error(err)
		return nil
	}
	defer read.Close()
	var out []string
	for {
		e, err := read.Recv()
		if err != nil {
			return out
		}
		out = append(out, r.short(e.Event))
	}
}

// follow collects the first events of a subscription.
func (r *esdbRun) follow(sub *esdb.Subscription, err error) func(count int) []string {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = sub.Close() })
	return func(count int) []string {
		var out []string
		for len(out) < count {
			switch told := sub.Recv(); {
			case told.EventAppeared != nil:
				out = append(out, r.short(told.EventAppeared.Event))
			case told.SubscriptionDropped != nil:
				return append(out, fmt.Sprint("dropped: ", told.SubscriptionDropped.Error))
			}
		}
		return out
	}
}

func (r *esdbRun) want(what string, got any, want string) {
	r.t.Helper()
	if fmt.Sprint(got) != want {
		r.t.Errorf("%s: %v, not %s", what, got, want)
	}
}

func (r *esdbRun) fails(what string, err error, want esdb.ErrorCode) {
	r.t.Helper()
	var known *esdb.Error
	if !errors.As(err, &known) || known.Code() != want {
		r.t.Errorf("%s: %v", what, err)
	}
}

// TestESDBGoClient makes the calls of the official Go client.
func TestESDBGoClient(t *testing.T) {
	suite.Needs(t, suite.Conformance)
	t.Parallel()
	connection, own := esdbServer(t)
	r := &esdbRun{Client: esdbclient.Connect(t, connection), t: t, category: "order" + word()}
	r.appends()
	r.reads(own)
	r.subscriptions(own)
	r.groups()
	if version, err := r.GetServerVersion(); err != nil || version.Major < 22 {
		t.Errorf("version %+v, %v", version, err)
	}
	if own {
		_, err := r.DeleteStream(t.Context(), r.stream(1), esdb.DeleteStreamOptions{})
		r.fails("delete", err, esdb.ErrorCodeUnsupportedFeature)
		_, err = r.TombstoneStream(t.Context(), r.stream(1), esdb.TombstoneStreamOptions{})
		r.fails("tombstone", err, esdb.ErrorCodeUnsupportedFeature)
	}
}

func (r *esdbRun) appends() {
	ctx, t := r.t.Context(), r.t
	for n, expected := range []esdb.ExpectedRevision{esdb.NoStream{}, esdb.Revision(1), esdb.StreamExists{}, esdb.Any{}} {
		done, err := r.AppendToStream(ctx, r.stream(1), esdb.AppendToStreamOptions{ExpectedRevision: expected},
			r.events([]string{"Placed", "Held", "Released", "Shipped"}[n], max(1, 2-n))...)
		if err != nil || done.NextExpectedVersion != uint64(n+1) {
			t.Fatalf("append with %v: %+v, %v", expected, done, err)
		}
	}
	_, err := r.AppendToStream(ctx, r.stream(1), esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, r.events("Placed", 1)...)
	r.fails("append to a stream that exists", err, esdb.ErrorCodeWrongExpectedVersion)
	again := r.events("Placed", 1)
	var positions []uint64
	for range 2 {
		done, err := r.AppendToStream(ctx, r.stream(2), esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, again...)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, done.NextExpectedVersion)
	}
	r.want("the same append twice", positions, "[0 0]")
}

func (r *esdbRun) reads(own bool) {
	ctx := r.t.Context()
	stream := func(name string, o esdb.ReadStreamOptions, count uint64) []string {
		return r.read(r.ReadStream(ctx, name, o, count))
	}
	r.want("a stream", stream(r.stream(1), esdb.ReadStreamOptions{From: esdb.Start{}}, 3),
		"[order-1@0 Placed order-1@1 Placed order-1@2 Held]")
	r.want("from a revision", stream(r.stream(1), esdb.ReadStreamOptions{From: esdb.Revision(3)}, 9), "[order-1@3 Released order-1@4 Shipped]")
	r.want("backwards", stream(r.stream(1), esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, 2),
		"[order-1@4 Shipped order-1@3 Released]")
	read, err := r.ReadStream(ctx, r.stream(404), esdb.ReadStreamOptions{From: esdb.Start{}}, 1)
	if err == nil {
		_, err = read.Recv()
		read.Close()
	}
	r.fails("a missing stream", err, esdb.ErrorCodeResourceNotFound)
	r.want("the log, backwards", len(r.read(r.ReadAll(ctx, esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}, 4))), "4")
	if own {
		newest := esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}, ResolveLinkTos: true}
		r.want("a category", stream("$ce-"+r.category, newest, 2), "[order-2@0 Placed order-1@4 Shipped]")
		r.want("a type", stream("$et-"+r.kind("Held"), esdb.ReadStreamOptions{From: esdb.Start{}, ResolveLinkTos: true}, 9), "[order-1@2 Held]")
	}
}

func (r *esdbRun) subscriptions(own bool) {
	ctx := r.t.Context()
	after := r.follow(r.SubscribeToStream(ctx, r.stream(1), esdb.SubscribeToStreamOptions{From: esdb.Revision(2)}))
	r.want("a stream", after(2), "[order-1@3 Released order-1@4 Shipped]")
	live := r.follow(r.SubscribeToStream(ctx, r.stream(3), esdb.SubscribeToStreamOptions{From: esdb.Start{}}))
	whole := r.follow(r.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: &esdb.SubscriptionFilter{
		Type: esdb.EventFilterType, Regex: "^(Held|Released)" + strings.TrimPrefix(r.category, "order") + "$",
	}}))
	r.want("the log by types", whole(2), "[order-1@2 Held order-1@3 Released]")
	any := esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}
	if _, err := r.AppendToStream(ctx, r.stream(3), any, r.events("Held", 1)...); err != nil {
		r.t.Fatal(err)
	}
	r.want("a new stream", live(1), "[order-3@0 Held]")
	r.want("the log goes on", whole(1), "[order-3@0 Held]")
	if own {
		category := r.follow(r.SubscribeToStream(ctx, "$ce-"+r.category, esdb.SubscribeToStreamOptions{From: esdb.Start{}, ResolveLinkTos: true}))
		r.want("a category", category(7)[5:], "[order-2@0 Placed order-3@0 Held]")
	}
}

// consume takes events of a group, and acknowledges them or refuses them with an action.
func (r *esdbRun) consume(sub *esdb.PersistentSubscription, err error, actions ...esdb.NackAction) []string {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	defer sub.Close()
	var out []string
	for _, action := range actions {
		told := sub.Recv()
		if told.EventAppeared == nil {
			return append(out, fmt.Sprint("dropped: ", told.SubscriptionDropped.Error))
		}
		e := told.EventAppeared.Event
		out = append(out, fmt.Sprintf("%s, tried %d", r.short(e.Event), told.EventAppeared.RetryCount))
		if action == ack {
			err = sub.Ack(e)
		} else {
			err = sub.Nack("test", action, e)
		}
		if err != nil {
			r.t.Error(err)
		}
	}
	return out
}

// ack is no action of the protocol; consume acknowledges instead.
const ack = esdb.NackAction(-1)

func (r *esdbRun) groups() {
	ctx, t, stream := r.t.Context(), r.t, r.stream(1)
	settings := esdb.SubscriptionSettingsDefault()
	settings.CheckpointLowerBound, settings.CheckpointUpperBound, settings.MaxRetryCount = 1, 1, 4
	options := esdb.PersistentStreamSubscriptionOptions{Settings: &settings, StartFrom: esdb.Revision(2)}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(r.CreatePersistentSubscription(ctx, stream, "mail", options))
	r.fails("the same group", r.CreatePersistentSubscription(ctx, stream, "mail", options), esdb.ErrorCodeResourceAlreadyExists)
	one := esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 1}
	subscribe := func(actions ...esdb.NackAction) []string {
		t.Helper()
		sub, err := r.SubscribeToPersistentSubscription(ctx, stream, "mail", one)
		return r.consume(sub, err, actions...)
	}
	r.want("a group", subscribe(esdb.NackActionRetry, esdb.NackActionPark, esdb.NackActionSkip, ack),
		"[order-1@2 Held, tried 0 order-1@2 Held, tried 1 order-1@3 Released, tried 0 order-1@4 Shipped, tried 0]")
	must(r.ReplayParkedMessages(ctx, stream, "mail", esdb.ReplayParkedMessagesOptions{}))
	r.want("a parked event", subscribe(ack), "[order-1@2 Held, tried 0]")
	settings.MaxRetryCount, settings.ConsumerStrategyName = 9, esdb.ConsumerStrategyPinned
	must(r.UpdatePersistentSubscription(ctx, stream, "mail", options))
	info, err := r.GetPersistentSubscriptionInfo(ctx, stream, "mail", esdb.GetPersistentSubscriptionOptions{})
	if err != nil || info.Settings.MaxRetryCount != 9 || info.Settings.ConsumerStrategyName != esdb.ConsumerStrategyPinned {
		t.Errorf("after an update: %+v, %v", info, err)
	}
	of := func(list []esdb.PersistentSubscriptionInfo, err error) bool {
		return err == nil && slices.ContainsFunc(list, func(i esdb.PersistentSubscriptionInfo) bool {
			return i.GroupName == "mail" && i.EventSource == stream
		})
	}
	r.want("it is listed", []bool{of(r.ListPersistentSubscriptionsForStream(ctx, stream, esdb.ListPersistentSubscriptionsOptions{})),
		of(r.ListAllPersistentSubscriptions(ctx, esdb.ListPersistentSubscriptionsOptions{}))}, "[true true]")
	must(r.DeletePersistentSubscription(ctx, stream, "mail", esdb.DeletePersistentSubscriptionOptions{}))
	_, err = r.SubscribeToPersistentSubscription(ctx, stream, "mail", one)
	r.fails("a deleted group", err, esdb.ErrorCodeResourceNotFound)

	all := "all-" + r.category
	must(r.CreatePersistentSubscriptionToAll(ctx, all, esdb.PersistentAllSubscriptionOptions{StartFrom: esdb.Start{},
		Filter: &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Prefixes: []string{r.category}}}))
	must(r.UpdatePersistentSubscriptionToAll(ctx, all, esdb.PersistentAllSubscriptionOptions{StartFrom: esdb.Start{}, Settings: &settings}))
	sub, err := r.SubscribeToPersistentSubscriptionToAll(ctx, all, one)
	r.want("a group of the log", r.consume(sub, err, ack, ack), "[order-1@0 Placed, tried 0 order-1@1 Placed, tried 0]")
	must(r.ReplayParkedMessagesToAll(ctx, all, esdb.ReplayParkedMessagesOptions{}))
	if _, err := r.GetPersistentSubscriptionInfoToAll(ctx, all, esdb.GetPersistentSubscriptionOptions{}); err != nil {
		t.Error(err)
	}
	if list, err := r.ListPersistentSubscriptionsToAll(ctx, esdb.ListPersistentSubscriptionsOptions{}); err != nil || len(list) == 0 {
		t.Errorf("%+v, %v", list, err)
	}
	must(r.DeletePersistentSubscriptionToAll(ctx, all, esdb.DeletePersistentSubscriptionOptions{}))
}
