package customers_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/settings"
	"tradelog/domain/twofactor"
	"tradelog/test/apptest"
	"tradelog/test/doubles"
	"tradelog/test/salestest"
)

// signIns is a shop with a sign-in provider.
type signIns struct {
	*salestest.Shop
	provider *doubles.SignInProvider
	headers  []string
}

func startSignIns(t *testing.T, options ...apptest.Option) signIns {
	t.Helper()
	p := doubles.NewSignInProvider(t)
	s := salestest.Start(t, append(options, apptest.WithConfig(func(c *app.Config) {
		c.Outside.SignInURLs = map[string]string{"google": p.URL + "/keys"}
	}))...)
	s.Configure("customer/social_login/oidc_enabled", "1", "customer/social_login/oidc_client_id", "shop",
		"customer/social_login/oidc_issuer", p.URL)
	return signIns{Shop: s, provider: p}
}

// with logs in by a token with some claims; more are members of the body.
func (s signIns) with(email, subject string, more fields, claims doubles.Claims) apptest.Answer {
	s.T.Helper()
	c := doubles.Claims{
		"iss": s.provider.URL, "aud": "shop", "sub": subject, "email": email, "email_verified": true, "exp": time.Now().Add(time.Hour).Unix(),
	}
	maps.Copy(c, claims)
	in := fields{"provider": "oidc", "providerToken": s.provider.Sign("rsa", c)}
	maps.Copy(in, more)
	return s.Do("POST", "/customers/social-auth", in, s.headers...)
}

// in is with for a login that succeeds. It returns the answer and the account of the token.
func (s signIns) in(email, subject string, more fields, claims doubles.Claims) (map[string]any, int64) {
	s.T.Helper()
	a := s.with(email, subject, more, claims)
	if a.Status != 200 {
		s.T.Fatalf("login of %s: %d %s", email, a.Status, a.Body)
	}
	o := a.Object(s.T)
	me := s.Must(200, "GET", "/customers/me", nil, append(apptest.Bearer(o["token"].(string)), s.headers...)...).Object(s.T)
	return o, salestest.ID(me)
}

// events returns the names of the events of an account, with their data about providers.
func (s signIns) events(id int64) (names []string) {
	s.T.Helper()
	if err := s.Commands.Customers.EachEvent(s.T.Context(), customer.Stream(id), func(e domain.Event, _ domain.Times) {
		name := e.EventName()
		if linked, ok := e.(customer.IdentityLinked); ok {
			name += " " + linked.Provider + " " + linked.Subject
		}
		names = append(names, name)
	}); err != nil {
		s.T.Fatal(err)
	}
	return names
}

// TestSocialLogins follows accounts that are opened and linked by a sign-in provider (shapes-customer §15).
func TestSocialLogins(t *testing.T) {
	t.Parallel()
	s := startSignIns(t)

	// A stranger gets an account, and the same one again after the address has changed at the provider.
	s.Product("MUG", "10", 100, nil)
	first, eva := s.in("Eva@example.com", "e-1", fields{"cartId": s.GuestCart("MUG*2")},
		doubles.Claims{"given_name": " Eva\nMaria ", "family_name": "Stone"})
	salestest.Check(t, first, salestest.Fields{"id": "social-auth", "provider": "oidc", "token_type": "Bearer", "expires_in": 3600,
		"customer.email": "Eva@example.com", "customer.firstName": "Eva Maria", "customer.lastName": "Stone", "isNewCustomer": true,
		"profileIncomplete": false, "cartItemsQty": 2, "cartMaskedId": nil, "providerToken": nil})
	if got := s.events(eva); !slices.Equal(got, []string{"CustomerRegistered", "CustomerIdentityLinked oidc e-1"}) {
		t.Errorf("events of a new account: %v", got)
	}
	again, same := s.in("eva@new.example", "e-1", nil, nil)
	if same != eva || again["isNewCustomer"] != false || again["cartId"] != first["cartId"] || len(s.events(eva)) != 2 {
		t.Errorf("the second login is of %d: %v", same, again)
	}
	nameless, _ := s.in("none@example.com", "n-1", fields{"firstName": "Hint"}, nil)
	salestest.Check(t, nameless, salestest.Fields{"customer.firstName": "Hint", "customer.lastName": ".", "profileIncomplete": true})
	refused(t, s.Do("POST", "/auth/token", fields{"email": "Eva@example.com", "password": " "}), 400, "invalid_request",
		"Email and password are required")
	refused(t, s.Do("POST", "/auth/token", fields{"email": "Eva@example.com", "password": "password"}), 401, "invalid_credentials",
		"Invalid email or password")

	// An account with the address is linked, and keeps its password.
	anna := account(t, s.Shop.Shop, named("anna@example.com"), "secret phrase")
	if _, who := s.in("ANNA@example.com", "a-1", nil, nil); who != anna {
		t.Errorf("linked to %d, want %d", who, anna)
	}
	s.Must(200, "POST", "/auth/token", fields{"email": "anna@example.com", "password": "secret phrase"})
	unverified := s.with("anna@example.com", "thief", nil, doubles.Claims{"email_verified": false})
	refused(t, unverified, 400, "invalid_grant", "Invalid authentication token.")

	// A password that a stranger chose for the address is removed.
	pending := named("ben@example.com")
	pending.Confirmation = "key"
	ben := account(t, s.Shop.Shop, pending, "secret phrase")
	if _, who := s.in("ben@example.com", "b-1", nil, nil); who != ben {
		t.Errorf("linked to %d, want %d", who, ben)
	}
	if got := s.events(ben); !slices.Equal(got, []string{"CustomerRegistered", "CustomerIdentityLinked oidc b-1", "CustomerConfirmed",
		"CustomerPasswordChanged"}) {
		t.Errorf("events of an account that was not confirmed: %v", got)
	}
	refused(t, s.Do("POST", "/auth/token", fields{"email": "ben@example.com", "password": "secret phrase"}), 401, "invalid_credentials",
		"Invalid email or password")

	// Many logins at once make one account.
	answers := make(chan int, 6)
	for range cap(answers) {
		go func() { answers <- s.with("twin@example.com", "t-1", nil, nil).Status }()
	}
	for range cap(answers) {
		if status := <-answers; status != 200 {
			t.Errorf("one of many logins: %d", status)
		}
	}
	s.Settle()
	if found, err := s.Readers.Customers.CustomersByEmail(t.Context(), "twin@example.com"); err != nil || len(found) != 1 {
		t.Errorf("%d accounts of one person: %v", len(found), err)
	}
}

