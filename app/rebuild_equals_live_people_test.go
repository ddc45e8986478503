package app_test

import (
	"fmt"

	"tradelog/domain/customer"
	"tradelog/domain/revocation"
)

// person registers somebody, perhaps with an e-mail address that is taken.
func (s *story) person() error {
	website := pick(s, s.websites)
	r := customer.Registration{WebsiteID: website, StoreID: pick(s, s.stores), StoreName: "Store", GroupID: 1, Active: s.random.IntN(5) > 0,
		Profile: customer.Profile{Email: fmt.Sprintf("p%d@example.com", s.random.IntN(20)), Firstname: "Pat", Lastname: "Doe"}, PasswordHash: "hash"}
	if s.random.IntN(2) == 0 {
		r.Confirmation = "key"
	}
	id, err := s.shop.Commands.Customers.RegisterCustomer(s.ctx, r, website)
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
		return s.shop.Commands.Customers.ConfirmCustomer(s.ctx, id, "key")
	case 1:
		return s.shop.Commands.Customers.ChangePassword(s.ctx, id, fmt.Sprintf("hash %d", s.n), func(string) bool { return true })
	}
	return s.shop.Commands.Customers.ChangeCustomer(s.ctx, id, pick(s, s.websites), customer.ErrEmailInUse, func(d customer.Details) (customer.Details, error) {
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

// revoke declares that somebody revokes an order, again and again with the same few addresses.
func (s *story) revoke() error {
	id := pick(s, s.orders)
	if id == 0 {
		return nil
	}
	request, err := s.shop.Commands.Revocations.SubmitRevocation(s.ctx, revocation.Submission{
		OrderID: id, Reference: fmt.Sprint(100_000_000 + id), StoreID: pick(s, s.stores), CustomerID: 1 + pick(s, s.people), Reason: pick(s, []string{"", "<too> small"}),
		Declarer: revocation.Person{Name: "Pat Doe", Email: fmt.Sprintf("P%d@Example.com", s.random.IntN(3)), IP: "192.0.2.1", UserAgent: pick(s, []string{"", "curl"})},
	}, s.random.IntN(3))
	if err == nil {
		s.revoked = append(s.revoked, request)
	}
	return err
}

// processRevocation does what the back office does to requests, now and then something that is refused.
func (s *story) processRevocation() error {
	p := revocation.Processing{Status: pick(s, []revocation.Status{"", "done", revocation.Accepted, revocation.Rejected, revocation.InfoRequested})}
	if note := pick(s, []string{"", "called", "wrote"}); s.random.IntN(2) == 0 {
		p.Note = &note
	}
	return s.shop.Commands.Revocations.ProcessRevocation(s.ctx, pick(s, s.revoked), p)
}
