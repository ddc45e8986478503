package apptest

import (
	"time"

	"tradelog/domain/access"
	"tradelog/operations/passwords"
)

// APIUser creates an API user with permissions, who can log in on pages, and returns its number and its key.
func (s *Shop) APIUser(username string, grants ...string) (id int64, key string) {
	s.t.Helper()
	role, err := s.Commands.Access.SaveRole(Operator(), 0, "role of "+username, false, grants, func(string) bool { return true })
	if err != nil {
		s.t.Fatal(err)
	}
	key = passwords.RandomHex(32)
	id, err = s.Commands.Access.CreateAccount(Operator(), access.AccountCreated{
		Kind: access.API, Username: username, RoleID: role, KeyHash: passwords.HashKey(key),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return id, key
}

// Agent lets a program act for an account for an hour, and returns its number.
func (s *Shop) Agent(account int64) int64 {
	s.t.Helper()
	id, err := s.Commands.Access.NextAgent(Operator())
	if err == nil {
		err = s.Commands.Access.AuthorizeAgent(Operator(), account, access.AgentAuthorized{
			AgentID: id, ClientID: "agent_1", Client: "An assistant", Host: "assistant.example", Tools: []string{"@support"},
			ExpiresAt: s.Config.Clock().Add(time.Hour),
		})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// User creates a user of the back office with a password and permissions, who can log in on pages, and returns its number.
func (s *Shop) User(username, password string, grants ...string) int64 {
	s.t.Helper()
	role, err := s.Commands.Access.SaveRole(Operator(), 0, "role of "+username, true, grants, func(string) bool { return true })
	if err != nil {
		s.t.Fatal(err)
	}
	id, err := s.Commands.Access.CreateAccount(Operator(), access.AccountCreated{Kind: access.Admin, Username: username, RoleID: role})
	if err != nil {
		s.t.Fatal(err)
	}
	hash, err := s.Logins.Passwords.Hash(s.t.Context(), password)
	if err == nil {
		err = s.Commands.Access.SetPassword(Operator(), id, hash, func(string) bool { return true })
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}
