package documents

// TwoFactor is the second factor of a customer's login.
type TwoFactor struct {
	Type       string     `json:"@type"`
	Enabled    bool       `json:"enabled" doc:"whether login asks for a code"`
	Secret     string     `json:"secret,omitempty" doc:"secret in base32; shown once, at creation"`
	URI        string     `json:"uri,omitempty" doc:"otpauth URI with the secret, for a QR code"`
	Extensions Extensions `json:"extensions"`
}
