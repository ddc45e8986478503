package order

import (
	"fmt"

	"tradelog/domain/fault"
)

// advised adds to an action's error the step that has to come first, or the reason why the action is impossible.
func (o Order) advised(action string, refusal *fault.Error) error {
	switch {
	case action == "unhold":
		return refusal.Advised(fmt.Sprintf("There is nothing to release: the order is in the state %s.", o.State))
	case o.State == Holded && action == "hold":
		return refusal.Advised("It is on hold already.")
	case o.State == Holded:
		return refusal.Advised("Release the order from hold first.")
	case o.State == PaymentReview:
		return refusal.Advised("Its payment is in review; wait until that is decided.")
	case o.State == Canceled:
		return refusal.Advised("It was cancelled, which is final.")
	case o.State == Closed && action != "ship":
		return refusal.Advised("It is closed: everything was refunded.")
	}
	return refusal.Advised(o.advice(action))
}

// advice explains why no line of the order allows an action, although its state does.
func (o Order) advice(action string) string {
	switch action {
	case "hold":
		return "It is complete: nothing is left to be done with it."
	case "cancel":
		if o.moreToInvoice() {
			return "All that is left of it was delivered. Invoice it; a credit memo can refund it then."
		}
		return "All of it is invoiced. Refund it with a credit memo instead."
	case "invoice":
		return "All of it is invoiced already."
	case "ship":
		if o.Virtual {
			return "It has no goods that are shipped."
		}
		return "All its goods were shipped, refunded or cancelled already."
	case "refund":
		switch {
		case len(o.Invoices) == 0:
			return "Invoice the order first: what is paid is refunded."
		case o.Totals.Paid.Sign() == 0:
			return "Capture an invoice of the order first: what is paid is refunded."
		}
		return "All that was paid is refunded already."
	}
	return ""
}
