package histories

// mailsSteps change templates of e-mails.
var mailsSteps = []Step{
	{Name: "content_email_templates_create", Makes: "e-mail template", With: emailTemplate},
	{Name: "content_email_templates_update", Of: "e-mail template", Makes: "e-mail template", With: emailTemplate},
	{Name: "content_email_templates_delete", Of: "e-mail template", Ends: true},
	{Name: "system_emails_test_create", With: Arguments{"email": "me@example.com"}},
}

var emailTemplate = Arguments{
	"kind": oneOf("order", "invoice", "gift-card", "unknown"), "storeId": oneOf(nil, nil, 1, 99),
	"language": oneOf("en", "de", "fr", "es", "it", "nl", "pl", "pt", "da", "sv", "fi", nil, nil, nil),
	"subject":  Named("Letter"), "text": oneOf(nil, "{{.Shop.Name}}", "{{.Unknown}}"), "enabled": oneOf(nil, true, false),
}
