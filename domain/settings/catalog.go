package settings

// Catalog are the paths of products and stock.
var Catalog = []Path{
	{"system/rate_limit/review_submit", Count, "10", "reviews per IP, and per customer, and hour"},

	{"catalog/price/scope", Flag, "0", "0: one base currency, 1: one per website"},
	{"catalog/review/active", Flag, "0", "reviews are on"},

	{"cataloginventory/options/show_out_of_stock", Flag, "0", "list products that are sold out"},
	{"cataloginventory/options/can_subtract", Flag, "1", "orders take from the stock"},
	{"cataloginventory/options/can_back_in_stock", Flag, "1", "cancelled orders give back"},
	{"cataloginventory/options/sync_stock_availability_with_qty", Flag, "1", "a product with stock is in stock"},
	{"cataloginventory/item_options/manage_stock", Flag, "1", ""},
	{"cataloginventory/item_options/backorders", OneOf("0", "1", "2"), "0", "0 none, 1 allow, 2 allow and tell"},
	{"cataloginventory/item_options/max_sale_qty", Amount, "10000", ""},
	{"cataloginventory/item_options/min_sale_qty", Amount, "1", ""},
	{"cataloginventory/item_options/min_qty", Decimal, "0", ""},
	{"cataloginventory/item_options/notify_stock_qty", Decimal, "1", ""},
	{"cataloginventory/item_options/enable_qty_increments", Flag, "0", ""},
	{"cataloginventory/item_options/qty_increments", Amount, "1", ""},
	{"cataloginventory/item_options/auto_return", Flag, "0", "refunded goods go back to stock"},
}
