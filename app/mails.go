package app

import (
	"context"

	"tradelog/domain/letter"
	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/changes"
	"tradelog/operations/content"
	"tradelog/operations/customers"
	"tradelog/operations/records"
	"tradelog/operations/sales"
	"tradelog/reactions/mails"
	"tradelog/readmodels"
)

// SMTPSecret names the secret with the password at the mail server.
const SMTPSecret = "smtp"

// mailsModule is the module of e-mail templates. The e-mails themselves belong to their areas.
var mailsModule = Module{
	Name: "mails", Records: []records.Record{content.LetterTemplates},
	Operations: func(s Services) []*operations.Operation {
		return content.NewLetters(s.Letters, sales.Readable(s.Commands.Sales))
	},
}

// mails returns the composer of e-mails; nil if the configuration has no directory for them.
func (a *App) mails() *mails.Composer {
	if a.Config.Files.MailDir == "" {
		return nil
	}
	return a.Composer()
}

// Composer returns the composer, which renders and sends e-mails.
func (a *App) Composer() *mails.Composer {
	templates := readmodels.OpenRecords(a.Reader, letter.Templates, func(a, b letter.Template) int { return 0 })
	return mails.New(mails.Options{
		Templates: templates.All,
		Pool:      a.Pool, Store: a.Store, Codec: a.Codec, Shop: a.Readers.Directory.Shop,
		Commands: a.Commands.Sales, Cards: a.Commands.GiftCards, Account: a.Commands.Access.Account,
		Webhook: changes.WebhookSubscriptions.Commands(a.Deciders).Get,
		Names:   a.Readers.Catalog.Names, Product: productPage(a.Readers.Catalog),
		Kinds: collect(a.modules, func(m Module) []mails.Kind { return m.Mails }), Directory: a.Config.Files.MailDir,
		Password: a.smtpPassword, Confirm: customers.ConfirmPath, Reset: customers.ResetPath, Email: customers.EmailPath,
		Downloads: tradehttp.Prefix + "/downloads/", Print: a.Services.Printing.Papers.Invoice, Logo: a.Services.Printing.Logo,
		Papers: tradehttp.Prefix + "/papers/", PaperSecret: paperSecret(a.Secrets.Derive), Clock: a.Config.Clock, Logger: a.Config.Logger,
	})
}

// composing returns the composer for operations. It is made at the first request, because it needs the modules.
func (a *App) composing() content.Composer { return a.Composer() }

func (a *App) smtpPassword(ctx context.Context) (string, error) {
	if a.Config.Secrets.SMTPPassword != "" {
		return a.Config.Secrets.SMTPPassword, nil
	}
	return a.secretText(ctx, SMTPSecret)
}
