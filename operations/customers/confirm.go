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

// ConfirmPath is the web page that the link in the registration e-mail opens, with the parameters id and key.
const ConfirmPath = "/customer/account/confirm"

// Confirm confirms the e-mail address of a new account.
func Confirm(ctx context.Context, cmd *customers.Customers, caller operations.Caller, id, key string) error {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil || number <= 0 {
		return customer.ErrWrongKey
	}
	return cmd.ConfirmCustomer(asCustomer(ctx, caller, number), number, key)
}

// asCustomer returns the context of a customer's commands on a web page.
func asCustomer(ctx context.Context, caller operations.Caller, id int64) context.Context {
	return commands.As(ctx, eventstore.Actor{Kind: string(operations.AsCustomer), ID: id}, caller.RequestID)
}
