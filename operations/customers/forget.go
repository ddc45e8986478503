package customers

import (
	"context"

	"tradelog/commands/forgetting"
	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// forgetting declares the back office's operations to forget a customer, or a person without an account.
func (h *handlers) forgetting() []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Declaration{
		Resource: customerResource, Verb: operations.Action, Method: "POST", Path: "/customers/{id}/forget",
		Access: operations.Backend.Access("customers/delete"), Guard: h.forgettable, Extra: true, Body: operations.Body{Optional: true},
		Idempotency: operations.Idempotency{Impersonal: true}, Effect: operations.Effect{Irreversible: forgottenForGood},
		Tool: operations.Tool{Title: "Forget Customer"}, Summary: "Forget a customer",
		Doc: "Deletes the encryption keys of all personal data of a customer. The account is closed and its e-mail address is " +
			"free again; carts, subscriptions and reviews end. Orders, invoices and credit memos keep their amounts, without the person. " +
			"Refused while an order is open, a revocation is undecided, or a gift card is still to be sent. A dry run lists what would go " +
			"and what would stay. Repeating it finishes an interrupted run.",
	}, h.forget), operations.Define(operations.Declaration{
		Resource: customerResource, Verb: operations.Action, Method: "POST", Path: "/customers/forget", Call: "customers.forgetGuest",
		Access: operations.Backend.Access("customers/delete"), Extra: true, Idempotency: operations.Idempotency{Impersonal: true},
		Effect: operations.Effect{Irreversible: forgottenForGood},
		Tool:   operations.Tool{Name: "customers_guests_forget_create", Title: "Forget Guest"}, Summary: "Forget a person without an account",
		Doc: "Deletes the encryption keys of all personal data of a guest: of one order, its cart and the gift cards bought " +
			"with it, or of an e-mail address with all such orders, its open carts, newsletter subscription and messages. Data of accounts " +
			"stays, including guest orders that an account took over; the accounts are named. Orders, invoices and credit memos keep their " +
			"amounts. Refused while an order is open or a gift card is still to be sent. dryRun changes nothing and lists what would be forgotten.",
	}, h.forgetGuest), operations.Define(operations.Declaration{
		Resource: customerResource, Verb: operations.Action, Unrouted: operations.Unrouted{Name: "person.forget"},
		Access: operations.OperatorOnly.Access(), Summary: "Forget a person",
		Doc: "Forgets a customer or a guest, or lists with dryRun what would be forgotten.",
	}, h.forgetPerson), operations.Define(operations.Declaration{
		Resource: customerResource, Verb: operations.Action, Unrouted: operations.Unrouted{Name: "person.reconcile"},
		Access: operations.OperatorOnly.Access(), Summary: "Forget again after a restore",
		Doc: "Forgets again who was forgotten before an older backup was restored, and gives keys to accounts that an earlier version stored " +
			"in plain.",
	}, h.reconcile)}
}

// forgottenForGood is the warning that forgetting is final, for operations.Effect.
const forgottenForGood = "Nothing brings the personal data back."

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
	t, err := h.guest(ctx, guest, in, allowed)
	if err != nil {
		return documents.ForgottenGuest{}, err
	}
	answer := documents.ForgottenGuest{Type: "Customer", DryRun: domain.Value(in.DryRun) || c.Caller.DryRun,
		Orders: []string{}, Histories: t.Streams, Keys: int64(t.Keys),
		Accounts: append([]int64{}, t.Accounts...), Parts: partsOf(t)}
	for _, o := range t.Orders {
		answer.Orders = append(answer.Orders, o.Increment)
	}
	return answer, nil
}

// guest forgets a guest, or finds the data for that.
func (h *handlers) guest(
	ctx context.Context, guest forgetting.Guest, in forgetGuestInput, allowed func(forgetting.Traces) error,
) (forgetting.Traces, error) {
	if domain.Value(in.DryRun) {
		t, err := h.Forgetting.GuestTraces(ctx, guest)
		if err == nil {
			err = allowed(t)
		}
		return t, err
	}
	done, err := h.Forgetting.ForgetGuest(ctx, guest, domain.Value(in.Reason), domain.Value(in.Force), allowed)
	return done.Traces, err
}

type forgetPersonInput struct {
	forgetGuestInput
	CustomerID int64 `json:"customerId" doc:"number of a customer, instead of a guest"`
}

// traces are the data of a person: orders of a guest, histories, and the number of keys. Accounts are those that stay.
type traces struct {
	Orders    []forgottenOrder `json:"orders"`
	Histories []string         `json:"histories"`
	Keys      int              `json:"deletedKeys"`
	Accounts  []int64          `json:"accounts"`

	Parts []documents.ForgottenPart `json:"parts"`
}

type forgottenOrder struct {
	ID          int64  `json:"id"`
	IncrementID string `json:"incrementId"`
}

func (h *handlers) forgetPerson(ctx context.Context, _ *operations.Call, in forgetPersonInput) (traces, error) {
	var t forgetting.Traces
	var err error
	switch {
	case in.CustomerID == 0:
		guest := forgetting.Guest{OrderID: domain.Value(in.OrderID), Increment: domain.Value(in.IncrementID), Email: domain.Value(in.Email)}
		t, err = h.guest(ctx, guest, in.forgetGuestInput, func(forgetting.Traces) error { return nil })
	case domain.Value(in.DryRun):
		t, err = h.Forgetting.CustomerTraces(ctx, in.CustomerID)
	default:
		var done forgetting.Forgotten
		done, err = h.Forgetting.ForgetCustomer(ctx, in.CustomerID, domain.Value(in.Reason), domain.Value(in.Force))
		t = done.Traces
	}
	out := traces{Histories: t.Streams, Keys: t.Keys, Accounts: t.Accounts, Parts: partsOf(t)}
	for _, o := range t.Orders {
		out.Orders = append(out.Orders, forgottenOrder{o.ID, o.Increment})
	}
	return out, err
}

// reconciled are the people who were forgotten again, with the numbers of deleted and new keys.
type reconciled struct {
	Customers []int64 `json:"customers"`
	Accounts  []int64 `json:"accounts"`
	Keys      int     `json:"deletedKeys"`
	Made      int     `json:"newKeys"`
}

func (h *handlers) reconcile(ctx context.Context, _ *operations.Call, _ operations.None) (reconciled, error) {
	done, err := h.Forgetting.Reconcile(ctx)
	return reconciled{done.Customers, done.Accounts, done.Keys, done.Made}, err
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
	return c.CheckWebsiteRow(customerResource.Label, website)
}

func (h *handlers) forget(ctx context.Context, c *operations.Call, in forgetInput) (documents.ForgottenCustomer, error) {
	done, err := h.Forgetting.ForgetCustomer(ctx, c.PathID("id"), domain.Value(in.Reason), domain.Value(in.Force))
	return documents.ForgottenCustomer{Type: "Customer", ID: done.CustomerID, Keys: int64(done.Keys),
		Streams: int64(len(done.Streams)), Parts: partsOf(done.Traces)}, err
}

// partsOf returns the parts of a person's data with their fates.
func partsOf(t forgetting.Traces) []documents.ForgottenPart {
	parts := []documents.ForgottenPart{}
	for _, p := range t.Parts {
		part := documents.ForgottenPart{What: p.Name, Fate: string(p.Fate), Orders: p.Orders, Why: p.Why}
		if p.Count > 0 {
			n := int64(p.Count)
			part.Count = &n
		}
		parts = append(parts, part)
	}
	return parts
}
