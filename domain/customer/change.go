package customer

import (
	"strings"

	"tradelog/domain"
)

// Details are the parts of an account that can be changed.
type Details struct {
	Profile     Profile
	GroupID     int64
	Active      bool
	NoAutoGroup bool
}

// Details returns the present details of the account.
func (s State) Details() Details {
	return Details{Profile: s.Profile, GroupID: s.GroupID, Active: s.Active, NoAutoGroup: s.NoAutoGroup}
}

// Change changes the account. The caller must have claimed a new e-mail address.
func (s State) Change(to Details) ([]domain.Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	var events []domain.Event
	if to.Profile != s.Profile {
		changed := ProfileChanged{CustomerID: s.ID, Profile: to.Profile}
		if !strings.EqualFold(to.Profile.Email, s.Profile.Email) {
			changed.FormerEmail, changed.StoreID = s.Profile.Email, s.StoreID
		}
		events = append(events, changed)
	}
	if to.GroupID != s.GroupID {
		events = append(events, GroupAssigned{GroupID: to.GroupID})
	}
	switch {
	case to.Active && !s.Active:
		events = append(events, Activated{})
	case !to.Active && s.Active:
		events = append(events, Deactivated{})
	}
	if to.NoAutoGroup != s.NoAutoGroup {
		events = append(events, AutoGroupSwitched{Off: to.NoAutoGroup})
	}
	return events, nil
}
