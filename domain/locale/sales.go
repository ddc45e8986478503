package locale

// Labelled is a value with its name, such as Colour: red.
var Labelled = Text("%s: %s")

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
	TaxOff     = Text("Discount Tax Compensation")
	GiftCards  = Text("Gift Cards")
	GrandTotal = Text("Grand Total")
	Adjustment = Text("Adjustment")
	Fee        = Text("Fee")
	Refunded   = Text("Refunded")
)
