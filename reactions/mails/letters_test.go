package mails

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/revocation"
	"tradelog/domain/totals"
	readdirectory "tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
	"tradelog/test/doubles"
)

// theirs names the person of the tests' order.
var theirs = order.Of{Subject: "customer-5"}

func d(text string) money.Decimal { return money.MustParse(text) }

// placed is an order with two lines.
func placed() order.Placed {
	sums := totals.Amounts{
		Subtotal: d("1239.98"), Discount: d("10"), Shipping: d("5"), Tax: d("235.6"), GiftCard: d("20"), Grand: d("1450.58"),
	}
	line := func(id int64, sku, name string, qty, total string) order.Line {
		return order.Line{
			ID: id, ProductID: id + 100, SKU: sku, Name: name, Type: "simple", Qty: d(qty),
			Totals: totals.LineTotals{Display: totals.LineAmounts{Price: d(total).Div(d(qty)).Cents(), RowTotal: d(total)}},
		}
	}
	address := &directory.Address{
		Firstname: "Łucja", Lastname: "Weiß", Street: []string{"Große Straße 1"}, City: "Berlin", Postcode: "10115", CountryID: "DE",
	}
	return order.Placed{
		OrderID: 7, IncrementID: "100000007", CartID: 3, StoreID: 1, CustomerID: 5,
		Customer: order.Person{Email: "lucja@example.com", Firstname: "Łucja", Lastname: "Weiß"},
		Billing:  address, Shipping: address, Lines: []order.Line{
			line(1, "MUG", "Mug <b>& more</b>", "2", "39.98"), line(2, "SHOE-36", "Straßenschuh", "1", "1200"),
		},
		Currency: "EUR", BaseCurrency: "EUR", Rate: money.One, Totals: totals.Totals{Display: sums, Base: sums}, Payment: "checkmo",
		PaymentTitle: "Check / Money order", Method: "flatrate_flatrate", MethodTitle: "Flat Rate - Fixed", Status: "pending", QtyOrdered: d("3"),
	}
}

// has checks that both forms of a letter contain some texts.
func has(t *testing.T, m doubles.Mail, texts ...string) {
	t.Helper()
	flat := strings.Join(strings.Fields(m.Text), " ")
	for _, text := range texts {
		if !strings.Contains(flat, text) {
			t.Errorf("the text lacks %q:\n%s", text, m.Text)
		}
		escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&#39;").Replace(text)
		for _, part := range strings.Split(escaped, " | ") {
			if !strings.Contains(m.HTML, part) {
				t.Errorf("the page lacks %q:\n%s", part, m.HTML)
			}
		}
	}
}

func TestOrderLetters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("sales_email/order/copy_to", "archive@example.com, ,boss@example.com")
	w.happen("order-7", placed())
	w.deliver()
	m := w.sink.Next(t)
	if m.Subject() != "Maß & Co: New Order # 100000007" || m.To() != "Łucja Weiß <lucja@example.com>" ||
		m.From() != "Sales <sales@example.com>" {
		t.Errorf("subject %q, to %q, from %q", m.Subject(), m.To(), m.From())
	}
	if fmt.Sprint(m.Recipients) != "[lucja@example.com archive@example.com boss@example.com]" {
		t.Errorf("recipients %v", m.Recipients)
	}
	has(t, m, "Hello Łucja Weiß,", "# 100000007", "November 21, 2026", "Große Straße 1", "10115 Berlin", "Germany", "Check / Money order",
		"Flat Rate - Fixed", "Mug <b>& more</b>", "€39.98", "€1,200.00", "Subtotal", "€1,239.98", "-€10.00", "Shipping & Handling",
		"€5.00", "€235.60", "-€20.00", "Grand Total", "€1,450.58")
	if !strings.Contains(m.Text, "\nStraßenschuh, SHOE-36    1     €1,200.00\n") {
		t.Errorf("the table is not in columns:\n%s", m.Text)
	}

	w.happen("order-7",
		order.Commented{Of: theirs, Text: "only for us", Status: "pending"},
		order.Commented{Of: theirs, Text: "Your mug <3\nis being painted", Status: "pending", Notify: true},
		order.Shipped{ShipmentID: 9, IncrementID: "100000003", Lines: []order.ShippedLine{{ID: 1, LineID: 1, Qty: d("2")}}, TotalQty: d("2")},
		order.Shipped{Of: theirs, ShipmentID: 10, IncrementID: "100000004", Lines: []order.ShippedLine{{ID: 2, LineID: 2, Qty: d("1")}},
			TotalQty: d("1"),
			Notify:   true, Comment: "Fragile",
			Tracks: []order.Track{{ID: 1, Carrier: "ups", Title: "UPS", Number: "1Z999"}}})
	w.deliver()
	m = w.sink.Next(t)
	if m.Subject() != "Maß & Co: Order # 100000007 update" {
		t.Error(m.Subject())
	}
	has(t, m, "which is pending now", "Your mug <3", "is being painted")
	m = w.sink.Next(t)
	if m.Subject() != "Maß & Co: Shipment # 100000004 for Order # 100000007" {
		t.Error(m.Subject())
	}
	has(t, m, "is on its way", "Fragile", "UPS", "1Z999", "Straßenschuh", "SHOE-36")
	if strings.Contains(m.Text, "MUG") {
		t.Error("what is in another shipment is in the letter")
	}
	w.happen("order-7", order.ShipmentCommented{Of: theirs, ShipmentID: 10, CommentID: 3, Text: "only for us"},
		order.ShipmentCommented{Of: theirs, ShipmentID: 10, CommentID: 4, Text: "The carrier is late", Notify: true})
	w.deliver()
	m = w.sink.Next(t)
	if m.Subject() != "Maß & Co: Shipment # 100000004 update" {
		t.Error(m.Subject())
	}
	has(t, m, "shipment # 100000004 of your order # 100000007", "The carrier is late")
	w.silent()
	if got := fmt.Sprint(w.noted); got != "[order 7 order 7 order 7 shipment 10]" {
		t.Errorf("noted %s", got)
	}
}

func TestInvoiceLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var printed string
	w.composer.Print = func(_ context.Context, _ *readdirectory.Shop, o *documents.Order, i *documents.Invoice) ([]byte, error) {
		printed = o.IncrementID + "/" + i.IncrementID
		return []byte("%PDF-1"), nil
	}
	w.set("sales_email/order/enabled", "0")
	amounts := order.Money{Display: order.Sums{Subtotal: d("39.98"), Tax: d("7.6"), Shipping: d("5"), Grand: d("52.58")}}
	invoiced := func(id int64, notify bool) order.Invoiced {
		return order.Invoiced{Of: theirs, InvoiceID: id, State: order.Paid, Lines: []order.InvoicedLine{
			{ID: id, LineID: 1, Qty: d("2"), Money: order.LineMoney{Display: order.LineSums{Row: d("39.98"), Tax: d("7.6")}}},
		},
			Money: amounts, TotalQty: d("2"), Comment: "Thanks!", Notify: notify}
	}
	w.happen("order-7", placed(), invoiced(20, false), order.InvoiceNumbered{InvoiceID: 20, IncrementID: "100000001"}, invoiced(21, true),
		order.InvoiceNumbered{InvoiceID: 21, IncrementID: "100000002"})
	w.deliver()
	m := w.sink.Next(t)
	w.silent()
	if m.Subject() != "Maß & Co: Invoice # 100000002 for Order # 100000007" || len(m.Files) != 0 || printed != "" {
		t.Errorf("subject %q, %d files", m.Subject(), len(m.Files))
	}
	has(t, m, "Thanks!", "# 100000002", "Mug <b>& more</b>", "€39.98", "Tax", "€7.60", "Grand Total", "€52.58")

	// The prices are those of the paper: with tax, if it shows them so.
	w.set("sales_pdf/general/prices", "gross")
	gross := invoiced(23, true)
	gross.Lines[0].Money.Display.RowInclTax, gross.Money.Display.SubtotalInclTax, gross.Money.Display.ShippingInclTax = d(
		"47.58",
	), d(
		"47.58",
	), d(
		"5",
	)
	w.happen("order-7", gross, order.InvoiceNumbered{InvoiceID: 23, IncrementID: "100000009"})
	w.deliver()
	if m = w.sink.Next(t); strings.Contains(m.Text, "€39.98") {
		t.Errorf("prices without tax:\n%s", m.Text)
	}
	has(t, m, "€47.58", "Grand Total", "€52.58", "Tax included", "€7.60")
	w.set("sales_pdf/general/prices", "")
	w.noted = nil

	w.set("sales_email/invoice/attach_pdf", "1")
	w.happen("order-7", invoiced(22, true), order.InvoiceNumbered{InvoiceID: 22, IncrementID: "100000003"})
	w.deliver()
	m = w.sink.Next(t)
	if len(m.Files) != 1 || m.Files[0].Name != "invoice_100000003.pdf" || m.Files[0].Type != "application/pdf" ||
		!bytes.Equal(m.Files[0].Content, []byte("%PDF-1")) || printed != "100000007/100000003" {
		t.Errorf("files %v, printed %s", m.Files, printed)
	}
	if got := fmt.Sprint(w.noted); got != "[order 7 invoice 22]" {
		t.Errorf("noted %s", got)
	}

	// A problem that may pass is retried.
	problem := errors.New("connection reset")
	w.composer.Print = func(context.Context, *readdirectory.Shop, *documents.Order, *documents.Invoice) ([]byte, error) {
		return []byte("%PDF-1"), problem
	}
	w.happen("order-7", invoiced(26, true), order.InvoiceNumbered{InvoiceID: 26, IncrementID: "100000004"})
	w.deliver()
	w.silent()
	problem = nil
	w.after(time.Minute)
	if m = w.sink.Next(t); len(m.Files) != 1 {
		t.Errorf("after a problem that passed: files %v", m.Files)
	}

	// If the content is refused, or the problem lasts for an hour, the e-mail goes without the PDF, says so, and has the link.
	without := func(number string) {
		t.Helper()
		m := w.sink.Next(t)
		has(t, m, "# "+number, "The invoice could not be attached to this e-mail. Please download it.", "/papers/")
		if len(m.Files) != 0 || !strings.Contains(w.logged.String(), "no paper") {
			t.Errorf("files %v, log %s", m.Files, &w.logged)
		}
	}
	problem = fault.Preconditionf("no paper")
	w.happen("order-7", invoiced(24, true), order.InvoiceNumbered{InvoiceID: 24, IncrementID: "100000005"})
	w.deliver()
	without("100000005")
	problem = errors.New("no paper at all")
	w.happen("order-7", invoiced(25, true), order.InvoiceNumbered{InvoiceID: 25, IncrementID: "100000006"})
	w.deliver()
	w.silent()
	w.after(time.Hour)
	without("100000006")
}

func TestGiftCardLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	card := giftcard.Created{
		CardID: 4, Code: "GC-7K2M-9QPD", Currency: "EUR", WebsiteIDs: []int64{1}, Balance: d("50"), Status: giftcard.Active,
		ExpiresAt: w.clock().AddDate(1, 0, 0),
		People:    giftcard.People{RecipientName: "Anna", RecipientEmail: "anna@example.com", SenderName: "Łucja", Message: "Alles Gute!\n<3"},
	}
	nobody := card
	nobody.People.RecipientEmail = ""
	w.happen("giftcard-4", card)
	w.happen("giftcard-5", nobody)
	w.deliver()
	m := w.sink.Next(t)
	w.silent()
	if m.Subject() != "Maß & Co: You received a gift card from Łucja" || m.To() != "Anna <anna@example.com>" ||
		m.From() != "Owner <owner@example.com>" {
		t.Errorf("subject %q, to %q, from %q", m.Subject(), m.To(), m.From())
	}
	has(t, m, "Hello Anna,", "Łucja has sent it to you", "Alles Gute!", "GC-7K2M-9QPD", "€50.00", "November 21, 2027")
	if fmt.Sprint(w.noted) != "[card 4]" {
		t.Errorf("noted %v", w.noted)
	}
}

func TestConfirmationLetter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	account := customer.Registered{
		CustomerID: 5, WebsiteID: 1, StoreID: 1, Profile: customer.Profile{Email: "anna@example.com", Firstname: "Anna"},
		Confirmation: "0123abcd",
	}
	confirmed := account
	confirmed.CustomerID, confirmed.Confirmation = 6, ""
	w.happen("customer-5", account)
	w.happen("customer-6", confirmed)
	w.deliver()
	m := w.sink.Next(t)
	w.silent()
	link := "https://shop.example/customer/account/confirm?id=5&key=0123abcd"
	if m.Subject() != "Maß & Co: Account confirmation" || !strings.Contains(m.Text, link+"\n") ||
		!strings.Contains(m.HTML, `href="`+strings.ReplaceAll(link, "&", "&amp;")+`"`) {
		t.Errorf("%q\n%s\n%s", m.Subject(), m.Text, m.HTML)
	}
	has(t, m, "Hello Anna,", "Welcome to Maß & Co")
}

