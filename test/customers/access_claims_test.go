package customers_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"tradelog/domain/access"
	operationsaccess "tradelog/operations/access"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
)

// claimsOf reads a token without verifying it and removes the claims that differ for each token.
func claimsOf(t *testing.T, token string) string {
	t.Helper()
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(token, claims); err != nil {
		t.Fatal(err)
	}
	if id, _ := claims["jti"].(string); !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(id) {
		t.Errorf("jti %v", claims["jti"])
	}
	if claims["nbf"] != claims["iat"] || claims["exp"].(float64)-claims["iat"].(float64) != 3600 {
		t.Errorf("times: %v", claims)
	}
	for _, name := range []string{"jti", "iat", "nbf", "exp"} {
		delete(claims, name)
	}
	b, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestWhatTokensSay checks a token of each kind and its renewal (conventions §3.3).
func TestWhatTokensSay(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	ctx := apptest.Operator()
	account(t, s, named("anna@example.com"), "secret phrase")
	role, err := s.Commands.Access.SaveRole(ctx, 0, "sync", false, []string{"orders/read", "customers/read"},
		func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	secrets := passwords.NewCredentials()
	if _, err := s.Commands.Access.CreateAccount(ctx, access.AccountCreated{
		Kind: access.Service, Username: "bot", RoleID: role, StoreIDs: []int64{1}, ClientID: secrets.ClientID,
		SecretHash: passwords.HashKey(secrets.ClientSecret),
	}); err != nil {
		t.Fatal(err)
	}
	boss, err := s.Commands.Access.CreateAccount(ctx, access.AccountCreated{Kind: access.Admin, Username: "boss", Email: "boss@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	get := func(sent fields) string { return s.Must(200, "POST", "/auth/token", sent).Object(t)["token"].(string) }
	admin, _, err := s.Logins.Signer.Issue(
		t.Context(),
		operationsaccess.Claims{Type: operationsaccess.TypeAdmin, AdminID: boss, Email: "boss@example.com"},
		time.Hour,
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ token, want string }{
		"a customer's": {get(fields{"email": "anna@example.com", "password": "secret phrase"}),
			`{"amr":["pwd"],"aud":["tradelog"],"customer_id":1,"email":"anna@example.com","iss":"http://127.0.0.1:8080/",` +
				`"roles":["ROLE_CUSTOMER"],"sub":"customer_1","type":"customer"}`},
		"a service's": {get(fields{"grant_type": "client_credentials", "client_id": secrets.ClientID, "client_secret": secrets.ClientSecret}),
			`{"allowed_store_ids":[1],"api_user_id":1,"aud":["tradelog"],"iss":"http://127.0.0.1:8080/","permissions":["customers/read",` +
				`"orders/read"],"roles":[],"sub":"api_user_1","type":"api_user","username":"bot"}`},
		"a back-office user's": {admin,
			`{"admin_id":2,"aud":["tradelog"],"email":"boss@example.com","iss":"http://127.0.0.1:8080/","roles":["ROLE_ADMIN"],"sub":"admin_2",` +
				`"type":"admin"}`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := claimsOf(t, c.token); got != c.want {
				t.Errorf("says %s\nwant %s", got, c.want)
			}
			renewed := s.Must(200, "POST", "/auth/refresh", nil, apptest.Bearer(c.token)...).Object(t)["token"].(string)
			// A customer's token has the time of the login, since renewing is no login. It does not say that a password opened it.
			got := regexp.MustCompile(`"auth_time":\d+,`).ReplaceAllString(claimsOf(t, renewed), "")
			if got != strings.Replace(c.want, `"amr":["pwd"],`, "", 1) {
				t.Errorf("renewed says %s\nwant %s", got, c.want)
			}
		})
	}
}
