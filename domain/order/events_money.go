package order

import (
	"tradelog/domain"
	"tradelog/domain/money"
)

// The events about an order's money.
type (
	// Invoiced asks for the money of some units. Its number comes with InvoiceNumbered, once the invoice exists for certain:
	// numbers have no gaps.
	Invoiced struct {
		InvoiceID int64          `json:"invoiceId"`
		State     InvoiceState   `json:"state"`
		Capture   Capture        `json:"capture,omitempty"`
		Lines     []InvoicedLine `json:"lines"`
		Money     Money          `json:"money"`
		TotalQty  money.Decimal  `json:"totalQty"`
		Comment   string         `json:"comment,omitempty"`
		Notify    bool           `json:"notify,omitempty"`
	}
	InvoicedLine struct {
		ID     int64         `json:"id"`
		LineID int64         `json:"lineId"`
		Qty    money.Decimal `json:"qty"`
		Money  LineMoney     `json:"money"`
	}
	InvoiceNumbered struct {
		InvoiceID   int64  `json:"invoiceId"`
		IncrementID string `json:"incrementId"`
	}
	InvoicePaid struct {
		InvoiceID     int64         `json:"invoiceId"`
		TransactionID string        `json:"transactionId,omitempty"`
		Amount        money.Decimal `json:"amount"`
		BaseAmount    money.Decimal `json:"baseAmount"`
	}
	// CaptureStarted: the payment gateway is asked for the money of an invoice that was not to be captured at once. InvoicePaid or
	// CaptureDeclined ends it; until then the invoice is not taken back, because the money may be on its way.
	CaptureStarted struct {
		InvoiceID int64 `json:"invoiceId"`
	}
	CaptureDeclined struct {
		InvoiceID int64  `json:"invoiceId"`
		Reason    string `json:"reason"`
	}
	InvoiceCanceled struct {
		InvoiceID int64  `json:"invoiceId"`
		Reason    string `json:"reason,omitempty"`
	}

	// CreditMemo is a refund.
	CreditMemo struct {
		MemoID        int64          `json:"memoId"`
		Lines         []RefundedLine `json:"lines,omitempty"`
		Money         Money          `json:"money"`
		Cards         []CardRefund   `json:"cards,omitempty"`
		Online        bool           `json:"online,omitempty"`
		TransactionID string         `json:"transactionId,omitempty"`
		Comment       string         `json:"comment,omitempty"`
	}
	RefundedLine struct {
		ID          int64         `json:"id"`
		LineID      int64         `json:"lineId"`
		ProductID   int64         `json:"productId"`
		Qty         money.Decimal `json:"qty"`
		Money       LineMoney     `json:"money"`
		BackToStock bool          `json:"backToStock,omitempty"`
	}
	// CardRefund is what goes back to a gift card, in the base currency.
	CardRefund struct {
		CardID int64         `json:"cardId"`
		Code   string        `json:"code"`
		Amount money.Decimal `json:"amount"`
	}
	// RefundStarted holds what is refunded while the payment gateway is asked; Refunded or RefundAbandoned ends it.
	RefundStarted   struct{ CreditMemo }
	Refunded        struct{ CreditMemo }
	RefundAbandoned struct {
		MemoID int64  `json:"memoId"`
		Reason string `json:"reason"`
	}
	MemoNumbered struct {
		MemoID      int64  `json:"memoId"`
		IncrementID string `json:"incrementId"`
	}
)

func (Invoiced) EventName() string        { return "OrderInvoiced" }
func (InvoiceNumbered) EventName() string { return "OrderInvoiceNumbered" }
func (InvoicePaid) EventName() string     { return "OrderInvoicePaid" }
func (CaptureStarted) EventName() string  { return "OrderCaptureStarted" }
func (CaptureDeclined) EventName() string { return "OrderCaptureDeclined" }
func (InvoiceCanceled) EventName() string { return "OrderInvoiceCanceled" }
func (RefundStarted) EventName() string   { return "OrderRefundStarted" }
func (Refunded) EventName() string        { return "OrderRefunded" }
func (RefundAbandoned) EventName() string { return "OrderRefundAbandoned" }
func (MemoNumbered) EventName() string    { return "OrderCreditMemoNumbered" }

// InvoiceRecord is what decisions need to know of an invoice.
type InvoiceRecord struct {
	ID          int64
	Increment   string
	State       InvoiceState
	Transaction string
	Capture     Capture
	Lines       []InvoicedLine
	Money       Money
	// Asked: the gateway is asked for the money and has not answered. Declined is how often it has refused.
	Asked    bool
	Declined int
	// Releasing is what the gateway is asked to release in the order's currency, 0 when it is not. VoidsDeclined is how often it
	// has refused.
	Releasing     money.Decimal
	VoidsDeclined int
}

// Waiting tells whether the gateway is asked for something about the invoice and has not answered.
func (i InvoiceRecord) Waiting() bool { return i.State == Open && (i.Asked || i.Voiding()) }

// MemoRecord is what decisions need to know of a credit memo.
type MemoRecord struct {
	ID        int64
	Increment string
}

