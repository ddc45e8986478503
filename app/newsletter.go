package app

import (
	"context"
	"net/url"

	customerscommands "tradelog/commands/customers"
	"tradelog/domain/change"
	"tradelog/domain/locale"
	domainnewsletter "tradelog/domain/newsletter"
	"tradelog/domain/settings"
	tradehttp "tradelog/http"
	"tradelog/operations"
	operationscustomers "tradelog/operations/customers"
	"tradelog/projections"
	"tradelog/projections/customers"
	"tradelog/reactions"
	"tradelog/reactions/mails"
)

// newsletterModule is the module of subscriptions to the newsletter.
var newsletterModule = Module{
	Name:    "newsletter",
	Streams: customerscommands.NewsletterStreams(),
	Events:  append(domainnewsletter.EventSpecs(), domainnewsletter.RefusalSpecs()...),
	Changes: change.Area{Events: change.HideAll("only its subscriber reads a subscription",
		append(domainnewsletter.EventSpecs(), domainnewsletter.RefusalSpecs()...)...)},
	Sequences:  []projections.Marks{customers.SubscriberMarks},
	Projectors: []projections.Definition{customers.Subscribers},
	Settings:   settings.Newsletter,
	Operations: func(s Services) []*operations.Operation { return operationscustomers.NewNewsletter(newsletterOf(s)) },
	Reactions: func(s Services) []reactions.Reaction {
		return []reactions.Reaction{
			reactions.MoveSubscriptions(s.Commands.Newsletter, s.Readers.Newsletter),
			reactions.AdoptSubscriptions(s.Commands.Newsletter, s.Commands.Customers),
		}
	},
	Mails: []mails.Kind{mails.NewsletterConfirmation, mails.NewsletterSuccess, mails.NewsletterEnd},
	Pages: func(s Services) []tradehttp.Page {
		d := newsletterOf(s)
		page := func(
			path string, do func(ctx context.Context, id, code string) error, thanks tradehttp.Notice,
		) tradehttp.Page {
			return tradehttp.Page{Path: path, Open: func(
				ctx context.Context, _ operations.Caller, query url.Values,
			) (tradehttp.Notice, error) {
				return thanks, do(ctx, query.Get("id"), query.Get("code"))
			}}
		}
		leave := page(domainnewsletter.UnsubscribePath, d.Leave, tradehttp.Notice{
			Title: locale.Text("Unsubscribed"), Text: locale.Text("You will not get the newsletter any more."),
		})
		leave.Submit = func(ctx context.Context, caller operations.Caller, query url.Values, _ string) (tradehttp.Notice, error) {
			return leave.Open(ctx, caller, query) // the button of a mail program (RFC 8058)
		}
		return []tradehttp.Page{
			page(domainnewsletter.ConfirmPath, d.Confirm, tradehttp.Notice{
				Title: thankYou, Text: locale.Text("Your subscription to the newsletter is confirmed."),
			}), leave,
		}
	},
}

func newsletterOf(s Services) operationscustomers.NewsletterDependencies {
	return operationscustomers.NewsletterDependencies{Commands: s.Commands.Newsletter, Reader: s.Readers.Newsletter}
}
