package access

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"tradelog/domain"
)

// TestAgents: an account that is let in lets agents act for it, and ends that once.
func TestAgents(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)
	created := AccountCreated{AccountID: 3, Kind: API, Username: "greta"}
	allowed := AgentAuthorized{AgentID: 7, ClientID: "agent_1", Client: "An assistant", Host: "assistant.example", Tools: []string{"@support"},
		ExpiresAt: until}
	revoked := AgentRevoked{AgentID: 7, Client: "An assistant", Host: "assistant.example", Because: ByPeople}
	authorize := func(a Account) ([]domain.Event, error) { return a.Authorize(allowed) }
	revoke := func(a Account) ([]domain.Event, error) { return a.Revoke(revoked) }
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(Account) ([]domain.Event, error)
		then  []domain.Event
		fails error
	}{
		{"an account lets an agent in", []domain.Event{created}, authorize, []domain.Event{allowed}, nil},
		{"the same again changes nothing", []domain.Event{created, allowed}, authorize, nil, nil},
		{"no account", nil, authorize, nil, ErrNotFound},
		{"a disabled account", []domain.Event{created, AccountDeactivated{}}, authorize, nil, ErrNotFound},
		{"a forgotten account", []domain.Event{created, ForgetStarted{AccountID: 3}}, authorize, nil, ErrNotFound},
		{"it is revoked", []domain.Event{created, allowed}, revoke, []domain.Event{revoked}, nil},
		{"it is revoked once", []domain.Event{created, allowed, revoked}, revoke, nil, nil},
		{"an unknown agent", []domain.Event{created}, revoke, nil, ErrNoAgent},
		{"an agent of a forgotten account", []domain.Event{created, allowed, ForgetStarted{AccountID: 3}}, revoke, nil, ErrNoAgent},
	} {
		a := NewAccount("account-3")
		for _, e := range c.given {
			a = EvolveAccount(a, e)
		}
		got, err := c.when(a)
		if !errors.Is(err, c.fails) || (err == nil) != (c.fails == nil) || !reflect.DeepEqual(got, c.then) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
	before := EvolveAccount(EvolveAccount(Account{}, created), allowed)
	after := EvolveAccount(before, revoked)
	disabled := EvolveAccount(before, AccountDeactivated{})
	if !before.Acts(7, until.Add(-time.Second)) || before.Acts(7, until) || before.Acts(8, until.Add(-time.Second)) ||
		after.Acts(7, until.Add(-time.Second)) || disabled.Acts(7, until.Add(-time.Second)) {
		t.Error("who may act until when")
	}
}
