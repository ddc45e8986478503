package customer

import (
	"crypto/subtle"
	"time"

	"tradelog/domain"
	"tradelog/domain/fault"
)

// A reset replaces a forgotten password by means of a link in an e-mail (shapes-customer §2.7, §2.8).
type (
	// ResetRequested holds the token of the link. It invalidates the links of earlier requests.
	ResetRequested struct {
		CustomerID int64     `json:"customerId"`
		StoreID    int64     `json:"storeId"` // the store view whose page the link opens
		At         time.Time `json:"at"`
		Profile    Profile   `json:"profile,omitzero" personal:"true"` // recipient of the e-mail
		Token      string    `json:"token,omitzero" personal:"true" credential:"true"`
	}
	// PasswordReset replaces the password through a link.
	PasswordReset struct {
		CustomerID   int64  `json:"customerId"`
		PasswordHash string `json:"passwordHash,omitzero" personal:"true" credential:"true"`
	}
	// ResetRefused records a request for an e-mail address without an account, without the address. A request that finds an
	// account and one that does not both append one event, so that neither time nor position tells them apart.
	ResetRefused struct {
		WebsiteID int64     `json:"websiteId"`
		At        time.Time `json:"at"`
	}
)

func (ResetRequested) EventName() string     { return "CustomerPasswordResetRequested" }
func (PasswordReset) EventName() string      { return "CustomerPasswordReset" }
func (ResetRefused) EventName() string       { return "PasswordResetRefused" }
func (e ResetRequested) DataSubject() string { return Subject(e.CustomerID) }
func (e PasswordReset) DataSubject() string  { return Subject(e.CustomerID) }

// RefusalCategory is the category of the streams of refused requests, one for each website.
const RefusalCategory = "passwordresets"

// Refusals is the state of the stream of refused requests. No decision depends on it.
type Refusals struct{}

// Link is a link in an e-mail. Token is empty if there is no link.
type Link struct {
	Token string
	At    time.Time // when it was requested
}

// Expired tells whether the link is as old as its lifetime in full hours, or older.
func (l Link) Expired(now time.Time, hours int) bool { return int(now.Sub(l.At)/time.Hour) >= hours }

// ErrBadLink is the error of every invalid link, also for unknown accounts (shapes-customer §1 row Q6).
var ErrBadLink = fault.Invalidf("Invalid or expired reset token.").About(fault.Other, "resetToken", "email")

// RequestReset creates a link. For an inactive account it fails as if the account did not exist.
func (s State) RequestReset(storeID int64, token string, at time.Time) ([]domain.Event, error) {
	if !s.Exists || !s.Active {
		return nil, ErrNotFound
	}
	return []domain.Event{ResetRequested{CustomerID: s.ID, StoreID: storeID, At: at, Profile: s.Profile, Token: token}}, nil
}

// ResetPassword replaces the password if the token is that of the newest link and the link is younger than its lifetime in full hours. The
// link works once.
func (s State) ResetPassword(token, hash string, now time.Time, hours int) ([]domain.Event, error) {
	switch {
	case !s.Exists || !s.Active || s.Link.Token == "" || token == "":
		return nil, ErrBadLink
	case subtle.ConstantTimeCompare([]byte(token), []byte(s.Link.Token)) != 1:
		return nil, ErrBadLink
	case s.Link.Expired(now, hours):
		return nil, ErrBadLink
	}
	return []domain.Event{PasswordReset{CustomerID: s.ID, PasswordHash: hash}}, nil
}
