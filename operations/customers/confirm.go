package customers

import (
	"context"
	"strconv"

	"tradelog/commands"
	"tradelog/commands/customers"
	"tradelog/domain/customer"
	"tradelog/eventstore"
	"tradelog/operations"
)

// ConfirmPath is the web page the link in a registration's e-mail leads to, with the parameters id and key.
const ConfirmPath = "/customer/account/confirm"

// Confirm does what the link says: it confirms the e-mail address of a new account.
func Confirm(ctx context.Context, cmd *customers.Customers, r *operations.Request) error {
	id, err := strconv.ParseInt(r.Query.Get("id"), 10, 64)
	if err != nil || id <= 0 {
		return customer.ErrWrongKey
	}
	ctx = commands.WithRequest(ctx, &commands.Request{
		Actor: eventstore.Actor{Kind: string(operations.AsCustomer), ID: id}, CorrelationID: r.RequestID, CausationID: r.RequestID, RequestID: r.RequestID,
	})
	return cmd.ConfirmCustomer(ctx, id, r.Query.Get("key"))
}
