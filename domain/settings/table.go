package settings

import (
	"slices"
	"sync"

	"tradelog/domain/directory"
)

// Table is every path the shop knows, with its default (conventions §19, shapes-sales §1, §4, §5, shapes-catalog §1.10).
// Two defaults differ from the reference as the contract asks: REST v2 is on, MCP off.
var Table = sync.OnceValue(func() []Path {
	return append([]Path{
		{"apiplatform/protocols/rest_v2", Flag, "1", "REST v2 answers"},
		{"apiplatform/protocols/graphql", Flag, "0", "GraphQL answers"},
		{"apiplatform/protocols/admin_graphql", Flag, "0", "the back office's GraphQL answers"},
		{"apiplatform/protocols/mcp", Flag, "0", "the MCP endpoint answers"},
		{"apiplatform/protocols/legacy_rest", Flag, "0", "the first REST interface answers"},
		{"apiplatform/protocols/soap", Flag, "0", "SOAP V1 answers"},
		{"apiplatform/protocols/v2_soap", Flag, "0", "SOAP V2 answers"},
		{"apiplatform/protocols/xmlrpc", Flag, "0", "XML-RPC answers"},
		{"apiplatform/protocols/jsonrpc", Flag, "0", "JSON-RPC answers"},
		{"apiplatform/mcp/excluded_tools", Text, "", "tools left out: names, patterns (sales_orders_*), resources (Order)"},
		{"apiplatform/general/cors_origins", Origins, "", "origins browsers may call from, comma-separated; empty: the base URL's"},
		{"apiplatform/cache/ttl", Count, "300", "seconds of server-side caches"},
		{"apiplatform/oauth2/secret", TokenKey, "", "key of JSON Web Tokens, at least 32 characters; made at the first start"},
		{"apiplatform/oauth2/token_lifetime", Count, "3600", "seconds a token lives"},
		{"apiplatform/oauth2/refresh_token_lifetime", Count, "86400", "unused"},

		{"system/rate_limit/auth_token_ip", Count, "10", "token requests per IP and minute"},
		{"system/rate_limit/customer_login", Count, "5", "logins per account and minute"},
		{"system/rate_limit/customer_register", Count, "5", "registrations per IP and hour"},
		{"system/rate_limit/forgot_password", Count, "5", "reset requests per IP, and per e-mail, and hour"},
		{"system/rate_limit/reset_password", Count, "10", "resets per IP and hour"},
		{"system/rate_limit/change_password", Count, "10", "password changes per IP, and per customer, and hour"},
		{"system/rate_limit/newsletter_subscribe", Count, "5", "subscriptions per IP, and per e-mail, and hour"},
		{"system/rate_limit/newsletter_unsubscribe", Count, "10", "unsubscriptions per IP and hour"},
		{"system/rate_limit/review_submit", Count, "10", "reviews per IP, and per customer, and hour"},
		{"system/rate_limit/contact", Count, "5", "messages per IP, and per e-mail, and hour"},
		{"system/rate_limit/coupon_validate", Count, "20", "coupon checks per IP and minute"},
		{"system/rate_limit/giftcard_balance", Count, "10", "gift card checks per IP and minute"},
		{"system/rate_limit/guest_order_lookup", Count, "30", "guest order look-ups per IP and hour"},
		{"system/rate_limit/mcp_initialize", Count, "60", "MCP sessions an IP may open per minute"},
		{"system/rate_limit/mcp_batches", Count, "4", "MCP batches of an IP that may be under way at once"},
		{"system/trusted_proxies/addresses", Networks, "", "proxies whose X-Forwarded-For is believed"},

		{"web/secure/base_url", BaseURL, "", "base URL for https"},
		{"web/unsecure/base_url", BaseURL, "http://127.0.0.1:8080/", "base URL"},
		{"web/default/cms_home_page", Text, "home", "identifier of the home page"},

		{"general/store_information/name", Text, "", "name of the shop"},
		{"general/store_information/address", Text, "", "street of the shop"},
		{"general/store_information/city", Text, "", ""},
		{"general/store_information/region", Text, "", ""},
		{"general/store_information/postcode", Text, "", ""},
		{"general/store_information/phone", Text, "", ""},
		{"general/store_information/merchant_country", Country, "", ""},
		{"general/locale/code", Locale, directory.DefaultLocale, "language and country of a store view"},
		{"general/locale/timezone", Zone, directory.DefaultZone, "time zone of a store view: its dates begin there"},
		{"general/locale/weight_unit", OneOf("lbs", "kgs"), "lbs", "unit of weights"},
		{"general/country/allow", Countries, directory.DefaultAllow().String(), "countries the shop sells to"},
		{"general/country/default", Country, "US", "default country"},
		{"general/country/optional_zip_countries", Countries, directory.DefaultOptionalZip, "countries whose addresses need no postcode"},
		{"general/region/state_required", Countries, directory.DefaultStateRequired, "countries whose addresses need a region"},
		{"general/region/display_all", Flag, "1", "offer regions where they are not required"},

		{"currency/options/base", Currency, "USD", "currency prices are kept in; per website with catalog/price/scope 1"},
		{"currency/options/default", Currency, "USD", "currency prices are shown in"},
		{"currency/options/allow", Currencies, "USD,EUR", "currencies prices can be shown in"},
		{"catalog/price/scope", Flag, "0", "0: one base currency, 1: one per website"},

		{"customer/account_share/scope", Flag, "1", "0: one customer base, 1: one per website"},
		{"customer/create_account/confirm", Flag, "1", "new customers confirm their e-mail"},
		{"customer/create_account/default_group", Count, "1", "group of new customers"},
		{"customer/password/min_password_length", Count, "7", "never below 7"},
		{"customer/password/reset_link_expiration_period", Count, "2", "hours a reset link works"},
		{"customer/password/allow_2fa", Flag, "1", "customers may use a second factor"},
		{"newsletter/subscription/allow_guest_subscribe", Flag, "1", "guests may subscribe"},
		{"newsletter/subscription/confirm", Flag, "0", "subscriptions are confirmed"},
		{"contacts/api/enabled", Flag, "1", "the contact form answers"},
		{"contacts/api/honeypot_enabled", Flag, "1", "the contact form has a hidden field for robots"},
		{"wishlist/general/active", Flag, "1", "wishlists are on"},
		{"catalog/review/active", Flag, "0", "reviews are on"},
		{"checkout/options/guest_checkout", Flag, "1", "guests may order"},
		{"checkout/cart/delete_quote_after", Count, "30", "days until a cart that nobody touches is dropped; 0: never"},

		{"design/header/logo_src", Text, "images/logo.svg", "logo, below the theme"},
		{"design/header/logo_alt", Text, "", "text of the logo"},
		{"design/head/default_title", Text, "", ""},
		{"design/head/default_description", Text, "", ""},
		{"design/package/name", Text, "default", ""},
		{"design/theme/default", Text, "default", ""},

		{"sales/gift_options/allow_order", Flag, "0", "gift messages on carts"},
		{"sales/gift_options/allow_items", Flag, "0", "gift messages on lines"},
		{"revocation/general/enabled", Flag, "0", "EU contract revocation"},
		{"revocation/general/cooling_off_days", Count, "14", "days; 0: no limit"},
		{"revocation/abuse/ip_rate_limit_per_hour", Count, "5", "0: off"},
		{"revocation/abuse/recipient_rate_limit_per_day", Count, "1", "receipts to an address; 0: off"},

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

		{"carriers/flatrate/active", Flag, "1", ""},
		{"carriers/flatrate/title", Text, "Flat Rate", ""},
		{"carriers/flatrate/name", Text, "Fixed", ""},
		{"carriers/flatrate/type", OneOf("I", "O"), "I", "I per item, O per order"},
		{"carriers/flatrate/price", Amount, "5.00", ""},
		{"carriers/flatrate/handling_fee", Decimal, "0", ""},
		{"carriers/flatrate/handling_type", Percent, "F", "F fixed, P percent"},
		{"carriers/flatrate/sallowspecific", Flag, "0", "only the countries of specificcountry"},
		{"carriers/flatrate/specificcountry", Countries, "", ""},
		{"carriers/flatrate/showmethod", Flag, "0", "list the carrier where it does not ship to, without a method"},
		{"carriers/freeshipping/active", Flag, "0", ""},
		{"carriers/freeshipping/title", Text, "Free Shipping", ""},
		{"carriers/freeshipping/name", Text, "Free", ""},
		{"carriers/freeshipping/free_shipping_subtotal", Amount, "", "subtotal from which it is offered; empty: always"},
		{"carriers/freeshipping/sallowspecific", Flag, "0", ""},
		{"carriers/freeshipping/specificcountry", Countries, "", ""},
		{"carriers/freeshipping/showmethod", Flag, "0", ""},

		{"payment/checkmo/active", Flag, "1", ""},
		{"payment/checkmo/title", Text, "Check / Money order", ""},
		{"payment/checkmo/order_status", OrderStatus, "pending", ""},
		{"payment/checkmo/sort_order", Integer, "0", ""},
		{"payment/free/active", Flag, "1", ""},
		{"payment/free/title", Text, "No Payment Information Required", ""},
		{"payment/free/order_status", OrderStatus, "pending", ""},
		{"payment/free/sort_order", Integer, "1", ""},
		{"payment/cashondelivery/active", Flag, "0", ""},
		{"payment/cashondelivery/title", Text, "Cash On Delivery", ""},
		{"payment/cashondelivery/order_status", OrderStatus, "pending", ""},
		{"payment/cashondelivery/sort_order", Integer, "0", ""},
		{"payment/banktransfer/active", Flag, "0", ""},
		{"payment/banktransfer/title", Text, "Bank Transfer Payment", ""},
		{"payment/banktransfer/order_status", OrderStatus, "pending", ""},
		{"payment/banktransfer/sort_order", Integer, "0", ""},
		{"payment/purchaseorder/active", Flag, "0", ""},
		{"payment/purchaseorder/title", Text, "Purchase Order", ""},
		{"payment/purchaseorder/order_status", OrderStatus, "pending", ""},
		{"payment/purchaseorder/sort_order", Integer, "0", ""},

		{"tax/classes/shipping_tax_class", Count, "", "empty: shipping is untaxed"},
		{"shipping/origin/country_id", Country, "US", ""},
		{"shipping/origin/region_id", Count, "12", ""},
		{"shipping/origin/postcode", Text, "90034", ""},
	}, slices.Concat(mailPaths, salesPaths)...)
})

var byName = func() map[string]Path {
	m := map[string]Path{}
	for _, p := range Table() {
		m[p.Name] = p
	}
	return m
}()
