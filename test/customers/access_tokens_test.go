package customers_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/test/apptest"
)

// listed is a row of tokens.list.
type listed struct {
	Number                        int64
	ID, Way, AccountKind, Account string
	AccountID, AgentID            int64
	Permissions, Tools            []string
	StoreIDs                      []int64
	IssuedAt, ExpiresAt           time.Time
	State                         string
}

// tokensOf lists the issued tokens, with the rights of a back-office caller.
func tokensOf(t *testing.T, s *apptest.Shop, who operations.Caller, args map[string]any) (all []listed) {
	t.Helper()
	answer, err := call(t, s, who, "tokens.list", args)
	if err == nil {
		err = json.Unmarshal(answer, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTokensAreListedAndRevoked: each token of an account is listed with its rights, whatever way it was issued. Every instance refuses it
// once it was revoked. Others of the same account stay valid.
func TestTokensAreListedAndRevoked(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := apptest.Start(t, apptest.WithClock(clock))
	other := apptest.Start(t, apptest.OnDatabase(s), apptest.WithClock(clock))
	id, key := s.APIUser("greta", "orders/read", "agents/all")
	customer, _ := s.Customer("anna@example.com")
	s.Settle()
	login := map[string]any{"grant_type": "api_user", "username": "greta", "api_key": key}
	bearer := func() string {
		t.Helper()
		return s.Must(200, "POST", "/auth/token", login).Object(t)["token"].(string)
	}
	first, second := bearer(), bearer()
	issued := func(args map[string]any) string {
		t.Helper()
		args["lifetime"] = int64(2 * time.Hour)
		answer, err := operator(t, s, "token.issue", args)
		var made struct{ Token string }
		if err == nil {
			err = json.Unmarshal(answer, &made)
		}
		if err != nil {
			t.Fatal(err)
		}
		return made.Token
	}
	limited := issued(map[string]any{"kind": "service", "id": id, "tools": []string{"@support"}})
	own := issued(map[string]any{"kind": "customer", "id": customer, "storeIds": []int64{1}})
	session, err := visitor{t, s}.login("greta", key, "")
	if err != nil {
		t.Fatal(err)
	}

	reader := callerWith(second)
	all := tokensOf(t, s, reader, nil)
	var ways []string
	for _, row := range all {
		ways = append(ways, row.AccountKind+" "+row.Account+" "+row.Way+" "+row.State)
		if row.IssuedAt.IsZero() || !row.ExpiresAt.After(clock.Now()) || row.ID == "" {
			t.Errorf("%+v", row)
		}
	}
	if want := []string{"api greta session valid", "customer  command line valid", "api greta command line valid", "api greta login valid",
		"api greta login valid"}; !slices.Equal(ways, want) {
		t.Fatalf("the tokens are %q, want %q", ways, want)
	}
	if all[1].AccountID != customer || !slices.Equal(all[1].StoreIDs, []int64{1}) || !slices.Equal(all[2].Tools, []string{"@support"}) ||
		!slices.Equal(all[3].Permissions, []string{"agents/all", "orders/read"}) || all[2].AccountID != id ||
		!all[2].ExpiresAt.Equal(clock.Now().Add(2*time.Hour)) {
		t.Errorf("what they are good for: %+v", all)
	}
	if some := tokensOf(t, s, reader, map[string]any{"accountId": customer, "accountKind": "customer"}); len(some) != 1 {
		t.Errorf("of the customer: %+v", some)
	}
	if some := tokensOf(t, s, reader, map[string]any{"before": all[1].Number, "limit": 2}); len(some) != 2 || some[0].ID != all[2].ID {
		t.Errorf("the next part: %+v", some)
	}

	revoke := func(of listed) {
		t.Helper()
		if _, err := call(t, s, reader, "tokens.revoke", map[string]any{"id": of.ID}); err != nil {
			t.Fatal(err)
		}
		s.Settle()
		other.Settle()
	}
	refusedBy := func(token, path string) {
		t.Helper()
		for _, instance := range []*apptest.Shop{s, other} {
			refused(t, instance.Do("GET", path, nil, apptest.Bearer(token)...), 401, "authentication_error", "Token has been revoked")
		}
	}
	other.Must(200, "GET", "/orders", nil, apptest.Bearer(first)...)
	revoke(all[4])
	refusedBy(first, "/orders")
	other.Must(200, "GET", "/orders", nil, apptest.Bearer(second)...)
	revoke(all[1])
	refusedBy(own, "/customers/me")
	revoke(all[0])
	refusedBy(session.Token, "/orders")
	if _, err := (visitor{t, s}).renew(session.Token); fault.KindOf(err) != fault.Unauthorized {
		t.Errorf("a login that was revoked is renewed: %v", err)
	}
	s.Must(200, "GET", "/orders", nil, apptest.Bearer(limited)...)
	if rows := tokensOf(t, s, reader, nil); rows[0].State != "revoked" || rows[2].State != "valid" || rows[4].State != "revoked" {
		t.Errorf("after that: %+v", rows)
	}

	// No check of a token needs a query, revoked or not.
	for _, token := range []string{first, second} {
		if !s.NeedsNoQuery(func() { s.Do("GET", "/config", nil, apptest.Bearer(token)...) }) {
			t.Error("a token is looked up in the database")
		}
	}
	if _, err := call(t, s, reader, "tokens.revoke", map[string]any{"id": "00"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown token: %v", err)
	}
	weak := callerWith(s.Service([]string{"agents/read"}))
	if _, err := call(t, s, weak, "tokens.revoke", map[string]any{"id": all[2].ID}); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("without the permission: %v", err)
	}
	if err := s.Commands.Access.SetAccountActive(apptest.Operator(), id, false); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	if rows := tokensOf(t, s, weak, nil); rows[2].State != "disabled" || rows[2].Way != string(access.ByCommandLine) {
		t.Errorf("of a disabled account: %+v", rows)
	}
	clock.Advance(3 * time.Hour)
	answer, err := operator(t, s, "tokens.list", nil)
	if err != nil || string(answer) != "[]" {
		t.Errorf("expired tokens are listed: %s, %v", answer, err)
	}
}
