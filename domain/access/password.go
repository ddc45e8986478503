package access

import (
	"maps"
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/twofactor"
)

// A user of the back office logs in at pages with a password, and a second factor if they have one. API users and service accounts have
// keys that cannot be guessed instead.
type (
	// PasswordSet has the hash of a password. Logins from before At end.
	PasswordSet struct {
		AccountID    int64     `json:"accountId"`
		PasswordHash string    `json:"passwordHash,omitzero" personal:"true" credential:"true"`
		At           time.Time `json:"at"`
	}
	// TwoFactorPrepared holds the secret, which takes effect once the user has sent a code of it.
	TwoFactorPrepared struct {
		AccountID int64  `json:"accountId"`
		Secret    string `json:"secret,omitzero" personal:"true" credential:"true"` // base32
	}
	// TwoFactorEnabled turns the second factor on. Logins from before end, except the one that it names.
	TwoFactorEnabled struct {
		Step  int64  `json:"step"` // step of the code
		Login string `json:"login,omitzero"`
	}
	// TwoFactorDisabled turns the second factor off. Logins from before end, except the one that it names.
	TwoFactorDisabled struct {
		Login string `json:"login,omitzero"`
	}
	// TwoFactorUsed records the step of a code that was used to log in. Codes up to that step are invalid afterwards.
	TwoFactorUsed struct {
		Step int64 `json:"step"`
	}
)

func (PasswordSet) EventName() string       { return "AccountPasswordSet" }
func (TwoFactorPrepared) EventName() string { return "AccountTwoFactorPrepared" }
func (TwoFactorEnabled) EventName() string  { return "AccountTwoFactorEnabled" }
func (TwoFactorDisabled) EventName() string { return "AccountTwoFactorDisabled" }
func (TwoFactorUsed) EventName() string     { return "AccountTwoFactorUsed" }

// DataSubject returns the account's subject.
func (e PasswordSet) DataSubject() string { return Subject(e.AccountID) }

// DataSubject returns the account's subject.
func (e TwoFactorPrepared) DataSubject() string { return Subject(e.AccountID) }

// These are the refusals of passwords and second factors.
var (
	ErrNoPassword    = fault.Preconditionf("Only users of the back office have a password. This account has a key.")
	ErrWrongPassword = fault.Invalidf("The present password is wrong.").About(fault.Other, "currentPassword")
)

// hasPassword returns an error unless the account is of the kind that has a password.
func (a Account) hasPassword() error {
	switch {
	case !a.Exists || a.Deleted:
		return ErrNotFound
	case a.Kind != Admin:
		return ErrNoPassword
	}
	return nil
}

// SetPassword gives the account a password. present reports whether the hash of the password so far is the one that was checked. The
// programs that act for the account are revoked, because whoever knew the former password may have authorised them.
func (a Account) SetPassword(hash string, present func(hash string) bool, now time.Time) ([]domain.Event, error) {
	if err := a.hasPassword(); err != nil {
		return nil, err
	}
	if !present(a.PasswordHash) {
		return nil, ErrWrongPassword
	}
	events := []domain.Event{PasswordSet{AccountID: a.ID, PasswordHash: hash, At: now.UTC().Truncate(time.Second)}}
	for _, id := range slices.Sorted(maps.Keys(a.Agents)) {
		if agent := a.Agents[id]; a.Acts(id, now) {
			events = append(events, AgentRevoked{AgentID: id, Client: agent.Client, Host: agent.Host, Because: ByPassword})
		}
	}
	return events, nil
}

// PrepareTwoFactor stores a secret that takes effect once the user sends a code of it.
func (a Account) PrepareTwoFactor(secret string) ([]domain.Event, error) {
	if err := a.hasPassword(); err != nil {
		return nil, err
	}
	if err := a.TwoFactor.Prepare(); err != nil {
		return nil, err
	}
	return []domain.Event{TwoFactorPrepared{AccountID: a.ID, Secret: secret}}, nil
}

// SwitchTwoFactor turns the second factor on or off, with a code of it. login is the login that stays valid.
func (a Account) SwitchTwoFactor(on bool, code, login string, now time.Time) ([]domain.Event, error) {
	if err := a.hasPassword(); err != nil {
		return nil, err
	}
	step, changed, err := a.TwoFactor.Switch(on, code, now)
	switch {
	case err != nil || !changed:
		return nil, err
	case on:
		return []domain.Event{TwoFactorEnabled{Step: step, Login: login}}, nil
	}
	return []domain.Event{TwoFactorDisabled{Login: login}}, nil
}

// RemoveTwoFactor turns the second factor off without a code, for a user who has lost it.
func (a Account) RemoveTwoFactor() ([]domain.Event, error) {
	if err := a.hasPassword(); err != nil || !a.TwoFactor.On() {
		return nil, err
	}
	return []domain.Event{TwoFactorDisabled{}}, nil
}

// UseCode checks the second factor of a login. An account without one accepts any code.
func (a Account) UseCode(code string, now time.Time) ([]domain.Event, error) {
	step, used, err := a.TwoFactor.Use(code, now)
	if err != nil || !used {
		return nil, err
	}
	return []domain.Event{TwoFactorUsed{Step: step}}, nil
}

// evolveLogin folds the events of passwords and second factors.
func (a Account) evolveLogin(e domain.Event) Account {
	switch e := e.(type) {
	case PasswordSet:
		a.PasswordHash, a.PasswordAt, a.Credentials = e.PasswordHash, e.At, a.Credentials.Changed("")
	case TwoFactorPrepared:
		a.TwoFactor.Prepared = e.Secret
	case TwoFactorEnabled:
		a.TwoFactor, a.Credentials = a.TwoFactor.Enabled(e.Step), a.Credentials.Changed(e.Login)
	case TwoFactorDisabled:
		a.TwoFactor, a.Credentials = twofactor.Factor{}, a.Credentials.Changed(e.Login)
	case TwoFactorUsed:
		a.TwoFactor.Step = e.Step
	}
	return a
}
