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

// Instructions tell how an order is paid, for methods that need the buyer to do something: lines of payment/METHOD/instructions, whom a
// check is made out to and where it goes, and the account for a bank transfer.
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

// BankDetails are the lines of the account that a method's money is transferred to, with the order's number as the reference. There are
// none without payment/METHOD/iban.
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
