package settings

// Sales are the paths of orders, the e-mails about them and printed documents.
var Sales = []Path{
	{"system/rate_limit/guest_order_lookup", Count, "30", "guest order look-ups per IP and hour"},

	{"sales_email/order/enabled", Flag, "1", "confirm orders"},
	{"sales_email/order/identity", Identity, "sales", ""},
	{"sales_email/order/copy_to", Emails, "", "who else gets it, without the buyer's knowing"},
	{"sales_email/order_comment/enabled", Flag, "1", "tell remarks on orders"},
	{"sales_email/order_comment/identity", Identity, "sales", ""},
	{"sales_email/order_comment/copy_to", Emails, "", ""},
	{"sales_email/shipment/enabled", Flag, "1", "tell shipments"},
	{"sales_email/shipment/identity", Identity, "sales", ""},
	{"sales_email/shipment/copy_to", Emails, "", ""},
	{"sales_email/shipment_comment/enabled", Flag, "1", "tell remarks on shipments"},
	{"sales_email/shipment_comment/identity", Identity, "sales", ""},
	{"sales_email/shipment_comment/copy_to", Emails, "", ""},
	{"sales_email/invoice/enabled", Flag, "1", "send invoices"},
	{"sales_email/invoice/identity", Identity, "sales", ""},
	{"sales_email/invoice/copy_to", Emails, "", ""},
	{"sales_email/invoice/attach_pdf", Flag, "0", "with the invoice as a PDF"},

	{"sales/identity/logo", Text, "", "picture on printed papers: the path of a PNG, JPEG, GIF or WebP file"},
	{"sales/identity/address", Text, "", "address of the shop on printed papers, in lines"},
}
