package documents

// ContactConfig holds the settings that a page with the contact form needs (rest-v2 §2.8).
type ContactConfig struct {
	Type          string     `json:"@type"`
	ID            string     `json:"id" about:"always contact"`
	Enabled       bool       `json:"enabled" doc:"whether the contact form is enabled"`
	Provider      string     `json:"captchaProvider" doc:"captcha provider: none, turnstile, recaptcha_v3 or one of a module"`
	SiteKey       *string    `json:"captchaSiteKey" doc:"site key at the captcha provider; null without a provider"`
	HoneypotField *string    `json:"honeypotField" doc:"name of a hidden field that must be sent empty; null if there is none"`
	Extensions    Extensions `json:"extensions"`
}

// ContactReceipt is the answer to a message.
type ContactReceipt struct {
	Type       string     `json:"@type"`
	ID         string     `json:"id" about:"always contact"`
	Success    bool       `json:"success" about:"whether the operation succeeded"`
	Message    string     `json:"message" about:"message to the user"`
	Extensions Extensions `json:"extensions"`
}
