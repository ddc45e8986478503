package app

import (
	"context"
	"fmt"

	"tradelog/domain/customer"
)

var customersSteps = []Step{
	CallStep("customers_customers_create", "customer", func(w *Walk) Arguments {
		return Arguments{
			"email": email(w), "password": "a long password", "firstname": "Pat", "lastname": w.Name("Doe"), "websiteId": w.ID("website", 1, 1),
		}
	}),
	CommandStep("register without confirmation", "customer", func(ctx context.Context, w *Walk) (int64, error) {
		website := w.ID("website", 1)
		return w.Commands.Customers.RegisterCustomer(ctx, customer.Registration{
			WebsiteID: website, StoreID: w.ID("store", 1), StoreName: "Store", GroupID: 1, Active: !w.Odds(5), PasswordHash: "hash",
			Confirmation: "key", Profile: customer.Profile{Email: email(w), Firstname: "Pat", Lastname: "Doe"},
		}, website)
	}),
	CommandStep("confirm an account", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Customers.ConfirmCustomer(ctx, w.ID("customer"), "key")
	}),
	CommandStep("change a password", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Customers.ChangePassword(ctx, w.ID("customer"), w.Name("hash"), func(string) bool { return true })
	}),
	changedCustomer, changedCustomer,
	CallStep("customers_customer_groups_create", "customer group", func(w *Walk) Arguments {
		return Arguments{"code": w.Code("Group"), "taxClassId": 3}
	}),
	ChangeStep("customers_customer_groups_update", "customer group", func(w *Walk) Arguments {
		return Arguments{"code": w.Code("Group"), "taxClassId": w.ID("tax class", 3)}
	}),
	EndStep("customers_customer_groups_delete", "customer group"),
}

var changedCustomer = ChangeStep("customers_customers_update", "customer", func(w *Walk) Arguments {
	return pick(w, Arguments{"email": email(w)}, Arguments{"groupId": w.ID("customer group", 1, 2), "disableAutoGroupChange": w.Odds(2)},
		Arguments{"isActive": w.Odds(2)}, Arguments{"lastname": w.Name("Doe"), "gender": w.IntN(3), "taxvat": "DE1"})
})

// email is an address that may be taken, in any case.
func email(w *Walk) string { return fmt.Sprintf("%s%d@example.com", pick(w, "p", "P"), w.IntN(20)) }
