// Package customer decides about customer accounts. A customer's names, addresses and password are personal data: their
// events are sealed with the customer's key.
package customer

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/twofactor"
)

const Category = "customer"

func Stream(id int64) string { return domain.Stream(Category, id) }

// Profile is the personal data of a customer.
type Profile struct {
	Email      string `json:"email,omitempty"`
	Firstname  string `json:"firstname,omitempty"`
	Lastname   string `json:"lastname,omitempty"`
	Prefix     string `json:"prefix,omitempty"`
	Middlename string `json:"middlename,omitempty"`
	Suffix     string `json:"suffix,omitempty"`
	Dob        string `json:"dob,omitempty"` // YYYY-MM-DD
	Gender     int64  `json:"gender,omitempty"`
	Taxvat     string `json:"taxvat,omitempty"`
}

// FullName returns the first and the last name.
func (p Profile) FullName() string { return strings.TrimSpace(p.Firstname + " " + p.Lastname) }

// FormalName returns the name with prefix, middle name and suffix.
func (p Profile) FormalName() string {
	return strings.Join(strings.Fields(strings.Join([]string{p.Prefix, p.Firstname, p.Middlename, p.Lastname, p.Suffix}, " ")), " ")
}

type State struct {
	ID           int64
	Exists       bool
	WebsiteID    int64
	StoreID      int64
	GroupID      int64
	Active       bool
	Confirmation string // pending confirmation key; empty when confirmed
	ConfirmedBy  string // the key the account was confirmed with
	Profile      Profile
	PasswordHash string
	NoAutoGroup  bool
	Forgotten    bool // the account is closed for good, see ForgetStarted
	Abandoned    bool // the registration was given up for good

	Addresses                       []Address // in the order in which they were added
	DefaultBilling, DefaultShipping int64     // 0: none

	Link      Link // of a password reset
	Proof     Proof
	TwoFactor twofactor.Factor
	// Credentials change with the password and the second factor.
	Credentials access.Credentials
	Identities  []Identity // of the sign-in providers
}

type Registration struct {
	ID           int64
	WebsiteID    int64
	StoreID      int64
	StoreName    string
	GroupID      int64
	Active       bool
	NoAutoGroup  bool
	Profile      Profile
	PasswordHash string
	Confirmation string
	Welcome      bool
	// OrderID is the guest's order that the account takes over; 0 for none. Address becomes the first entry of the address book and both
	// defaults, unless required parts are missing.
	OrderID   int64
	Address   *directory.Address
	AddressID int64
	// Identity is the customer's identity at a sign-in provider; nil for registration with a password. An account with an identity has no
	// password yet.
	Identity *Identity
}

var (
	ErrEmailRequired    = fault.Invalidf("Email is required").About(fault.Required, "email")
	ErrEmailInvalid     = fault.Invalidf("Invalid email address").About(fault.Format, "email")
	ErrPasswordRequired = fault.Invalidf("Password is required").About(fault.Required, "password")
	ErrEmailTaken       = fault.Conflictf("A customer with this email already exists").About(fault.Taken, "email")
	ErrEmailInUse       = fault.Invalidf("This email is already in use.").About(fault.Taken, "email")
	ErrNotFound         = fault.NotFoundf("Customer not found")
	ErrWrongPassword    = fault.Invalidf("Current password is incorrect.").About(fault.Other, "currentPassword")
	ErrWrongKey         = fault.Invalidf("This confirmation link is not valid.")
)

// minPassword is the lowest configurable minimum length of passwords, in characters.
const minPassword = 7

// ErrTooShort is the cause of errors of CheckPassword.
var ErrTooShort = errors.New("too short")

// CheckPassword returns an error if a password has fewer than min characters, or fewer than minPassword. The message begins with what:
// "Password" or "New password".
func CheckPassword(what, password string, min int) error {
	if min = max(min, minPassword); utf8.RuneCountInString(password) < min {
		return fault.Invalidf("%s must be at least %d characters", what, min).About(fault.Length, PasswordField(what)).WithCause(ErrTooShort)
	}
	return nil
}

// PasswordField returns the field of inputs that has what CheckPassword calls "Password" or "New password".
func PasswordField(what string) string {
	if what == "Password" {
		return "password"
	}
	return "newPassword"
}

var emailShape = regexp.MustCompile(`^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$`)

