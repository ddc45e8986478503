package settings

// Access are the paths of tokens and logins.
var Access = []Path{
	{"apiplatform/oauth2/secret", TokenKey, "", "key of JSON Web Tokens, at least 32 characters; made at the first start"},
	{"apiplatform/oauth2/token_lifetime", Count, "3600", "seconds a token lives"},
	{"apiplatform/oauth2/refresh_token_lifetime", Count, "86400", "unused"},

	{"system/rate_limit/auth_token_ip", Count, "10", "token requests per IP and minute"},
	{"system/rate_limit/customer_login", Count, "5", "logins per account and minute"},
}
