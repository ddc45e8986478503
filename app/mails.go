package app

import (
	"context"

	tradehttp "tradelog/http"
	"tradelog/internal/pdf"
	"tradelog/operations/customers"
	"tradelog/reactions/mails"
)

// SMTPSecret is the name under which the password at the mail server is kept.
const SMTPSecret = "smtp"

// mails is the composer that writes e-mails; nil where there is no place for them.
func (a *App) mails() *mails.Composer {
	if a.Config.MailDir == "" {
		return nil
	}
	return mails.New(mails.Options{
		Pool: a.Pool, Store: a.Store, Codec: a.Codec, Shop: a.Readers.Directory.Shop, Commands: a.Commands.Sales, Cards: a.Commands.GiftCards,
		Kinds: collect(a.modules, func(m Module) []mails.Kind { return m.Mails }), Directory: a.Config.MailDir,
		Password: a.smtpPassword, Confirm: customers.ConfirmPath, Reset: customers.ResetPath, Downloads: tradehttp.Prefix + "/downloads/",
		Print: pdf.PrintInvoice, Clock: a.Config.Clock, Logger: a.Config.Logger,
	})
}

func (a *App) smtpPassword(ctx context.Context) (string, error) {
	if a.Config.SMTPPassword != "" {
		return a.Config.SMTPPassword, nil
	}
	return a.secretText(ctx, SMTPSecret)
}
