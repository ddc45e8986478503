package customers

import (
	"time"

	"tradelog/commands/customers"
	"tradelog/domain/person"
	"tradelog/operations"
	readcustomers "tradelog/readmodels/customers"
)

// newsletterResource is the resource of this package.
var newsletterResource = &operations.Resource{
	Name: "Newsletter", Section: "other", Permission: "newsletter", ACL: "newsletter/subscriber", Label: "newsletter subscription",
	Grants: []string{"newsletter/write"},
	Doc:    "A newsletter subscription, one per e-mail address.",
}

// NewsletterDependencies are the commands and readers that the operations use.
type NewsletterDependencies struct {
	Commands *customers.Newsletter
	Reader   *readcustomers.Subscribers
}

type newsletterHandlers struct{ NewsletterDependencies }

// The rate limits of this package.
var (
	subscriptions = operations.Limit{Config: "newsletter_subscribe", Window: time.Hour, ByHand: true,
		Keys: func(c *operations.Call, input any) []string {
			return []string{"ip " + c.Caller.RemoteIP, "email " + person.Mailbox(input.(string))}
		}}
	unsubscriptions = operations.Limit{Config: "newsletter_unsubscribe", Window: time.Hour, ByHand: true}
)

const unkeyed = "repeating it changes nothing, and the answer tells nothing"

// NewNewsletter makes the operations.
func NewNewsletter(d NewsletterDependencies) []*operations.Operation {
	h := &newsletterHandlers{d}
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: newsletterResource, Verb: operations.Action, Method: "POST", Path: "/newsletter/subscribe", Access: operations.Public.Access(),
			Limits: []operations.Limit{subscriptions}, Idempotency: operations.Idempotency{Unkeyed: unkeyed},
			Effect: operations.Effect{Discreet: true}, Summary: "Subscribe to the newsletter",
			Doc: "Subscribes an e-mail address; logged-in customers subscribe their own. If the shop requires it, the subscription begins when " +
				"the link in an e-mail is opened. Guests get the same answer whether the address is subscribed or not.",
		}, h.subscribe),
		operations.Define(operations.Declaration{
			Resource: newsletterResource, Verb: operations.Action, Method: "POST", Path: "/newsletter/unsubscribe",
			Access: operations.Public.Access(), Limits: []operations.Limit{unsubscriptions}, Idempotency: operations.Idempotency{Unkeyed: unkeyed},
			Effect: operations.Effect{Discreet: true}, Summary: "Unsubscribe from the newsletter",
			Doc: "Ends the subscription of an e-mail address; logged-in customers end their own. Guests get the same answer whether the address " +
				"was subscribed or not.",
		}, h.unsubscribe),
		operations.Define(operations.Declaration{
			Resource: newsletterResource, Verb: operations.Get, Method: "GET", Path: "/newsletter/status",
			Access: operations.Customer.Access("newsletter/read"), Guard: operations.CustomersOnly, Summary: "Get my newsletter subscription",
			Doc: "Tells whether the caller is subscribed.",
		}, h.status),
		operations.Define(operations.Declaration{
			Resource: newsletterResource, Verb: operations.List, Method: "GET", Path: "/newsletter/subscribers",
			Access: operations.Backend.Access("newsletter/read"), Paged: true, Extra: true, Tool: operations.Tool{None: true},
			Summary: "List newsletter subscriptions",
			Doc:     "Lists the subscriptions of all e-mail addresses, newest first. Ended ones stay, with their status.",
		}, h.subscribers),
		operations.Define(operations.Declaration{
			Resource: newsletterResource, Verb: operations.Get, Method: "GET", Path: "/newsletter/subscribers/{id}",
			Access: operations.Backend.Access("newsletter/read"), Extra: true, Tool: operations.Tool{None: true},
			Summary: "Get a newsletter subscription",
			Doc:     "Returns the subscription of an e-mail address.",
		}, h.subscriber),
	}
}
