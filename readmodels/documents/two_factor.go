package documents

// TwoFactor is the second factor of a customer's login.
type TwoFactor struct {
	Type       string     `json:"@type"`
	Enabled    bool       `json:"enabled" doc:"whether logins take a code"`
	Secret     string     `json:"secret,omitempty" doc:"base32; shown once, when it is made"`
	URI        string     `json:"uri,omitempty" doc:"the secret as authenticator apps read it from a QR code"`
	Extensions Extensions `json:"extensions"`
}
