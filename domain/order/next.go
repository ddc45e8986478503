package order

import (
	"errors"

	"tradelog/domain/fault"
)

// Step is something that the back office can do with an order.
type Step string

// The steps, in the order in which they usually come.
const (
	StepInvoice Step = "invoice"
	StepShip    Step = "ship"
	StepRefund  Step = "refund"
	StepHold    Step = "hold"
	StepUnhold  Step = "unhold"
	StepCancel  Step = "cancel"
)

// NextStep is a step with the reason why the order does not take it now; Refusal is empty if it does.
type NextStep struct {
	Step    Step
	Refusal string
}

// Next tells for each step whether the order takes it now. It asks the decisions themselves, so the answers are theirs. A step that needs
// more than the order to be decided, such as an online refund, may still be refused.
func (o Order) Next() []NextStep {
	_, hold := o.Hold("")
	_, unhold := o.Unhold("")
	_, cancel := o.Cancel("")
	steps := []NextStep{}
	for _, s := range []struct {
		step Step
		err  error
	}{
		{StepInvoice, o.CheckInvoiceable()}, {StepShip, o.CheckShippable()}, {StepRefund, o.CheckRefundable()}, {StepHold, hold},
		{StepUnhold, unhold}, {StepCancel, cancel},
	} {
		next := NextStep{Step: s.step}
		var refused *fault.Error
		if errors.As(s.err, &refused) {
			next.Refusal = refused.Message
		} else if s.err != nil {
			next.Refusal = s.err.Error()
		}
		steps = append(steps, next)
	}
	return steps
}
