package customer

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/change"
	"tradelog/domain/person"
)

// Changes declares what the events of customers change. Addresses are shown with the customer.
func Changes() change.Area {
	const customers = "customers"
	return change.Area{
		Events: slices.Concat(
			change.Stream(customers, change.Created, nil, Registered{}),
			change.Stream(customers, change.Changed, nil, ProfileChanged{}, Confirmed{}),
			change.Stream(customers, change.Changed, change.Fields("groupId"), GroupAssigned{}),
			change.Stream(customers, change.Changed, change.Fields("isActive"), Activated{}, Deactivated{}, ForgetStarted{}),
			change.Stream(customers, change.Changed, change.Fields("disableAutoGroupChange"), AutoGroupSwitched{}),
			change.Stream(customers, change.Changed, change.Fields("addresses"), AddressAdded{}, AddressChanged{}, AddressRemoved{},
				DefaultAddressesSet{}),
			// The account is shown until its personal data are gone.
			change.Stream(customers, change.Deleted, nil, person.ForgottenIn(Category, nil)),
			change.Hide("the account was never opened", Abandoned{}),
			change.Hide("what an account is opened with is shown by no interface", PasswordChanged{}, PasswordReset{}, ResetRequested{},
				ResetRefused{}, EmailChangeRequested{}, TwoFactorPrepared{}, TwoFactorEnabled{}, TwoFactorDisabled{}, TwoFactorUsed{},
				IdentityLinked{}),
		),
		Scopes: map[string]change.ScopeFold{Category: func(had change.Scope, _ string, e domain.Event) change.Scope {
			if e, ok := e.(Registered); ok {
				return change.OfWebsites([]int64{e.WebsiteID})
			}
			return had
		}},
	}
}
