package app_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	domainaccess "tradelog/domain/access"
	"tradelog/eventstore"
	"tradelog/eventstore/esdb/server"
	"tradelog/operations/passwords"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestLoginsToTheLogAreNoFurtherAttempts: failed logins over the EventStoreDB protocol and over POST /auth/token count together, by account
// and by address. Successful logins do not count.
func TestLoginsToTheLogAreNoFurtherAttempts(t *testing.T) {
	t.Parallel()
	const account, address = "system/rate_limit/customer_login", "system/rate_limit/auth_token_ip"
	clock := apptest.NewClock()
	s := salestest.Start(t, apptest.WithClock(clock), apptest.WithRateLimits())
	all := func(string) bool { return true }
	role, err := s.Commands.Access.SaveRole(apptest.Operator(), 0, "readers of the log", false, []string{"eventlog/read"}, all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commands.Access.CreateAccount(apptest.Operator(), domainaccess.AccountCreated{Kind: domainaccess.API, Username: "reporter",
		KeyHash: passwords.HashKey("the key"), RoleID: role}); err != nil {
		t.Fatal(err)
	}
	s.Settle()
	login := func(name, key string) codes.Code {
		rights, err := s.MayUseLog(t.Context(), server.Credentials{Username: name, Password: key,
			Address: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4711}})
		if err == nil && !rights.Read.All {
			t.Errorf("%s may not read", name)
		}
		return status.Code(err)
	}
	rest := func(name, key string) int {
		return s.Do("POST", "/auth/token", map[string]any{"grant_type": "api_user", "username": name, "api_key": key}).Status
	}

	s.Configure(account, "3", address, "0")
	s.Settle()
	for range 10 {
		if got := login("reporter", "the key"); got != codes.OK {
			t.Fatalf("a login that is right: %s", got)
		}
	}
	for _, name := range []string{"reporter", "REPORTER"} {
		if got := login(name, "x"); got != codes.Unauthenticated {
			t.Errorf("a wrong key: %s", got)
		}
	}
	if got := rest("reporter", "x"); got != 401 {
		t.Errorf("the third attempt, over REST: %d", got)
	}
	if over, token := login("reporter", "the key"), rest("reporter", "the key"); over != codes.ResourceExhausted || token != 429 {
		t.Errorf("the fourth attempt: %s over the protocol, %d over REST", over, token)
	}
	if got := login("somebody", "x"); got != codes.Unauthenticated {
		t.Errorf("another account: %s", got)
	}

	clock.Advance(time.Minute)
	s.Configure(account, "0", address, "3")
	s.Settle()
	for _, name := range []string{"a", "b"} {
		if got := login(name, "x"); got != codes.Unauthenticated {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := rest("c", "x"); got != 401 {
		t.Errorf("the third attempt of the address, over REST: %d", got)
	}
	if over, token := login("reporter", "the key"), rest("d", "x"); over != codes.ResourceExhausted || token != 429 {
		t.Errorf("the fourth attempt of the address: %s over the protocol, %d over REST", over, token)
	}
	clock.Advance(time.Minute)
	if got := login("reporter", "the key"); got != codes.OK {
		t.Errorf("a minute later: %s", got)
	}
}

// TestTheLogIsClosedToLimitedAccounts: accounts that are limited to stores or tools have no right to the log, whatever their role permits,
// and are told why. Others are the authors of what they append.
func TestTheLogIsClosedToLimitedAccounts(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	login := func(name string, stores []int64, tools []string) (server.Rights, error) {
		t.Helper()
		role, err := s.Commands.Access.SaveRole(apptest.Operator(), 0, name, false, []string{"all"}, func(string) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		id, err := s.Commands.Access.CreateAccount(apptest.Operator(), domainaccess.AccountCreated{Kind: domainaccess.API, Username: name,
			KeyHash: passwords.HashKey("the key"), RoleID: role, StoreIDs: stores})
		if err == nil && tools != nil {
			err = s.Commands.Access.RestrictTools(apptest.Operator(), id, tools)
		}
		if err != nil {
			t.Fatal(err)
		}
		s.Settle()
		rights, err := s.MayUseLog(t.Context(), server.Credentials{Username: name, Password: "the key"})
		if err == nil && rights.Actor != (eventstore.Actor{Kind: "api", ID: id}) {
			t.Errorf("%s appends as %s, and is %d", name, rights.Actor, id)
		}
		return rights, err
	}
	if rights, err := login("free", nil, nil); err != nil || !rights.Read.All || !rights.Append.All {
		t.Errorf("an account without a limit: %+v %v", rights, err)
	}
	for name, limit := range map[string]struct {
		stores []int64
		tools  []string
	}{"stores": {stores: []int64{1}}, "tools": {tools: []string{"catalog_products_list"}}, "sets": {tools: []string{"@audit"}}} {
		rights, err := login(name, limit.stores, limit.tools)
		if status.Code(err) != codes.PermissionDenied || !strings.Contains(err.Error(), "limited to") || !rights.Read.Empty() ||
			!rights.Append.Empty() {
			t.Errorf("%s: %+v %v", name, rights, err)
		}
	}
}
