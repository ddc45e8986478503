package wishlist

import (
	"slices"
	"unicode/utf8"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/person"
)

const Category = "wishlist"

// Stream returns the stream of a customer's wishlist.
func Stream(customerID int64) string { return domain.Stream(Category, customerID) }

// Limits of a wishlist.
const (
	maxItems       = 1000
	MaxQty         = 10000
	MaxDescription = 2000 // characters
)

// The errors of wishlists (shapes-customer §4).
var (
	ErrNoProductID = fault.Invalidf("Invalid wishlist operation").About(fault.Required, "productId")
	ErrNoProduct   = fault.NotFoundf("Product not found")
	ErrNotFound    = fault.NotFoundf("Wishlist item not found")
	ErrNotAdded    = fault.Invalidf("Failed to add item to cart")
	errQty         = fault.Invalidf("The quantity of a wishlist item must be between 1 and %d", MaxQty).About(fault.Range, "qty")
	errDescription = fault.Invalidf("The description of a wishlist item cannot exceed %d characters", MaxDescription).
			About(fault.Length, "description")
	errFull = fault.Invalidf("A wishlist can hold at most %d products; remove some first", maxItems)
)

// Item is a product on a wishlist.
type Item struct {
	ID          int64
	ProductID   int64
	StoreID     int64 // in which it was added
	Qty         int64
	Description string
}

type State struct{ Items []Item }

func New(string) State { return State{} }

// Evolve applies one event. It never modifies a state it is given.
func Evolve(s State, e domain.Event) State {
	switch e := e.(type) {
	case person.Forgotten:
		return State{}
	case ItemAdded:
		s.Items = append(slices.Clip(s.Items), Item{
			ID: e.ItemID, ProductID: e.ProductID, StoreID: e.StoreID, Qty: e.Qty, Description: e.Description,
		})
	case ItemChanged:
		s.Items = slices.Clone(s.Items)
		for i := range s.Items {
			if s.Items[i].ID == e.ItemID {
				s.Items[i].Qty, s.Items[i].Description = e.Qty, e.Description
			}
		}
	case ItemRemoved:
		s.Items = slices.DeleteFunc(slices.Clone(s.Items), func(i Item) bool { return i.ID == e.ItemID })
	}
	return s
}

// Item returns an item by its ID. ErrNotFound: the wishlist does not have it.
func (s State) Item(id int64) (Item, error) {
	i, ok := domain.Find(s.Items, func(i Item) bool { return i.ID == id })
	if !ok {
		return i, ErrNotFound
	}
	return i, nil
}

// Of returns the item of a product.
func (s State) Of(productID int64) (Item, bool) {
	return domain.Find(s.Items, func(i Item) bool { return i.ProductID == productID })
}

// Addition is a product to add to a wishlist.
type Addition struct {
	CustomerID, ProductID, StoreID int64
	ItemID                         int64 // used if a new item is made
	Qty                            int64
	Description                    *string // nil: none, or unchanged
}

// Add adds a product. If the wishlist has it already, its quantity grows, and a description replaces the present one.
func (s State) Add(a Addition) ([]domain.Event, error) {
	description := domain.Trimmed(a.Description)
	switch {
	case a.Qty < 1 || a.Qty > MaxQty:
		return nil, errQty
	case utf8.RuneCountInString(description) > MaxDescription:
		return nil, errDescription
	}
	if had, ok := s.Of(a.ProductID); ok {
		if a.Description == nil {
			description = had.Description
		}
		qty := min(had.Qty+a.Qty, MaxQty)
		if qty == had.Qty && description == had.Description {
			return nil, nil
		}
		return []domain.Event{ItemChanged{CustomerID: a.CustomerID, ItemID: had.ID, Qty: qty, Description: description}}, nil
	}
	if len(s.Items) >= maxItems {
		return nil, errFull
	}
	return []domain.Event{ItemAdded{
		CustomerID: a.CustomerID, ItemID: a.ItemID, ProductID: a.ProductID, StoreID: a.StoreID, Qty: a.Qty, Description: description,
	}}, nil
}

// Sync adds the products that the wishlist does not have, one unit of each. itemIDs has an ID for each product.
func (s State) Sync(customerID, storeID int64, productIDs, itemIDs []int64) (events []domain.Event, err error) {
	for i, product := range productIDs {
		if _, has := s.Of(product); has {
			continue
		}
		added, err := s.Add(Addition{CustomerID: customerID, ProductID: product, StoreID: storeID, ItemID: itemIDs[i], Qty: 1})
		if err != nil {
			return nil, err
		}
		for _, e := range added {
			s = Evolve(s, e)
		}
		events = append(events, added...)
	}
	return events, nil
}

// Remove removes an item.
func (s State) Remove(id int64) ([]domain.Event, error) {
	if _, err := s.Item(id); err != nil {
		return nil, err
	}
	return []domain.Event{ItemRemoved{ItemID: id}}, nil
}
