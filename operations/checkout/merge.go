package checkout

import (
	"context"

	"tradelog/domain/cart"
	"tradelog/operations"
)

// merge lets a customer who has just logged in find what they had put into a guest's cart in their own. A masked ID that leads
// to no guest's cart, and any failure, is ignored: the login must succeed (shapes-sales §1 rule 12).
func (h *handlers) merge(ctx context.Context, c *operations.Call, mask string, customerID int64) (s cart.State, merged bool) {
	guest, err := h.maskedCart(ctx, c, mask, h.commands.Cart)
	if err != nil || guest.CustomerID != 0 {
		return s, false
	}
	into, _, _, err := h.reader.CustomerCart(ctx, customerID, c.Store.ID)
	if err != nil {
		return s, false
	}
	s, err = h.commands.MergeCart(ctx, guest.ID, into, c.Store.ID, customerID)
	return s, err == nil
}
