package customers_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/agent"
	"tradelog/installation"
	"tradelog/operations/passwords"
	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/suite"
)

// TestATokenThatWasNeverSent kills the server after a refresh token was replaced and before the answer. The client sends the old token
// again and gets another. The token that was never sent is invalid.
func TestATokenThatWasNeverSent(t *testing.T) {
	t.Parallel()
	s := startOAuth(t)
	client, _, first := s.connect("support")
	store, lost := installation.NewAgents(s.Pool, s.Config.Clock), passwords.RandomHex(32)
	if _, use, err := store.Renew(t.Context(), first, lost); err != nil || use != agent.First {
		t.Fatalf("%v, %v", use, err)
	}
	// Another instance takes over.
	second := &oauthShop{Shop: apptest.Start(t, apptest.OnDatabase(s.Shop)), t: t, account: s.account, key: s.key}
	got := second.refresh(client, first)
	if got.status != 200 || second.works(got.json(t)["access_token"].(string)) != 200 {
		t.Fatalf("the old token after a crash: %d %s", got.status, got.body)
	}
	refusedAs(t, "the token that nobody got", "invalid_grant", second.refresh(client, lost))
	refusedAs(t, "and then the agent has ended", "invalid_grant", second.refresh(client, got.json(t)["refresh_token"].(string)))
}

// TestAgentsOutliveRestartsAndRebuilds: tokens of clients are valid after the server has ended, and after the read model was rebuilt.
func TestAgentsOutliveRestartsAndRebuilds(t *testing.T) {
	suite.Needs(t, suite.Long)
	t.Parallel()
	s := startOAuth(t)
	client, token, refresh := s.connect("support")
	other, gone, _ := s.connect("catalog")
	if a := s.post("/oauth/revoke", map[string][]string{"token": {gone}, "client_id": {other}}); a.status != 200 {
		t.Fatal(a.status)
	}
	s.Stop()
	again := &oauthShop{Shop: apptest.Start(t, apptest.OnDatabase(s.Shop)), t: t, account: s.account, key: s.key}
	service := apptest.Bearer(again.Service([]string{"all"}))
	again.Settle()
	before := string(again.Must(200, "GET", "/agents", nil, service...).Body)
	if err := again.Projections.Rebuild(t.Context(), "access", nil); err != nil {
		t.Fatal(err)
	}
	again.Settle()
	if after := string(again.Must(200, "GET", "/agents", nil, service...).Body); after != before ||
		!strings.Contains(after, "assistant.example") {
		t.Errorf("before %s\nafter %s", before, after)
	}
	if again.works(token) != 200 || again.works(gone) != 401 {
		t.Error("the tokens after a restart and a rebuild")
	}
	if got := again.refresh(client, refresh); got.status != 200 {
		t.Errorf("renewed after that: %d %s", got.status, got.body)
	}
}

// TestTheSweepOfAgents ends expired agents and those whose code was not exchanged, and deletes their secrets.
func TestTheSweepOfAgents(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := startOAuth(t, apptest.WithClock(clock))
	client, token, refresh := s.connect("support")
	s.allowed(s.ask(client), "support") // the code is not exchanged
	s.browser(s.ask(client)).submit("username", "greta", "password", s.key)
	sweep := func() {
		t.Helper()
		if err := reactions.AgentSweep(s.Commands.Access, installation.NewAgents(s.Pool, clock.Now)).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Settle()
	}
	endings := func() (all []access.Agent) {
		t.Helper()
		account, err := s.Commands.Access.Account(context.Background(), s.account)
		if err != nil {
			t.Fatal(err)
		}
		return []access.Agent{account.Agents[1], account.Agents[2]}
	}
	secrets := func() (n int) {
		t.Helper()
		if err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM oauth_secrets`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	sweep()
	if got := endings(); got[0].Revoked || got[1].Revoked {
		t.Fatalf("swept too early: %+v", got)
	}
	clock.Advance(15 * time.Minute)
	sweep()
	if got := endings(); got[0].Revoked || !got[1].Revoked || s.works(token) != 200 {
		t.Errorf("after a quarter of an hour: %+v", got)
	}
	clock.Advance(31 * 24 * time.Hour)
	refusedAs(t, "after a month", "invalid_grant", s.refresh(client, refresh))
	sweep()
	if got := endings(); !got[0].Revoked || secrets() != 0 {
		t.Errorf("after a month: %+v, %d secrets", got, secrets())
	}
}
