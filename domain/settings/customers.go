package settings

// Customers are the paths of customers and what they may do.
var Customers = []Path{
	{"system/rate_limit/customer_register", Count, "5", "registrations per IP and hour"},
	{"system/rate_limit/forgot_password", Count, "5", "reset requests per IP, and per e-mail, and hour"},
	{"system/rate_limit/reset_password", Count, "10", "resets per IP and hour"},
	{"system/rate_limit/change_password", Count, "10", "password changes per IP, and per customer, and hour"},
	{"system/rate_limit/newsletter_subscribe", Count, "5", "subscriptions per IP, and per e-mail, and hour"},
	{"system/rate_limit/newsletter_unsubscribe", Count, "10", "unsubscriptions per IP and hour"},
	{"system/rate_limit/contact", Count, "5", "messages per IP, and per e-mail, and hour"},

	{"customer/account_share/scope", Flag, "1", "0: one customer base, 1: one per website"},
	{"customer/create_account/confirm", Flag, "1", "new customers confirm their e-mail"},
	{"customer/create_account/default_group", Count, "1", "group of new customers"},
	{"customer/create_account/email_identity", Identity, "general", "sender of the request to confirm an e-mail address"},
	{"customer/password/min_password_length", Count, "7", "never below 7"},
	{"customer/password/reset_link_expiration_period", Count, "2", "hours a reset link works"},
	{"customer/password/allow_2fa", Flag, "1", "customers may use a second factor"},

	{"newsletter/subscription/allow_guest_subscribe", Flag, "1", "guests may subscribe"},
	{"newsletter/subscription/confirm", Flag, "0", "subscriptions are confirmed"},

	{"contacts/api/enabled", Flag, "1", "the contact form answers"},
	{"contacts/api/honeypot_enabled", Flag, "1", "the contact form has a hidden field for robots"},

	{"wishlist/general/active", Flag, "1", "wishlists are on"},
}
