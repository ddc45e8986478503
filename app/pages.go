package app

import (
	"context"
	"net/url"

	tradehttp "tradelog/http"
	"tradelog/operations"
	"tradelog/operations/customers"
)

// pages are the web pages links in e-mails lead to.
func (a *App) pages() []tradehttp.Page {
	return []tradehttp.Page{
		{Path: customers.ConfirmPath, Open: func(ctx context.Context, caller operations.Caller, query url.Values) (tradehttp.Notice, error) {
			return tradehttp.Notice{Title: "Thank you", Text: "Your e-mail address is confirmed. You can log in now."},
				customers.Confirm(ctx, a.Commands.Customers, caller, query.Get("id"), query.Get("key"))
		}},
	}
}