func TestRevocationLetters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("revocation/general/notify_email", "legal@example.com")
	w.set("revocation/abuse/merchant_notification_rate_limit_per_hour", "2")
	one := func(id int64, suppressed string) revocation.Submitted {
		return revocation.Submitted{RequestID: id, StoreID: 1, CustomerID: 5, OrderReference: "100000007", Reason: "too <small>",
			ReceivedAt: w.clock(), Suppressed: suppressed,
			Declarer: revocation.Person{Name: "Łucja Weiß", Email: "lucja@example.com"}}
	}
	w.happen("revocation-1", one(1, ""))
	w.deliver()
	letters := map[string]doubles.Mail{}
	for range 2 {
		m := w.sink.Next(t)
		letters[m.Subject()] = m
	}
	receipt, notice := letters["Maß & Co: We received your revocation of Order # 100000007"],
		letters["Maß & Co: Revocation request # 1 for Order # 100000007"]
	if receipt.To() != "Łucja Weiß <lucja@example.com>" || receipt.Header.Get("Reply-To") != "" {
		t.Errorf("the receipt goes to %s", receipt.To())
	}
	if reply := notice.Header.Get("Reply-To"); notice.To() != "Owner <legal@example.com>" || !strings.Contains(reply, "lucja@example.com") {
		t.Errorf("the notice goes to %s, answers to %s", notice.To(), reply)
	}
	has(t, receipt, "# 1", "# 100000007", "November 21, 2026, 19:00:00 CET", "too <small>")
	has(t, notice, "Łucja Weiß", "lucja@example.com", "too <small>")

	// The customer gets one receipt a day, the merchant two notices an hour.
	w.happen("revocation-2", one(2, revocation.SuppressedByRecipient))
	w.happen("revocation-3", one(3, revocation.SuppressedByRecipient))
	w.deliver()
	if m := w.sink.Next(t); m.Subject() != "Maß & Co: Revocation request # 2 for Order # 100000007" {
		t.Error(m.Subject())
	}
	w.silent()
	w.after(time.Hour)
	w.happen("revocation-4", one(4, revocation.SuppressedByRecipient))
	w.deliver()
	if m := w.sink.Next(t); m.Subject() != "Maß & Co: Revocation request # 4 for Order # 100000007" {
		t.Error(m.Subject())
	}
	w.expect("revocation-notice 1 sent closed: sent; revocation-receipt 1 sent closed: sent; revocation-notice 1 sent closed: sent; " +
		"revocation-notice 1 closed: too many; revocation-notice 1 sent closed: sent")
}

// TestSwitches checks that each kind can be switched off and that the general sender replaces a missing one.
func TestSwitches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, kind := range []string{"order", "order_comment", "shipment", "shipment_comment", "invoice"} {
		w.set("sales_email/"+kind+"/enabled", "0")
	}
	w.happen("order-7", placed(), order.Commented{Of: theirs, Text: "x", Status: "pending", Notify: true},
		order.Shipped{Of: theirs, ShipmentID: 9, IncrementID: "1", Lines: []order.ShippedLine{{ID: 1, LineID: 1, Qty: d("1")}}, Notify: true},
		order.ShipmentCommented{Of: theirs, ShipmentID: 9, CommentID: 1, Text: "x", Notify: true})
	w.deliver()
	w.silent()
	w.set("sales_email/order_comment/enabled", "1")
	w.set("sales_email/order_comment/identity", "nobody")
	w.happen("order-7", order.Commented{Of: theirs, Text: "x", Status: "pending", Notify: true})
	w.deliver()
	if m := w.sink.Next(t); m.From() != "Owner <owner@example.com>" {
		t.Error(m.From())
	}
}

// TestForgottenBuyers checks that an erased buyer gets no e-mail although the order remains.
func TestForgottenBuyers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.happen("order-7", placed())
	w.happen("revocation-3", revocation.Submitted{
		RequestID: 3, StoreID: 1, CustomerID: 5, OrderReference: "100000007", Declarer: revocation.Person{Email: "lucja@example.com"},
	})
	w.happen("customer-5", customer.Registered{
		CustomerID: 5, StoreID: 1, Profile: customer.Profile{Email: "lucja@example.com"}, Confirmation: "0123",
	})
	if err := w.keys.Forget(t.Context(), customer.Subject(5)); err != nil {
		t.Fatal(err)
	}
	w.deliver()
	w.silent()
	w.expect("order 1 closed: no address; revocation-notice 1 closed: nothing to send; revocation-receipt 1 closed: no address; " +
		"account-confirmation 1 closed: nothing to send")
}
