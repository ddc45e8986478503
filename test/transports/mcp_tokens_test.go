package transports_test

import (
	"context"
	"testing"
	"time"

	"tradelog/domain/access"
	operationsaccess "tradelog/operations/access"
	"tradelog/test/apptest"
)

// limitedToken returns a token with all permissions that is restricted to some tools.
func limitedToken(t testing.TB, s *apptest.Shop, tools ...string) string {
	t.Helper()
	return tokenOf(t, s, account(t, s, "agent of "+t.Name()), tools...)
}

// account makes a service account with all permissions.
func account(t testing.TB, s *apptest.Shop, name string) int64 {
	t.Helper()
	role, err := s.Commands.Access.SaveRole(apptest.Operator(), 0, "everything "+name, false, []string{"all"},
		func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.Commands.Access.CreateAccount(apptest.Operator(),
		access.AccountCreated{Kind: access.Service, Username: name, ClientID: "tradelog_" + name, RoleID: role})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	return id
}

// tokenOf returns a token that is valid for an hour.
func tokenOf(t testing.TB, s *apptest.Shop, id int64, tools ...string) string {
	t.Helper()
	claims := operationsaccess.Claims{Type: operationsaccess.TypeAPI, APIUserID: id, Tools: tools}
	token, _, err := s.Logins.Signer.Issue(context.Background(), claims, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// TestATokenForSomeTools checks the restriction on every interface and after a renewal.
func TestATokenForSomeTools(t *testing.T) {
	t.Parallel()
	s := startMCP(t)
	product(t, s, "MUG", "19.99", 10)
	token := apptest.Bearer(limitedToken(t, s, "sales_orders_*"))
	for range 2 {
		a := introduce(t, s, token...)
		a.call("sales_orders_list", object{})
		a.refused("-32603 This token is not allowed to use this tool.", "catalog_products_list", object{})
		a.refused("-32603 This token is not allowed to use this tool.", "catalog_inventory_update", object{"sku": "MUG", "qty": 1})
		s.Must(200, "GET", "/orders", nil, token...)
		s.Must(403, "GET", "/products", nil, token...)
		s.Must(403, "PUT", "/inventory", object{"sku": "MUG", "qty": 1}, token...)
		renewed := s.Must(200, "POST", "/auth/refresh", nil, token...).Object(t)
		token = apptest.Bearer(renewed["token"].(string))
	}
	s.Must(201, "POST", "/auth/logout", nil, token...)
}
