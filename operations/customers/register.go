package customers

import (
	"context"
	"slices"
	"strings"
	"time"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/operations/passwords"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// profileInput has the members that customers may set. A missing member is nil.
type profileInput struct {
	Email      *string `json:"email" format:"email" doc:"e-mail address, also the login name"`
	Firstname  *string `json:"firstname" alias:"firstName" about:"first name"`
	Lastname   *string `json:"lastname" alias:"lastName" about:"last name"`
	Prefix     *string `json:"prefix" about:"name prefix, such as Dr."`
	Middlename *string `json:"middlename" alias:"middleName" about:"middle name"`
	Suffix     *string `json:"suffix" about:"name suffix, such as Jr."`
	Gender     *int64  `json:"gender" enum:"0,1,2" doc:"1 male, 2 female; 0 clears it"`
	Dob        *string `json:"dob" doc:"date of birth, YYYY-MM-DD; empty clears it"`
}

// backOfficeInput has the members that only the shop may set. They are ignored from other callers (shapes-customer §2.2).
type backOfficeInput struct {
	Taxvat    *string `json:"taxvat" grant:"customers/create customers/write" doc:"back office only: tax or VAT number; empty clears it"`
	GroupID   *int64  `json:"groupId" grant:"customers/create customers/write" doc:"back office only: ID of the customer group"`
	IsActive  *bool   `json:"isActive" grant:"customers/create customers/write" doc:"back office only: whether the customer may log in"`
	NoGroups  *bool   `json:"disableAutoGroupChange" grant:"customers/create customers/write" doc:"back office only: never change the group automatically"`
	WebsiteID *int64  `json:"websiteId" grant:"customers/create customers/write" doc:"back office only, at creation: ID of the website; the request's website by default"`
}

type registerInput struct {
	profileInput
	backOfficeInput
	Password string `json:"password" doc:"at least 7 characters, or the configured minimum"`
}

// register opens an account. The checks run in the order of shapes-customer §2.4.
func (h *handlers) register(ctx context.Context, c *operations.Call, in registerInput) (documents.Doc[documents.Customer], error) {
	if err := c.Limit(registrations, nil); err != nil {
		return nil, err
	}
	store, err := storeOf(c, in.WebsiteID)
	if err != nil {
		return nil, err
	}
	config := c.Shop.Settings.In(store.ID)
	r := customer.Registration{
		WebsiteID: store.WebsiteID, StoreID: store.ID, StoreName: store.Name, GroupID: int64(config.Int("customer/create_account/default_group")),
		Active: true,
	}
	in.profileInput.apply(&r.Profile)
	if err := checkLogin(r.Profile.Email, in.Password, config.Int("customer/password/min_password_length")); err != nil {
		return nil, err
	}
	if err := h.free(ctx, c, r.WebsiteID, r.Profile.Email, 0, customer.ErrEmailTaken); err != nil {
		return nil, err
	}
	details := customer.Details{Profile: r.Profile, GroupID: r.GroupID, Active: r.Active}
	if err := h.checkGroup(ctx, in.backOfficeInput); err != nil {
		return nil, err
	}
	in.backOfficeInput.apply(&details)
	r.Profile, r.GroupID, r.Active, r.NoAutoGroup = details.Profile, details.GroupID, details.Active, details.NoAutoGroup
	if err := r.Profile.CheckProfile(today(c)); err != nil {
		return nil, err
	}
	if !c.Has(mayOpenAccounts...) && config.Flag(confirmation) {
		r.Confirmation = passwords.RandomHex(16)
	}
	r.Welcome = r.Confirmation == ""
	if r.PasswordHash, err = h.Passwords.Hash(ctx, in.Password); err != nil {
		return nil, err
	}
	id, err := h.Commands.RegisterCustomer(ctx, r, c.Shop.Sharing(r.WebsiteID))
	if err != nil {
		return nil, err
	}
	c.Created(id)
	return h.show(ctx, c, id)
}

type quickInput struct {
	Email     string `json:"email" format:"email" required:"true" doc:"e-mail address, also the login name"`
	Firstname string `json:"firstname" alias:"firstName" required:"true" about:"first name"`
	Lastname  string `json:"lastname" alias:"lastName" required:"true" about:"last name"`
	Telephone string `json:"telephone" doc:"not stored: an account has telephone numbers in its addresses alone"`
}

// quick opens an account for a customer at the counter. Nobody knows its random password: the customer resets it by e-mail.
func (h *handlers) quick(ctx context.Context, c *operations.Call, in quickInput) (documents.Doc[documents.Customer], error) {
	return h.register(ctx, c, registerInput{
		profileInput: profileInput{Email: &in.Email, Firstname: &in.Firstname, Lastname: &in.Lastname}, Password: passwords.RandomHex(16),
	})
}

// storeOf returns the store view of a new account: the request's, or the default one of another website.
func storeOf(c *operations.Call, websiteID *int64) (shop.Store, error) {
	store := c.Store
	if websiteID != nil && *websiteID != store.WebsiteID {
		_, exists := c.Shop.Website(*websiteID)
		other, ok := c.Shop.DefaultOf(*websiteID)
		if !exists || !ok {
			return store, fault.Invalidf("Website %d does not exist", *websiteID).About(fault.Unknown, "websiteId")
		}
		store = other
	}
	return store, c.CheckWebsiteRow(customerResource.Label, store.WebsiteID)
}

func checkLogin(email, password string, least int) error {
	switch {
	case email == "":
		return customer.ErrEmailRequired
	case !customer.ValidEmail(email):
		return customer.ErrEmailInvalid
	case strings.TrimSpace(password) == "": // no login accepts a blank password
		return customer.ErrPasswordRequired
	}
	return customer.CheckPassword("Password", password, least)
}

// free refuses an e-mail address of another account. The claim in the command guarantees uniqueness. This check comes earlier, at the turn
// of its refusal among the checks. It also finds accounts that are older than a change of account sharing. After a crash the request itself
// may hold the address.
func (h *handlers) free(ctx context.Context, c *operations.Call, websiteID int64, email string, own int64, taken error) error {
	if c.Resumed() {
		return nil
	}
	return h.refuseUsedEmail(ctx, c.Shop, websiteID, email, own, taken)
}

// refuseUsedEmail refuses an e-mail address that an account other than own has in the read model. Of two accounts that an earlier version
// opened for spellings of an address, each keeps its own.
func (h *handlers) refuseUsedEmail(ctx context.Context, shop *directory.Shop, websiteID int64, email string, own int64, taken error) error {
	found, err := h.Reader.CustomersByEmail(ctx, email)
	if err != nil {
		return err
	}
	keeps := func(account *customers.Customer) bool {
		return account.ID == own && strings.EqualFold(account.Email, email)
	}
	if slices.ContainsFunc(found, keeps) {
		found = slices.DeleteFunc(found, func(other *customers.Customer) bool { return !strings.EqualFold(other.Email, email) })
	}
	for _, other := range found {
		if other.ID != own && (other.WebsiteID == websiteID || shop.Sharing(websiteID) == 0) {
			return taken
		}
	}
	return nil
}

// today returns the date in the request's store.
func today(c *operations.Call) time.Time {
	day, err := time.Parse(time.DateOnly, c.Shop.Today(c.Store.ID, c.Now()))
	if err != nil {
		return c.Now()
	}
	return day
}
