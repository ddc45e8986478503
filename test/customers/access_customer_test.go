package customers_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"tradelog/domain/customer"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/test/apptest"
)

func TestACustomerLogsIn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	id := account(t, s, named("Anna@Example.com"), "secret phrase")
	a := s.Must(200, "POST", "/auth/token", fields{"grant_type": "customer", "email": "anna@example.com", "password": "secret phrase",
		"twofa_code": 123456, "maskedId": "no mask", "unknown": true})
	got := a.Object(t)
	token := got["token"].(string)
	delete(got, "token")
	want := `{"cartItemsQty":0,"customer":{"email":"Anna@Example.com","firstName":"Anna","id":1,"lastName":"Smith"},"expires_in":3600,` +
		`"extensions":[],"id":"auth","token_type":"Bearer"}`
	if shown, _ := json.Marshal(got); string(shown) != want {
		t.Errorf("token response %s", shown)
	}
	if a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a token may be kept: %q", a.Header.Get("Cache-Control"))
	}
	if o := s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(token)...).Object(t); o["id"] != float64(id) {
		t.Errorf("the token is not the customer's: %v", o)
	}
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(token, claims); err != nil {
		t.Fatal(err)
	}
	if claims["iss"] != "http://127.0.0.1:8080/" || claims["sub"] != "customer_1" || claims["type"] != "customer" ||
		claims["customer_id"] != 1.0 ||
		!regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(claims["jti"].(string)) || claims["exp"].(float64)-claims["iat"].(float64) != 3600 ||
		claims["nbf"] != claims["iat"] {
		t.Errorf("claims %v", claims)
	}

	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"apiplatform/oauth2/token_lifetime": "120"}); err != nil {
		t.Fatal(err)
	}
	cart, err := s.Commands.Checkout.CreateCart(apptest.Operator(), 1, id)
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	got = s.Must(200, "POST", "/auth/token", fields{"username": "ANNA@example.com", "password": "secret phrase"}).Object(t)
	if got["expires_in"] != 120.0 || got["cartId"] != float64(cart.ID) {
		t.Errorf("with a lifetime of two minutes and a cart: %v", got)
	}
}

func TestAccountsThatMayNotLogIn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	pending, inactive := named("new@example.com"), named("gone@example.com")
	pending.Confirmation, inactive.Active = "0123", false
	id := account(t, s, pending, "secret phrase")
	account(t, s, inactive, "secret phrase")
	_, other := s.Customer("other@example.com")

	login := func(email, password string, headers ...string) apptest.Answer {
		return s.Do("POST", "/auth/token", fields{"email": email, "password": password}, headers...)
	}
	refused(t, login("new@example.com", "wrong phrase"), 401, "invalid_credentials", "Invalid email or password")
	refused(t, login("new@example.com", "secret phrase"), 401, "unauthorized", "Authentication required")
	refused(t, login("new@example.com", "secret phrase", apptest.Bearer(other)...), 403, "forbidden",
		"This account is not confirmed. Please check your email for the confirmation link.")
	refused(t, login("gone@example.com", "secret phrase"), 401, "invalid_credentials", "Invalid email or password")

	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"customer/create_account/confirm": "0"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if a := login("new@example.com", "secret phrase"); a.Status != 200 {
		t.Errorf("without confirmation being asked for: %d %s", a.Status, a.Body)
	}
	if err := s.Commands.Directory.SetConfig(apptest.Operator(), settings.Default,
		map[string]string{"customer/create_account/confirm": "1"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Customers.ConfirmCustomer(apptest.Operator(), id, "0123"); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if a := login("new@example.com", "secret phrase"); a.Status != 200 {
		t.Errorf("once confirmed: %d %s", a.Status, a.Body)
	}
}

// TestTheWebsiteWalk checks that accounts of the request's website come first and that the password selects the account.
func TestTheWebsiteWalk(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	ctx := apptest.Operator()
	website, err := s.Commands.Directory.Websites.Create(ctx, shop.Website{Code: "eu", Name: "Europe", DefaultGroupID: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commands.Directory.Views.Create(ctx, shop.Store{
		Code: "de", Name: "Deutsch", WebsiteID: website, GroupID: 1, IsActive: true,
	}); err != nil {
		t.Fatal(err)
	}
	first := account(t, s, named("anna@example.com"), "both phrase")
	abroad := named("anna@example.com")
	abroad.WebsiteID, abroad.StoreID = website, 2
	second := account(t, s, abroad, "both phrase")
	third := named("eva@example.com")
	third.WebsiteID, third.StoreID = website, 2
	only := account(t, s, third, "far phrase")
	for _, c := range []struct {
		email, password, store string
		want                   int64
	}{
		{"anna@example.com", "both phrase", "default", first}, {"anna@example.com", "both phrase", "de", second},
		{"eva@example.com", "far phrase", "default", only},
	} {
		o := s.Must(200, "POST", "/auth/token", fields{"email": c.email, "password": c.password}, "X-Store-Code", c.store).Object(t)
		if got := o["customer"].(map[string]any)["id"]; got != float64(c.want) {
			t.Errorf("%s in %s is customer %v, want %d", c.email, c.store, got, c.want)
		}
	}
	// If the account of the request's website is inactive, the password selects the other one.
	if err := s.Commands.Customers.ChangeCustomer(ctx, first, 1, customer.ErrEmailInUse, func(d customer.Details) (customer.Details, error) {
		d.Active = false
		return d, nil
	}); err != nil {
		t.Fatal(err)
	}
	o := s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "both phrase"}).Object(t)
	if got := o["customer"].(map[string]any)["id"]; got != float64(second) {
		t.Errorf("customer %v, want %d", got, second)
	}
}
