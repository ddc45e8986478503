package locale

var labelled = Text("%s: %s")

// Labelled returns a value with its name, such as Colour: red. One of them stands alone if the other one is empty.
func (l Locale) Labelled(name, value string) string {
	if name == "" || value == "" {
		return name + value
	}
	return l.Translate(labelled, name, value)
}

// The messages that e-mails and papers share.
var (
	OrderNumber   = Text("Order # %s")
	InvoiceNumber = Text("Invoice # %s")
	MemoNumber    = Text("Credit Memo # %s")

	Item       = Text("Item")
	Qty        = Text("Qty")
	Amount     = Text("Amount")
	Subtotal   = Text("Subtotal")
	Discount   = Text("Discount")
	Shipping   = Text("Shipping & Handling")
	Tax        = Text("Tax")
	TaxOf      = Text("Tax included")
	TaxOff     = Text("Discount Tax Compensation")
	GiftCards  = Text("Gift Cards")
	GrandTotal = Text("Grand Total")
	Adjustment = Text("Adjustment")
	Fee        = Text("Fee")
	Refunded   = Text("Refunded")
	Paid       = Text("Paid")
	AmountDue  = Text("Amount Due")
)
