// Package customers declares customer accounts: registration, profile, password, and the back office's changes (shapes-customer §2). It
// also declares wishlists (shapes-customer §4), reviews of products (shapes-customer §5) and alerts about products that are in stock
// again.
//
// Guests may use the newsletter (shapes-customer §6) and the contact form (shapes-customer §7), too. Answers to guests are the same
// whether an address is subscribed to the newsletter or not.
package customers

import (
	"context"
	"slices"
	"time"

	"tradelog/commands/customers"
	"tradelog/commands/forgetting"
	"tradelog/commands/sales"
	"tradelog/operations"
	"tradelog/operations/passwords"
	"tradelog/readmodels"
	readcustomers "tradelog/readmodels/customers"
)

// customerResource is the resource of accounts.
var customerResource = &operations.Resource{
	Name: "Customer", Section: "customers", Permission: "customers", ACL: "customer/manage", Label: "customer",
	Brief: []string{"id", "email", "fullName", "groupId", "isActive", "createdAt"},
	Keys:  []string{"email"},
	Doc:   "A customer's account.",
}

// addressResource is the resource of address books.
var addressResource = &operations.Resource{
	Name: "Address", Section: "customers", Permission: "addresses", ACL: "customer/manage", Label: "customer",
	Doc: "An entry of a customer's address book.",
}

// Dependencies are the commands, readers and services that the operations use.
type Dependencies struct {
	Commands  *customers.Customers
	Reader    *readcustomers.Reader
	Passwords *passwords.Hasher
	Orders    *sales.Orders
	// Forgetting forgets customers.
	Forgetting *forgetting.Forgetting
	// Newsletter finds the subscriptions of customers.
	Newsletter *readcustomers.Subscribers
	// Sign signs the tokens with which guests open an account (shapes-sales §7 rule 4).
	Sign func(ctx context.Context, text string) (string, error)
}

type handlers struct{ Dependencies }

// mayOpenAccounts are the permissions to open accounts for others (shapes-customer §2.2). The tags of standingInput repeat them.
var mayOpenAccounts = []string{"customers/create", "customers/write"}

// otherAddress is the effect of another e-mail address, see operations.Effect.
const otherAddress = "A new e-mail address becomes the login of the account, and links for a new password go there."

// The rate limits of this package.
var (
	registrations   = operations.Limit{Config: "customer_register", Window: time.Hour, Exempt: mayOpenAccounts, ByHand: true}
	passwordChanges = operations.Limit{Config: "change_password", Window: time.Hour, Keys: operations.PerCaller, ByHand: true}
	resetRequests   = operations.Limit{Config: "forgot_password", Window: time.Hour, Keys: perAddress, ByHand: true}
	resets          = operations.Limit{Config: "reset_password", Window: time.Hour, ByHand: true}
)

// New makes the operations.
func New(d Dependencies) []*operations.Operation {
	h := &handlers{d}
	read := operations.Declaration{
		Resource: customerResource, Verb: operations.Get, Method: "GET", Access: operations.Customer.Access("customers/read"),
	}
	write := operations.Declaration{
		Resource: customerResource, Verb: operations.Update, Method: "PUT", Access: operations.Customer.Access("customers/write"),
	}

	list := read
	list.Verb, list.Path, list.Access.Auth, list.Paged = operations.List, "/customers", operations.Backend, true
	list.Summary = "List customers"
	list.Doc = "Lists accounts, newest first. Rows have the default billing address only, and no newsletter subscription; a single " +
		"customer has all of it."

	get := read
	get.Path, get.Guard, get.AsOf, get.Ahead, get.Summary = "/customers/{id}", h.readable, true, h.ahead, "Get a customer"
	get.Doc = "Returns an account with its addresses. Customers can read only their own."

	row := list
	row.Verb, row.Path, row.Paged, row.Guard = operations.Get, "/customers/{id}", false, h.readable

	me := read
	me.Path, me.Guard, me.Summary = "/customers/me", identified(readmodels.ErrNotFound), "Get my account"
	me.Doc = "Returns the caller's account."

	register := write
	register.Verb, register.Method, register.Path = operations.Create, "POST", "/customers"
	register.Access = operations.Public.Access()
	register.Response.Status, register.Summary, register.Limits = 201, "Register a customer", []operations.Limit{registrations}
	register.Doc = "Opens an account. If the shop requires it, the customer must open the link in an e-mail before the first login; " +
		"accounts opened by the back office are confirmed at once. This is no login: get a token with POST /auth/token."

	register.Idempotency.Unkeyed = "an e-mail address registers once, so repeating makes no second account; the stored answer would tell a " +
		"stranger with the same key who registered"

	quick := operations.Declaration{
		Resource: customerResource, Verb: operations.Create, Unrouted: operations.Unrouted{Name: "customer.quick", GraphQL: true},
		Access: operations.Backend.Access("customers/create"), Limits: []operations.Limit{registrations},
		Summary: "Register a customer at the counter",
		Doc:     "Opens an account without a password. The customer sets one with the link that POST /customers/forgot-password sends.",
	}

	change := write
	change.Path, change.Guard, change.Summary = "/customers/me", identified(errNoIdentity), "Change my profile"
	change.Limits = []operations.Limit{passwordChanges}
	change.Doc = "Changes what is sent of the caller's profile. Empty text clears a field, except email. A new email needs " +
		"currentPassword, unless this token was issued for the password within the last 5 minutes; the old address is notified. If the " +
		"shop has new customers confirm their e-mail, the new one applies once the link sent to it is opened; message says so. " + otherAddress
	change.Effect.Members = map[string]string{"email": otherAddress}

	password := write
	password.Verb, password.Method, password.Path, password.Response.Status = operations.Action, "POST", "/customers/me/password", 201
	password.Call = "me.changePassword"
	password.Guard, password.Summary, password.Limits = identified(errNoIdentity), "Change my password", []operations.Limit{passwordChanges}
	password.Doc = "Replaces the caller's password. Tokens that were issued before are refused from then on, except the one of this request."

	manage := write
	manage.Path, manage.Access.Auth, manage.Guard, manage.Extra = "/customers/{id}", operations.Backend, h.managed, true
	manage.Summary = "Change a customer"
	manage.Doc = "Changes only what is sent. The website of an account cannot be changed. " + otherAddress
	manage.Effect.Members = map[string]string{"email": otherAddress}

	return append([]*operations.Operation{
		operations.Define(list, h.list).WithRows(operations.Define(row, h.pastRow)), operations.Define(get, h.get),
		operations.Define(register, h.register), operations.Define(quick, h.quick), operations.Define(me, h.get),
		operations.Define(change, h.changeOwn), operations.Define(password, h.changePassword), operations.Define(manage, h.change),
	}, slices.Concat(h.forgetting(), h.forgotten(), h.twoFactor(), h.addressBooks())...)
}
