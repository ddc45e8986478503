package order

import (
	"maps"
	"slices"

	"tradelog/domain"
	"tradelog/domain/money"
)

// The events about an order's money.
type (
	// Invoiced records an invoice of some units. Its number is set by InvoiceNumbered after it is stored, because numbers must have no gaps.
	Invoiced struct {
		Of
		InvoiceID int64          `json:"invoiceId"`
		State     InvoiceState   `json:"state"`
		Capture   Capture        `json:"capture,omitempty"`
		Lines     []InvoicedLine `json:"lines"`
		Money     Money          `json:"money"`
		TotalQty  money.Decimal  `json:"totalQty"`
		Comment   string         `json:"comment,omitzero" personal:"true"`
		Notify    bool           `json:"notify,omitempty"`
	}
	InvoicedLine struct {
		ID     int64         `json:"id"`
		LineID int64         `json:"lineId"`
		Qty    money.Decimal `json:"qty"`
		Money  LineMoney     `json:"money"`
		RestID int64         `json:"restId,omitempty"` // see splits
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
	// CaptureStarted: the payment gateway is asked to capture an invoice some time after it was created. InvoicePaid or CaptureDeclined ends
	// it. Until then the invoice cannot be cancelled, because the money may already be moving.
	CaptureStarted struct {
		InvoiceID int64 `json:"invoiceId"`
	}
	CaptureDeclined struct {
		InvoiceID int64  `json:"invoiceId"`
		Reason    string `json:"reason"`
	}
	InvoiceCanceled struct {
		Of
		InvoiceID int64  `json:"invoiceId"`
		Reason    string `json:"reason,omitzero" personal:"true"`
	}

	// CreditMemo is a refund.
	CreditMemo struct {
		MemoID int64          `json:"memoId"`
		Lines  []RefundedLine `json:"lines,omitempty"`
		Money  Money          `json:"money"`
		Cards  []CardRefund   `json:"cards,omitempty"`
		// AdjustmentTaxes has the taxes that the adjustments include. Without any, the adjustments are untaxed, as in logs of earlier versions.
		AdjustmentTaxes []AdjustmentTax `json:"adjustmentTaxes,omitempty"`
		Online          bool            `json:"online,omitempty"`
		TransactionID   string          `json:"transactionId,omitempty"`
		// Notify: the buyer is sent an e-mail. Shared: it has the comment.
		Notify bool `json:"notify,omitempty"`
		Shared bool `json:"shared,omitempty"`
		// Comment is stored by the events, which seal it.
		Comment string `json:"-"`
	}
	RefundedLine struct {
		ID          int64         `json:"id"`
		LineID      int64         `json:"lineId"`
		ProductID   int64         `json:"productId"`
		Qty         money.Decimal `json:"qty"`
		Money       LineMoney     `json:"money"`
		BackToStock bool          `json:"backToStock,omitempty"`
		// Whole: the line is a composite. Its parts go back to stock, which are lines of their own.
		Whole  bool  `json:"whole,omitempty"`
		RestID int64 `json:"restId,omitempty"` // see splits
	}
	// AdjustmentTax is the part of a credit memo's adjustments that is taxed at one rate. Amounts are below 0 if money is kept.
	AdjustmentTax struct {
		Percent money.Decimal `json:"percent"`
		Amount  money.Decimal `json:"amount"` // with tax, in the order's currency
		Tax     money.Decimal `json:"tax"`
		BaseTax money.Decimal `json:"baseTax"`
	}
	// CardRefund is the amount refunded to a gift card, in the base currency.
	CardRefund struct {
		CardID int64         `json:"cardId"`
		Code   string        `json:"code,omitempty" credential:"true"` // in logs of earlier versions only
		Amount money.Decimal `json:"amount"`
	}
	// RefundStarted reserves the amounts while the payment gateway is asked. Refunded or RefundAbandoned ends it.
	RefundStarted struct {
		CreditMemo
		Of
		Comment string `json:"comment,omitzero" personal:"true"`
	}
	Refunded struct {
		CreditMemo
		Of
		Comment string `json:"comment,omitzero" personal:"true"`
	}
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

// InvoiceRecord is an invoice in the state of the order.
type InvoiceRecord struct {
	ID          int64
	Increment   string
	State       InvoiceState
	Transaction string
	Capture     Capture
	Lines       []InvoicedLine
	Money       Money
	// Asked: the gateway was asked to capture and has not answered. Declined counts its refusals to capture.
	Asked    bool
	Declined int
	// Releasing is the amount that the gateway was asked to release, in the order's currency; 0 without such a request. VoidsDeclined counts
	// its refusals to release.
	Releasing     money.Decimal
	VoidsDeclined int
}

// Waiting tells whether the gateway has yet to answer a request about the invoice.
func (i InvoiceRecord) Waiting() bool { return i.State == Open && (i.Asked || i.Voiding()) }

// MemoRecord is a credit memo in the state of the order.
type MemoRecord struct {
	ID        int64
	Increment string
}

// Memo returns the credit memo with its comment.
func (e RefundStarted) Memo() CreditMemo { return e.commented(e.Comment) }

// Memo returns the credit memo with its comment.
func (e Refunded) Memo() CreditMemo { return e.commented(e.Comment) }

func (m CreditMemo) commented(comment string) CreditMemo {
	m.Comment = comment
	return m
}

// evolveMoney applies the events about money to the state.
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
		o.credit(e.CreditMemo, money.Decimal.Add)
		o.pend(e.Memo(), money.Decimal.Add)
	case Refunded:
		if memo, waiting := o.PendingRefunds[e.MemoID]; waiting {
			o.pend(memo, money.Decimal.Sub)
		} else {
			o.credit(e.CreditMemo, money.Decimal.Add)
		}
		o.Totals.Refunded = o.Totals.Refunded.Add(e.Money.Display.Grand)
		o.Totals.BaseRefunded = o.Totals.BaseRefunded.Add(e.Money.Base.Grand)
		o.Memos = append(slices.Clip(o.Memos), MemoRecord{ID: e.MemoID})
	case RefundAbandoned:
		if memo, waiting := o.PendingRefunds[e.MemoID]; waiting {
			o.pend(memo, money.Decimal.Sub)
			o.credit(memo, money.Decimal.Sub)
		}
	case MemoNumbered:
		o.Memos = slices.Clone(o.Memos)
		for i := range o.Memos {
			if o.Memos[i].ID == e.MemoID {
				o.Memos[i].Increment = e.IncrementID
			}
		}
	}
	return o
}

