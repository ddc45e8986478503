package customers

import (
	"context"

	"tradelog/commands/customers"
	"tradelog/operations"
	"tradelog/operations/checkout"
	"tradelog/readmodels/catalog"
	readcustomers "tradelog/readmodels/customers"
)

// itemResource is the resource of this package.
var itemResource = &operations.Resource{
	Name: "WishlistItem", Section: "customers", Permission: "wishlists", Label: "wishlist item",
	Doc: "A product on a customer's wishlist.",
}

// WishlistDependencies are the commands and readers that the operations use.
type WishlistDependencies struct {
	Commands *customers.Wishlists
	Reader   *readcustomers.Wishlists
	Catalog  *catalog.Reader
	Carts    checkout.Carts
}

type wishlistHandlers struct{ WishlistDependencies }

const base = "/customers/me/wishlist"

// NewWishlists makes the operations.
func NewWishlists(d WishlistDependencies) []*operations.Operation {
	h := &wishlistHandlers{d}
	write := operations.Declaration{
		Resource: itemResource, Access: operations.Customer.Access("wishlists/write"), Guard: operations.CustomersOnly,
	}

	list := write
	list.Verb, list.Method, list.Path, list.Access.Permission = operations.List, "GET", base, "wishlists/read"
	list.Summary = "List my wishlist"
	list.Doc = "Lists the caller's wishlist: items added in the store view whose product is on sale there."

	add := write
	add.Verb, add.Method, add.Path, add.Summary = operations.Create, "POST", base, "Add a product to my wishlist"
	add.Doc = "Adds a product. If it is on the wishlist already, its quantity grows, and a description replaces the old one."

	remove := write
	remove.Verb, remove.Method, remove.Path, remove.Guard = operations.Delete, "DELETE", base+"/{id}", h.ownItem
	remove.Summary, remove.Doc = "Remove an item from my wishlist", "Removes an item from the caller's wishlist."

	move := write
	move.Verb, move.Method, move.Path, move.Guard = operations.Action, "POST", base+"/{id}/move-to-cart", h.ownItem
	move.Body.Optional, move.Summary = true, "Move an item from my wishlist to a cart"
	move.Body.Max, move.Limits = checkout.MaxAdding, []operations.Limit{checkout.FilesSent}
	move.Doc = "Adds an item's product to a cart of the caller and removes the item. Without cartId it is the active cart, which is " +
		"opened if missing. Products with options need them here, as for POST /carts/{id}/items. The answer is the former item. If the " +
		"product cannot be added, the item stays."

	sync := write
	sync.Verb, sync.Method, sync.Path, sync.Summary = operations.Action, "POST", base+"/sync", "Merge products into my wishlist"
	sync.Doc = "Adds those products that are not on the wishlist yet, one of each; unknown ones are skipped. It is for wishlists kept in " +
		"guests' browsers. The answer is the first new item, else the first item. If there is none, id is that of the wishlist."

	return []*operations.Operation{
		operations.Define(list, h.list), operations.Define(add, h.add), operations.Define(remove, h.remove), operations.Define(move, h.move),
		operations.Define(sync, h.sync),
	}
}

// ownItem is the guard of operations on an item. An item of another customer gets the answer of a missing one.
func (h *wishlistHandlers) ownItem(ctx context.Context, c *operations.Call) error {
	if err := operations.CustomersOnly(ctx, c); err != nil {
		return err
	}
	list, err := h.Commands.Wishlist(ctx, c.CustomerID())
	if err != nil {
		return err
	}
	item, err := list.Item(c.PathID("id"))
	if err != nil && c.Resumed() { // an earlier attempt has removed it
		return nil
	}
	c.Keep(item)
	return err
}
