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

// BankDetails returns the lines of a method's bank account, with the order's number as the reference. It returns none unless
// payment/METHOD/iban is set.
func BankDetails(config settings.View, l locale.Locale, method, orderNumber string) (told []string) {
	at := "payment/" + method + "/"
	if config.Text(at+"iban") == "" {
		return nil
	}
	for _, part := range []struct {
		label locale.Message
		value string
	}{
		{accountHolder, config.Text(at + "account_holder")}, {bank, config.Text(at + "bank_name")}, {iban, config.Text(at + "iban")},
		{bic, config.Text(at + "bic")}, {reference, orderNumber},
	} {
		if value := strings.TrimSpace(part.value); value != "" {
			told = append(told, l.Translate(part.label, value))
		}
	}
	return told
}
