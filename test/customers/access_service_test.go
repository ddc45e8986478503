package customers_test

import (
	"encoding/json"
	"testing"

	"tradelog/domain/access"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
)

func TestServiceAccounts(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	ctx := apptest.Operator()
	known := func(string) bool { return true }
	role, err := s.Commands.Access.SaveRole(ctx, 0, "sync", false, []string{"orders/read", "customers/read"}, known)
	if err != nil {
		t.Fatal(err)
	}
	secrets := passwords.NewCredentials()
	create := func(kind access.Kind, username string, inactive bool) int64 {
		e := access.AccountCreated{Kind: kind, Username: username, RoleID: role, StoreIDs: []int64{1}, Inactive: inactive}
		if kind != access.Service {
			e.KeyHash = passwords.HashKey(secrets.APIKey)
		}
		if kind != access.API {
			e.ClientID, e.SecretHash = secrets.ClientID+username, passwords.HashKey(secrets.ClientSecret)
		}
		id, err := s.Commands.Access.CreateAccount(ctx, e)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	service, user := create(access.Service, "Sync-Bot", false), create(access.API, "Legacy", false)
	create(access.Service, "off", true)
	create(access.API, "off", true)
	create(access.Admin, "boss", false)
	s.Settle()
	client := func(username, secret string) apptest.Answer {
		return s.Do("POST", "/auth/token", fields{
			"grant_type": "client_credentials", "client_id": secrets.ClientID + username, "client_secret": secret,
		})
	}
	key := func(username, key string) apptest.Answer {
		return s.Do("POST", "/auth/token", fields{"grant_type": "api_user", "username": username, "api_key": key})
	}
	for _, c := range []struct {
		answer   apptest.Answer
		id       int64
		username string
	}{{client("Sync-Bot", secrets.ClientSecret), service, "Sync-Bot"}, {key("legacy", secrets.APIKey), user, "Legacy"}} {
		if c.answer.Status != 200 {
			t.Fatalf("%s: %d %s", c.username, c.answer.Status, c.answer.Body)
		}
		got := c.answer.Object(t)
		token := got["token"].(string)
		delete(got, "token")
		want, _ := json.Marshal(fields{"apiUser": fields{"id": c.id, "username": c.username}, "expires_in": 3600, "extensions": []any{},
			"id": "auth", "permissions": []string{"customers/read", "orders/read"}, "token_type": "Bearer"})
		if shown, _ := json.Marshal(got); string(shown) != string(want) {
			t.Errorf("token response %s\nwant %s", shown, want)
		}
		s.Must(200, "GET", "/customers", nil, apptest.Bearer(token)...)
		// The permissions are read for each request.
		if _, err := s.Commands.Access.SaveRole(ctx, role, "sync", false, []string{"orders/read"}, known); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		s.Must(403, "GET", "/customers", nil, apptest.Bearer(token)...)
		if err := s.Commands.Access.SetAccountActive(ctx, c.id, false); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		refused(t, s.Do("GET", "/stores", nil, apptest.Bearer(token)...), 401, "authentication_error",
			"API user account is inactive or not found")
		if _, err := s.Commands.Access.SaveRole(ctx, role, "sync", false, []string{"orders/read", "customers/read"}, known); err != nil {
			t.Fatal(err)
		}
		s.Settle()
	}
	refused(t, client("Sync-Bot", secrets.APIKey), 401, "invalid_client", "Invalid client credentials")
	refused(t, client("off", secrets.ClientSecret), 401, "unauthorized", "Authentication required")
	refused(t, client("off", "wrong"), 401, "invalid_client", "Invalid client credentials")
	refused(t, client("boss", secrets.ClientSecret), 401, "invalid_client", "Invalid client credentials")
	refused(t, key("Legacy", "wrong"), 401, "invalid_client", "Invalid API credentials")
	refused(t, key("off", secrets.APIKey), 401, "unauthorized", "Authentication required")
	refused(t, key("boss", secrets.APIKey), 401, "invalid_client", "Invalid API credentials")
	refused(t, key("Sync-Bot", secrets.APIKey), 401, "invalid_client", "Invalid API credentials")
}
