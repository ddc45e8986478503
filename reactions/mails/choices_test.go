package mails

import (
	"strings"
	"testing"

	"tradelog/domain/order"
)

// TestLettersTellChoices: order, invoice and shipment list the buyer's choices, and an invoice links the bought downloads.
func TestLettersTellChoices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := placed()
	p.DownloadSecret = "secret"
	p.Lines[0].Chosen = &order.Chosen{
		Options: []order.ChosenOption{{ID: 1, Type: "field", Label: "Engraving", Text: "Ann <3", Raw: "Ann <3"}},
		Links: []order.ChosenLink{
			{ID: 61, Title: "Manual", URL: "https://example.com/1"}, {ID: 62, Title: "Plans", URL: "https://example.com/2", Private: true},
		},
		LinksTitle: "Files",
	}
	p.Lines[1].Chosen = &order.Chosen{
		Attributes: []order.ChosenText{{Label: "Colour", Value: "Red"}}, SimpleName: "Red shoe", SimpleSKU: "SHOE-36",
		Bundle: []order.ChosenBundle{{ID: 5, Label: "Laces", Selections: []order.ChosenSelection{{ID: 6, Title: "Blue lace", Qty: d("2")}}}},
	}
	part := p.Lines[1]
	part.ID, part.PartOf, part.Each, part.Name, part.Chosen = 3, 2, d("1"), "A part that is told with its whole", nil
	p.Lines = append(p.Lines, part)
	w.happen("order-7", p)
	w.deliver()
	m := w.sink.Next(t)
	has(t, m, "Engraving: Ann", "Colour: Red", "Laces: 2 x Blue lace", "Files: Manual, Plans")
	if strings.Contains(m.Text, part.Name) || strings.Contains(m.Text, "/downloads/") {
		t.Errorf("the letter tells too much:\n%s", m.Text)
	}
	w.happen("order-7",
		order.Invoiced{InvoiceID: 11, State: order.Paid, Notify: true, Lines: []order.InvoicedLine{
			{ID: 1, LineID: 1, Qty: d("2")}, {ID: 2, LineID: 2, Qty: d("1")}, {ID: 3, LineID: 3, Qty: d("1")}}},
		order.InvoiceNumbered{InvoiceID: 11, IncrementID: "100000011"},
		order.Shipped{ShipmentID: 9, IncrementID: "100000003", Notify: true, TotalQty: d("1"),
			Lines: []order.ShippedLine{{ID: 1, LineID: 2, Qty: d("1")}, {ID: 2, LineID: 3, Qty: d("1")}}})
	w.deliver()
	m = w.sink.Next(t)
	has(t, m, "Invoice", "Engraving: Ann", "Colour: Red", "Laces: 2 x Blue lace", "Download Manual",
		"https://shop.example/api/rest/v2/downloads/"+order.Download{OrderID: 7, LineID: 1, LinkID: 61}.Key("secret"))
	if strings.Contains(m.Text, "Download Plans") {
		t.Errorf("the letter leads to what needs a login:\n%s", m.Text)
	}
	m = w.sink.Next(t)
	has(t, m, "is on its way", "Colour: Red", "Laces: 2 x Blue lace")
	if strings.Contains(m.Text, "Engraving") || strings.Contains(m.Text, part.Name) {
		t.Errorf("the letter tells of what was not shipped, or of a part beside its whole:\n%s", m.Text)
	}
}
