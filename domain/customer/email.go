package customer

import (
	"crypto/subtle"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// EmailChangeRequested carries the e-mail address that a customer wants, and the token of the link that proves it. Until the link is
// opened the account keeps the address it has. It ends the links of earlier requests.
type EmailChangeRequested struct {
	CustomerID int64     `json:"customerId"`
	StoreID    int64     `json:"storeId"` // the store view whose page the link opens
	At         time.Time `json:"at"`
	Profile    Profile   `json:"profile,omitzero" personal:"true"` // whom the e-mail goes to, at the address that waits
	Token      string    `json:"token,omitzero" personal:"true" credential:"true"`
}

func (EmailChangeRequested) EventName() string     { return "CustomerEmailChangeRequested" }
func (e EmailChangeRequested) DataSubject() string { return Subject(e.CustomerID) }

// Proof is an e-mail address that waits for its link to be opened. Without an address none waits.
type Proof struct {
	Email string
	Link  Link
	// Opened is the token that proved the present address; empty if no link did.
	Opened string
}

// ErrBadProof is the refusal of every link that does not work, of unknown accounts too.
var ErrBadProof = fault.Invalidf("This link is not valid or has expired.")

// ChangeOwn changes the account as its owner asks. Another e-mail address waits until the link with the token is opened; the rest is
// changed at once. The case of letters makes no other address.
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

// ProveEmail makes the address that waits count, if the token is that of the newest link, and the link is younger than its lifetime in
// full hours. The same token may be used again and then changes nothing, because links are opened twice. The caller has claimed the
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

// moved is the state after a change of the e-mail address from another one. What waited is done with.
func (p Proof) moved(to string) Proof {
	if p.Email != "" && strings.EqualFold(p.Email, to) {
		return Proof{Opened: p.Link.Token}
	}
	return Proof{}
}

// withdrawn is the state after a change of the password, which shuts out whoever asked with the former one.
func (p Proof) withdrawn() Proof { return Proof{Opened: p.Opened} }
