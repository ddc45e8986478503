package customers

import (
	"context"

	"tradelog/domain"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// forgetting declares how the back office forgets a customer.
func (h *handlers) forgetting() []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Operation{
		Resource: Customer, Verb: operations.Action, Method: "POST", Path: "/customers/{id}/forget", Auth: operations.Backend,
		Permission: "customers/delete", Guard: h.forgettable, Extra: true, BodyOptional: true, Status: 201, Summary: "Forget a customer",
		Doc: "Deletes the keys of everything personal that the shop has of a customer, for good. The account is closed and its e-mail address " +
			"is free again; carts, subscriptions and reviews end. Orders, invoices and credit memos stay, with their amounts and without the " +
			"person. It is refused while an order is open, a revocation is not decided, or a gift card is still to be sent. Repeating it " +
			"finishes what was interrupted.",
	}, h.forget)}
}

type forgetInput struct {
	ID     string  `path:"id" doc:"number of the customer"`
	Reason *string `json:"reason" doc:"why; it stays in the log, so it must not tell who it was"`
	Force  *bool   `json:"force" doc:"also when something is still open; what cannot be delivered then is the shop's problem"`
}

// forgettable is the guard: it also accepts accounts that are closed, so that forgetting them can be finished.
func (h *handlers) forgettable(ctx context.Context, c *operations.Call) error {
	website, err := h.Forgetting.Website(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	return c.CheckWebsiteRow(Customer.Label, website)
}

func (h *handlers) forget(ctx context.Context, c *operations.Call, in forgetInput) (documents.ForgottenCustomer, error) {
	done, err := h.Forgetting.ForgetCustomer(ctx, c.PathID("id"), domain.Value(in.Reason), domain.Value(in.Force))
	return documents.ForgottenCustomer{Type: "Customer", ID: done.CustomerID, Keys: int64(done.Keys), Streams: int64(done.Streams)}, err
}
