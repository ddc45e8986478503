package transports_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tradelog/domain/access"
	"tradelog/domain/customer"
	operationsaccess "tradelog/operations/access"
	"tradelog/test/apptest"
)

// TestTokens checks invalid tokens on a public operation (conventions §3.4).
func TestTokens(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	id, _ := s.Customer("anna@example.com")
	secret, err := s.Logins.Signer.Secret(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := func(d time.Duration) float64 { return float64(clock.Now().Add(d).Unix()) }
	// sign makes a token of valid claims with some changed; nil removes a claim.
	sign := func(change jwt.MapClaims) string {
		claims := jwt.MapClaims{"iss": "http://127.0.0.1:8080/", "aud": "tradelog", "jti": "0123456789abcdef0123456789abcdef",
			"sub": "customer_1", "iat": at(0), "nbf": at(0), "exp": at(time.Hour), "type": "customer", "customer_id": id,
			"roles": []string{"ROLE_CUSTOMER"}}
		maps.Copy(claims, change)
		maps.DeleteFunc(claims, func(_ string, v any) bool { return v == nil })
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(secret)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	good := sign(nil)
	parts := strings.Split(good, ".")
	none, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"iss": "http://127.0.0.1:8080/", "aud": "tradelog", "jti": "00",
		"sub": "x", "iat": at(0), "nbf": at(0), "exp": at(time.Hour), "customer_id": id}).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	forged, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"exp": at(time.Hour)}).
		SignedString([]byte("another secret of more than 32 bytes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{
		good, sign(jwt.MapClaims{"type": nil}), sign(jwt.MapClaims{"aud": []string{"x", "tradelog"}}),
		sign(jwt.MapClaims{"iat": at(0) + 0.0, "exp": at(time.Hour) + 0.5}),
	} {
		s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(token)...)
	}
	admin, user := s.Admin("all"), s.Service([]string{"all"})
	s.Must(200, "GET", "/stores", nil, apptest.Bearer(admin)...)
	s.Must(200, "GET", "/stores", nil, apptest.Bearer(user)...)
	other := jwt.MapClaims{"type": "api_user", "api_user_id": 999}
	for _, c := range []struct{ name, token, message string }{
		{"one segment", "x", "Malformed token"}, {"two segments", "a.b", "Malformed token"},
		{"three segments of nothing", "..", "Malformed token"}, {"no base64", "a.b.c!", "Malformed token"},
		{"no JSON", "eHh4.eHh4.eHh4", "Malformed token"}, {"a signature that is no base64", parts[0] + "." + parts[1] + ".!", "Malformed token"},
		{"four segments", good + ".x", "Malformed token"}, {"words", "some words", "Malformed token"},
		{"expired", sign(jwt.MapClaims{"exp": at(-time.Second)}), "Token has expired"},
		{"expires now", sign(jwt.MapClaims{"exp": at(0)}), "Token has expired"},
		{"expired and wrong otherwise", sign(jwt.MapClaims{"exp": at(-time.Hour), "iss": "x", "jti": nil}) + "x", "Token has expired"},
		{"another secret", forged, "Invalid or expired token"}, {"no signature", none, "Invalid or expired token"},
		{"a cut signature", good[:len(good)-4], "Invalid or expired token"},
		{"another issuer", sign(jwt.MapClaims{"iss": "http://127.0.0.1:8080"}), "Invalid or expired token"},
		{"no issuer", sign(jwt.MapClaims{"iss": nil}), "Invalid or expired token"},
		{"another audience", sign(jwt.MapClaims{"aud": "x"}), "Invalid or expired token"},
		{"no audience", sign(jwt.MapClaims{"aud": nil}), "Invalid or expired token"},
		{"not yet valid", sign(jwt.MapClaims{"nbf": at(time.Second)}), "Invalid or expired token"},
		{"issued tomorrow", sign(jwt.MapClaims{"iat": at(time.Second)}), "Invalid or expired token"},
		{"no exp", sign(jwt.MapClaims{"exp": nil}), "Invalid or expired token"},
		{"no nbf", sign(jwt.MapClaims{"nbf": nil}), "Invalid or expired token"},
		{"no iat", sign(jwt.MapClaims{"iat": nil}), "Invalid or expired token"},
		{"exp as text", sign(jwt.MapClaims{"exp": "tomorrow"}), "Invalid or expired token"},
		{"no sub", sign(jwt.MapClaims{"sub": nil}), "Invalid token: missing subject"},
		{"no jti", sign(jwt.MapClaims{"jti": nil}), "Invalid token: missing token identifier"},
		{"jti is no hex", sign(jwt.MapClaims{"jti": "nonsense"}), "Token has been revoked"},
		{"no customer", sign(jwt.MapClaims{"customer_id": nil}), "Invalid token: missing customer subject"},
		{"an unknown customer", sign(jwt.MapClaims{"customer_id": 99}), "Customer account is inactive or not found"},
		{"an unknown user", sign(other), "API user account is inactive or not found"},
		{"no user", sign(jwt.MapClaims{"type": "api_user"}), "API user account is inactive or not found"},
		{"an unknown admin", sign(jwt.MapClaims{"type": "admin", "admin_id": 99}), "Admin account is inactive or not found"},
		{"an API user as admin", sign(jwt.MapClaims{"type": "admin", "admin_id": 2}), "Admin account is inactive or not found"},
		{"an admin as API user", sign(jwt.MapClaims{"type": "api_user", "api_user_id": 1}), "API user account is inactive or not found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := refusal{401, "authentication_error", c.message, true}
			refused(t, s, want, "GET", "/stores", nil, apptest.Bearer(c.token)...)
			refused(t, s, want, "POST", "/customers", "{", apptest.Bearer(c.token)...)
			refused(t, s, want, "GET", "/customers", nil, apptest.Bearer(c.token)...)
		})
	}
	for _, header := range []string{"Basic " + good, "bearer " + good, "BEARER x", "Bearer", "Bearer\t" + good, good, ""} {
		if a := s.Do("GET", "/stores", nil, "Authorization", header); a.Status != 200 ||
			!strings.HasPrefix(a.Header.Get("Cache-Control"), "public") {
			t.Errorf("Authorization %.20q is no token, but it is %d %s", header, a.Status, a.Body)
		}
		refused(t, s, unauthorized, "GET", "/customers/me", nil, "Authorization", header)
	}
	s.Must(201, "POST", "/auth/logout", nil, apptest.Bearer(good)...)
	refused(t, s, refusal{401, "authentication_error", "Token has been revoked", true}, "GET", "/stores", nil, apptest.Bearer(good)...)
	revoked := sign(jwt.MapClaims{"jti": "0123456789ABCDEF0123456789abcdef"})
	refused(t, s, refusal{401, "authentication_error", "Token has been revoked", true}, "GET", "/stores", nil, apptest.Bearer(revoked)...)
}

