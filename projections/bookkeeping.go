package projections

import (
	"bytes"
	"context"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/number"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/record"
	"tradelog/domain/revocation"
	"tradelog/eventstore"
)

// Sequences keeps the highest identifier the log has of each sequence, so that a database made anew from the log gives out
// no identifier twice.
func Sequences(kinds map[*record.Kind]string) Definition {
	byEvent := map[string]string{}
	events := []string{cart.Created{}.EventName(), customer.Registered{}.EventName(), access.AccountCreated{}.EventName(), access.RoleSaved{}.EventName(),
		order.Placed{}.EventName(), order.Abandoned{}.EventName(), order.Shipped{}.EventName(), order.TrackAdded{}.EventName(), order.ShipmentCommented{}.EventName(), cart.CheckoutStarted{}.EventName(),
		order.Invoiced{}.EventName(), order.RefundStarted{}.EventName(), order.Refunded{}.EventName(), pricerule.Created{}.EventName(), giftcard.Created{}.EventName(),
		revocation.Submitted{}.EventName()}
	for kind, sequence := range kinds {
		name := kind.Title + "Created"
		byEvent[name] = sequence
		events = append(events, name)
	}
	return Definition{
		Name: "sequences", Version: 4, Tables: []string{"sequence_marks"}, Events: events,
		New: func() Projector { return &sequences{byEvent: byEvent} },
	}
}

type sequences struct{ byEvent map[string]string }

// Apply finds the identifiers that events brought into the world.
func (s *sequences) Apply(_ context.Context, w *Writer, events []Event) error {
	highest := map[string]int64{}
	mark := func(name string, id int64) { highest[name] = max(highest[name], id) }
	for _, e := range events {
		switch p := e.Payload.(type) {
		case record.Created:
			mark(s.byEvent[e.Type], p.ID)
		case cart.Created:
			mark("cart", p.CartID)
		case cart.CheckoutStarted:
			mark("order", p.OrderID)
			mark(incrementOf("order", p.IncrementID)) // kept by the cart even if no order comes of it
		case customer.Registered:
			mark("customer", p.CustomerID)
		case access.AccountCreated:
			mark("account", p.AccountID)
		case access.RoleSaved:
			mark("role", p.RoleID)
		case order.Placed:
			mark("order", p.OrderID)
			mark("order_address", max(p.BillingID, p.ShippingID))
			mark(incrementOf("order", p.IncrementID))
			for _, l := range p.Lines {
				mark("order_item", l.ID)
			}
		case order.Abandoned:
			mark("order", domain.StreamID(e.Stream))
		case order.Shipped:
			mark("shipment", p.ShipmentID)
			mark(incrementOf("shipment", p.IncrementID))
			for _, l := range p.Lines {
				mark("shipment_part", l.ID)
			}
			for _, t := range p.Tracks {
				mark("shipment_part", t.ID)
			}
		case order.TrackAdded:
			mark("shipment_part", p.Track.ID)
		case order.ShipmentCommented:
			mark("shipment_part", p.CommentID)
		case order.Invoiced:
			mark("invoice", p.InvoiceID)
			for _, l := range p.Lines {
				mark("invoice_item", l.ID)
			}
		case order.RefundStarted:
			markMemo(mark, p.CreditMemo)
		case order.Refunded:
			markMemo(mark, p.CreditMemo)
		case pricerule.Created:
			mark("pricerule", p.Rule.ID)
		case giftcard.Created:
			mark("giftcard", p.CardID)
		case revocation.Submitted:
			mark("revocation", p.RequestID)
		}
	}
	for name, id := range highest {
		if name != "" && id > 0 {
			w.Exec(`INSERT INTO sequence_marks (name, highest) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET highest = greatest(sequence_marks.highest, excluded.highest)`, name, id)
		}
	}
	return nil
}

func markMemo(mark func(string, int64), m order.CreditMemo) {
	mark("creditmemo", m.MemoID)
	for _, l := range m.Lines {
		mark("creditmemo_item", l.ID)
	}
}

// incrementOf finds the sequence a document number came from, and its place there: 100000042 is 42 of store 1.
func incrementOf(kind, increment string) (sequence string, n int64) {
	storeID, n := number.Split(increment)
	if n == 0 {
		return "", 0
	}
	return kind + "_increment_" + itoa(storeID), n
}

// Executed keeps which commands were carried out under idempotency keys. The record itself is in the events' metadata and
// so commits with them; this is only how it is found.
var Executed = Definition{
	Name: "executed", Version: 1, Tables: []string{"executed_commands"}, Raw: true,
	Wants: func(e eventstore.Recorded) bool { return bytes.Contains(e.Metadata, []byte(`"idempotency"`)) },
	New:   func() Projector { return executed{} },
}

type executed struct{}

// Apply looks at every event, but only at its metadata.
func (executed) Apply(_ context.Context, w *Writer, events []Event) error {
	for _, e := range events {
		meta, err := e.Meta()
		if err != nil {
			return At(e, err)
		}
		if meta.Idempotency == nil {
			continue
		}
		// The first event of a command makes the row, the later ones extend it.
		w.Exec(`INSERT INTO executed_commands (scope, command, stream, first, last, position, made_at) VALUES ($1, $2, $3, $4, $4, $5, $6)
			ON CONFLICT (scope, command) DO UPDATE SET last = excluded.last, position = excluded.position`,
			meta.Idempotency.Scope, meta.Idempotency.Command, e.Stream, int64(e.Revision), int64(e.Position), e.RecordedAt)
	}
	return nil
}
