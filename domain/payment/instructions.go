package payment

import (
	"strings"

	"tradelog/domain/lines"
	"tradelog/domain/locale"
	"tradelog/domain/settings"
)

var (
	payableTo     = locale.Text("Make checks payable to: %s")
	sendTo        = locale.Text("Send checks to:")
	accountHolder = locale.Text("Account holder: %s")
	bank          = locale.Text("Bank: %s")
	iban          = locale.Text("IBAN: %s")
	bic           = locale.Text("BIC: %s")
	reference     = locale.Text("Reference: %s")
)

// Instructions returns the lines that tell the buyer how to pay an order. They are those of payment/METHOD/instructions, payee and address
// of a check, and the account for a bank transfer. It returns none if the buyer need do nothing.
func Instructions(config settings.View, l locale.Locale, method, orderNumber string) []string {
	at := "payment/" + method + "/"
	told := lines.Split(config.Text(at + "instructions"))
	if to := config.Text(at + "payable_to"); to != "" {
		told = append(told, l.Translate(payableTo, to))
	}
	if address := lines.Split(config.Text(at + "mailing_address")); len(address) > 0 {
		told = append(append(told, l.Translate(sendTo)), address...)
	}
	return append(told, BankDetails(config, l, method, orderNumber)...)
}

// Account is the shop's bank account that a payment method is paid to.
type Account struct {
	Holder, Bank string
	IBAN         string // as it is configured, with blanks; empty: there is no account
	BIC          string
}

// AccountOf returns the account of payment/METHOD. Purchase orders are paid to that of bank transfers.
func AccountOf(config settings.View, method string) Account {
	if method == PurchaseOrder {
		method = "banktransfer"
	}
	text := func(name string) string { return strings.TrimSpace(config.Text("payment/" + method + "/" + name)) }
	if text("iban") == "" {
		return Account{}
	}
	return Account{Holder: text("account_holder"), Bank: text("bank_name"), IBAN: text("iban"), BIC: text("bic")}
}

// BankDetails returns the lines of the account that a method is paid to, with the order's number as the reference. It returns none without
// an account.
func BankDetails(config settings.View, l locale.Locale, method, orderNumber string) (told []string) {
	a := AccountOf(config, method)
	if a.IBAN == "" {
		return nil
	}
	for _, part := range []struct {
		label locale.Message
		value string
	}{
		{accountHolder, a.Holder}, {bank, a.Bank}, {iban, a.IBAN}, {bic, a.BIC}, {reference, orderNumber},
	} {
		if value := strings.TrimSpace(part.value); value != "" {
			told = append(told, l.Translate(part.label, value))
		}
	}
	return told
}