// TestTokensOfAccountsThatChange checks that changes of an account affect its tokens at once.
func TestTokensOfAccountsThatChange(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	issue := func(c operationsaccess.Claims) []string {
		token, _, err := s.Logins.Signer.Issue(t.Context(), c, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		return apptest.Bearer(token)
	}
	pending, err := s.Commands.Customers.RegisterCustomer(apptest.Operator(),
		customer.Registration{WebsiteID: 1, StoreID: 1, Active: true, Profile: customer.Profile{Email: "new@example.com"}, Confirmation: "k"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := s.Commands.Access.CreateAccount(apptest.Operator(), access.AccountCreated{Kind: access.Admin, Username: "boss"})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	out := refusal{401, "authentication_error", "Customer account is inactive or not found", true}
	token := issue(operationsaccess.Claims{Type: operationsaccess.TypeCustomer, CustomerID: pending})
	refused(t, s, out, "GET", "/stores", nil, token...)
	s.Configure("customer/create_account/confirm", "0")
	s.Must(200, "GET", "/customers/me", nil, token...)
	s.Configure("customer/create_account/confirm", "1")
	refused(t, s, out, "GET", "/customers/me", nil, token...)
	if err := s.Commands.Customers.ConfirmCustomer(apptest.Operator(), pending, "k"); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	s.Must(200, "GET", "/customers/me", nil, token...)

	token = issue(operationsaccess.Claims{Type: operationsaccess.TypeAdmin, AdminID: admin})
	s.Must(200, "GET", "/stores", nil, token...)
	if err := s.Commands.Access.SetAccountActive(apptest.Operator(), admin, false); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	refused(t, s, refusal{401, "authentication_error", "Admin account is inactive or not found", true}, "GET", "/stores", nil, token...)

	// The stores of a back-office account restrict its tokens, whatever the tokens say.
	restricted, err := s.Commands.Access.CreateAccount(apptest.Operator(),
		access.AccountCreated{Kind: access.Admin, Username: "clerk", StoreIDs: []int64{2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	elsewhere := refusal{403, "forbidden", "Token is not authorized for the requested store.", false}
	refused(t, s, elsewhere, "GET", "/stores", nil, issue(operationsaccess.Claims{Type: operationsaccess.TypeAdmin, AdminID: restricted})...)
	refused(t, s, elsewhere, "GET", "/stores", nil,
		issue(operationsaccess.Claims{Type: operationsaccess.TypeAdmin, AdminID: restricted, AllowedStores: []int64{1, 2}})...)

	// After a change of the base URL, tokens of the old issuer are invalid.
	_, old := s.Customer("anna@example.com")
	s.Must(200, "GET", "/customers/me", nil, apptest.Bearer(old)...)
	clock.Advance(time.Hour)
	refused(t, s, refusal{401, "authentication_error", "Token has expired", true}, "GET", "/stores", nil, apptest.Bearer(old)...)
	_, old = s.Customer("bob@example.com")
	s.Configure("web/secure/base_url", "https://elsewhere.example")
	refused(t, s, refusal{401, "authentication_error", "Invalid or expired token", true}, "GET", "/stores", nil, apptest.Bearer(old)...)
}