// evolveMoney folds the events about money.
func (o Order) evolveMoney(e domain.Event) Order {
	switch e := e.(type) {
	case Invoiced:
		asked := e.State == Open && e.Capture == CaptureOnline
		o = o.takeInvoice(InvoiceRecord{ID: e.InvoiceID, State: e.State, Capture: e.Capture, Lines: e.Lines, Money: e.Money, Asked: asked})
	case InvoiceNumbered:
		o.changeInvoice(e.InvoiceID, func(i *InvoiceRecord) { i.Increment = e.IncrementID })
	case InvoicePaid:
		o.changeInvoice(e.InvoiceID, func(i *InvoiceRecord) { i.State, i.Transaction, i.Asked = Paid, e.TransactionID, false })
		o.Totals.Paid, o.Totals.BasePaid = o.Totals.Paid.Add(e.Amount), o.Totals.BasePaid.Add(e.BaseAmount)
	case CaptureStarted:
		o.changeInvoice(e.InvoiceID, func(i *InvoiceRecord) { i.Asked = true })
	case CaptureDeclined:
		o.changeInvoice(e.InvoiceID, func(i *InvoiceRecord) { i.Asked, i.Declined = false, i.Declined+1 })
	case VoidStarted:
		o.changeInvoice(e.InvoiceID, func(i *InvoiceRecord) { i.Releasing = e.Amount })
	case VoidDeclined:
		o.changeInvoice(e.InvoiceID, func(i *InvoiceRecord) { i.Releasing, i.VoidsDeclined = money.Zero, i.VoidsDeclined+1 })
	case InvoiceCanceled:
		o = o.releaseInvoice(e.InvoiceID)
	case RefundStarted:
		o = o.credit(e.CreditMemo)
		o.hold(e.CreditMemo)
	case Refunded:
		if _, waiting := o.PendingRefunds[e.MemoID]; waiting {
			o.unhold(e.MemoID)
		} else {
			o = o.credit(e.CreditMemo)
		}
		o.Totals.Refunded = o.Totals.Refunded.Add(e.Money.Display.Grand)
		o.Totals.BaseRefunded = o.Totals.BaseRefunded.Add(e.Money.Base.Grand)
		o.Memos = append(o.Memos[:len(o.Memos):len(o.Memos)], MemoRecord{ID: e.MemoID})
	case RefundAbandoned:
		if memo, waiting := o.PendingRefunds[e.MemoID]; waiting {
			o.unhold(e.MemoID)
			o = o.uncredit(memo)
		}
	case MemoNumbered:
		o.Memos = append([]MemoRecord(nil), o.Memos...)
		for i := range o.Memos {
			if o.Memos[i].ID == e.MemoID {
				o.Memos[i].Increment = e.IncrementID
			}
		}
	}
	return o
}

func (o Order) takeInvoice(i InvoiceRecord) Order {
	o.Lines = append([]LineState(nil), o.Lines...)
	for _, line := range i.Lines {
		o.each(line.LineID, func(l *LineState) {
			l.Invoiced, l.InvoicedMoney = l.Invoiced.Add(line.Qty), l.InvoicedMoney.plus(line.Money)
		})
	}
	o.Totals.Invoiced = o.Totals.Invoiced.plus(i.Money)
	if i.State == Paid {
		o.Totals.Paid, o.Totals.BasePaid = o.Totals.Paid.Add(i.Money.Display.Grand), o.Totals.BasePaid.Add(i.Money.Base.Grand)
	}
	o.Invoices = append(o.Invoices[:len(o.Invoices):len(o.Invoices)], i)
	return o
}

func (o Order) releaseInvoice(id int64) Order {
	i, ok := o.InvoiceOf(id)
	if !ok {
		return o
	}
	o.Lines = append([]LineState(nil), o.Lines...)
	for _, line := range i.Lines {
		o.each(line.LineID, func(l *LineState) {
			l.Invoiced, l.InvoicedMoney = l.Invoiced.Sub(line.Qty), l.InvoicedMoney.minus(line.Money)
		})
	}
	o.Totals.Invoiced = o.Totals.Invoiced.minus(i.Money)
	o.Released = o.Released.Add(i.Releasing)
	o.changeInvoice(id, func(i *InvoiceRecord) { i.State, i.Asked, i.Releasing = Revoked, false, money.Zero })
	return o
}

func (o *Order) changeInvoice(id int64, change func(*InvoiceRecord)) {
	o.Invoices = append([]InvoiceRecord(nil), o.Invoices...)
	for i := range o.Invoices {
		if o.Invoices[i].ID == id {
			change(&o.Invoices[i])
		}
	}
}

func (o Order) credit(m CreditMemo) Order {
	o.Lines = append([]LineState(nil), o.Lines...)
	for _, line := range m.Lines {
		o.each(line.LineID, func(l *LineState) {
			l.Refunded, l.RefundedMoney = l.Refunded.Add(line.Qty), l.RefundedMoney.plus(line.Money)
		})
	}
	o.Totals.Credited = o.Totals.Credited.plus(m.Money)
	return o
}

func (o Order) uncredit(m CreditMemo) Order {
	o.Lines = append([]LineState(nil), o.Lines...)
	for _, line := range m.Lines {
		o.each(line.LineID, func(l *LineState) {
			l.Refunded, l.RefundedMoney = l.Refunded.Sub(line.Qty), l.RefundedMoney.minus(line.Money)
		})
	}
	o.Totals.Credited = o.Totals.Credited.minus(m.Money)
	return o
}

// hold sets a refund's money aside until the gateway has answered.
func (o *Order) hold(m CreditMemo) {
	pending := map[int64]CreditMemo{m.MemoID: m}
	for id, other := range o.PendingRefunds {
		pending[id] = other
	}
	o.PendingRefunds = pending
	o.Totals.Pending, o.Totals.BasePending = o.Totals.Pending.Add(m.Money.Display.Grand), o.Totals.BasePending.Add(m.Money.Base.Grand)
}

func (o *Order) unhold(id int64) {
	m := o.PendingRefunds[id]
	pending := map[int64]CreditMemo{}
	for other, memo := range o.PendingRefunds {
		if other != id {
			pending[other] = memo
		}
	}
	o.PendingRefunds = pending
	o.Totals.Pending, o.Totals.BasePending = o.Totals.Pending.Sub(m.Money.Display.Grand), o.Totals.BasePending.Sub(m.Money.Base.Grand)
}