// TestSocialLoginsAreRefused checks every refusal (shapes-customer §15), the second factor, and the websites of accounts.
func TestSocialLoginsAreRefused(t *testing.T) {
	t.Parallel()
	s := startSignIns(t)
	anna := account(t, s.Shop.Shop, named("anna@example.com"), "secret phrase")
	ctx := apptest.Operator()
	for _, c := range []struct {
		name          string
		in            fields
		status        int
		code, message string
	}{
		{"nothing", fields{}, 400, "invalid_request", "provider and providerToken are required"},
		{"no token", fields{"provider": "oidc", "providerToken": " "}, 400, "invalid_request", "provider and providerToken are required"},
		{"an unknown provider", fields{"provider": "hal9000", "providerToken": "x"}, 400, "invalid_grant", "Unknown sign-in provider."},
		{"a provider that is off", fields{"provider": "google", "providerToken": "x"}, 400, "invalid_grant",
			"This sign-in method is not available."},
		{"a token that is none", fields{"provider": "oidc", "providerToken": "x"}, 400, "invalid_grant", "Invalid authentication token."},
		{"a huge token", fields{"provider": "oidc", "providerToken": fmt.Sprintf("%020000d", 1)}, 400, "invalid_grant",
			"Invalid authentication token."},
	} {
		t.Run(c.name, func(t *testing.T) {
			refused(t, s.Do("POST", "/customers/social-auth", c.in), c.status, c.code, c.message)
		})
	}
	s.Configure("customer/social_login/google_enabled", "1")
	refused(t, s.Do("POST", "/customers/social-auth", fields{"provider": "google", "providerToken": "x"}), 400, "invalid_grant",
		"This sign-in method is not available.") // its client ID is missing
	s.Configure("customer/social_login/google_client_id", "shop")
	s.provider.Down.Store(true)
	down := s.with("anna@example.com", "a-1", fields{"provider": "google"}, doubles.Claims{"iss": "accounts.google.com"})
	refused(t, down, 503, "temporarily_unavailable", "Sign-in verification is temporarily unavailable. Please try again later.")
	s.provider.Down.Store(false)

	// The second factor is required before the account is linked.
	s.Configure("customer/password/allow_2fa", "1")
	secret := twofactor.NewSecret([20]byte{1})
	if err := s.Commands.Customers.PrepareTwoFactor(ctx, anna, secret); err != nil {
		t.Fatal(err)
	}
	if err := s.Commands.Customers.SwitchTwoFactor(ctx, anna, true, doubles.LoginCode(secret, time.Now()), ""); err != nil {
		t.Fatal(err)
	}
	refused(t, s.with("anna@example.com", "a-1", nil, nil), 401, "twofa_required", "Two-factor authentication code is required")
	refused(t, s.with("anna@example.com", "a-1", fields{"twofaCode": "x"}, nil), 401, "twofa_invalid",
		"Two-factor authentication code is invalid")
	if got := s.events(anna); slices.Contains(got, "CustomerIdentityLinked oidc a-1") {
		t.Errorf("linked without the second factor: %v", got)
	}
	next := doubles.LoginCode(secret, time.Now().Add(30*time.Second))
	if _, who := s.in("anna@example.com", "a-1", fields{"twofaCode": next}, nil); who != anna {
		t.Errorf("logged in as %d", who)
	}

	s.Configure("customer/social_login/allow_registration", "0")
	refused(t, s.with("new@example.com", "n-1", nil, nil), 400, "invalid_grant",
		"Creating new accounts with social sign-in is not allowed. Please register first.")
	s.Configure("customer/social_login/allow_registration", "1")
	closed := named("closed@example.com")
	closed.Active = false
	account(t, s.Shop.Shop, closed, "secret phrase")
	refused(t, s.with("closed@example.com", "c-1", nil, nil), 400, "invalid_grant", "This account is not active.")

	// Accounts belong to a website, until all websites share them.
	website, store := s.SecondWebsite()
	there := s
	there.headers = []string{"X-Store-Code", "de"}
	s.Settle()
	if answer, other := there.in("anna@example.com", "a-1", nil, nil); other == anna || answer["isNewCustomer"] != true {
		t.Errorf("the account of website 1 is used in website %d, store %d", website, store)
	}
	if err := s.Commands.Directory.SetConfig(ctx, settings.Default, map[string]string{"customer/account_share/scope": "0"}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if o, _ := there.in("eva@example.com", "e-1", nil, nil); o["isNewCustomer"] != true {
		t.Error("no account was opened for all websites")
	}
	if o, _ := s.in("eva@example.com", "e-1", nil, nil); o["isNewCustomer"] != false {
		t.Error("an account for all websites is not found in another one")
	}
}
