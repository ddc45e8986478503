package office_test

import (
	"bytes"
	"fmt"
	"testing"

	"tradelog/test/salestest"
)

// TestElectronicInvoices: the buyer and the back office get XML, others nothing. A refusal names the settings that are missing.
func TestElectronicInvoices(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Product("MUG", "10", 100, nil)
	_, buyer := s.Customer("erika@example.com")
	_, other := s.Customer("otto@example.com")
	o := s.OrderOf(buyer, "MUG*2")
	invoice := s.Must(201, "POST", path(o, "/invoices"), fields{}, s.Service...).Object(t)
	memo := s.Must(201, "POST", path(o, "/credit-memos"), fields{}, s.Service...).Object(t)
	xml := path(o, fmt.Sprintf("/invoices/%v/einvoice", invoice["id"]))
	refund := fmt.Sprintf("/credit-memos/%v/einvoice", memo["id"])
	s.Run(t, []salestest.Exchange{{Method: "GET", Path: xml, Headers: s.Service, Status: 422,
		Message: "An electronic invoice names the seller in full: set general/store_information/legal_name, general/store_information/address, " +
			"general/store_information/postcode, general/store_information/city, general/store_information/merchant_country, " +
			"general/store_information/merchant_vat_number or general/store_information/tax_number"}})
	about := "general/store_information/"
	s.Configure(about+"name", "Hafen", about+"address", "Speicherstraße 7", about+"postcode", "20457", about+"city", "Hamburg",
		about+"merchant_country", "DE", about+"merchant_vat_number", "DE123456789")
	for _, c := range []struct {
		path, form, name, has string
		headers               []string
	}{
		{xml, "", "invoice_100000001.xml", "<ram:TypeCode>380</ram:TypeCode>", s.Service},
		{"/customers/me" + xml, "?format=cii", "invoice_100000001.xml", "<ram:ID>urn:cen.eu:en16931:2017</ram:ID>", buyer},
		{refund, "", "credit_memo_100000001.xml", "<ram:TypeCode>381</ram:TypeCode>", s.Service},
		{refund, "", "credit_memo_100000001.xml", "<ram:IssuerAssignedID>100000001</ram:IssuerAssignedID>", s.Service},
		{"/customers/me" + xml, "?format=ubl", "invoice_100000001.xml", "<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>", buyer},
		{refund, "?format=ubl", "credit_memo_100000001.xml", "<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>", s.Service},
	} {
		a := s.Must(200, "GET", c.path+c.form, nil, c.headers...)
		if a.Header.Get("Content-Type") != "application/xml" || !bytes.Contains(a.Body, []byte(c.has)) ||
			a.Header.Get("Content-Disposition") != `attachment; filename="`+c.name+`"` {
			t.Errorf("%s: %v\n%s", c.path, a.Header, a.Body)
		}
	}
	s.Run(t, []salestest.Exchange{
		{Method: "GET", Path: xml + "?format=xrechnung", Headers: s.Service, Status: 422,
			Message: "An electronic invoice names the seller in full: set " + about + "contact_name, " + about + "phone"},
		{Method: "GET", Path: xml + "?format=xrechnung-ubl", Headers: s.Service, Status: 422,
			Message: "An electronic invoice names the seller in full: set " + about + "contact_name, " + about + "phone"},
		{Method: "GET", Path: xml + "?format=edifact", Headers: s.Service, Status: 400,
			Message: "The format of an electronic invoice must be cii, xrechnung, ubl or xrechnung-ubl"},
		{Method: "GET", Path: path(o, "/invoices/999999/einvoice"), Headers: s.Service, Status: 404, Message: "Invoice not found"},
		{Method: "GET", Path: "/customers/me" + xml, Headers: other, Status: 404, Message: "Order not found"},
		{Method: "GET", Path: xml, Headers: other, Status: 403, Message: "You can only access your own order invoices"},
		{Method: "GET", Path: xml, Status: 401, Message: "Authentication required"},
		{Method: "GET", Path: refund, Headers: buyer, Status: 403, Message: "Access denied"},
		{Method: "GET", Path: "/credit-memos/999999/einvoice", Headers: s.Service, Status: 404, Message: "Credit memo not found"},
		{Method: "GET", Path: xml, Headers: s.As([]string{"orders/read"}), Status: 403, Message: "Access denied"},
		{Method: "GET", Path: refund, Headers: s.As([]string{"credit-memos/read"}), Status: 200},
	})
}
