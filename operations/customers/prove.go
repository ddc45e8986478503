package customers

import (
	"context"
	"strings"

	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels/directory"
	"tradelog/readmodels/documents"
)

// EmailPath is the web page that the link to a new e-mail address opens, with the parameters id and token.
const EmailPath = "/customer/account/email"

// confirmation is the configuration path that tells whether customers confirm their e-mail addresses.
const confirmation = "customer/create_account/confirm"

// emailWaits is the message of a change whose e-mail address is not proved yet.
const emailWaits = "A link has been sent to the new email. It counts once the link is opened."

// answerOwn shows the customer their account, with a message if the sent e-mail address is not proved yet. It reads the stream, because a
// repeated request must get the same answer.
func (h *handlers) answerOwn(ctx context.Context, c *operations.Call, sent *string) (documents.Doc[documents.Customer], error) {
	doc, err := h.show(ctx, c, c.CustomerID())
	if err != nil || sent == nil {
		return doc, err
	}
	account, err := h.Commands.Customer(ctx, c.CustomerID())
	if err != nil {
		return nil, err
	}
	if waits := account.Proof.Email; waits != "" && strings.EqualFold(waits, *sent) {
		return documents.WithMessage(doc, emailWaits), nil
	}
	return doc, nil
}

// ProveEmail confirms a new e-mail address, on the page that its link opens.
func ProveEmail(ctx context.Context, d Dependencies, shop *directory.Shop, caller operations.Caller, id, token string) error {
	number := operations.Identifier(id)
	if number == 0 {
		return customer.ErrBadProof
	}
	account, err := d.Commands.Customer(ctx, number)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return customer.ErrBadProof
	case err != nil:
		return err
	}
	hours := shop.Settings.In(account.StoreID).Int(linkLifetime)
	events, err := account.ProveEmail(token, d.Commands.Now(ctx), hours)
	if err != nil || len(events) == 0 {
		return err
	}
	h := &handlers{d}
	if err := h.refuseUsedEmail(ctx, shop, account.WebsiteID, account.Proof.Email, number, customer.ErrEmailInUse); err != nil {
		return err
	}
	return d.Commands.ProveEmail(asCustomer(ctx, caller, number), number, shop.Sharing(account.WebsiteID), token, hours)
}
