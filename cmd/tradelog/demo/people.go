package demo

import (
	"context"
	"errors"
	"strings"
	"time"

	"tradelog/commands"
	"tradelog/domain/access"
	"tradelog/domain/customer"
	"tradelog/operations/passwords"
)

// people opens the customers' accounts. They share a password, which is hashed once.
func (s *seeder) people(ctx context.Context) error {
	s.progress("  customers ...")
	hash, err := passwords.New(1).Hash(ctx, password)
	if err != nil {
		return err
	}
	for n := range customerCount {
		// All accounts are older than the first order.
		ctx := commands.WithCause(ctx, commands.Cause{
			Actor: maker, StoreID: s.stores[s.store(n)], At: s.opened().Add(time.Duration(n*25+3) * time.Hour),
		})
		_, err := s.target.Customers.RegisterCustomer(ctx, customer.Registration{
			WebsiteID: s.website(n), StoreID: s.stores[s.store(n)], StoreName: storeNames[s.store(n)], GroupID: group(n), Active: true,
			Profile:      customer.Profile{Email: email(n), Firstname: firstNames[n], Lastname: lastNames[n]},
			PasswordHash: hash,
		}, s.website(n))
		if err != nil && !errors.Is(err, customer.ErrEmailTaken) {
			return err
		}
	}
	return nil
}

// group returns a customer's group: most are in the general one, some are wholesalers and some retailers.
func group(n int) int64 {
	switch n % 6 {
	case 2:
		return customer.GeneralGroup + 1
	case 5:
		return customer.GeneralGroup + 2
	}
	return customer.GeneralGroup
}

var storeNames = map[string]string{"default": "Default Store View", "de": "Deutsch", "fr": "Français"}

// store returns a customer's store: three in five customers are in the first website, the others in the European one.
func (s *seeder) store(n int) string {
	switch n % 5 {
	case 3:
		return "de"
	case 4:
		return "fr"
	}
	return "default"
}

func (s *seeder) website(n int) int64 {
	if s.store(n) == "default" {
		return 1
	}
	return 2
}

func email(n int) string {
	return strings.ToLower(firstNames[n]+"."+lastNames[n]) + "@example.com"
}

// APIUser is the name of the demo account that logs in with an API key, also in the console.
const APIUser = "demo-api"

// The names of the other demo accounts, and of their role.
const (
	roleName    = "Demo: everything"
	serviceName = "demo-service"
	adminName   = "demo-admin"
)

// accounts makes a service account, an API user and an admin. Their secrets derive from the installation's secret. So every start can print
// them although only their hashes are stored.
func (s *seeder) accounts(ctx context.Context) (Credentials, error) {
	derive := func(purpose string) (string, error) {
		return s.target.Derive(ctx, "demo credentials", purpose)
	}
	out := Credentials{
		CustomerEmail: email(0), APIUser: APIUser, AdminUser: adminName, AdminHint: "tradelog token admin --data DIR prints a token",
	}
	id, err := derive("client id")
	if err != nil {
		return out, err
	}
	out.ClientID = "tradelog_" + id[:32]
	if out.Secret, err = derive("client secret"); err != nil {
		return out, err
	}
	if out.APIKey, err = derive("api key"); err != nil {
		return out, err
	}
	accounts, err := s.target.AccessReader.Accounts(ctx)
	if err != nil {
		return out, err
	}
	if accounts.ByUsername(access.Admin, adminName) != nil {
		return out, nil
	}
	all := func(string) bool { return true }
	api, err := s.target.Access.SaveRole(ctx, 0, roleName, false, []string{"all"}, all)
	if err != nil {
		return out, err
	}
	admin, err := s.target.Access.SaveRole(ctx, 0, roleName+" (admin)", true, []string{"all"}, all)
	if err != nil {
		return out, err
	}
	for _, a := range []access.AccountCreated{
		{Kind: access.Service, Username: serviceName, Name: "Demo service account", ClientID: out.ClientID,
			SecretHash: passwords.HashKey(out.Secret), RoleID: api},
		{Kind: access.API, Username: APIUser, Name: "Demo API user", KeyHash: passwords.HashKey(out.APIKey), RoleID: api},
		{Kind: access.Admin, Username: adminName, Name: "Demo admin", Email: "admin@example.com", RoleID: admin},
	} {
		if _, err := s.target.Access.CreateAccount(ctx, a); err != nil && !errors.Is(err, access.ErrUsernameTaken) {
			return out, err
		}
	}
	return out, nil
}
