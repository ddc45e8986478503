package order

import (
	"encoding/json"
	"slices"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/directory"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/person"
	"tradelog/domain/totals"
)

type (
	// Placed holds the whole order as it was bought. Later changes of prices, taxes and addresses do not affect it.
	Placed struct {
		OrderID     int64  `json:"orderId"`
		IncrementID string `json:"incrementId"`
		CartID      int64  `json:"cartId"`
		StoreID     int64  `json:"storeId"`
		WebsiteID   int64  `json:"websiteId"`
		StoreName   string `json:"storeName"` // three lines: website, group, store

		CustomerID int64              `json:"customerId,omitempty"` // 0: a guest
		GroupID    int64              `json:"groupId,omitempty"`
		Customer   Person             `json:"customer,omitzero" personal:"true"`
		Billing    *directory.Address `json:"billing,omitzero" personal:"true"`
		Shipping   *directory.Address `json:"shipping,omitzero" personal:"true"`
		Note       string             `json:"note,omitzero" personal:"true"`
		RemoteIP   string             `json:"remoteIp,omitzero" personal:"true"`
		Forwarded  string             `json:"forwardedFor,omitzero" personal:"true"`
		TokenHash  string             `json:"tokenHash,omitempty" credential:"true" digest:"true"`

		BillingID  int64 `json:"billingId"`
		ShippingID int64 `json:"shippingId,omitempty"`

		Lines   []Line `json:"lines"`
		Virtual bool   `json:"virtual,omitempty"`

		Currency       string        `json:"currency"`
		BaseCurrency   string        `json:"baseCurrency"`
		GlobalCurrency string        `json:"globalCurrency"`
		Rate           money.Decimal `json:"rate"` // base to order currency
		Totals         totals.Totals `json:"totals"`
		Payment        string        `json:"payment"`
		PaymentTitle   string        `json:"paymentTitle"`
		Method         string        `json:"method,omitempty"`
		MethodTitle    string        `json:"methodTitle,omitempty"`
		Status         Status        `json:"status"`
		Weight         money.Decimal `json:"weight,omitzero"`
		PaymentData    any           `json:"paymentData,omitzero" personal:"true"`
		QtyOrdered     money.Decimal `json:"qtyOrdered"`
		// Transaction is the payment gateway's authorisation; empty if there is none.
		Transaction string `json:"transaction,omitempty"`
		// InvoiceAtOnce: the payment method invoices everything when the order is placed.
		InvoiceAtOnce bool `json:"invoiceAtOnce,omitempty"`
		// Gifts holds senders and recipients of the gift cards that are bought, by the index of their line.
		Gifts map[int]giftcard.People `json:"gifts,omitzero" personal:"true"`
		// Written holds the texts and files that the buyer sent for custom options, by the index of the line. See Line.
		Written map[int]catalog.Written `json:"written,omitzero" personal:"true"`
		// Codes holds the codes of the gift cards that pay, by the card's ID. In logs of earlier versions they are in Totals, in plain.
		Codes map[int64]string `json:"codes,omitzero" secret:"giftcard-codes"`
		// DownloadSecret is the secret of the keys of downloads; empty if the order has no downloads.
		DownloadSecret string `json:"downloadSecret,omitzero" personal:"true" credential:"true"`
		PlacementDetails
	}
	// PlacementDetails are statements of the placement about the order as a whole. They are stored as they were sent; a field that is added
	// here is stored.
	PlacementDetails struct {
		// Tendered is the cash that was received, if it was recorded.
		Tendered *money.Decimal `json:"tendered,omitempty"`
	}
	// Line is a line of an order. In an event it lacks the texts and files that the buyer sent; Placed.Line adds them.
	Line struct {
		ID          int64             `json:"id"`
		ProductID   int64             `json:"productId"`
		SKU         string            `json:"sku"`
		Name        string            `json:"name"`
		Type        string            `json:"type"`
		Qty         money.Decimal     `json:"qty"`
		Backordered money.Decimal     `json:"backordered,omitzero"`
		Original    money.Decimal     `json:"original,omitzero"` // catalog price
		Cost        money.Decimal     `json:"cost,omitzero"`
		Weight      money.Decimal     `json:"weight,omitzero"`
		Virtual     bool              `json:"virtual,omitempty"`
		QtyDecimal  bool              `json:"qtyDecimal,omitempty"`
		Totals      totals.LineTotals `json:"totals"`
		Request     json.RawMessage   `json:"request,omitempty"` // as it was added to the cart
		GiftCard    *giftcard.Sold    `json:"giftCard,omitempty"`
		// PartOf is 1 + the index of the line that this one is a part of; 0: of none. Each is the quantity in one unit of that line.
		PartOf int           `json:"partOf,omitempty"`
		Each   money.Decimal `json:"each,omitzero"`
		// Dynamic: the parts carry the amounts. Apart: the parts are shipped separately.
		Dynamic bool    `json:"dynamic,omitempty"`
		Apart   bool    `json:"apart,omitempty"`
		Chosen  *Chosen `json:"chosen,omitempty"`
	}
	// Person holds the buyer's personal data at the time of the order.
	Person struct {
		Email      string `json:"email,omitempty"`
		Firstname  string `json:"firstname,omitempty"`
		Lastname   string `json:"lastname,omitempty"`
		Middlename string `json:"middlename,omitempty"`
		Prefix     string `json:"prefix,omitempty"`
		Suffix     string `json:"suffix,omitempty"`
		Taxvat     string `json:"taxvat,omitempty"`
		Dob        string `json:"dob,omitempty"`
		Gender     int64  `json:"gender,omitempty"`
	}

	// Abandoned records that the placement was given up and the order never will be placed.
	Abandoned struct {
		CartID int64  `json:"cartId"`
		Reason string `json:"reason"`
	}
	Held struct {
		Of
		Reason string `json:"reason,omitzero" personal:"true"`
	}
	Unheld struct {
		Of
		State  State  `json:"state"`
		Status Status `json:"status"`
		Reason string `json:"reason,omitzero" personal:"true"`
	}
	// CanceledEvent holds the cancelled quantity of each line and the quantity that goes back to stock.
	CanceledEvent struct {
		Of
		State  State          `json:"state"`
		Status Status         `json:"status"`
		Lines  []CanceledLine `json:"lines"`
		Reason string         `json:"reason,omitzero" personal:"true"`
		// RuleIDs lists the price rules whose use is returned, Cards the amounts returned to gift cards.
		RuleIDs []int64      `json:"ruleIds,omitempty"`
		Cards   []CardRefund `json:"cards,omitempty"`
		// Kept is what an invoice of the units has that were delivered, are not invoiced and stay. Logs of earlier versions do not tell it.
		Kept *Money `json:"kept,omitempty"`
		// Due and BaseDue are what is still to be paid. Logs of earlier versions do not tell it.
		Due     *money.Decimal `json:"due,omitempty"`
		BaseDue *money.Decimal `json:"baseDue,omitempty"`
		// Notify: the buyer is sent an e-mail, which tells the reason.
		Notify bool `json:"notify,omitempty"`
		// Payment and Transaction identify the authorisation to release. They are set if nothing was invoiced.
		Payment     string `json:"payment,omitempty"`
		Transaction string `json:"transaction,omitempty"`
	}
	CanceledLine struct {
		LineID      int64         `json:"lineId"`
		ProductID   int64         `json:"productId"`
		Qty         money.Decimal `json:"qty"`
		BackToStock money.Decimal `json:"backToStock"`
		// Money has the amounts that go with the units. It is set if the order goes on; logs of earlier versions do not tell it.
		Money *LineMoney `json:"money,omitempty"`
	}
	// StateChanged follows from the event before it.
	StateChanged struct {
		State  State  `json:"state"`
		Status Status `json:"status"`
	}
	Commented struct {
		Of
		Text    string `json:"text,omitzero" personal:"true"`
		Status  Status `json:"status"`
		Notify  bool   `json:"notify,omitempty"`
		Visible bool   `json:"visible,omitempty"`
	}
	// TokenUsed ends the guest's single-use token.
	TokenUsed struct{}

	Shipped struct {
		Of
		ShipmentID  int64         `json:"shipmentId"`
		IncrementID string        `json:"incrementId"`
		Lines       []ShippedLine `json:"lines"`
		Tracks      []Track       `json:"tracks,omitempty"`
		TotalQty    money.Decimal `json:"totalQty"`
		TotalWeight money.Decimal `json:"totalWeight,omitzero"`
		Comment     string        `json:"comment,omitzero" personal:"true"`
		Notify      bool          `json:"notify,omitempty"`
	}
	ShippedLine struct {
		ID     int64         `json:"id"`
		LineID int64         `json:"lineId"`
		Qty    money.Decimal `json:"qty"`
	}
	Track struct {
		ID      int64  `json:"id"`
		Carrier string `json:"carrier"`
		Title   string `json:"title"`
		Number  string `json:"number"`
	}
	TrackAdded struct {
		ShipmentID int64 `json:"shipmentId"`
		Track      Track `json:"track"`
	}
	TrackRemoved struct {
		ShipmentID int64 `json:"shipmentId"`
		TrackID    int64 `json:"trackId"`
	}
	// ShipmentCommented is a comment on a shipment.
	ShipmentCommented struct {
		Of
		ShipmentID int64  `json:"shipmentId"`
		CommentID  int64  `json:"commentId"`
		Text       string `json:"text,omitzero" personal:"true"`
		Notify     bool   `json:"notify,omitempty"`
		Visible    bool   `json:"visible,omitempty"`
	}
)

