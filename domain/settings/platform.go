package settings

// Platform are the paths of the interfaces, e-mail and whom the shop trusts.
var Platform = []Path{
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

	{"system/rate_limit/mcp_initialize", Count, "60", "MCP sessions an IP may open per minute"},
	{"system/rate_limit/mcp_batches", Count, "4", "MCP batches of an IP that may be under way at once"},
	{"system/trusted_proxies/addresses", Networks, "", "proxies whose X-Forwarded-For is believed"},
	{"system/smtp/disable", Flag, "0", "send no e-mails at all"},
	{"system/smtp/host", Text, "", "mail server; empty: e-mails are kept in the directory mail of the data directory"},
	{"system/smtp/port", Port, "", "port; empty: 25, or 587 with a login or tls, 465 with ssl"},
	{"system/smtp/username", Text, "", "login at the mail server; empty: none"},
	{"system/smtp/password", Secret, "", "password at the mail server; kept apart from the log"},
	{"system/smtp/encryption", OneOf("ssl", "tls", "none"), "", "ssl, tls (STARTTLS) or none; empty: STARTTLS where it is offered"},

	{"trans_email/ident_general/name", Text, "Owner", "sender of letters about anything"},
	{"trans_email/ident_general/email", Email, "owner@example.com", ""},
	{"trans_email/ident_sales/name", Text, "Sales", "sender of letters about orders"},
	{"trans_email/ident_sales/email", Email, "sales@example.com", ""},
	{"trans_email/ident_support/name", Text, "Customer Support", ""},
	{"trans_email/ident_support/email", Email, "support@example.com", ""},
	{"trans_email/ident_custom1/name", Text, "Custom 1", ""},
	{"trans_email/ident_custom1/email", Email, "custom1@example.com", ""},
	{"trans_email/ident_custom2/name", Text, "Custom 2", ""},
	{"trans_email/ident_custom2/email", Email, "custom2@example.com", ""},
}