func (o Order) takeInvoice(i InvoiceRecord) Order {
	o.invoice(i, money.Decimal.Add)
	if i.State == Paid {
		o.Totals.Paid, o.Totals.BasePaid = o.Totals.Paid.Add(i.Money.Display.Grand), o.Totals.BasePaid.Add(i.Money.Base.Grand)
	}
	o.Invoices = append(slices.Clip(o.Invoices), i)
	return o
}

func (o Order) releaseInvoice(id int64) Order {
	i, ok := o.InvoiceOf(id)
	if !ok {
		return o
	}
	o.invoice(i, money.Decimal.Sub)
	o.Released = o.Released.Add(i.Releasing)
	o.changeInvoice(id, func(i *InvoiceRecord) { i.State, i.Asked, i.Releasing = Revoked, false, money.Zero })
	return o
}

// invoice adds an invoice to the invoiced quantities and amounts, or subtracts it.
func (o *Order) invoice(i InvoiceRecord, do operation) {
	o.Lines = slices.Clone(o.Lines)
	for _, line := range i.Lines {
		o.each(line.LineID, func(l *LineState) {
			l.Invoiced, l.InvoicedMoney = do(l.Invoiced, line.Qty), l.InvoicedMoney.with(line.Money, do)
		})
	}
	o.Totals.Invoiced = o.Totals.Invoiced.with(i.Money, do)
}

func (o *Order) changeInvoice(id int64, change func(*InvoiceRecord)) {
	o.Invoices = slices.Clone(o.Invoices)
	for i := range o.Invoices {
		if o.Invoices[i].ID == id {
			change(&o.Invoices[i])
		}
	}
}

// credit adds a credit memo to the refunded quantities and amounts, or subtracts it.
func (o *Order) credit(m CreditMemo, do operation) {
	o.Lines = slices.Clone(o.Lines)
	for _, line := range m.Lines {
		o.each(line.LineID, func(l *LineState) {
			l.Refunded, l.RefundedMoney = do(l.Refunded, line.Qty), l.RefundedMoney.with(line.Money, do)
		})
	}
	o.Totals.Credited = o.Totals.Credited.with(m.Money, do)
}

// pend adds a refund to the pending ones. If it is pending already, pend removes it.
func (o *Order) pend(m CreditMemo, do operation) {
	pending := map[int64]CreditMemo{}
	maps.Copy(pending, o.PendingRefunds)
	if _, waiting := pending[m.MemoID]; waiting {
		delete(pending, m.MemoID)
	} else {
		pending[m.MemoID] = m
	}
	o.PendingRefunds = pending
	o.Totals.Pending, o.Totals.BasePending = do(o.Totals.Pending, m.Money.Display.Grand), do(o.Totals.BasePending, m.Money.Base.Grand)
}
