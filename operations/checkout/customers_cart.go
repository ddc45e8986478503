package checkout

import (
	"context"

	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// customersCarts declares what GraphQL alone has: a customer's cart without its number, and that of a guest who is a customer now.
func (h *handlers) customersCarts() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: cartResource, Verb: operations.Action, Unrouted: operations.Unrouted{Name: "cart.own", GraphQL: true},
			Access: operations.Customer.Access("carts/read", "carts/write"), Summary: "Get my cart",
			Doc: "Returns the active cart of the customer of the token in the current store view; a new one if there is none.",
		}, h.customersCart),
		operations.Define(operations.Declaration{
			Resource: cartResource, Verb: operations.Action, Unrouted: operations.Unrouted{Name: "cart.assign", GraphQL: true},
			Access: operations.Customer.Access("carts/write"), Summary: "Give a guest's cart to a customer",
			Doc: "Merges a guest's cart into the active cart of a customer, or makes it that cart's contents if there is none. Customers give " +
				"carts to themselves only. The answer is the customer's cart.",
		}, h.assign),
	}
}

var errNoCustomersCart = fault.NotFoundf("Cart not found")

// customersCart answers with the cart of the customer who calls. The back office has none.
func (h *handlers) customersCart(ctx context.Context, c *operations.Call, _ operations.None) (documents.Doc[documents.Cart], error) {
	me := c.CustomerID()
	if me == 0 {
		return nil, errNoCustomersCart
	}
	id, _, found, err := h.quotes.Checkout.CustomerCart(ctx, me, c.Store.ID)
	if err != nil {
		return nil, err
	}
	if !found {
		return h.createCart(ctx, c, createInput{}, me)
	}
	s, err := h.commands.Cart(ctx, id)
	if err != nil {
		return nil, err
	}
	return h.show(ctx, c, s)
}

type assignInput struct {
	CartID     *inputs.LenientID `json:"cartId" doc:"ID of the cart; back office only, or one's own"`
	MaskedID   string            `json:"maskedId" doc:"masked ID of the cart"`
	CustomerID inputs.LenientID  `json:"customerId" required:"true" doc:"ID of the customer"`
}

var (
	errOthersCart = fault.Forbiddenf("Access denied")
	errNotGuests  = fault.Preconditionf("The cart belongs to a customer already.")
)

// assign merges a guest's cart into a customer's.
func (h *handlers) assign(ctx context.Context, c *operations.Call, in assignInput) (documents.Doc[documents.Cart], error) {
	customer := int64(in.CustomerID)
	if me := c.CustomerID(); me != 0 && me != customer {
		return nil, errOthersCart
	}
	var guest cart.State
	var err error
	if in.MaskedID != "" || in.CartID == nil {
		guest, err = h.maskedCart(ctx, c, in.MaskedID, h.commands.Cart)
	} else {
		guest, err = ownedCart(ctx, c, int64(*in.CartID), h.commands.Cart)
	}
	if err != nil {
		return nil, err
	}
	switch guest.CustomerID {
	case 0:
	case customer:
		return h.show(ctx, c, guest)
	default:
		return nil, errNotGuests
	}
	account, err := h.quotes.Customers.Customer(ctx, customer)
	if err != nil {
		return nil, err
	}
	if err := c.CheckWebsiteRow("customer", account.WebsiteID); err != nil {
		return nil, err
	}
	into, _, _, err := h.quotes.Checkout.CustomerCart(ctx, customer, c.Store.ID)
	if err != nil {
		return nil, err
	}
	merged, err := h.commands.MergeCart(ctx, guest.ID, into, c.Store.ID, customer)
	if err != nil {
		return nil, err
	}
	return h.show(ctx, c, merged)
}
