package customer

import "tradelog/domain"

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
		PasswordHash string  `json:"passwordHash,omitzero" personal:"true"`
		Confirmation string  `json:"confirmation,omitzero" personal:"true"`
	}
	ProfileChanged struct {
		CustomerID int64   `json:"customerId"`
		Profile    Profile `json:"profile,omitzero" personal:"true"`
	}
	PasswordChanged struct {
		CustomerID   int64  `json:"customerId"`
		PasswordHash string `json:"passwordHash,omitzero" personal:"true"`
	}
	Confirmed struct{}
	// GroupAssigned, Activated, Deactivated and AutoGroupSwitched are what the shop decides about a customer.
	GroupAssigned struct {
		GroupID int64 `json:"groupId"`
	}
	Activated         struct{}
	Deactivated       struct{}
	AutoGroupSwitched struct {
		Off bool `json:"off"`
	}
)

func (Registered) EventName() string          { return "CustomerRegistered" }
func (ProfileChanged) EventName() string      { return "CustomerProfileChanged" }
func (PasswordChanged) EventName() string     { return "CustomerPasswordChanged" }
func (Confirmed) EventName() string           { return "CustomerConfirmed" }
func (GroupAssigned) EventName() string       { return "CustomerGroupAssigned" }
func (Activated) EventName() string           { return "CustomerActivated" }
func (Deactivated) EventName() string         { return "CustomerDeactivated" }
func (AutoGroupSwitched) EventName() string   { return "CustomerAutoGroupSwitched" }
func (e Registered) DataSubject() string      { return Subject(e.CustomerID) }
func (e ProfileChanged) DataSubject() string  { return Subject(e.CustomerID) }
func (e PasswordChanged) DataSubject() string { return Subject(e.CustomerID) }

func EventSpecs() []domain.EventSpec {
	return domain.Specs(
		Registered{}, ProfileChanged{}, PasswordChanged{}, Confirmed{}, GroupAssigned{}, Activated{}, Deactivated{},
		AutoGroupSwitched{},
	)
}

func New(string) State { return State{} }

func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case Registered:
		return State{
			ID: e.CustomerID, Exists: true, WebsiteID: e.WebsiteID, StoreID: e.StoreID, GroupID: e.GroupID, Active: !e.Inactive,
			Confirmation: e.Confirmation, Profile: e.Profile, PasswordHash: e.PasswordHash, NoAutoGroup: e.NoAutoGroup,
		}
	case ProfileChanged:
		s.Profile = e.Profile
	case PasswordChanged:
		s.PasswordHash = e.PasswordHash
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
	}
	return s
}
