package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/customer"
)

// StartForgetting closes an account for good, see customer.ForgetStarted. customer.ErrNotFound: there is no such account.
func (c *Customers) StartForgetting(ctx context.Context, id int64, reason string) error {
	return c.customers.Change(ctx, id, func(s customer.State) ([]domain.Event, error) {
		return s.Forget()
	}, commands.Named("ForgetCustomer"), commands.Because(reason))
}

// Emails returns the website of an account and all its e-mail addresses so far. exists is also true for a closed account.
func (c *Customers) Emails(ctx context.Context, id int64) (website int64, emails []string, exists bool, err error) {
	err = c.EachEvent(ctx, customer.Stream(id), func(e domain.Event, _ domain.Times) {
		switch e := e.(type) {
		case customer.Registered:
			website, exists, emails = e.WebsiteID, true, append(emails, e.Profile.Email)
		case customer.ProfileChanged:
			emails = append(emails, e.Profile.Email)
		}
	})
	return website, domain.Distinct(emails), exists, err
}

// ReleaseEmails releases the e-mail addresses of a closed account, in its website and for all websites.
func (c *Customers) ReleaseEmails(ctx context.Context, id int64, emails []string) error {
	website, _, _, err := c.Emails(ctx, id)
	if err != nil {
		return err
	}
	for _, email := range emails {
		for _, sharing := range []int64{0, website} {
			if err := c.ReleaseAll(ctx, customer.Stream(id), claim.Emails(sharing, email), nil); err != nil {
				return err
			}
		}
	}
	return nil
}
