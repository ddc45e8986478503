package einvoice

import (
	"strings"
	"time"

	"tradelog/domain/fault"
	"tradelog/domain/payment"
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

// payment writes how the invoice is or was paid, and when the rest is due.
func (p *printer) payment(s *settlement, issued time.Time) error {
	due := p.payable.Sub(p.paid)
	s.Reference, s.Means.Text = clean(p.order.IncrementID), clean(p.order.PaymentMethodTitle)
	switch p.order.PaymentMethod {
	case "banktransfer", "purchaseorder":
		if err := p.transfer(s, due.Sign() > 0); err != nil {
			return err
		}
	case "checkmo":
		s.Means.TypeCode = cheque
	case payment.CashOnDelivery:
		s.Means.TypeCode = cash
	case "free":
		s.Means.TypeCode = undefined
	default:
		s.Means.TypeCode = online
	}
	if due.Sign() > 0 {
		s.Terms = &terms{dateTime{day(issued.AddDate(0, 0, p.config.Int("sales/invoice/payment_days")))}}
	}
	return nil
}

// transfer writes the account of the shop (BG-17). Orders on account are paid to the account of bank transfers.
func (p *printer) transfer(s *settlement, due bool) error {
	const at = "payment/banktransfer/"
	iban := strings.ToUpper(strings.ReplaceAll(p.set(at+"iban"), " ", ""))
	if iban == "" {
		if due {
			return fault.Preconditionf("An electronic invoice that is paid by transfer names the account: set payment/banktransfer/iban")
		}
		s.Means.TypeCode = undefined
		return nil
	}
	if s.Means.TypeCode = transfer; s.Currency == "EUR" {
		s.Means.TypeCode = sepaTransfer
	}
	s.Means.Account = &account{IBAN: iban, Name: p.set(at + "account_holder")}
	s.Means.BIC = optional(strings.ReplaceAll(p.set(at+"bic"), " ", ""))
	return nil
}
