package papers

import "tradelog/domain/locale"

// The messages of a page, in its order.
var (
	invoiceNumber  = locale.Text("Invoice # %s")
	orderNumber    = locale.Text("Order # %s")
	canceled       = locale.Text("CANCELED")
	orderLabel     = locale.Text("Order #")
	invoiceDate    = locale.Text("Invoice Date")
	orderDate      = locale.Text("Order Date")
	soldTo         = locale.Text("Sold to")
	shipTo         = locale.Text("Ship to")
	paymentMethod  = locale.Text("Payment Method")
	shippingMethod = locale.Text("Shipping Method")
	phone          = locale.Text("T: %s")
	vatID          = locale.Text("VAT: %s")
	products       = locale.Text("Products")
	sku            = locale.Text("SKU")
	price          = locale.Text("Price")
	discountFor    = locale.Text("Discount (%s)")
	taxAt          = locale.Text("Tax %s%%")
	taxAtSeveral   = locale.Text("Tax at several rates")
	taxOnShipping  = locale.Text("Tax on shipping")
	giftCardsOf    = locale.Text("Gift Cards (%s)")
	bankDetails    = locale.Text("Bank details")
	terms          = locale.Text("Terms")
	pageOf         = locale.Text("Page %d of %d")
)
