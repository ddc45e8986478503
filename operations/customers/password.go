package customers

import (
	"context"
	"strings"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

type passwordInput struct {
	Current string `json:"currentPassword" doc:"present password"`
	New     string `json:"newPassword" doc:"new password: at least 7 characters, or the configured minimum"`
}

// The refusals of a password change.
var (
	errNoCurrent = fault.Invalidf("Current password is required").About(fault.Required, "currentPassword")
	errNoNew     = fault.Invalidf("New password is required").About(fault.Required, "newPassword")
)

// changePassword replaces the caller's password (shapes-customer §2.6). Hashing is slow, so the decision does not do it. The decision only
// checks that the verified password is still the present one.
func (h *handlers) changePassword(ctx context.Context, c *operations.Call, in passwordInput) (documents.Doc[documents.Customer], error) {
	switch {
	case strings.TrimSpace(in.Current) == "":
		return nil, errNoCurrent
	case strings.TrimSpace(in.New) == "":
		return nil, errNoNew
	}
	if err := customer.CheckPassword("New password", in.New, c.Config().Int("customer/password/min_password_length")); err != nil {
		return nil, err
	}
	if err := c.Limit(passwordChanges, nil); err != nil {
		return nil, err
	}
	id := c.CustomerID()
	account, err := h.Commands.Customer(ctx, id)
	if err != nil {
		return nil, err
	}
	if !c.Resumed() { // the first attempt may have changed the password already
		matches, err := h.Passwords.Matches(ctx, in.Current, account.PasswordHash)
		if err != nil {
			return nil, err
		}
		if !matches {
			return nil, customer.ErrWrongPassword
		}
	}
	hash, err := h.Passwords.Hash(ctx, in.New)
	if err != nil {
		return nil, err
	}
	err = h.Commands.ChangePassword(ctx, id, hash, c.Principal.Login(), func(present string) bool { return present == account.PasswordHash })
	if err != nil {
		return nil, err
	}
	return h.show(ctx, c, id)
}
