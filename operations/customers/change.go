package customers

import (
	"context"
	"errors"
	"strings"
	"time"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/passwords"
	"tradelog/readmodels/documents"
)

// apply applies the input to a profile. An empty e-mail changes nothing.
func (in profileInput) apply(p *customer.Profile) {
	set := func(to *string, from *string) {
		if from != nil {
			*to = *from
		}
	}
	if in.Email != nil && *in.Email != "" {
		p.Email = *in.Email
	}
	set(&p.Firstname, in.Firstname)
	set(&p.Lastname, in.Lastname)
	set(&p.Prefix, in.Prefix)
	set(&p.Middlename, in.Middlename)
	set(&p.Suffix, in.Suffix)
	set(&p.Dob, in.Dob)
	if in.Gender != nil {
		p.Gender = *in.Gender
	}
}

// checkGroup refuses an unknown group.
func (h *handlers) checkGroup(ctx context.Context, in backOfficeInput) error {
	if in.GroupID == nil {
		return nil
	}
	_, err := Groups.Commands(h.Commands.Engine).Get(ctx, *in.GroupID)
	if errors.Is(err, record.ErrNotFound) {
		return customer.ErrNoGroup(*in.GroupID)
	}
	return err
}

// apply applies the input to the details of an account.
func (in backOfficeInput) apply(d *customer.Details) {
	if in.Taxvat != nil {
		d.Profile.Taxvat = *in.Taxvat
	}
	if in.GroupID != nil {
		d.GroupID = *in.GroupID
	}
	if in.IsActive != nil {
		d.Active = *in.IsActive
	}
	if in.NoGroups != nil {
		d.NoAutoGroup = *in.NoGroups
	}
}

type changeOwnInput struct {
	profileInput
	Current *string `json:"currentPassword" doc:"present password; required to change the e-mail address, unless this token was issued for the password within the last 5 minutes"`
}

// freshLogin is the time after a login with the password in which its token may change the e-mail address, the key to the account, without
// the password. A token that was refreshed, or issued otherwise, never may.
const freshLogin = 5 * time.Minute

var errNotFresh = fault.Forbiddenf("Send currentPassword to change the email, or log in again.").About(fault.Required, "currentPassword")

// requireProof refuses a new e-mail address from a caller who has only a token, which may be stolen.
func (h *handlers) requireProof(ctx context.Context, c *operations.Call, current *string) error {
	if current == nil {
		if err := c.Limit(passwordChanges, nil); err != nil { // each change sends e-mails
			return err
		}
		if c.Now().Sub(c.Principal.ByPassword) > freshLogin {
			return errNotFresh
		}
		return nil
	}
	if err := c.Limit(passwordChanges, nil); err != nil {
		return err
	}
	account, err := h.Commands.Customer(ctx, c.CustomerID())
	if err != nil {
		return err
	}
	matches, err := h.Passwords.Matches(ctx, *current, account.PasswordHash)
	if err == nil && !matches {
		err = customer.ErrWrongPassword
	}
	return err
}

// changeOwn changes the caller's profile. Members that only the shop may set are ignored.
func (h *handlers) changeOwn(ctx context.Context, c *operations.Call, in changeOwnInput) (documents.Doc[documents.Customer], error) {
	account, err := h.Reader.KnownCustomer(ctx, c.CustomerID())
	if err != nil {
		return nil, err
	}
	if account == nil {
		return nil, fault.Forbiddenf("Customer not found")
	}
	if in.Email != nil && *in.Email != "" && !strings.EqualFold(*in.Email, c.Principal.Email) {
		if err := h.requireProof(ctx, c, in.Current); err != nil {
			return nil, err
		}
	}
	if c.Shop.Settings.InWebsite(account.WebsiteID).Flag(confirmation) {
		if err := h.apply(ctx, c, account.ID, account.WebsiteID, changes{in.profileInput, backOfficeInput{}, customer.ErrEmailInUse},
			func(change func(customer.Details) (customer.Details, error)) error {
				return h.Commands.ChangeOwn(ctx, account.ID, passwords.RandomHex(32), change)
			}); err != nil {
			return nil, err
		}
		return h.answerOwn(ctx, c, in.Email)
	}
	return h.save(ctx, c, account.ID, account.WebsiteID, changes{in.profileInput, backOfficeInput{}, customer.ErrEmailInUse})
}

type changeInput struct {
	ID string `path:"id" doc:"ID of the customer"`
	profileInput
	backOfficeInput
}

var errWebsiteFixed = fault.Invalidf("websiteId can only be set when creating a customer").About(fault.Fixed, "websiteId")

// change is a change of an account by the back office.
func (h *handlers) change(ctx context.Context, c *operations.Call, in changeInput) (documents.Doc[documents.Customer], error) {
	account := operations.Loaded[customer.State](c)
	if in.WebsiteID != nil && *in.WebsiteID != account.WebsiteID {
		return nil, errWebsiteFixed
	}
	return h.save(ctx, c, account.ID, account.WebsiteID, changes{in.profileInput, in.backOfficeInput, customer.ErrEmailTaken})
}

// changes are the requested changes of an account.
type changes struct {
	profile  profileInput
	standing backOfficeInput
	taken    error // refusal of an e-mail address of another account
}

// save changes an account and answers with it. E-mail addresses are unique in the account's website.
func (h *handlers) save(
	ctx context.Context, c *operations.Call, id, websiteID int64, to changes,
) (documents.Doc[documents.Customer], error) {
	if err := h.apply(ctx, c, id, websiteID, to, func(change func(customer.Details) (customer.Details, error)) error {
		return h.Commands.ChangeCustomer(ctx, id, c.Shop.Sharing(websiteID), to.taken, change)
	}); err != nil {
		return nil, err
	}
	return h.show(ctx, c, id)
}

// apply checks the changes of an account and passes them to a command.
func (h *handlers) apply(ctx context.Context, c *operations.Call, id, websiteID int64, to changes,
	command func(change func(customer.Details) (customer.Details, error)) error) error {
	if email := to.profile.Email; email != nil && *email != "" {
		if !customer.ValidEmail(*email) {
			return customer.ErrEmailInvalid
		}
		if err := h.free(ctx, c, websiteID, *email, id, to.taken); err != nil {
			return err
		}
	}
	if err := h.checkGroup(ctx, to.standing); err != nil {
		return err
	}
	day := today(c)
	return command(func(d customer.Details) (customer.Details, error) {
		to.profile.apply(&d.Profile)
		to.standing.apply(&d)
		return d, d.Profile.CheckProfile(day)
	})
}