func (Placed) EventName() string            { return "OrderPlaced" }
func (Abandoned) EventName() string         { return "OrderAbandoned" }
func (Held) EventName() string              { return "OrderHeld" }
func (Unheld) EventName() string            { return "OrderUnheld" }
func (CanceledEvent) EventName() string     { return "OrderCanceled" }
func (StateChanged) EventName() string      { return "OrderStateChanged" }
func (Commented) EventName() string         { return "OrderCommented" }
func (TokenUsed) EventName() string         { return "OrderTokenUsed" }
func (Shipped) EventName() string           { return "OrderShipped" }
func (TrackAdded) EventName() string        { return "OrderTrackAdded" }
func (TrackRemoved) EventName() string      { return "OrderTrackRemoved" }
func (ShipmentCommented) EventName() string { return "OrderShipmentCommented" }
func (p Placed) DataSubject() string        { return cart.Subject(p.CartID, p.CustomerID) }

// Of identifies the person whose order it is. Texts of an event that the shop or the person wrote are sealed with that person's key. Events
// of earlier versions have such texts in plain, and no subject.
type Of struct {
	Subject string `json:"subject,omitempty"`
}

// DataSubject returns the person of the order.
func (o Of) DataSubject() string { return o.Subject }

// PONumber returns the number of the buyer's own purchase order, which the payment method purchaseorder takes; empty if there is none.
func (p Placed) PONumber() string {
	var data struct{ PoNumber string }
	if text, err := json.Marshal(p.PaymentData); err != nil || json.Unmarshal(text, &data) != nil {
		return ""
	}
	return data.PoNumber
}

