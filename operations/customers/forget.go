package customers

import (
	"context"

	"tradelog/commands/forgetting"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// forgetting declares how the back office forgets a customer, or a person without an account.
func (h *handlers) forgetting() []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Operation{
		Resource: Customer, Verb: operations.Action, Method: "POST", Path: "/customers/{id}/forget", Auth: operations.Backend,
		Permission: "customers/delete", Guard: h.forgettable, Extra: true, BodyOptional: true, Status: 201, Impersonal: true,
		Summary: "Forget a customer",
		Doc: "Deletes the encryption keys of all personal data of a customer, irrevocably. The account is closed and its e-mail address is " +
			"free again; carts, subscriptions and reviews end. Orders, invoices and credit memos keep their amounts, without the person. " +
			"Refused while an order is open, a revocation is undecided, or a gift card is still to be sent. Repeating it finishes an " +
			"interrupted run.",
	}, h.forget), operations.Define(operations.Operation{
		Resource: Customer, Verb: operations.Action, Method: "POST", Path: "/customers/forget", Auth: operations.Backend,
		Permission: "customers/delete", Extra: true, Status: 201, Impersonal: true, Tool: "customers_guests_forget_create",
		Summary: "Forget a person without an account",
		Doc: "Deletes the encryption keys of all personal data of a guest, irrevocably: of one order, its cart and the gift cards bought " +
			"with it, or of an e-mail address with all such orders, its open carts, newsletter subscription and messages. Data of accounts " +
			"stays, including guest orders that an account took over; the accounts are named. Orders, invoices and credit memos keep their " +
			"amounts. Refused while an order is open or a gift card is still to be sent. dryRun changes nothing and lists what would be forgotten.",
	}, h.forgetGuest)}
}

type forgetGuestInput struct {
	OrderID     *int64  `json:"orderId" doc:"ID of a guest's order"`
	IncrementID *string `json:"incrementId" doc:"increment ID of a guest's order, such as 100000001"`
	Email       *string `json:"email" doc:"e-mail address of a guest; for API accounts of all stores only"`
	Reason      *string `json:"reason" doc:"reason, kept in the log; must not identify the person"`
	Force       *bool   `json:"force" doc:"true: forget despite open orders, revocations or gift cards; they may become undeliverable"`
	DryRun      *bool   `json:"dryRun" doc:"true: change nothing, report what would be forgotten"`
}

func (h *handlers) forgetGuest(ctx context.Context, c *operations.Call, in forgetGuestInput) (documents.ForgottenGuest, error) {
	guest := forgetting.Guest{OrderID: domain.Value(in.OrderID), Increment: domain.Trimmed(in.IncrementID), Email: domain.Trimmed(in.Email)}
	if guest.Email != "" && c.AllowedStores() != nil {
		return documents.ForgottenGuest{}, fault.Forbiddenf("An e-mail address is of all stores. Your account is restricted to some.")
	}
	allowed := func(t forgetting.Traces) error {
		for _, o := range t.Orders {
			if err := c.CheckStoreRow("order", o.StoreID); err != nil {
				return err
			}
		}
		return nil
	}
	dry := domain.Value(in.DryRun)
	var t forgetting.Traces
	var err error
	if dry {
		if t, err = h.Forgetting.GuestTraces(ctx, guest); err == nil {
			err = allowed(t)
		}
	} else {
		var done forgetting.Forgotten
		done, err = h.Forgetting.ForgetGuest(ctx, guest, domain.Value(in.Reason), domain.Value(in.Force), allowed)
		t = done.Traces
	}
	if err != nil {
		return documents.ForgottenGuest{}, err
	}
	answer := documents.ForgottenGuest{Type: "Customer", DryRun: dry, Orders: []string{}, Histories: t.Streams, Keys: int64(t.Keys),
		Accounts: append([]int64{}, t.Accounts...)}
	for _, o := range t.Orders {
		answer.Orders = append(answer.Orders, o.Increment)
	}
	return answer, nil
}

type forgetInput struct {
	ID     string  `path:"id" doc:"ID of the customer"`
	Reason *string `json:"reason" doc:"reason, kept in the log; must not identify the person"`
	Force  *bool   `json:"force" doc:"true: forget despite open orders, revocations or gift cards; they may become undeliverable"`
}

// forgettable is the guard of forgetting. It also accepts closed accounts, so that forgetting them can be finished.
func (h *handlers) forgettable(ctx context.Context, c *operations.Call) error {
	website, err := h.Forgetting.Website(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	return c.CheckWebsiteRow(Customer.Label, website)
}

func (h *handlers) forget(ctx context.Context, c *operations.Call, in forgetInput) (documents.ForgottenCustomer, error) {
	done, err := h.Forgetting.ForgetCustomer(ctx, c.PathID("id"), domain.Value(in.Reason), domain.Value(in.Force))
	return documents.ForgottenCustomer{Type: "Customer", ID: done.CustomerID, Keys: int64(done.Keys),
		Streams: int64(len(done.Streams))}, err
}
