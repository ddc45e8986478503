package mails

import (
	"strings"
	"testing"
	"time"

	"tradelog/domain/letter"
	"tradelog/domain/order"
	"tradelog/test/doubles"
)

// TestTemplatesOfMerchants: a template holds for the e-mails whose events follow, without a restart. An e-mail that waits for the mail
// server keeps the template that it was called for with, even if that changes or goes.
func TestTemplatesOfMerchants(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine := letter.Template{ID: 1, Kind: "greeting", Language: "en", Subject: "First {{.No}}", Enabled: true}
	w.happen("greeting-1", greeted{"anna", 1})
	w.write(mine)
	w.deliver()
	if m := w.sink.Next(t); m.Subject() != "Maß & Co: Greeting 1" || !strings.Contains(m.Text, "Hello anna,") {
		t.Errorf("before the template: %q\n%s", m.Subject(), m.Text)
	}
	w.sink.Refuse(func(string) error { return doubles.MailAnswer(451, "later") })
	w.happen("greeting-1", greeted{"ben", 2}, greeted{"cleo", 3})
	w.deliver()
	mine.Subject, mine.Text = "Second {{.No}}", "Dear {{.Recipient}}"
	w.write(mine)
	w.happen("greeting-1", greeted{"dora", 4})
	delete(w.templates, 1)
	w.happen("greeting-1", greeted{"emil", 5})
	w.sink.Refuse(nil)
	w.after(time.Hour)
	got := map[string]string{}
	for range 4 {
		m := w.sink.Next(t)
		got[m.Subject()] = m.Text
	}
	for subject, text := range map[string]string{
		"First 2": "Hello ben,", "First 3": "Hello cleo,", "Second 4": "Dear dora", "Greeting 5": "Hello emil,",
	} {
		if !strings.Contains(got["Maß & Co: "+subject], text) {
			t.Errorf("%s is not there with %q: %v", subject, text, got)
		}
	}
	w.silent()
}

// TestAFailingTemplate: a template that a newer program cannot use does not keep an e-mail from being sent.
func TestAFailingTemplate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.write(letter.Template{ID: 1, Kind: "greeting", StoreID: 1, Subject: "{{.Renamed}}", Enabled: true})
	w.happen("greeting-1", greeted{"anna", 1})
	w.deliver()
	if m := w.sink.Next(t); m.Subject() != "Maß & Co: Greeting 1" || !strings.Contains(w.logged.String(), "template=1") {
		t.Errorf("%q, logged: %s", m.Subject(), w.logged.String())
	}
}

// TestLettersInGerman: e-mails of a store in German are in German, with amounts, dates and countries as they are written there. They show
// how to pay, where the order is, and how to reach the shop.
func TestLettersInGerman(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for path, value := range map[string]string{
		"general/locale/code": "de_DE", "general/store_information/address": "Marktplatz 3", "general/store_information/city": "Weimar",
		"carriers/bike/tracking_url":      "https://bike.example/parcel/{{number}}?lang=de",
		"general/store_information/phone": "+49 3643 1", "sales_email/general/order_page": "/sales/order/view/order_id/{id}",
		"payment/checkmo/payable_to": "Maß & Co", "payment/checkmo/mailing_address": "Postfach 1\n99423 Weimar",
	} {
		w.set(path, value)
	}
	w.happen("order-7", placed())
	w.deliver()
	m := w.sink.Next(t)
	if m.Subject() != "Maß & Co: Ihre Bestellung Nr. 100000007" {
		t.Error(m.Subject())
	}
	has(t, m, "Guten Tag Łucja Weiß,", "21. November 2026", "Deutschland", "1.200,00", "Zwischensumme", "Gesamtsumme", "1.450,58",
		"So bezahlen Sie", "Bitte stellen Sie den Scheck aus auf: Maß & Co", "Postfach 1", "https://shop.example/sales/order/view/order_id/7",
		"Marktplatz 3", "owner@example.com")
	if !strings.Contains(m.HTML, "<b>1.450,58\u00a0€</b>") {
		t.Errorf("the total is not bold:\n%s", m.HTML)
	}
	w.happen("order-7", order.Shipped{ShipmentID: 10, IncrementID: "100000004", Lines: []order.ShippedLine{{ID: 2, LineID: 2, Qty: d("1")}},
		TotalQty: d("1"), Notify: true, Tracks: []order.Track{{ID: 1, Carrier: "ups", Title: "UPS", Number: "1Z9"}, {ID: 2, Carrier: "bike",
			Title: "Cargo bike", Number: "17 & 4"}, {ID: 3, Carrier: "custom", Title: "Neighbour", Number: "2"}}})
	w.deliver()
	m = w.sink.Next(t)
	has(t, m, "ist unterwegs", "UPS: 1Z9", "https://www.ups.com/track?tracknum=1Z9", "Cargo bike: 17 & 4",
		"https://bike.example/parcel/17%20%26%204?lang=de", "Neighbour: 2", "SHOE-36")
	if strings.Count(m.Text, "Sendung verfolgen") != 2 {
		t.Errorf("parcels of unknown carriers have no page:\n%s", m.Text)
	}
}

// TestLettersWithoutACatalogue: a store in a language without a catalogue sends English texts with amounts, countries and dates of its
// locale. A bank transfer names the account and the order, and a guest gets no link to the order.
func TestLettersWithoutACatalogue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for path, value := range map[string]string{
		"general/locale/code": "pt_PT", "sales_email/general/order_page": "/sales/order/view/order_id/{id}",
		"payment/banktransfer/instructions": "Within 7 days, please.", "payment/banktransfer/account_holder": "Maß & Co",
		"payment/banktransfer/iban": "DE02 1203 0000 0000 2020 51", "payment/banktransfer/bic": "BYLADEM1001",
	} {
		w.set(path, value)
	}
	o := placed()
	o.CustomerID, o.Payment, o.PaymentTitle = 0, "banktransfer", "Bank Transfer Payment"
	w.happen("order-7", o)
	w.deliver()
	m := w.sink.Next(t)
	has(t, m, "Thank you for your order.", "2026-11-21", "Alemanha", "450,58", "Within 7 days, please.", "Account holder: Maß & Co",
		"IBAN: DE02 1203 0000 0000 2020 51", "BIC: BYLADEM1001", "Reference: 100000007")
	if strings.Contains(m.Text, "order_id") || strings.Contains(m.HTML, "order_id") {
		t.Errorf("a guest gets a link that needs a login:\n%s", m.Text)
	}
}
