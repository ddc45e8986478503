package customer_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/directory"
	"tradelog/domain/twofactor"
	"tradelog/test/doubles"
)

func TestAccessAndAddresses(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	secret := twofactor.NewSecret([20]byte{1, 2, 3})
	code := doubles.LoginCode(secret, now)
	step := now.Unix() / 30
	prepared := customer.TwoFactorPrepared{CustomerID: 7, Secret: secret}
	asked := customer.ResetRequested{CustomerID: 7, StoreID: 1, At: now, Profile: anna, Token: "token"}
	home := directory.Address{
		Firstname: "Anna", Lastname: "Smith", Street: []string{"Main Street 1"}, City: "Berlin", Postcode: "10115", CountryID: "DE",
		Telephone: "1",
	}
	added := customer.AddressAdded{CustomerID: 7, AddressID: 1, Address: home}
	yes, no := true, false
	eva := anna
	eva.Email = "eva@example.com"
	type decision = func(customer.State) ([]domain.Event, error)
	reset := func(token string, after time.Duration) decision {
		return func(s customer.State) ([]domain.Event, error) {
			return s.ResetPassword(token, "new", now.Add(after), 2)
		}
	}
	waits := customer.EmailChangeRequested{CustomerID: 7, StoreID: registered.StoreID, At: now, Profile: eva, Token: "proof"}
	proven := customer.ProfileChanged{CustomerID: 7, Profile: eva, FormerEmail: anna.Email, StoreID: registered.StoreID}
	prove := func(token string, after time.Duration) decision {
		return func(s customer.State) ([]domain.Event, error) { return s.ProveEmail(token, now.Add(after), 2) }
	}
	use := func(code string, at time.Time) decision {
		return func(s customer.State) ([]domain.Event, error) { return s.UseCode(code, at) }
	}
	same := func(d customer.Defaults) decision {
		return func(s customer.State) ([]domain.Event, error) {
			return s.ChangeAddress(1, func(a directory.Address) directory.Address { return a }, d, customer.RequiredParts)
		}
	}
	google := customer.Identity{Provider: "google", Subject: "g-1"}
	linked := customer.IdentityLinked{CustomerID: 7, Provider: "google", Subject: "g-1"}
	signIn := func(code string, twoFactor bool) decision {
		return func(s customer.State) ([]domain.Event, error) { return s.SignIn(google, code, twoFactor, now) }
	}
	given := func(events ...domain.Event) []domain.Event { return append([]domain.Event{registered}, events...) }
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  decision
		then  []domain.Event
		fails error
	}{
		{"a link works", given(asked), reset("token", 119*time.Minute), []domain.Event{
			customer.PasswordReset{CustomerID: 7, PasswordHash: "new"}}, nil},
		{"a link ends", given(asked), reset("token", 2*time.Hour), nil, customer.ErrBadLink},
		{"a link works once", given(asked, customer.PasswordReset{CustomerID: 7}), reset("token", 0), nil, customer.ErrBadLink},
		{"a changed password ends it", given(asked, customer.PasswordChanged{CustomerID: 7}), reset("token", 0), nil, customer.ErrBadLink},
		{"a changed address ends it", given(asked, customer.ProfileChanged{CustomerID: 7, Profile: eva}), reset("token", 0), nil,
			customer.ErrBadLink},
		{"another token does not work", given(asked), reset("tokem", 0), nil, customer.ErrBadLink},
		{"no token works", given(), reset("", 0), nil, customer.ErrBadLink},
		{"an inactive account gets no link", given(customer.Deactivated{}), func(s customer.State) ([]domain.Event, error) {
			return s.RequestReset(1, "token", now)
		}, nil, customer.ErrNotFound},

		{"the address of a customer's change waits", given(), func(s customer.State) ([]domain.Event, error) {
			to := s.Details()
			to.Profile = eva
			return s.ChangeOwn(to, "proof", now)
		}, []domain.Event{waits}, nil},
		{"its link makes it count", given(waits), prove("proof", 119*time.Minute), []domain.Event{proven}, nil},
		{"its link opened again changes nothing", given(waits, proven), prove("proof", 3*time.Hour), nil, nil},
		{"its link ends", given(waits), prove("proof", 2*time.Hour), nil, customer.ErrBadProof},
		{"another token proves nothing", given(waits), prove("token", 0), nil, customer.ErrBadProof},
		{"no token proves anything", given(), prove("", 0), nil, customer.ErrBadProof},
		{"a newer request ends it", given(waits, customer.EmailChangeRequested{CustomerID: 7, At: now, Profile: eva, Token: "newer"}),
			prove("proof", 0), nil, customer.ErrBadProof},
		{"a changed password ends the proof", given(waits, customer.PasswordChanged{CustomerID: 7}), prove("proof", 0), nil,
			customer.ErrBadProof},
		{"a reset password ends the proof", given(waits, customer.PasswordReset{CustomerID: 7}), prove("proof", 0), nil, customer.ErrBadProof},
		{"an address that the shop sets ends the proof", given(waits, customer.ProfileChanged{
			CustomerID: 7, Profile: customer.Profile{Email: "desk@example.com"}}), prove("proof", 0), nil, customer.ErrBadProof},
		{"a former proof is none", given(waits, proven, customer.ProfileChanged{
			CustomerID: 7, Profile: customer.Profile{Email: "desk@example.com"}}), prove("proof", 0), nil, customer.ErrBadProof},
		{"an inactive account proves nothing", given(waits, customer.Deactivated{}), prove("proof", 0), nil, customer.ErrBadProof},

		{"without a second factor any code will do", given(prepared), use("", now), nil, nil},
		{"with one a code is needed", given(prepared, customer.TwoFactorEnabled{}), use(" ", now), nil, twofactor.ErrCodeRequired},
		{"a code is used", given(prepared, customer.TwoFactorEnabled{}), use(code, now), []domain.Event{customer.TwoFactorUsed{Step: step}}, nil},
		{"clocks may differ", given(prepared, customer.TwoFactorEnabled{}), use(code, now.Add(30*time.Second)),
			[]domain.Event{customer.TwoFactorUsed{Step: step}}, nil},
		{"but not by much", given(prepared, customer.TwoFactorEnabled{}), use(code, now.Add(time.Minute)), nil, twofactor.ErrCodeWrong},
		{"a code is used once", given(prepared, customer.TwoFactorEnabled{Step: step}), use(code, now), nil, twofactor.ErrCodeWrong},
		{"nothing was prepared", given(), func(s customer.State) ([]domain.Event, error) {
			return s.SwitchTwoFactor(true, code, "login", now)
		}, nil,
			twofactor.ErrNotPrepared},

		{"the first sign-in links", given(customer.Confirmed{}), signIn("", true), []domain.Event{linked}, nil},
		{"the next one changes nothing", given(linked), signIn("", true), nil, nil},
		{"a link confirms, and ends the password of a stranger", given(), signIn("", true), []domain.Event{linked,
			customer.Confirmed{}, customer.PasswordChanged{CustomerID: 7}}, nil},
		{"the second factor is asked for before the link", given(prepared, customer.TwoFactorEnabled{}), signIn("", true), nil,
			twofactor.ErrCodeRequired},
		{"a sign-in uses the code", given(customer.Confirmed{}, prepared, customer.TwoFactorEnabled{}), signIn(code, true), []domain.Event{
			customer.TwoFactorUsed{Step: step}, linked}, nil},
		{"a shop without second factors asks for none", given(customer.Confirmed{}, prepared, customer.TwoFactorEnabled{}),
			signIn("", false),
			[]domain.Event{linked}, nil},
		{"nobody signs in to an inactive account", given(linked, customer.Deactivated{}), signIn("", true), nil, customer.ErrNotActive},

		{"a changed e-mail address is announced", given(), change(func(d *customer.Details) { d.Profile = eva }), []domain.Event{
			customer.ProfileChanged{CustomerID: 7, Profile: eva, FormerEmail: anna.Email}}, nil},

		{"the first entry is no default", given(), func(s customer.State) ([]domain.Event, error) {
			return s.AddAddress(1, home, customer.Defaults{}, customer.RequiredParts)
		}, []domain.Event{added}, nil},
		{"an entry becomes both defaults", given(), func(s customer.State) ([]domain.Event, error) {
			return s.AddAddress(1, home, customer.Both(), customer.RequiredParts)
		}, []domain.Event{added, customer.DefaultAddressesSet{BillingID: 1, ShippingID: 1}}, nil},
		{"nothing new is no event", given(added, customer.DefaultAddressesSet{BillingID: 1}),
			same(customer.Defaults{Billing: &yes, Shipping: &no}), nil, nil},
		{"a default ends", given(added, customer.DefaultAddressesSet{BillingID: 1, ShippingID: 1}), same(customer.Defaults{Billing: &no}),
			[]domain.Event{customer.DefaultAddressesSet{ShippingID: 1}}, nil},
		{"nobody changes what is not there", given(), same(customer.Defaults{}), nil, customer.ErrAddressNotFound},
		{"nor deletes it", given(added, customer.AddressRemoved{AddressID: 1}), func(s customer.State) ([]domain.Event, error) {
			return s.RemoveAddress(1)
		}, nil, customer.ErrAddressNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.when(fold(c.given...))
			if !errors.Is(err, c.fails) || len(got)+len(c.then) > 0 && !reflect.DeepEqual(got, c.then) {
				t.Errorf("decides %v, %v; want %v, %v", got, err, c.then, c.fails)
			}
		})
	}
	s := fold(given(added, customer.DefaultAddressesSet{BillingID: 1, ShippingID: 1}, customer.AddressRemoved{AddressID: 1})...)
	if billing, shipping := s.DefaultAddresses(); billing != nil || shipping != nil || s.DefaultBilling != 0 {
		t.Error("a deleted entry is still a default")
	}
}
