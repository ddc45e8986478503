package customers

import (
	"context"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/wishlist"
)

// Wishlists carries out the commands on wishlists. Each command names the customer.
type Wishlists struct {
	*commands.Engine
	lists commands.Repository[wishlist.State]
}

// NewWishlists returns the commands.
func NewWishlists(e *commands.Engine) *Wishlists {
	return &Wishlists{Engine: e, lists: commands.Open(e, wishlists)}
}

var wishlists = commands.Decider[wishlist.State]{
	Category: wishlist.Category, Initial: wishlist.New, Evolve: wishlist.Evolve, Cached: 1000,
}

// WishlistStreams declares the streams of the area.
func WishlistStreams() []commands.Streams {
	return []commands.Streams{commands.Declare(wishlists, "customer", wishlist.EventSpecs())}
}

// Wishlist returns the newest state of a customer's wishlist, which may be empty.
func (c *Wishlists) Wishlist(ctx context.Context, customerID int64) (wishlist.State, error) {
	return c.lists.Get(ctx, customerID)
}

// AddToWishlist adds a product and returns its item. The caller must have checked that the product exists.
func (c *Wishlists) AddToWishlist(ctx context.Context, a wishlist.Addition) (wishlist.Item, error) {
	if _, err := (wishlist.State{}).Add(a); err != nil { // before a number is drawn
		return wishlist.Item{}, err
	}
	ids, err := c.Next(ctx, "wishlist_item", 1)
	if err != nil {
		return wishlist.Item{}, err
	}
	a.ItemID = ids[0]
	if err := c.lists.Change(ctx, a.CustomerID, func(s wishlist.State) ([]domain.Event, error) {
		return s.Add(a)
	}, commands.Named("AddToWishlist")); err != nil {
		return wishlist.Item{}, err
	}
	now, err := c.Wishlist(ctx, a.CustomerID)
	item, _ := now.Of(a.ProductID)
	return item, err
}

// SyncWishlist adds the products that the wishlist does not have, and returns the resulting wishlist and the IDs of the new items. The
// caller must have checked that the products exist.
func (c *Wishlists) SyncWishlist(
	ctx context.Context, customerID, storeID int64, productIDs []int64,
) (now wishlist.State, added []int64, err error) {
	if len(productIDs) > 0 {
		ids, err := c.Next(ctx, "wishlist_item", len(productIDs))
		if err != nil {
			return now, nil, err
		}
		result, err := c.lists.Decide(ctx, wishlist.Stream(customerID), func(s wishlist.State) ([]domain.Event, error) {
			return s.Sync(customerID, storeID, productIDs, ids)
		}, commands.Named("SyncWishlist"))
		if err != nil {
			return now, nil, err
		}
		for _, e := range result.Events {
			if e, ok := e.(wishlist.ItemAdded); ok {
				added = append(added, e.ItemID)
			}
		}
	}
	now, err = c.Wishlist(ctx, customerID)
	return now, added, err
}

// RemoveFromWishlist removes an item. wishlist.ErrNotFound: the wishlist does not have it.
func (c *Wishlists) RemoveFromWishlist(ctx context.Context, customerID, itemID int64) error {
	return c.lists.Change(ctx, customerID, func(s wishlist.State) ([]domain.Event, error) {
		return s.Remove(itemID)
	}, commands.Named("RemoveFromWishlist"))
}
