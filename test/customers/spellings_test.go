package customers_test

import (
	"fmt"
	"slices"
	"testing"

	"tradelog/domain/claim"
	"tradelog/domain/customer"
	"tradelog/domain/newsletter"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestAnInternationalisedDomainIsOneAddress: the spellings of an address in such a domain are one account and one subscription. So they are
// if a log of an earlier version has a claim of one spelling alone.
func TestAnInternationalisedDomainIsOneAddress(t *testing.T) {
	t.Parallel()
	s := salestest.Start(t)
	ctx := apptest.Operator()
	const taken = "A customer with this email already exists"
	for i, spellings := range [][2]string{
		{"jana@müller.example", "jana@xn--mller-kva.example"}, {"otto@xn--bcher-kva.example", "Otto@BÜCHER.example"},
	} {
		for _, old := range []bool{false, true} {
			one, other := fmt.Sprintf("%d%t%s", i, old, spellings[0]), fmt.Sprintf("%d%t%s", i, old, spellings[1])
			register := func(email string) fields {
				return fields{"email": email, "password": "secret phrase", "firstname": "Jana", "lastname": "Müller"}
			}
			login := func(email string) fields { return fields{"email": email, "password": "secret phrase"} }
			id := salestest.ID(s.Must(201, "POST", "/customers", register(one), s.Service...).Object(t))
			s.Must(201, "POST", subscribe, fields{"email": "news" + one})
			if old {
				for _, c := range []struct {
					names []string
					owner string
				}{{claim.Emails(1, one), customer.Stream(id)}, {claim.Subscribers("news" + one), newsletter.Stream(int64(2*i + 2))}} {
					if err := s.Commands.Customers.ReleaseAll(ctx, c.owner, c.names[1:], nil); err != nil {
						t.Fatal(err)
					}
				}
			}
			s.Settle()
			before := s.LogSize()
			s.Run(t, []exchange{
				{Name: "no second account", Method: "POST", Path: "/customers", Body: register(other), Headers: s.Service, Status: 409, Message: taken},
				{Name: "a login", Method: "POST", Path: "/auth/token", Body: login(other), Status: 200},
				{Name: "a new password", Method: "POST", Path: "/customers/forgot-password", Body: fields{"email": other}, Status: 201},
				{Name: "leaving", Method: "POST", Path: unsubscribe, Body: fields{"email": "news" + other}, Status: 201},
			})
			for _, event := range []string{"CustomerPasswordResetRequested", "NewsletterUnsubscribed"} {
				if happened := s.Since(before); !slices.Contains(happened, event) {
					t.Errorf("%s: %v has no %s", one, happened, event)
				}
			}
			s.Must(201, "POST", subscribe, fields{"email": "news" + other})
			s.Settle()
			for _, list := range []string{"/customers?email=" + other, "/newsletter/subscribers?email=news" + other} {
				if rows := s.Must(200, "GET", list, nil, s.Service...).List(t); len(rows) != 1 {
					t.Errorf("%s lists %v", list, rows)
				}
			}
			path := fmt.Sprintf("/customers/%d", id)
			s.Run(t, []exchange{
				{Name: "spelled otherwise", Method: "PUT", Path: path, Body: fields{"email": other}, Headers: s.Service, Status: 200},
				{Name: "another address", Method: "PUT", Path: path, Body: fields{"email": "new" + one}, Headers: s.Service, Status: 200},
				{Name: "the former one is free", Method: "POST", Path: "/customers", Body: register(other), Headers: s.Service, Status: 201},
				{Name: "and taken", Method: "POST", Path: "/customers", Body: register(one), Headers: s.Service, Status: 409, Message: taken},
				{Name: "the new one is taken", Method: "PUT", Path: path, Body: fields{"email": one}, Headers: s.Service, Status: 409, Message: taken},
			})
		}
	}
}
