package tradelog_test

import (
	"fmt"

	"tradelog/domain/customer"
)

// person registers somebody, perhaps with an e-mail address that is taken.
func (s *story) person() error {
	website := pick(s, s.websites)
	r := customer.Registration{WebsiteID: website, StoreID: pick(s, s.stores), StoreName: "Store", GroupID: 1, Active: s.random.IntN(5) > 0,
		Profile: customer.Profile{Email: fmt.Sprintf("p%d@example.com", s.random.IntN(20)), Firstname: "Pat", Lastname: "Doe"}, PasswordHash: "hash"}
	if s.random.IntN(2) == 0 {
		r.Confirmation = "key"
	}
	id, err := s.shop.Commands.RegisterCustomer(s.ctx, r, website)
	if err == nil {
		s.people = append(s.people, id)
	}
	return err
}

// changePerson does what customers and the shop do to an account.
func (s *story) changePerson() error {
	id := pick(s, s.people)
	switch s.random.IntN(4) {
	case 0:
		return s.shop.Commands.ConfirmCustomer(s.ctx, id, "key")
	case 1:
		return s.shop.Commands.ChangePassword(s.ctx, id, fmt.Sprintf("hash %d", s.n), func(string) bool { return true })
	}
	return s.shop.Commands.ChangeCustomer(s.ctx, id, pick(s, s.websites), customer.ErrEmailInUse, func(d customer.Details) (customer.Details, error) {
		switch s.n % 4 {
		case 0:
			d.Profile.Email = fmt.Sprintf("P%d@example.com", s.n%20)
		case 1:
			d.GroupID, d.NoAutoGroup = int64(s.n%3), !d.NoAutoGroup
		case 2:
			d.Active = !d.Active
		default:
			d.Profile.Lastname, d.Profile.Gender, d.Profile.Taxvat = fmt.Sprintf("Doe %d", s.n), int64(s.n%3), "DE1"
		}
		return d, nil
	})
}
