package order

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/person"
)

// The resources of orders in the interfaces.
const (
	orders      = "orders"
	shipments   = "shipments"
	invoices    = "invoices"
	creditMemos = "credit-memos"
)

// The fields of documents that several events set.
var (
	stateFields = change.Fields("state", "status", "statusHistory")
	lineFields  = change.Fields("items", "state", "status", "statusHistory")
	moneyFields = change.Fields("items", "prices", "statusHistory")
)

// Changes declares what the events of orders change. Shipments, invoices and credit memos are resources of their own, and an order shows
// most of them.
func Changes() change.Area {
	return change.Area{
		Events: slices.Concat(
			change.Stream(orders, change.Created, nil, Placed{}),
			change.Hide("the order was never placed", Abandoned{}),
			change.Hide("the token of a guest is shown by no interface", TokenUsed{}),
			change.Stream(orders, change.Changed, stateFields, Held{}, Unheld{}, Commented{}),
			change.Stream(orders, change.Changed, change.Fields("state", "status"), StateChanged{}),
			change.Stream(orders, change.Changed, lineFields, CanceledEvent{}),
			change.Stream(orders, change.Changed, change.Fields("emailSent"), Emailed{}),
			change.Stream(orders, change.Changed, change.Fields("items"), Downloaded{}),
			change.Stream(orders, change.Changed, change.Fields("customerId", "customerIsGuest"), CustomerAssigned{}),
			change.Stream(orders, change.Changed, nil, VoidStarted{}, VoidDeclined{}, person.ForgottenIn(Category, nil)),
			shippingChanges(), invoiceChanges(), memoChanges(),
		),
		Scopes: map[string]change.ScopeFold{Category: scopeOf},
	}
}

// locate: an order stays in the store in which it was placed.
func scopeOf(had change.Scope, _ string, e domain.Event) change.Scope {
	if e, ok := e.(Placed); ok {
		return change.Scope{Stores: []int64{e.StoreID}}
	}
	return had
}

// withPart declares events that change an order and a part of it, which is a resource of its own.
func withPart[E domain.Event](
	blank E, part string, kind change.Kind, fields, ofOrder []string, id func(E) int64,
) change.Declaration {
	return change.By(blank, func(stream string, e E) []change.Change {
		return []change.Change{
			{Resource: orders, ID: domain.StreamID(stream), Kind: change.Changed, Fields: ofOrder},
			{Resource: part, ID: id(e), Kind: kind, Fields: fields},
		}
	}, orders, part)
}

// ofPart declares events that change a part of an order alone.
func ofPart[E domain.Event](blank E, part string, fields []string, id func(E) int64) change.Declaration {
	return change.By(blank, func(_ string, e E) []change.Change {
		return []change.Change{{Resource: part, ID: id(e), Kind: change.Changed, Fields: fields}}
	}, part)
}

func shippingChanges() []change.Declaration {
	tracks, shown := change.Fields("tracks"), change.Fields("shipments")
	return []change.Declaration{
		withPart(Shipped{}, shipments, change.Created, nil, change.Fields("items", "shipments", "statusHistory"),
			func(e Shipped) int64 { return e.ShipmentID }),
		withPart(TrackAdded{}, shipments, change.Changed, tracks, shown, func(e TrackAdded) int64 { return e.ShipmentID }),
		withPart(TrackRemoved{}, shipments, change.Changed, tracks, shown, func(e TrackRemoved) int64 { return e.ShipmentID }),
		withPart(ShipmentCommented{}, shipments, change.Changed, change.Fields("comments"), shown,
			func(e ShipmentCommented) int64 { return e.ShipmentID }),
	}
}

func invoiceChanges() []change.Declaration {
	state := change.Fields("state")
	return []change.Declaration{
		withPart(Invoiced{}, invoices, change.Created, nil, moneyFields, func(e Invoiced) int64 { return e.InvoiceID }),
		ofPart(InvoiceNumbered{}, invoices, change.Fields("incrementId"), func(e InvoiceNumbered) int64 { return e.InvoiceID }),
		withPart(InvoicePaid{}, invoices, change.Changed, state, moneyFields, func(e InvoicePaid) int64 { return e.InvoiceID }),
		withPart(InvoiceCanceled{}, invoices, change.Changed, state, moneyFields, func(e InvoiceCanceled) int64 { return e.InvoiceID }),
		ofPart(CaptureStarted{}, invoices, nil, func(e CaptureStarted) int64 { return e.InvoiceID }),
		ofPart(CaptureDeclined{}, invoices, nil, func(e CaptureDeclined) int64 { return e.InvoiceID }),
	}
}

func memoChanges() []change.Declaration {
	return append([]change.Declaration{
		withPart(Refunded{}, creditMemos, change.Created, nil, moneyFields, func(e Refunded) int64 { return e.MemoID }),
		ofPart(MemoNumbered{}, creditMemos, change.Fields("incrementId"), func(e MemoNumbered) int64 { return e.MemoID }),
	}, change.Hide("a credit memo exists once the money is refunded", RefundStarted{}, RefundAbandoned{})...)
}
