package order

import (
	"cmp"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// The errors of shipments (shapes-sales §11).
var (
	errNotShippable     = fault.Invalidf("Order cannot be shipped (already fully shipped or not in a shippable state)")
	ErrBadItemID        = fault.Invalidf("Each item must have a valid %s", fault.Name("orderItemId")).About(fault.Required, "items")
	errBadItemQty       = fault.Invalidf("Each item must have qty > 0").About(fault.Range, "items")
	ErrNothingToShip    = fault.Invalidf("Cannot create shipment: total quantity is zero").About(fault.Required, "items")
	errTrackNumber      = fault.Invalidf("Track number is required for each tracking entry").About(fault.Required, "tracks")
	errAddTrackNumber   = fault.Invalidf("Track number is required").About(fault.Required, "trackNumber")
	ErrShipmentNotFound = fault.NotFoundf("Shipment not found")
	errTrackNotFound    = fault.NotFoundf("Tracking entry not found for this shipment")
)

// Wanted is a quantity of a line to ship or to invoice.
type Wanted struct {
	LineID int64
	Qty    money.Decimal
}

// NewShipment describes a shipment. Without items, it ships everything left.
type NewShipment struct {
	ID        int64
	Increment string
	Items     []Wanted
	Tracks    []NewTrack
	Comment   string
	Notify    bool
	// NextID returns new identifiers for tracks and items.
	NextID func() int64
}

// NewTrack is a tracking number of a shipment. The carrier defaults to "custom", the title to the carrier.
type NewTrack struct {
	ID      int64
	Carrier string
	Title   string
	Number  string
}

// CheckShippable returns an error if the order cannot be shipped.
func (o Order) CheckShippable() error {
	if !o.Exists {
		return ErrNotFound
	}
	if !o.canShip() {
		return o.advised("ship", errNotShippable)
	}
	return nil
}

// Ship records a shipment (shapes-sales §11 rules 1 to 4).
func (o Order) Ship(s NewShipment) ([]domain.Event, error) {
	if err := o.CheckShippable(); err != nil {
		return nil, err
	}
	e := Shipped{Of: o.Of, ShipmentID: s.ID, IncrementID: s.Increment, Comment: s.Comment, Notify: s.Notify}
	lines, err := o.pick(s.Items)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		line, _ := o.line(l.LineID)
		e.TotalQty = e.TotalQty.Add(l.Qty)
		e.TotalWeight = e.TotalWeight.Add(line.Weight.Mul(l.Qty))
		e.Lines = append(e.Lines, ShippedLine{ID: s.NextID(), LineID: l.LineID, Qty: l.Qty})
	}
	if e.TotalQty.Sign() <= 0 {
		return nil, ErrNothingToShip
	}
	for _, l := range o.follow(lines, func(l LineState) bool { return l.Unparcelled }, func(l LineState) money.Decimal { return l.Shipped }) {
		e.Lines = append(e.Lines, ShippedLine{ID: s.NextID(), LineID: l.LineID, Qty: l.Qty})
	}
	for _, t := range s.Tracks {
		track, ok := t.track()
		if !ok {
			return nil, errTrackNumber
		}
		track.ID = s.NextID()
		e.Tracks = append(e.Tracks, track)
	}
	return o.settled(e, true), nil
}

// pick returns the lines to ship. It limits quantities to the unshipped ones, and to whole units of products without fractions. It ignores
// unknown lines.
func (o Order) pick(wanted []Wanted) ([]Wanted, error) {
	if len(wanted) == 0 {
		for _, l := range o.Lines {
			if left := l.Unshipped(); left.Sign() > 0 {
				wanted = append(wanted, Wanted{LineID: l.ID, Qty: left})
			}
		}
		return wanted, nil
	}
	var out []Wanted
	taken := map[int64]money.Decimal{}
	for _, w := range wanted {
		if w.LineID <= 0 {
			return nil, ErrBadItemID
		}
		if w.Qty.Sign() <= 0 {
			return nil, errBadItemQty
		}
		line, known := o.line(w.LineID)
		if !known {
			continue
		}
		if !line.QtyDecimal {
			w.Qty = w.Qty.Truncate()
		}
		w.Qty = money.Min(w.Qty, line.Unshipped().Sub(taken[w.LineID]))
		if w.Qty.Sign() > 0 {
			taken[w.LineID] = taken[w.LineID].Add(w.Qty)
			out = append(out, w)
		}
	}
	return out, nil
}

func (t NewTrack) track() (Track, bool) {
	number := strings.TrimSpace(t.Number)
	if number == "" || number == "0" {
		return Track{}, false
	}
	carrier := cmp.Or(t.Carrier, "custom")
	return Track{ID: t.ID, Carrier: carrier, Title: cmp.Or(t.Title, carrier), Number: number}, true
}

// AddTrack adds a tracking number to a shipment, in any state of the order.
func (o Order) AddTrack(shipmentID int64, t NewTrack) ([]domain.Event, error) {
	if _, ok := o.shipment(shipmentID); !ok {
		return nil, ErrShipmentNotFound
	}
	track, ok := t.track()
	if !ok {
		return nil, errAddTrackNumber
	}
	return []domain.Event{TrackAdded{ShipmentID: shipmentID, Track: track}}, nil
}

// RemoveTrack deletes a tracking number.
func (o Order) RemoveTrack(shipmentID, trackID int64) ([]domain.Event, error) {
	s, ok := o.shipment(shipmentID)
	if !ok {
		return nil, ErrShipmentNotFound
	}
	if !slices.Contains(s.Tracks, trackID) {
		return nil, errTrackNotFound
	}
	return []domain.Event{TrackRemoved{ShipmentID: shipmentID, TrackID: trackID}}, nil
}

func (o Order) shipment(id int64) (ShipmentState, bool) {
	return domain.Find(o.Shipments, func(s ShipmentState) bool { return s.ID == id })
}
