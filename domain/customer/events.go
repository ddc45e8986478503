package customer

import (
	"strings"

	"tradelog/domain"
	"tradelog/domain/access"
	"tradelog/domain/directory"
	"tradelog/domain/person"
)

type (
	Registered struct {
		CustomerID   int64   `json:"customerId"`
		WebsiteID    int64   `json:"websiteId"`
		StoreID      int64   `json:"storeId"`
		StoreName    string  `json:"storeName"`
		GroupID      int64   `json:"groupId"`
		Inactive     bool    `json:"inactive,omitempty"`
		NoAutoGroup  bool    `json:"noAutoGroup,omitempty"`
		Profile      Profile `json:"profile,omitzero" personal:"true"`
		PasswordHash string  `json:"passwordHash,omitzero" personal:"true" credential:"true"`
		Confirmation string  `json:"confirmation,omitzero" personal:"true" credential:"true"`
		OrderID      int64   `json:"orderId,omitempty"` // the guest's order that the account takes over
		Welcome      bool    `json:"welcome,omitempty"` // the customer gets a welcome e-mail
	}
	ProfileChanged struct {
		CustomerID int64   `json:"customerId"`
		Profile    Profile `json:"profile,omitzero" personal:"true"`
		// FormerEmail and StoreID are set if the e-mail address changed. StoreID is the account's store view.
		FormerEmail string `json:"formerEmail,omitzero" personal:"true"`
		StoreID     int64  `json:"storeId,omitempty"`
	}
	// PasswordChanged has the new password. Logins from before end, except the one that it names.
	PasswordChanged struct {
		CustomerID   int64  `json:"customerId"`
		PasswordHash string `json:"passwordHash,omitzero" personal:"true" credential:"true"`
		Login        string `json:"login,omitzero"`
	}
	Confirmed struct{}
	// Abandoned records that the account never will be opened: another registration has got its e-mail address.
	Abandoned struct{}
	// GroupAssigned, Activated, Deactivated and AutoGroupSwitched record decisions of the shop about a customer.
	GroupAssigned struct {
		GroupID int64 `json:"groupId"`
	}
	Activated         struct{}
	Deactivated       struct{}
	AutoGroupSwitched struct {
		Off bool `json:"off"`
	}

	// AddressAdded and AddressChanged carry the whole entry of the address book.
	AddressAdded struct {
		CustomerID int64             `json:"customerId"`
		AddressID  int64             `json:"addressId"`
		Address    directory.Address `json:"address,omitzero" personal:"true"`
	}
	AddressChanged struct {
		CustomerID int64             `json:"customerId"`
		AddressID  int64             `json:"addressId"`
		Address    directory.Address `json:"address,omitzero" personal:"true"`
	}
	// AddressRemoved removes an entry of the address book, also as a default.
	AddressRemoved struct {
		AddressID int64 `json:"addressId"`
	}
	// DefaultAddressesSet carries both defaults; 0 is none.
	DefaultAddressesSet struct {
		BillingID  int64 `json:"billingId,omitempty"`
		ShippingID int64 `json:"shippingId,omitempty"`
	}
)

func (Registered) EventName() string          { return "CustomerRegistered" }
func (ProfileChanged) EventName() string      { return "CustomerProfileChanged" }
func (PasswordChanged) EventName() string     { return "CustomerPasswordChanged" }
func (Confirmed) EventName() string           { return "CustomerConfirmed" }
func (Abandoned) EventName() string           { return "CustomerAbandoned" }
func (GroupAssigned) EventName() string       { return "CustomerGroupAssigned" }
func (Activated) EventName() string           { return "CustomerActivated" }
func (Deactivated) EventName() string         { return "CustomerDeactivated" }
func (AutoGroupSwitched) EventName() string   { return "CustomerAutoGroupSwitched" }
func (AddressAdded) EventName() string        { return "CustomerAddressAdded" }
func (AddressChanged) EventName() string      { return "CustomerAddressChanged" }
func (AddressRemoved) EventName() string      { return "CustomerAddressRemoved" }
func (DefaultAddressesSet) EventName() string { return "CustomerDefaultAddressesSet" }
func (e AddressAdded) DataSubject() string    { return Subject(e.CustomerID) }
func (e AddressChanged) DataSubject() string  { return Subject(e.CustomerID) }
func (e Registered) DataSubject() string      { return Subject(e.CustomerID) }
func (e ProfileChanged) DataSubject() string  { return Subject(e.CustomerID) }
func (e PasswordChanged) DataSubject() string { return Subject(e.CustomerID) }

// EventSpecs returns all events of this package.
func EventSpecs() []domain.EventSpec { return append(AccountSpecs(), domain.Specs(ResetRefused{})...) }

// AccountSpecs returns the events of an account's stream.
func AccountSpecs() []domain.EventSpec {
	return append(Shown(), domain.Specs(
		ResetRequested{}, EmailChangeRequested{}, TwoFactorPrepared{}, TwoFactorEnabled{}, TwoFactorDisabled{}, TwoFactorUsed{},
		IdentityLinked{}, Abandoned{},
	)...)
}

// Shown returns the events that read models of accounts use.
func Shown() []domain.EventSpec {
	return append(domain.Specs(
		Registered{}, ProfileChanged{}, PasswordChanged{}, Confirmed{}, GroupAssigned{}, Activated{}, Deactivated{},
		AutoGroupSwitched{}, AddressAdded{}, AddressChanged{}, AddressRemoved{}, DefaultAddressesSet{},
		PasswordReset{}, ForgetStarted{},
	), person.Spec(Category))
}

func New(string) State { return State{} }

// CredentialsAfter returns the credentials after an event of the account.
func CredentialsAfter(c access.Credentials, e domain.Event) access.Credentials {
	switch e := e.(type) {
	case PasswordChanged:
		return c.Changed(e.Login)
	case PasswordReset:
		return c.Changed("")
	case TwoFactorEnabled:
		return c.Changed(e.Login)
	case TwoFactorDisabled:
		return c.Changed(e.Login)
	}
	return c
}

func Evolve(s State, e domain.Event) State {
	s.Credentials = CredentialsAfter(s.Credentials, e)
	switch e := e.(type) {
	case ForgetStarted:
		return State{ID: s.ID, WebsiteID: s.WebsiteID, Forgotten: true}
	case Abandoned:
		s.Abandoned = true
	case Registered:
		return State{
			ID: e.CustomerID, Exists: true, WebsiteID: e.WebsiteID, StoreID: e.StoreID, GroupID: e.GroupID, Active: !e.Inactive,
			Confirmation: e.Confirmation, Profile: e.Profile, PasswordHash: e.PasswordHash, NoAutoGroup: e.NoAutoGroup,
		}
	case ProfileChanged:
		if s.Profile.Email != e.Profile.Email {
			s.Link = Link{} // the link was sent to the former address
		}
		if !strings.EqualFold(s.Profile.Email, e.Profile.Email) {
			s.Proof = s.Proof.moved(e.Profile.Email)
		}
		s.Profile = e.Profile
	case PasswordChanged:
		s.PasswordHash, s.Link, s.Proof = e.PasswordHash, Link{}, s.Proof.withdrawn()
	case Confirmed:
		s.Confirmation, s.ConfirmedBy = "", s.Confirmation
	case GroupAssigned:
		s.GroupID = e.GroupID
	case Activated:
		s.Active = true
	case Deactivated:
		s.Active = false
	case AutoGroupSwitched:
		s.NoAutoGroup = e.Off
	default:
		s = s.evolveAccess(e)
	}
	return s
}
