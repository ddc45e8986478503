package customer_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/record"
)

var (
	anna       = customer.Profile{Email: "anna@example.com", Firstname: "Anna"}
	registered = customer.Registered{CustomerID: 7, WebsiteID: 1, GroupID: 1, Profile: anna, PasswordHash: "hash", Confirmation: "key"}
)

func fold(events ...domain.Event) customer.State {
	s := customer.New("")
	for _, e := range events {
		s = customer.Evolve(s, e)
	}
	return s
}

// change is a decision that takes the details of an account and changes them.
func change(f func(*customer.Details)) func(customer.State) ([]domain.Event, error) {
	return func(s customer.State) ([]domain.Event, error) {
		d := s.Details()
		f(&d)
		return s.Change(d)
	}
}

func confirm(key string) func(customer.State) ([]domain.Event, error) {
	return func(s customer.State) ([]domain.Event, error) { return s.Confirm(key) }
}

func TestDecisions(t *testing.T) {
	t.Parallel()
	given := func(events ...domain.Event) []domain.Event { return events }
	eva := anna
	eva.Firstname = "Eva"
	for _, c := range []struct {
		name  string
		given []domain.Event
		when  func(customer.State) ([]domain.Event, error)
		then  []domain.Event
		fails error
	}{
		{
			"an account is opened once", given(registered),
			func(s customer.State) ([]domain.Event, error) { return s.Register(customer.Registration{ID: 7}) }, nil, errAny,
		},
		{"nobody is changed who does not exist", nil, change(func(*customer.Details) {}), nil, customer.ErrNotFound},
		{"nothing new is no event", given(registered), change(func(*customer.Details) {}), nil, nil},
		{
			"a new name", given(registered), change(func(d *customer.Details) { d.Profile = eva }),
			given(customer.ProfileChanged{CustomerID: 7, Profile: eva}), nil,
		},
		{"everything at once", given(registered), change(func(d *customer.Details) {
			*d = customer.Details{Profile: eva, GroupID: 2, NoAutoGroup: true}
		}),
			given(
				customer.ProfileChanged{CustomerID: 7, Profile: eva}, customer.GroupAssigned{GroupID: 2}, customer.Deactivated{},
				customer.AutoGroupSwitched{Off: true},
			), nil},
		{"what was changed is not changed again", given(
			registered, customer.GroupAssigned{GroupID: 2}, customer.Deactivated{}, customer.AutoGroupSwitched{Off: true},
		),
			change(func(d *customer.Details) { d.GroupID, d.Active, d.NoAutoGroup = 2, false, true }), nil, nil},
		{
			"an account is let in again", given(registered, customer.Deactivated{}),
			change(func(d *customer.Details) { d.Active = true }), given(customer.Activated{}), nil,
		},
		{"the key confirms", given(registered), confirm("key"), given(customer.Confirmed{}), nil},
		{"another key does not", given(registered), confirm("kex"), nil, customer.ErrWrongKey},
		{"no key does not", given(registered), confirm(""), nil, customer.ErrWrongKey},
		{"the key works twice", given(registered, customer.Confirmed{}), confirm("key"), nil, nil},
		{"once confirmed, another key is still wrong", given(registered, customer.Confirmed{}), confirm("kex"), nil, customer.ErrWrongKey},
		{"nobody is confirmed who does not exist", nil, confirm(""), nil, customer.ErrWrongKey},
		{"who never had a key has none", given(customer.Registered{CustomerID: 7}), confirm(""), nil, customer.ErrWrongKey},
		{"a password is replaced by who knows it", given(registered), func(s customer.State) ([]domain.Event, error) {
			return s.ChangePassword("new", "login", func(present string) bool { return present == "hash" })
		}, given(customer.PasswordChanged{CustomerID: 7, PasswordHash: "new", Login: "login"}), nil},
		{"and by nobody else", given(
			registered, customer.PasswordChanged{CustomerID: 7, PasswordHash: "other"},
		), func(s customer.State) ([]domain.Event, error) {
			return s.ChangePassword("new", "login", func(present string) bool { return present == "hash" })
		}, nil, customer.ErrWrongPassword},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := c.when(fold(c.given...))
			switch {
			case c.fails == errAny && err == nil, c.fails != errAny && !errors.Is(err, c.fails):
				t.Errorf("fails with %v, want %v", err, c.fails)
			case !reflect.DeepEqual(got, c.then):
				t.Errorf("decides %v, want %v", got, c.then)
			}
		})
	}
}

var errAny = errors.New("any")

func TestProfiles(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		profile customer.Profile
		message string
	}{
		{customer.Profile{}, ""}, {customer.Profile{Gender: 2, Dob: "2026-03-01"}, ""}, {
			customer.Profile{Firstname: strings.Repeat("ß", 255)}, "",
		},
		{customer.Profile{Gender: 3}, "Invalid gender 3; allowed: 1, 2 (0 clears)"}, {
			customer.Profile{Gender: -1}, "Invalid gender -1; allowed: 1, 2 (0 clears)",
		},
		{
			customer.Profile{Dob: "2026-02-30"}, "Invalid date for dob; use Y-m-d format.",
		}, {customer.Profile{Dob: "01.03.2026"}, "Invalid date for dob; use Y-m-d format."},
		{customer.Profile{Dob: "2026-03-02"}, "Date of birth cannot be in the future."}, {
			customer.Profile{Lastname: strings.Repeat("x", 256)}, "Names cannot be longer than 255 characters.",
		},
	} {
		err := c.profile.CheckProfile(today)
		if got := ""; err != nil && err.Error() != c.message || err == nil && c.message != got {
			t.Errorf("%+v: %v, want %q", c.profile, err, c.message)
		}
	}
}

func TestEmails(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]bool{
		"anna@example.com": true, "a.b+c@mail.example.co.uk": true, "ÄNNA@exämple.de": true,
		"": false, "anna": false, "anna@": false, "@example.com": false, "anna@example": false, "an na@example.com": false,
		"anna@example..com":       false,
		"Anna <anna@example.com>": false, "a@b@example.com": false, strings.Repeat("a", 250) + "@example.com": false, "anna@example.com\n": false,
	} {
		if got := customer.ValidEmail(email); got != want {
			t.Errorf("%.40q is valid: %v", email, got)
		}
	}
}

func TestGroups(t *testing.T) {
	t.Parallel()
	for id, g := range customer.SeedGroups() {
		values, err := record.Of(g)
		if err == nil {
			_, err = customer.Groups.Create(record.State{}, g.ID, values)
		}
		if err != nil || g.ID != int64(id) || g.Check() != nil {
			t.Errorf("%+v: %v", g, err)
		}
	}
	for code, want := range map[string]error{
		"": customer.ErrGroupCode, "  ": customer.ErrGroupCode, strings.Repeat("ä", 32): nil, strings.Repeat("a", 33): customer.ErrGroupLength,
	} {
		if err := (customer.Group{Code: code}).Normalise().Check(); err != want {
			t.Errorf("%q: %v", code, err)
		}
	}
}
