package access

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tradelog/domain/cart"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/person"
	"tradelog/operations"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/documents"
)

// The refusals of a customer's login.
var (
	errNoLogin      = fault.Invalidf("Email and password are required").About(fault.Required, "email", "password").WithCode("invalid_request")
	errBadEmail     = fault.Invalidf("Invalid email format").About(fault.Format, "email").WithCode("invalid_request")
	errWrongLogin   = fault.New(fault.Unauthorized, "Invalid email or password").WithCode("invalid_credentials")
	errNotConfirmed = fault.Forbiddenf("This account is not confirmed. Please check your email for the confirmation link.")
	errLoginFailed  = fault.New(fault.Internal, "An error occurred during authentication")
)

func (h *handlers) customer(ctx context.Context, c *operations.Call, in tokenInput) (documents.AuthToken, error) {
	email := strings.TrimSpace(cmp.Or(in.Email, in.Username))
	switch {
	case email == "" || strings.TrimSpace(in.Password) == "":
		return documents.AuthToken{}, errNoLogin
	case !customer.ValidEmail(email):
		return documents.AuthToken{}, errBadEmail
	}
	if err := c.Limit(perAccount("email "+person.Mailbox(email)), nil); err != nil {
		return documents.AuthToken{}, err
	}
	out, err := h.login(ctx, c, email, in.Password, string(in.TwofaCode), in.MaskedID.Value)
	return out, expected(err)
}

// expected turns errors that callers must not see into refusals.
func expected(err error) error {
	if _, told := fault.As(err); err != nil && !told {
		return errLoginFailed.WithCause(err)
	}
	return err
}

// login checks the credentials and the second factor.
func (h *handlers) login(ctx context.Context, c *operations.Call, email, password, code, mask string) (documents.AuthToken, error) {
	account, err := h.find(ctx, c, email, password)
	if err != nil {
		return documents.AuthToken{}, err
	}
	if c.Shop.Settings.InWebsite(account.WebsiteID).Flag("customer/password/allow_2fa") {
		if err := h.Customers.UseCode(ctx, account.ID, code); err != nil {
			return documents.AuthToken{}, err
		}
	}
	return h.welcome(ctx, c, account, mask, passwordMethod)
}

// welcome issues a token for a customer who has proved who they are in some ways, and merges the guest's cart, if any, into the customer's.
func (h *handlers) welcome(ctx context.Context, c *operations.Call, account customer.State, mask string, ways ...string) (
	documents.AuthToken, error) {
	p := account.Profile
	out, err := h.issue(ctx, c, Claims{
		Type: TypeCustomer, CustomerID: account.ID, Email: p.Email, Methods: ways, Credentials: account.Credentials.Version,
	})
	if err != nil {
		return out, err
	}
	out.Customer = &documents.TokenCustomer{ID: account.ID, Email: p.Email, FirstName: p.Firstname, LastName: p.Lastname}
	if mask != "" {
		if merged, ok := h.merge(ctx, c, mask, account.ID); ok {
			qty := money.Zero
			for _, item := range merged.Items {
				qty = qty.Add(item.Qty)
			}
			out.CartID, out.CartItemsQty = merged.ID, &qty
			return out, nil
		}
	}
	id, qty, ok, err := h.Carts.CustomerCart(ctx, account.ID, c.Store.ID)
	if err != nil {
		return out, err
	}
	if !ok {
		qty = money.Zero
	}
	out.CartID, out.CartItemsQty = id, &qty
	return out, nil
}

// merge moves the lines of a guest's cart into the customer's cart at login. An invalid masked ID, and any failure, is ignored, because the
// login must succeed (shapes-sales §1 rule 12).
func (h *handlers) merge(ctx context.Context, c *operations.Call, mask string, customerID int64) (s cart.State, merged bool) {
	guest, err := h.GuestCart(ctx, c, mask)
	if err != nil || guest.CustomerID != 0 {
		return s, false
	}
	into, _, _, err := h.Carts.CustomerCart(ctx, customerID, c.Store.ID)
	if err != nil {
		return s, false
	}
	s, err = h.Checkout.MergeCart(ctx, guest.ID, into, c.Store.ID, customerID)
	return s, err == nil
}

// find returns the first account of an e-mail address that the password matches; accounts of the request's website come first. Confirmation
// is checked only after the password, so that a wrong password discloses no account.
func (h *handlers) find(ctx context.Context, c *operations.Call, email, password string) (customer.State, error) {
	found, err := h.People.CustomersByEmail(ctx, email)
	if err != nil {
		return customer.State{}, err
	}
	slices.SortStableFunc(found, func(a, b *customers.Customer) int { return rank(c, a) - rank(c, b) })
	if len(found) == 0 {
		if _, err := h.Passwords.Matches(ctx, password, ""); err != nil {
			return customer.State{}, err
		}
	}
	refusal := errWrongLogin
	for _, row := range found {
		// The stream has the current password even if the read model is behind.
		account, err := h.Customers.Customer(ctx, row.ID)
		if err != nil {
			return account, err
		}
		matches, err := h.Passwords.Matches(ctx, password, account.PasswordHash)
		switch {
		case err != nil:
			return account, err
		case !matches || !account.Active:
			continue
		case account.Confirmation != "" && c.Shop.Settings.InWebsite(account.WebsiteID).Flag("customer/create_account/confirm"):
			refusal = errNotConfirmed
			continue
		}
		return account, nil
	}
	return customer.State{}, refusal
}

func rank(c *operations.Call, row *customers.Customer) int {
	if row.WebsiteID == c.Store.WebsiteID {
		return 0
	}
	return 1
}