// ValidEmail tells whether text can be an e-mail address.
func ValidEmail(text string) bool {
	if len(text) > 254 || !emailShape.MatchString(text) {
		return false
	}
	a, err := mail.ParseAddress(text)
	return err == nil && a.Address == text
}

// CheckProfile returns an error for invalid values (shapes-customer §2.4 checks 10 and 11). today is the shop's date.
func (p Profile) CheckProfile(today time.Time) error {
	var wrong fault.Several
	if p.Gender < 0 || p.Gender > 2 {
		wrong.Add(fault.Invalidf("Invalid gender %d; allowed: 1, 2 (0 clears)", p.Gender).About(fault.Choice, "gender"))
	}
	if p.Dob != "" {
		dob, err := time.Parse(time.DateOnly, p.Dob)
		switch {
		case err != nil:
			wrong.Add(fault.Invalidf("Invalid date for dob; use Y-m-d format.").About(fault.Format, "dob"))
		case dob.After(today):
			wrong.Add(fault.Invalidf("Date of birth cannot be in the future.").About(fault.Range, "dob"))
		}
	}
	for _, s := range []struct{ field, text string }{
		{"firstname", p.Firstname}, {"lastname", p.Lastname}, {"prefix", p.Prefix}, {"middlename", p.Middlename}, {"suffix", p.Suffix},
		{"taxvat", p.Taxvat},
	} {
		if utf8.RuneCountInString(s.text) > 255 {
			wrong.Add(fault.Invalidf("Names cannot be longer than 255 characters.").About(fault.Length, s.field))
		}
	}
	return wrong.Err()
}

// Register opens the account. The caller must have claimed the e-mail address. ErrEmailTaken: another registration has claimed it since.
func (s State) Register(r Registration) ([]domain.Event, error) {
	if s.Abandoned {
		return nil, ErrEmailTaken
	}
	if s.Exists || s.Forgotten {
		return nil, fault.Conflictf("Customer %d exists already", r.ID)
	}
	events := []domain.Event{Registered{
		CustomerID: r.ID, WebsiteID: r.WebsiteID, StoreID: r.StoreID, StoreName: r.StoreName, GroupID: r.GroupID,
		Inactive: !r.Active, NoAutoGroup: r.NoAutoGroup, Profile: r.Profile, PasswordHash: r.PasswordHash, Confirmation: r.Confirmation,
		OrderID: r.OrderID, Welcome: r.Welcome,
	}}
	s = Evolve(s, events[0])
	if r.Identity != nil {
		events = append(events, s.linked(*r.Identity))
	}
	if r.Address == nil {
		return events, nil
	}
	added, err := s.AddAddress(r.AddressID, *r.Address, Both(), RequiredParts)
	if err != nil {
		return events, nil //nolint:nilerr // an address that was good enough for the order need not be for the book
	}
	return append(events, added...), nil
}

// Abandon gives up the registration, so that the account cannot be opened. An open account stays as it is.
func (s State) Abandon() []domain.Event {
	if s.Exists || s.Forgotten || s.Abandoned {
		return nil
	}
	return []domain.Event{Abandoned{}}
}

// ChangePassword replaces the password. matches tells whether the caller gave the present password, of which it gets the hash. login is the
// login that stays valid.
func (s State) ChangePassword(hash, login string, matches func(present string) bool) ([]domain.Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if !matches(s.PasswordHash) {
		return nil, ErrWrongPassword
	}
	return []domain.Event{PasswordChanged{CustomerID: s.ID, PasswordHash: hash, Login: login}}, nil
}

// Confirm confirms the e-mail address. A repeated call with the same key changes nothing, because links are often opened twice. A wrong key
// gets the same error whether or not there is an account.
func (s State) Confirm(key string) ([]domain.Event, error) {
	is := func(expected string) bool {
		return expected != "" && subtle.ConstantTimeCompare([]byte(key), []byte(expected)) == 1
	}
	switch {
	case is(s.Confirmation):
		return []domain.Event{Confirmed{}}, nil
	case is(s.ConfirmedBy):
		return nil, nil
	}
	return nil, ErrWrongKey
}

func Subject(id int64) string { return fmt.Sprintf("customer-%d", id) }

// OfSubject returns the customer that a data subject names; ok is false if the subject is no customer.
func OfSubject(subject string) (id int64, ok bool) {
	return domain.StreamID(subject), domain.Category(subject) == Category
}
