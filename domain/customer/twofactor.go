package customer

import (
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/twofactor"
)

// The second factor of a login, see package twofactor.
type (
	// TwoFactorPrepared holds the secret, which takes effect once the customer has sent a code of it.
	TwoFactorPrepared struct {
		CustomerID int64  `json:"customerId"`
		Secret     string `json:"secret,omitzero" personal:"true" credential:"true"` // base32
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

func (TwoFactorPrepared) EventName() string     { return "CustomerTwoFactorPrepared" }
func (TwoFactorEnabled) EventName() string      { return "CustomerTwoFactorEnabled" }
func (TwoFactorDisabled) EventName() string     { return "CustomerTwoFactorDisabled" }
func (TwoFactorUsed) EventName() string         { return "CustomerTwoFactorUsed" }
func (e TwoFactorPrepared) DataSubject() string { return Subject(e.CustomerID) }

// PrepareTwoFactor stores a secret that takes effect once the customer sends a code of it.
func (s State) PrepareTwoFactor(secret string) ([]domain.Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if err := s.TwoFactor.Prepare(); err != nil {
		return nil, err
	}
	return []domain.Event{TwoFactorPrepared{CustomerID: s.ID, Secret: secret}}, nil
}

// SwitchTwoFactor turns the second factor on or off, with a code of it. login is the login that stays valid.
func (s State) SwitchTwoFactor(on bool, code, login string, now time.Time) ([]domain.Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	step, changed, err := s.TwoFactor.Switch(on, code, now)
	switch {
	case err != nil || !changed:
		return nil, err
	case on:
		return []domain.Event{TwoFactorEnabled{Step: step, Login: login}}, nil
	}
	return []domain.Event{TwoFactorDisabled{Login: login}}, nil
}

// UseCode checks the second factor of a login. An account without a second factor accepts any code.
func (s State) UseCode(code string, now time.Time) ([]domain.Event, error) {
	step, used, err := s.TwoFactor.Use(code, now)
	if err != nil || !used {
		return nil, err
	}
	return []domain.Event{TwoFactorUsed{Step: step}}, nil
}

func (s State) evolveAccess(e domain.Event) State {
	switch e := e.(type) {
	case ResetRequested:
		s.Link = Link{Token: e.Token, At: e.At}
	case EmailChangeRequested:
		s.Proof = Proof{Email: e.Profile.Email, Link: Link{Token: e.Token, At: e.At}, Opened: s.Proof.Opened}
	case PasswordReset:
		s.PasswordHash, s.Link, s.Proof = e.PasswordHash, Link{}, s.Proof.withdrawn()
	case TwoFactorPrepared:
		s.TwoFactor.Prepared = e.Secret
	case TwoFactorEnabled:
		s.TwoFactor = s.TwoFactor.Enabled(e.Step)
	case TwoFactorDisabled:
		s.TwoFactor = twofactor.Factor{}
	case TwoFactorUsed:
		s.TwoFactor.Step = e.Step
	case IdentityLinked:
		s.Identities = append(slices.Clip(s.Identities), Identity{Provider: e.Provider, Subject: e.Subject})
	default:
		s = s.evolveAddresses(e)
	}
	return s
}
