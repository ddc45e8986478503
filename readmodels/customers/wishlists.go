package customers

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"tradelog/readmodels"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/scopes"
)

// Wishlists reads wishlists. Make it with NewWishlists.
type Wishlists struct {
	*readmodels.Reader
}

// NewWishlists makes a reader.
func NewWishlists(engine *readmodels.Reader) *Wishlists { return &Wishlists{engine} }

// Items returns the items of a customer's wishlist, in the order in which they were added.
func (r *Wishlists) Items(ctx context.Context, customerID int64) (items []documents.WishlistRow, err error) {
	var encoded []byte
	err = r.From(ctx, scopes.Wishlist(customerID)).QueryRow(ctx, `SELECT items FROM read.wishlists WHERE id = $1`, customerID).Scan(&encoded)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return items, json.Unmarshal(encoded, &items)
}
