package documents

// ContactConfig holds the settings that a page with the contact form needs (rest-v2 §2.8).
type ContactConfig struct {
	Type          string     `json:"@type"`
	ID            string     `json:"id"`
	Enabled       bool       `json:"enabled" doc:"whether the contact form is in use"`
	Provider      string     `json:"captchaProvider" doc:"who checks that a message is from a person: none, turnstile, recaptcha_v3 or one of a module"`
	SiteKey       *string    `json:"captchaSiteKey" doc:"key of the shop's site at the provider; null without a provider"`
	HoneypotField *string    `json:"honeypotField" doc:"name of a field to hide from people, which must be sent empty; null where there is none"`
	Extensions    Extensions `json:"extensions"`
}

// ContactReceipt is the answer to a message.
type ContactReceipt struct {
	Type       string     `json:"@type"`
	ID         string     `json:"id"`
	Success    bool       `json:"success" about:"whether it was done"`
	Message    string     `json:"message" about:"text for the person who asked"`
	Extensions Extensions `json:"extensions"`
}
