package einvoice

import (
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/payment"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// The means of payment (UNTDID 4461).
const (
	undefined    = "1"
	cash         = "10"
	cheque       = "20"
	transfer     = "30"
	sepaTransfer = "58"
	online       = "68"
)

// Payment tells what is paid of an invoice or a credit memo, in the words of the paper and of the electronic invoice alike. Total is
// BT-112, Cards and Paid are BT-113, and Due is BT-115.
type Payment struct {
	payment.Settlement
	// Until is the day until which the rest is due (BT-9); zero without a rest.
	Until time.Time
}

// PaymentOfInvoice returns what is paid of an invoice. A paid one is paid wholly, unless its payment method is paid after the invoice.
func PaymentOfInvoice(shop *directory.Shop, o *documents.Order, i *documents.Invoice) Payment {
	return paymentOf(shop, o, i.GrandTotal, i.GiftcardAmount, i.State == int(order.Paid), i.CreatedAt)
}

// PaymentOfMemo returns what is refunded of a credit memo: all, unless its payment method is paid after the invoice.
func PaymentOfMemo(shop *directory.Shop, o *documents.Order, m *documents.CreditMemo) Payment {
	return paymentOf(shop, o, m.GrandTotal, m.GiftcardAmount, true, m.CreatedAt)
}

// paymentOf returns what is paid of an amount besides that of gift cards.
func paymentOf(shop *directory.Shop, o *documents.Order, amount, cards money.Decimal, done bool, made string) Payment {
	config := shop.Settings.In(o.StoreID)
	p := Payment{Settlement: payment.Settle(config, o.PaymentMethod, amount, cards, done)}
	if at, err := documents.ParseTime(made); err == nil && p.Due.Sign() > 0 {
		p.Until = at.In(shop.Zone(o.StoreID)).AddDate(0, 0, config.Int("sales/invoice/payment_days"))
	}
	return p
}

// payment writes how the invoice is or was paid, and when the rest is due.
func (p *printer) payment(to *invoice) error {
	m := means{reference: clean(p.order.IncrementID), text: clean(p.order.PaymentMethodTitle)}
	switch p.order.PaymentMethod {
	case "banktransfer", payment.PurchaseOrder:
		if err := p.transfer(&m, to.currency); err != nil {
			return err
		}
	case "checkmo":
		m.code = cheque
	case payment.CashOnDelivery:
		m.code = cash
	case "free":
		m.code = undefined
	default:
		m.code = online
	}
	to.means, to.due = m, p.pays.Until
	return nil
}

// transfer writes the account of the shop (BG-17).
func (p *printer) transfer(m *means, currency string) error {
	account := payment.AccountOf(p.config, p.order.PaymentMethod)
	iban := strings.ToUpper(strings.ReplaceAll(clean(account.IBAN), " ", ""))
	if iban == "" {
		if p.pays.Due.Sign() > 0 {
			return fault.Preconditionf("An electronic invoice that is paid by transfer names the account: set payment/banktransfer/iban")
		}
		m.code = undefined
		return nil
	}
	if m.code = transfer; currency == "EUR" {
		m.code = sepaTransfer
	}
	m.iban, m.holder, m.bic = iban, clean(account.Holder), strings.ReplaceAll(clean(account.BIC), " ", "")
	return nil
}
