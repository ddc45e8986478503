package customer

import (
	"crypto/subtle"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// EmailChangeRequested holds the e-mail address that a customer wants, and the token of the link that proves it. The account keeps its
// present address until the link is opened. The request invalidates earlier links.
type EmailChangeRequested struct {
	CustomerID int64     `json:"customerId"`
	StoreID    int64     `json:"storeId"` // the store view whose page the link opens
	At         time.Time `json:"at"`
	Profile    Profile   `json:"profile,omitzero" personal:"true"` // recipient of the e-mail, with the new address
	Token      string    `json:"token,omitzero" personal:"true" credential:"true"`
}

func (EmailChangeRequested) EventName() string     { return "CustomerEmailChangeRequested" }
func (e EmailChangeRequested) DataSubject() string { return Subject(e.CustomerID) }

// Proof is a pending change of the e-mail address, and the link that confirms it. Email is empty if none is pending.
type Proof struct {
	Email string
	Link  Link
	// Opened is the token that proved the present address; empty if it was not proved by a link.
	Opened string
}

// ErrBadProof is the error of every invalid link, also for unknown accounts.
var ErrBadProof = fault.Invalidf("This link is not valid or has expired.")

// ChangeOwn changes the account at its owner's request. A new e-mail address is pending until the link with the token is opened; the rest
// changes at once. An address that differs only in case is not new.
func (s State) ChangeOwn(to Details, token string, at time.Time) ([]domain.Event, error) {
	wanted := to.Profile
	if strings.EqualFold(wanted.Email, s.Profile.Email) {
		return s.Change(to)
	}
	to.Profile.Email = s.Profile.Email
	events, err := s.Change(to)
	if err != nil {
		return nil, err
	}
	return append(events, EmailChangeRequested{CustomerID: s.ID, StoreID: s.StoreID, At: at, Profile: wanted, Token: token}), nil
}

// ProveEmail activates the pending address, if the token is that of the newest link and the link is younger than its lifetime in full
// hours. A repeated call with the same token changes nothing, because links are often opened twice. The caller must have claimed the
// address.
func (s State) ProveEmail(token string, now time.Time, hours int) ([]domain.Event, error) {
	is := func(expected string) bool {
		return expected != "" && subtle.ConstantTimeCompare([]byte(token), []byte(expected)) == 1
	}
	switch {
	case !s.Exists || !s.Active:
		return nil, ErrBadProof
	case is(s.Proof.Opened):
		return nil, nil
	case !is(s.Proof.Link.Token) || s.Proof.Link.Expired(now, hours):
		return nil, ErrBadProof
	}
	to := s.Details()
	to.Profile.Email = s.Proof.Email
	return s.Change(to)
}

// moved returns the proof after a change of the e-mail address. Nothing is pending afterwards.
func (p Proof) moved(to string) Proof {
	if p.Email != "" && strings.EqualFold(p.Email, to) {
		return Proof{Opened: p.Link.Token}
	}
	return Proof{}
}

// withdrawn returns the proof after a change of the password. A pending change ends, because it may come from somebody who knew the former
// password.
func (p Proof) withdrawn() Proof { return Proof{Opened: p.Opened} }