func EventSpecs() []domain.EventSpec {
	return append(domain.Specs(
		Placed{}, Abandoned{}, Held{}, Unheld{}, CanceledEvent{}, StateChanged{}, Commented{}, TokenUsed{}, Emailed{}, Downloaded{},
		Shipped{}, TrackAdded{}, TrackRemoved{}, ShipmentCommented{}, Invoiced{}, InvoiceNumbered{}, InvoicePaid{},
		InvoiceCanceled{}, CaptureStarted{}, CaptureDeclined{}, VoidStarted{}, VoidDeclined{}, RefundStarted{},
		Refunded{}, RefundAbandoned{}, MemoNumbered{}, CustomerAssigned{},
	), person.Spec(Category))
}

// Evolve applies an event. An order with nothing left to do is complete or closed even if no event tells that: earlier versions left some
// open for ever.
func Evolve(o Order, e domain.Event) Order {
	o = o.apply(e)
	if next := o.Finished(); next != o.State {
		o.State, o.Status = next, DefaultStatus(next)
	}
	return o
}

// apply applies an event as it is.
func (o Order) apply(e domain.Event) Order {
	switch e := e.(type) {
	case Placed:
		o = Order{
			Of: Of{e.DataSubject()}, ID: e.OrderID, Increment: e.IncrementID, Exists: true, StoreID: e.StoreID, CustomerID: e.CustomerID,
			Virtual: e.Virtual,
			State:   New, Status: e.Status, TokenHash: e.TokenHash, Currency: e.Currency, Payment: e.Payment, Transaction: e.Transaction,
			DownloadSecret: e.DownloadSecret, Reachable: e.Customer.Email != "", Rate: e.Rate, Cards: e.PaidCards(),
			CouponRule: e.Totals.Coupon.RuleID,
		}
		o.Totals.GrandTotal, o.Totals.BaseGrandTotal = e.Totals.Display.Grand, e.Totals.Base.Grand
		o.Totals.Ordered = Money{Display: ordered(e.Totals.Display), Base: ordered(e.Totals.Base)}
		o.Lines = lineStates(e.Lines)
	case Abandoned:
		o.Abandoned = true
	case person.Forgotten:
		o.Reachable = false
	case Held:
		o.HoldState, o.HoldStatus = o.State, o.Status
		o.State, o.Status = Holded, DefaultStatus(Holded)
	case Unheld:
		o.State, o.Status, o.HoldState, o.HoldStatus = e.State, e.Status, "", ""
	case CanceledEvent:
		o.cancel(e)
	case StateChanged:
		o.State, o.Status = e.State, e.Status
	case Commented:
		o.Status = e.Status
	case TokenUsed:
		o.TokenHash = ""
	case CustomerAssigned:
		o.CustomerID = e.CustomerID
	case Shipped:
		o.Lines = slices.Clone(o.Lines)
		for _, s := range e.Lines {
			o.each(s.LineID, func(l *LineState) { l.Shipped = l.Shipped.Add(s.Qty) })
		}
		s := ShipmentState{ID: e.ShipmentID}
		for _, t := range e.Tracks {
			s.Tracks = append(s.Tracks, t.ID)
		}
		o.Shipments = append(slices.Clip(o.Shipments), s)
	case Downloaded:
		o.downloaded(e)
	case TrackAdded:
		o.tracks(e.ShipmentID, func(has []int64) []int64 { return append(has, e.Track.ID) })
	case TrackRemoved:
		o.tracks(e.ShipmentID, func(has []int64) []int64 {
			return slices.DeleteFunc(has, func(id int64) bool { return id == e.TrackID })
		})
	default:
		o = o.evolveMoney(e)
	}
	return o
}

// each changes a line in place. The caller must have cloned the lines.
func (o *Order) each(lineID int64, change func(*LineState)) {
	for i := range o.Lines {
		if o.Lines[i].ID == lineID {
			change(&o.Lines[i])
		}
	}
}

func (o *Order) tracks(shipmentID int64, change func([]int64) []int64) {
	o.Shipments = slices.Clone(o.Shipments)
	for i := range o.Shipments {
		if s := &o.Shipments[i]; s.ID == shipmentID {
			s.Tracks = change(slices.Clone(s.Tracks))
		}
	}
}
