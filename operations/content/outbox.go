package content

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/letter"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// Outbox has the e-mails that were sent in the last 30 days, wait, or failed.
type Outbox interface {
	// Emails lists e-mails, the newest event first.
	Emails(ctx context.Context, q letter.Query, page readmodels.Page) (readmodels.Rows[documents.Email], error)
	// FindEmail returns an e-mail. fault.NotFound: there is none.
	FindEmail(ctx context.Context, id string) (documents.Email, error)
	// Resend sends an e-mail again. fault.Conflict: it was not tried yet.
	Resend(ctx context.Context, id string) (documents.Email, error)
	// Test sends an e-mail with made-up values to an address.
	Test(ctx context.Context, of letter.Preview, to string) (documents.EmailTest, error)
}

var emailResource = &operations.Resource{
	Name: "Email", Section: "system", Permission: "emails", ACL: "system/emails", Label: "e-mail",
	Brief: []string{"kind", "state", "reason", "orderId"},
	Doc:   "An e-mail of the shop, with what became of it. It names no recipient.",
}

// outbox declares the operations on the outbox.
func (h *letterHandlers) outbox() []*operations.Operation {
	list := operations.Declaration{
		Resource: emailResource, Verb: operations.List, Method: "GET", Path: "/emails", Access: operations.Backend.Access("emails/read"),
		Extra: true, Paged: true, Summary: "List the e-mails of the outbox",
		Doc: "Lists e-mails, the newest first: those that wait, that are tried again, and for 30 days those that were sent, given up or " +
			"dropped, each with the reason. state=failed lists what the shop could not send; resend it once the cause is gone.",
	}
	get := operations.Declaration{
		Resource: emailResource, Verb: operations.Get, Method: "GET", Path: "/emails/{id}", Access: operations.Backend.Access("emails/read"),
		Extra: true, Guard: h.inOutbox, Summary: "Get an e-mail of the outbox", Doc: "Tells what became of an e-mail, and why it was not sent.",
	}
	resend := operations.Declaration{
		Resource: emailResource, Verb: operations.Action, Method: "POST", Path: "/emails/{id}/resend",
		Access: operations.Backend.Access("emails/write"), Extra: true, Guard: h.inOutbox, Summary: "Send an e-mail again",
		Doc: "Sends an e-mail again that failed, was dropped or was sent, or tries one at once that is retried. It is made of the same event, " +
			"and goes to the present address of the account or the order. The answer has its state; read it again to see what became of it. An " +
			"e-mail that was not tried yet is refused.",
		Effect: operations.Effect{
			Irreversible: "The recipient gets the e-mail, perhaps a second time.", Untried: "all it does is to send an e-mail",
		},
	}
	test := operations.Declaration{
		Resource: emailResource, Verb: operations.Action, Method: "POST", Path: "/emails/test",
		Access: operations.Backend.Access("emails/write"), Extra: true, Summary: "Send a test e-mail",
		Doc: "Sends an e-mail with made-up values to an address, and tells what the mail server answered. It is not tried again. accepted is " +
			"false if the settings system/smtp do not work; error says why.",
		Effect: operations.Effect{Irreversible: "The address gets the e-mail.", Untried: "all it does is to send an e-mail"},
	}
	resend.Body.Optional = true
	for _, o := range []*operations.Declaration{&list, &get} {
		o.Response.NoStore = true
	}
	for _, o := range []*operations.Declaration{&resend, &test} {
		o.Response.Status = 200
	}
	return []*operations.Operation{
		operations.Define(list, h.emails), operations.Define(get, h.email), operations.Define(resend, h.resend),
		operations.Define(test, h.testEmail),
	}
}

type emailsInput struct {
	State   string `query:"state" enum:"waiting,retrying,sent,filed,failed,dropped" doc:"only e-mails in this state"`
	Kind    string `query:"kind" doc:"only e-mails of this kind, such as invoice"`
	OrderID int64  `query:"orderId" doc:"only e-mails about the order with this ID"`
}

func (h *letterHandlers) emails(ctx context.Context, c *operations.Call, in emailsInput) (*documents.Page[documents.Email], error) {
	rows, err := h.composer().
		Emails(ctx, letter.Query{State: in.State, Kind: in.Kind, OrderID: in.OrderID, StoreIDs: c.AllowedStores()}, c.Page())
	if err != nil {
		return nil, err
	}
	return operations.PageOf(rows, func(e documents.Email) documents.Email { return e })
}

// inOutbox is the guard of one e-mail: it exists and is of a store that the caller may see.
func (h *letterHandlers) inOutbox(ctx context.Context, c *operations.Call) error {
	e, err := h.composer().FindEmail(ctx, c.Path("id"))
	if err != nil {
		return err
	}
	if c.AllowedStores() != nil && (e.StoreID == nil || !c.MaySeeStore(*e.StoreID)) {
		return fault.Forbiddenf("Access denied for this e-mail's store")
	}
	c.Keep(e)
	return nil
}

type emailInput struct {
	ID string `path:"id" doc:"ID of the e-mail, such as invoice- and the ID of the event that caused it"`
}

func (h *letterHandlers) email(_ context.Context, c *operations.Call, _ emailInput) (documents.Email, error) {
	return operations.Loaded[documents.Email](c), nil
}

func (h *letterHandlers) resend(ctx context.Context, _ *operations.Call, in emailInput) (documents.Email, error) {
	return h.composer().Resend(ctx, in.ID)
}

type emailTestInput struct {
	Email   string `json:"email" required:"true" doc:"address that gets the e-mail"`
	Kind    string `json:"kind" doc:"kind of e-mail, such as invoice; order by default"`
	StoreID int64  `json:"storeId" doc:"ID of the store view whose sender, language and templates it has; the default one by default"`
}

func (h *letterHandlers) testEmail(ctx context.Context, c *operations.Call, in emailTestInput) (t documents.EmailTest, err error) {
	in.Email, in.Kind = strings.TrimSpace(in.Email), cmp.Or(in.Kind, letter.OrderForm.Name)
	store, _ := c.Shop.Default()
	if in.StoreID != 0 {
		if store, _ = c.Shop.Store(in.StoreID); store.ID == 0 {
			return t, fault.Invalidf("There is no store view %d.", in.StoreID).About(fault.Unknown, "storeId")
		}
	}
	switch {
	case in.Email == "":
		return t, fault.Invalidf("email is missing: send the address that gets the e-mail.").About(fault.Required, "email")
	case !customer.ValidEmail(in.Email):
		return t, fault.Invalidf("email is not an e-mail address.").About(fault.Format, "email")
	case !slices.Contains(letter.Kinds(), in.Kind):
		return t, fault.Invalidf("kind must be one of %s.", strings.Join(letter.Kinds(), ", ")).About(fault.Choice, "kind")
	case c.AllowedStores() != nil && !c.MaySeeStore(store.ID):
		return t, fault.Forbiddenf("Access denied for this store view")
	}
	return h.composer().Test(ctx, letter.Preview{Kind: in.Kind, StoreID: store.ID}, in.Email)
}
