package customers

import (
	"context"
	"strings"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/person"
	"tradelog/operations"
	"tradelog/operations/passwords"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// ResetPath is the web page that the link of a password reset opens, with the parameters id and token (shapes-customer §2.7).
const ResetPath = "/customer/account/resetpassword/"

// forgotten returns the operations for customers who have lost their password, or have none yet.
func (h *handlers) forgotten() []*operations.Operation {
	post := operations.Declaration{
		Resource: customerResource, Verb: operations.Action, Method: "POST", Access: operations.Public.Access(),
	}
	forgot := post
	forgot.Path, forgot.Summary, forgot.Limits = "/customers/forgot-password", "Ask for a new password", []operations.Limit{resetRequests}
	forgot.Doc = "Sends a link for a new password to an e-mail address, if it has an account. The answer is always the same. API clients " +
		"take the token from the link for POST /customers/reset-password."
	forgot.Effect.Discreet = true // the stream would disclose whether there is an account
	forgot.Idempotency.Unkeyed = "each request sends a new link, and the answer is always the same"

	reset := post
	reset.Path, reset.Summary, reset.Limits = "/customers/reset-password", "Set a new password", []operations.Limit{resets}
	reset.Doc = "Replaces a forgotten password, with the token of the newest link. It works once and for the configured number of hours. " +
		"Tokens of earlier logins are refused from then on."
	reset.Idempotency.Unkeyed = "the token works once, so repeating changes nothing"

	open := post
	open.Path, open.Summary, open.Response.ItemsAt = "/customers/create-from-order", "Open an account from an order", "/customers"
	open.Doc = "Opens an account for a guest, with the accountToken of GET /orders/{incrementId}/details. The account gets the order's " +
		"e-mail address and billing address, is confirmed at once and takes over the order."
	open.Idempotency.Unkeyed = "an e-mail address registers once, so repeating makes no second account"
	return []*operations.Operation{
		operations.Define(forgot, h.forgotPassword), operations.Define(reset, h.resetPassword), operations.Define(open, h.openFromOrder),
	}
}

type forgotInput struct {
	Email string `json:"email" format:"email" doc:"e-mail address of the account"`
}

// perAddress counts by IP address and e-mail address.
func perAddress(c *operations.Call, input any) []string {
	return []string{"ip " + c.Caller.RemoteIP, "email " + person.Mailbox(input.(forgotInput).Email)}
}

// forgotPassword makes a link for the account of an e-mail address. The answer does not disclose whether there is one: either way one event
// is appended, and no read model has it.
func (h *handlers) forgotPassword(ctx context.Context, c *operations.Call, in forgotInput) (documents.CustomerEcho, error) {
	echo := documents.NewCustomerEcho(in.Email)
	in.Email = strings.TrimSpace(in.Email)
	if in.Email == "" {
		return echo, customer.ErrEmailRequired
	}
	if err := c.Limit(resetRequests, in); err != nil {
		return echo, err
	}
	id, err := h.accountOf(ctx, c, in.Email)
	if err != nil {
		return echo, err
	}
	if id != 0 {
		err = h.Commands.RequestReset(ctx, id, c.Store.ID, passwords.RandomHex(32))
		if fault.KindOf(err) != fault.NotFound {
			return echo, err
		}
	}
	return echo, h.Commands.RefuseReset(ctx, c.Store.WebsiteID)
}

// accountOf finds the account of an e-mail address in the website of the request's store, or in any if accounts are shared; 0 for none.
func (h *handlers) accountOf(ctx context.Context, c *operations.Call, email string) (int64, error) {
	found, err := h.Reader.CustomersByEmail(ctx, email)
	if err != nil {
		return 0, err
	}
	var other int64
	for _, account := range found {
		if account.WebsiteID == c.Store.WebsiteID {
			return account.ID, nil
		}
		if other == 0 && c.Shop.Sharing(account.WebsiteID) == 0 {
			other = account.ID
		}
	}
	return other, nil
}

type resetInput struct {
	Email string `json:"email" format:"email" doc:"e-mail address of the account"`
	Token string `json:"resetToken" doc:"token from the link in the e-mail"`
	New   string `json:"newPassword" doc:"new password: at least 7 characters, or the configured minimum"`
}

var errResetIncomplete = fault.Invalidf("Email, reset token, and new password are required").
	About(fault.Required, "email", "resetToken", "newPassword")

// resetPassword replaces a password by means of a link. The checks run in the order of shapes-customer §2.8.
func (h *handlers) resetPassword(ctx context.Context, c *operations.Call, in resetInput) (documents.CustomerEcho, error) {
	echo := documents.NewCustomerEcho(in.Email)
	if in.Email = strings.TrimSpace(in.Email); in.Email == "" || strings.TrimSpace(in.Token) == "" || strings.TrimSpace(in.New) == "" {
		return echo, errResetIncomplete
	}
	if err := c.Limit(resets, nil); err != nil {
		return echo, err
	}
	config := c.Config()
	if err := customer.CheckPassword("New password", in.New, config.Int("customer/password/min_password_length")); err != nil {
		return echo, err
	}
	id, err := h.accountOf(ctx, c, in.Email)
	if err != nil {
		return echo, err
	}
	// The hash takes most of the time. Unknown accounts need one, too, so that the time discloses nothing.
	hash, err := h.Passwords.Hash(ctx, in.New)
	if err != nil {
		return echo, err
	}
	return echo, h.replace(ctx, id, in.Token, hash, config.Int(linkLifetime))
}

// linkLifetime is the configuration path of the validity of a link, in hours.
const linkLifetime = "customer/password/reset_link_expiration_period"

func (h *handlers) replace(ctx context.Context, id int64, token, hash string, hours int) error {
	if id == 0 {
		return customer.ErrBadLink
	}
	err := h.Commands.ResetPassword(ctx, id, token, hash, hours)
	if fault.KindOf(err) == fault.NotFound {
		return customer.ErrBadLink
	}
	return err
}

// Link has the parameters of the link to a password reset, and the password entered on its page.
type Link struct{ ID, Token, Password string }

// ResetByLink replaces a password on the page that the link opens.
func ResetByLink(ctx context.Context, d Dependencies, shop *directory.Shop, caller operations.Caller, link Link) error {
	id := operations.Identifier(link.ID)
	if id == 0 {
		return customer.ErrBadLink
	}
	ctx = asCustomer(ctx, caller, id)
	h := &handlers{d}
	account, err := d.Commands.Customer(ctx, id)
	if err != nil {
		return customer.ErrBadLink.WithCause(err)
	}
	config := shop.Settings.In(account.StoreID)
	hours := config.Int(linkLifetime)
	if _, err := account.ResetPassword(link.Token, "", d.Commands.Now(ctx), hours); err != nil { // before the hash, which is slow
		return err
	}
	if err := customer.CheckPassword("New password", link.Password, config.Int("customer/password/min_password_length")); err != nil {
		return err
	}
	hash, err := d.Passwords.Hash(ctx, link.Password)
	if err != nil {
		return err
	}
	return h.replace(ctx, id, link.Token, hash, hours)
}
