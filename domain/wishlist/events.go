package wishlist

import (
	"tradelog/domain"
	"tradelog/domain/customer"
	"tradelog/domain/person"
)

type (
	ItemAdded struct {
		CustomerID  int64  `json:"customerId"`
		ItemID      int64  `json:"itemId"`
		ProductID   int64  `json:"productId"`
		StoreID     int64  `json:"storeId"` // in which it was added
		Qty         int64  `json:"qty"`
		Description string `json:"description,omitzero" personal:"true"`
	}
	// ItemChanged sets the quantity and the description of an item.
	ItemChanged struct {
		CustomerID  int64  `json:"customerId"`
		ItemID      int64  `json:"itemId"`
		Qty         int64  `json:"qty"`
		Description string `json:"description,omitzero" personal:"true"`
	}
	ItemRemoved struct {
		ItemID int64 `json:"itemId"`
	}
)

func (ItemAdded) EventName() string       { return "WishlistItemAdded" }
func (ItemChanged) EventName() string     { return "WishlistItemChanged" }
func (ItemRemoved) EventName() string     { return "WishlistItemRemoved" }
func (e ItemAdded) DataSubject() string   { return customer.Subject(e.CustomerID) }
func (e ItemChanged) DataSubject() string { return customer.Subject(e.CustomerID) }

func EventSpecs() []domain.EventSpec {
	return append(domain.Specs(ItemAdded{}, ItemChanged{}, ItemRemoved{}), person.Spec(Category))
}
