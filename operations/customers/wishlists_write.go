package customers

import (
	"context"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/money"
	"tradelog/domain/wishlist"
	"tradelog/operations"
	"tradelog/operations/checkout"
	"tradelog/operations/inputs"
	"tradelog/quote"
	"tradelog/readmodels/documents"
)

type addInput struct {
	ProductID   *int64  `json:"productId" required:"true" doc:"ID of the product"`
	Qty         *int64  `json:"qty" min:"1" max:"10000" default:"1" doc:"quantity"`
	Description *string `json:"description" lines:"many" doc:"note, at most 2000 characters; empty removes it"`
}

func (h *wishlistHandlers) add(ctx context.Context, c *operations.Call, in addInput) (documents.Doc[item], error) {
	if domain.Value(in.ProductID) == 0 {
		return nil, wishlist.ErrNoProductID
	}
	known, err := h.existing(ctx, []int64{*in.ProductID})
	if err != nil {
		return nil, err
	}
	if len(known) == 0 {
		return nil, wishlist.ErrNoProduct
	}
	a := wishlist.Addition{
		CustomerID: c.CustomerID(), ProductID: *in.ProductID, StoreID: c.Store.ID, Qty: 1, Description: in.Description,
	}
	if in.Qty != nil {
		a.Qty = *in.Qty
	}
	added, err := h.Commands.AddToWishlist(ctx, a)
	if err != nil {
		return nil, err
	}
	c.Created(added.ID)
	return h.shown(ctx, c, added.ID)
}

// existing returns the products of a list that exist, in its order and without repetition.
func (h *wishlistHandlers) existing(ctx context.Context, ids []int64) (known []int64, err error) {
	ids = domain.Distinct(ids)
	names, err := h.Catalog.Names(ctx, 0, ids)
	for _, id := range ids {
		if _, ok := names[id]; ok {
			known = append(known, id)
		}
	}
	return known, err
}

type wishlistPath struct {
	ID int64 `path:"id" doc:"ID of the item"`
}

func (h *wishlistHandlers) remove(ctx context.Context, c *operations.Call, in wishlistPath) (operations.Nothing, error) {
	return operations.Nothing{}, h.Commands.RemoveFromWishlist(ctx, c.CustomerID(), in.ID)
}

type moveInput struct {
	wishlistPath
	Qty    inputs.Lenient `json:"qty" doc:"quantity for the cart, from 1 to 10000; 1 by default"`
	CartID inputs.Ref     `json:"cartId" doc:"ID or masked ID of the cart; the active cart by default"`
	checkout.ChosenInput
}

// move adds the product to the cart first. If the process dies after that, the item is still there.
func (h *wishlistHandlers) move(ctx context.Context, c *operations.Call, in moveInput) (documents.Doc[item], error) {
	r, err := h.row(ctx, c.CustomerID(), in.ID)
	if err != nil {
		return nil, err
	}
	answer, err := h.showStored(ctx, c, r)
	if err != nil {
		return nil, err
	}
	into, err := h.Carts.OfCustomer(ctx, c, string(in.CartID))
	if err != nil {
		return nil, err
	}
	products, err := h.Catalog.ProductsByID(ctx, 0, []int64{r.ProductID})
	if err != nil {
		return nil, err
	}
	if products[r.ProductID] == nil {
		return nil, wishlist.ErrNotAdded
	}
	choice := quote.Choice{SKU: products[r.ProductID].SKU, Qty: in.Qty.Or(money.One)}
	if err := h.Carts.Add(ctx, c, into, choice, in.ChosenInput); err != nil {
		if checkout.Refusal(err) && err != cart.ErrNotFound {
			return nil, wishlist.ErrNotAdded.WithCause(err)
		}
		return nil, err
	}
	if err := h.Commands.RemoveFromWishlist(ctx, c.CustomerID(), in.ID); err != nil {
		return nil, err
	}
	return answer, nil
}

type syncInput struct {
	ProductIDs []int64 `json:"productIds" doc:"IDs of products"`
}

func (h *wishlistHandlers) sync(ctx context.Context, c *operations.Call, in syncInput) (documents.Doc[item], error) {
	known, err := h.existing(ctx, in.ProductIDs)
	if err != nil {
		return nil, err
	}
	list, added, err := h.Commands.SyncWishlist(ctx, c.CustomerID(), c.Store.ID, known)
	if err != nil {
		return nil, err
	}
	switch {
	case len(added) > 0:
		return h.shown(ctx, c, added[0])
	case len(list.Items) > 0:
		return h.shown(ctx, c, list.Items[0].ID)
	}
	// There is no item for the answer, so the answer is a placeholder (shapes-customer §4.3 rule 4).
	return documents.Ready(item{Type: itemResource.Name, ID: c.CustomerID(), URL: "/", InStock: true})
}
