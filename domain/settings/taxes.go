package settings

// Taxes are the paths of taxes (shapes-sales §1).
var Taxes = []Path{
	{"tax/classes/shipping_tax_class", Count, "", "empty: shipping is untaxed"},
	{"tax/calculation/algorithm", OneOf("TOTAL_BASE_CALCULATION", "ROW_BASE_CALCULATION", "UNIT_BASE_CALCULATION"), "TOTAL_BASE_CALCULATION", "where taxes are rounded: TOTAL_BASE_CALCULATION, ROW_BASE_CALCULATION or UNIT_BASE_CALCULATION"},
	{"tax/calculation/based_on", OneOf("shipping", "billing", "origin"), "shipping", "address that taxes go by: shipping, billing or origin"},
	{"tax/calculation/price_includes_tax", Flag, "0", "catalog prices include tax"},
	{"tax/calculation/shipping_includes_tax", Flag, "0", "shipping prices include tax"},
	{"tax/calculation/apply_after_discount", Flag, "1", "tax is computed on what is left after discount"},
	{"tax/calculation/discount_tax", Flag, "0", "discounts are computed on prices with tax"},
	{"tax/calculation/apply_tax_on", Flag, "0", "0: tax on custom prices, 1: on the catalog's"},
	{"tax/calculation/cross_border_trade_enabled", Flag, "", "prices that include tax are the same everywhere"},
	{"tax/defaults/country", Country, "US", "where buyers without an address are taxed"},
	{"tax/defaults/region", Count, "0", "number of the region; 0: none"},
	{"tax/defaults/postcode", Text, "*", ""},
}
