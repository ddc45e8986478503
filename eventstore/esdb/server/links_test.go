package server

import (
	"fmt"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"tradelog/eventstore"
)

// TestStreamsOfLinks: the events of a category, and those of a type, are read and followed like streams of links. The revisions of these
// are the positions of the events.
func TestStreamsOfLinks(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		stored(t, client, "order-1", numbered("Placed", 2)...)
		stored(t, client, "cart-1", numbered("Placed", 1)...)
		stored(t, client, "order-2", numbered("Held", 1)...)
		for _, c := range []struct {
			stream    string
			direction esdb.Direction
			from      esdb.StreamPosition
			count     uint64
			want      string
		}{
			{"$ce-order", esdb.Forwards, esdb.Start{}, 10, "[order-1@0 Placed order-1@1 Placed order-2@0 Held]"},
			{"$ce-order", esdb.Forwards, esdb.Revision(2), 10, "[order-1@1 Placed order-2@0 Held]"},
			{"$ce-order", esdb.Backwards, esdb.End{}, 2, "[order-2@0 Held order-1@1 Placed]"},
			{"$ce-order", esdb.Backwards, esdb.Revision(2), 10, "[order-1@1 Placed order-1@0 Placed]"},
			{"$et-Placed", esdb.Forwards, esdb.Start{}, 10, "[order-1@0 Placed order-1@1 Placed cart-1@0 Placed]"},
			{"$et-Held", esdb.Backwards, esdb.Start{}, 10, "[order-2@0 Held]"},
		} {
			read, err := client.ReadStream(t.Context(), c.stream,
				esdb.ReadStreamOptions{Direction: c.direction, From: c.from, ResolveLinkTos: true}, c.count)
			if got := fmt.Sprint(names(t, read, err)); got != c.want {
				t.Errorf("%s %v from %v: %s", c.stream, c.direction, c.from, got)
			}
		}
		read, err := client.ReadStream(t.Context(), "$ce-order", esdb.ReadStreamOptions{From: esdb.Revision(4)}, 1)
		if err != nil {
			t.Fatal(err)
		}
		link, err := read.Recv()
		read.Close()
		if err != nil || link.Link != nil || name(link.Event) != "$ce-order@4 $>" || string(link.Event.Data) != "0@order-2" {
			t.Errorf("the link itself: %+v, %v", link, err)
		}

		after, err := client.SubscribeToStream(t.Context(), "$ce-order",
			esdb.SubscribeToStreamOptions{From: esdb.Revision(1), ResolveLinkTos: true})
		if err != nil {
			t.Fatal(err)
		}
		defer after.Close()
		live, err := client.SubscribeToStream(t.Context(), "$et-Held", esdb.SubscribeToStreamOptions{From: esdb.End{}, ResolveLinkTos: true})
		if err != nil {
			t.Fatal(err)
		}
		defer live.Close()
		tells(t, after, "order-1@1 Placed", "order-2@0 Held", "caught up")
		tells(t, live, "caught up")
		stored(t, client, "cart-1", numbered("Held", 1)...)
		stored(t, client, "order-3", numbered("Held", 1)...)
		tells(t, after, "order-3@0 Held")
		tells(t, live, "cart-1@1 Held", "order-3@0 Held")
	})
}

// TestGroupOfLinks: a group on a category gives resolved events, which are acknowledged by their links.
func TestGroupOfLinks(t *testing.T) {
	overStores(t, func(t *testing.T, store eventstore.Store) {
		client := over(t, store)
		stored(t, client, "order-1", numbered("Placed", 1)...)
		stored(t, client, "cart-1", numbered("Opened", 1)...)
		stored(t, client, "order-2", numbered("Placed", 1)...)
		settings := esdb.SubscriptionSettingsDefault()
		settings.ResolveLinkTos = true
		if err := client.CreatePersistentSubscription(t.Context(), "$ce-order", "mail", esdb.PersistentStreamSubscriptionOptions{
			Settings: &settings, StartFrom: esdb.Start{},
		}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"order-1@0 Placed", "order-2@0 Placed"} {
			sub, err := client.SubscribeToPersistentSubscription(t.Context(), "$ce-order", "mail",
				esdb.SubscribeToPersistentSubscriptionOptions{BufferSize: 1})
			if err != nil {
				t.Fatal(err)
			}
			e := wants(t, sub, want, 0)
			if e.Link == nil || e.Link.StreamID != "$ce-order" {
				t.Errorf("%s comes without its link: %+v", want, e.Link)
			}
			if err := sub.Ack(e); err != nil {
				t.Fatal(err)
			}
			until(t, func() bool {
				info, err := client.GetPersistentSubscriptionInfo(t.Context(), "$ce-order", "mail", esdb.GetPersistentSubscriptionOptions{})
				if err != nil {
					return false
				}
				if want == "order-1@0 Placed" { // the next one has come
					return info.Stats.TotalItems == 2
				}
				return info.Stats.TotalItems == 1 && info.Stats.TotalInFlightMessages == 0
			})
			_ = sub.Close()
		}
	})
}
