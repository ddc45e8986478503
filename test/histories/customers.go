package histories

import (
	"fmt"
	"time"

	"tradelog/domain/customer"
	"tradelog/domain/twofactor"
	"tradelog/test/doubles"
)

var customersSteps = []Step{
	{Name: "customers_customers_create", Makes: "customer", With: Arguments{
		"email": Draw(email), "password": "a long password", "firstname": "Pat", "lastname": Named("Doe"), "websiteId": idOf("website", 1, 1),
	}},
	{Name: "register without confirmation", Makes: "customer", Do: func(w *Walk) (int64, error) {
		website := w.ID("website", 1)
		return w.Commands.Customers.RegisterCustomer(w.Context, customer.Registration{
			WebsiteID: website, StoreID: w.ID("store", 1), StoreName: "Store", GroupID: 1, Active: true, PasswordHash: "hash", Confirmation: "key",
			Profile: customer.Profile{Email: fmt.Sprint(email(w)), Firstname: "Pat", Lastname: "Doe"},
		}, website)
	}},
	{Name: "confirm an account", Of: "customer", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Customers.ConfirmCustomer(w.Context, DocumentID(w.Document), "key")
	}},
	{Name: "change a password", Of: "customer", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Customers.ChangePassword(
			w.Context,
			DocumentID(w.Document),
			w.Name("hash"),
			w.Name("login"),
			func(string) bool { return true },
		)
	}},
	changedCustomer, changedCustomer, changedCustomer,
	{Name: "customers_customers_addresses_create", Of: "customer", Makes: "address", With: newAddress},
	{Name: "customers_customers_addresses_create", Of: "customer", Makes: "address", With: newAddress},
	{Name: "customers_addresses_update", Of: "address", Makes: "address", With: newAddress},
	{Name: "PATCH /addresses/{id}", Of: "address", Makes: "address", With: Arguments{"company": Named("Company")}},
	{Name: "customers_addresses_delete", Of: "address", Ends: true},
	{Name: "customers_customers_forgot_password_create", With: Arguments{"email": Draw(email)}},
	{Name: "reset a password", Of: "customer", Do: func(w *Walk) (int64, error) {
		id := DocumentID(w.Document)
		if err := w.Commands.Customers.RequestReset(w.Context, id, 1, "token"); err != nil {
			return 0, err
		}
		return 0, w.Commands.Customers.ResetPassword(w.Context, id, "token", w.Name("hash"), 2)
	}},
	{Name: "ask for another address", Of: "customer", Do: func(w *Walk) (int64, error) {
		id, token := DocumentID(w.Document), w.Name("token")
		if err := w.Commands.Customers.ChangeOwn(w.Context, id, token, func(d customer.Details) (customer.Details, error) {
			d.Profile.Email, d.Profile.Lastname = fmt.Sprint(email(w)), w.Name("Doe")
			return d, nil
		}); err != nil || w.IntN(2) == 0 {
			return 0, err
		}
		return 0, w.Commands.Customers.ProveEmail(w.Context, id, 1, token, 2)
	}},
	{Name: "use a second factor", Of: "customer", Do: func(w *Walk) (int64, error) {
		id, secret, now := DocumentID(w.Document), twofactor.NewSecret([20]byte{byte(w.Moves)}), w.Commands.Customers.Now(w.Context)
		if err := w.Commands.Customers.PrepareTwoFactor(w.Context, id, secret); err != nil {
			return 0, err
		}
		code := doubles.LoginCode(secret, now.Add(-30*time.Second))
		if err := w.Commands.Customers.SwitchTwoFactor(w.Context, id, true, code, w.Name("login")); err != nil {
			return 0, err
		}
		if err := w.Commands.Customers.UseCode(w.Context, id, doubles.LoginCode(secret, now)); err != nil {
			return 0, err
		}
		return 0, w.Commands.Customers.SwitchTwoFactor(w.Context, id, false, doubles.LoginCode(secret, now.Add(30*time.Second)), "")
	}},
	{Name: "open an account by a sign-in", Makes: "customer", Do: func(w *Walk) (int64, error) {
		return w.Commands.Customers.RegisterCustomer(w.Context, customer.Registration{
			WebsiteID: 1, StoreID: 1, StoreName: "Store", GroupID: 1, Active: true, Identity: signIn(w),
			Profile: customer.Profile{Email: fmt.Sprint(email(w)), Firstname: "Pat", Lastname: "Doe"},
		}, 1)
	}},
	{Name: "sign in", Of: "customer", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Customers.SignIn(w.Context, DocumentID(w.Document), 1, *signIn(w), "", false)
	}},
	{Name: "customers_customers_forget_create", Of: "customer", Ends: true, With: Arguments{"force": true}},
	// Only guests' orders can be forgotten by themselves. The orders stay.
	{Name: "customers_guests_forget_create", Of: "order", With: Arguments{
		"orderId": Draw(func(w *Walk) any { return DocumentID(w.Document) }), "force": true, "dryRun": oneOf(nil, nil, true),
	}},
	{Name: "customers_customer_groups_create", Makes: "customer group", With: Arguments{"code": code("Group"), "taxClassId": 3}},
	{Name: "customers_customer_groups_update", Of: "customer group", Makes: "customer group", With: Arguments{
		"code": code("Group"), "taxClassId": idOf("tax class", 3),
	}},
	{Name: "customers_customer_groups_delete", Of: "customer group", Ends: true},
}

var changedCustomer = Step{Name: "customers_customers_update", Of: "customer", Makes: "customer", With: Arguments{
	"email": oneOf(nil, Draw(email)), "groupId": oneOf(nil, idOf("customer group", 1, 2)), "disableAutoGroupChange": oneOf(nil, true, false),
	"isActive": oneOf(nil, true, false), "lastname": oneOf(nil, Named("Doe")), "gender": oneOf(nil, 1, 2), "taxvat": oneOf(nil, "DE1"),
}}

// newAddress has the members of an entry of an address book.
var newAddress = Arguments{
	"firstname": "Pat", "lastname": Named("Doe"), "street": oneOf("Main Street 1", []string{"Side Street 2", "rear"}), "city": "Berlin",
	"postcode": "10115", "countryId": oneOf("DE", "US"), "regionId": oneOf(nil, 12, 80), "telephone": oneOf("030 1", "+49 (30) 22"),
	"isDefaultBilling": oneOf(nil, true, false), "isDefaultShipping": oneOf(nil, true, false), "fax": oneOf(nil, "", "030 2"),
}

// signIn draws a person at a sign-in provider, who may have an account.
func signIn(w *Walk) *customer.Identity {
	return &customer.Identity{Provider: "google", Subject: fmt.Sprint(w.IntN(20))}
}

// email draws an address that may be taken, in any case.
func email(w *Walk) any { return fmt.Sprintf("%s%d@example.com", pick(w, "p", "P"), w.IntN(20)) }
