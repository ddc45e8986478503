package app

import (
	"context"
	"maps"

	adaptersaccess "tradelog/adapters/access"
	customerscommands "tradelog/commands/customers"
	"tradelog/domain/change"
	"tradelog/domain/contact"
	"tradelog/domain/settings"
	"tradelog/operations"
	"tradelog/operations/access"
	operationscustomers "tradelog/operations/customers"
	"tradelog/projections"
	"tradelog/projections/customers"
	"tradelog/reactions/mails"
)

// contactsModule is the contact form.
var contactsModule = Module{
	Name:      "contacts",
	Streams:   customerscommands.ContactStreams(),
	Events:    contact.EventSpecs(),
	Changes:   change.Area{Events: change.HideAll("messages are sent by e-mail", contact.EventSpecs()...)},
	Sequences: []projections.Marks{customers.ContactMarks},
	Settings:  settings.Contacts,
	Operations: func(s Services) []*operations.Operation {
		return operationscustomers.NewContactForm(operationscustomers.ContactDependencies{
			Commands: s.Commands.Contacts, Captcha: s.Captcha, Derive: func(ctx context.Context, purpose string) (string, error) {
				return s.Secrets.Derive(ctx, "contact form", purpose)
			},
		})
	},
	Mails: []mails.Kind{mails.ContactMessage, mails.ContactReply},
}

// CaptchaSecret names the secret at the CAPTCHA provider.
const CaptchaSecret = "captcha"

// captcha returns the gate that checks that callers are people, with the providers of the program and of modules.
func (a *App) captcha() access.CaptchaGate {
	known := adaptersaccess.CaptchaProviders(a.Config.Outside.CaptchaURLs)
	for _, m := range a.modules {
		maps.Copy(known, m.Captchas)
	}
	return access.CaptchaGate{Providers: known, Logger: a.Config.Logger, Secret: func(ctx context.Context) (string, error) {
		return a.secretText(ctx, CaptchaSecret)
	}}
}
