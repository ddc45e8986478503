package customer

import (
	"slices"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// Identity is a person at a sign-in provider (shapes-customer §15).
type Identity struct {
	Provider string // its name in the configuration, such as google
	Subject  string // the person's identifier at the provider
}

// IdentityLinked links a person at a sign-in provider to the account.
type IdentityLinked struct {
	CustomerID int64  `json:"customerId"`
	Provider   string `json:"provider"`
	Subject    string `json:"subject,omitzero" personal:"true"`
}

func (IdentityLinked) EventName() string     { return "CustomerIdentityLinked" }
func (e IdentityLinked) DataSubject() string { return Subject(e.CustomerID) }

var (
	// ErrIdentityTaken means that another account is linked to the identity.
	ErrIdentityTaken = fault.Conflictf("Another account uses this sign-in.")
	// ErrNotActive is the error of a deactivated account (shapes-customer §15).
	ErrNotActive = fault.Invalidf("This account is not active.").WithCode("invalid_grant")
)

// HasIdentity tells whether the account is linked to a person at a provider.
func (s State) HasIdentity(i Identity) bool { return slices.Contains(s.Identities, i) }

// SignIn decides a login through a provider, which has verified that the account's e-mail address is the person's. code is the code of the
// second factor, which is required if twoFactor is set. The first login links the account. It also confirms an unconfirmed e-mail address,
// and removes the password of such an account: its author had not proved to own the address.
func (s State) SignIn(i Identity, code string, twoFactor bool, now time.Time) (events []domain.Event, err error) {
	switch {
	case !s.Exists:
		return nil, ErrNotFound
	case !s.Active:
		return nil, ErrNotActive
	}
	if twoFactor {
		if events, err = s.UseCode(code, now); err != nil {
			return nil, err
		}
	}
	if s.HasIdentity(i) {
		return events, nil
	}
	events = append(events, s.linked(i))
	if s.Confirmation != "" {
		events = append(events, Confirmed{}, PasswordChanged{CustomerID: s.ID})
	}
	return events, nil
}

func (s State) linked(i Identity) domain.Event {
	return IdentityLinked{CustomerID: s.ID, Provider: i.Provider, Subject: i.Subject}
}
