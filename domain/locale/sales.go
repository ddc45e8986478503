package locale

// The messages that e-mails and invoices share.
var (
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
