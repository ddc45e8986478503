package operations

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/shop"
	"tradelog/operations/inputs"
)

// Stores returns the store views for content, given by codes or numbers, without repetition. "all" means all that the token permits
// (conventions §4.8).
func (c *Call) Stores(sent []inputs.Ref) ([]int64, error) {
	var ids []int64
	for _, r := range sent {
		if r == "all" {
			for _, s := range c.Shop.Stores {
				if c.MaySeeStore(s.ID) {
					ids = append(ids, s.ID)
				}
			}
			continue
		}
		s, ok := c.Shop.FindStore(string(r))
		if !ok {
			return nil, fault.Invalidf("Unknown store: %.64s", string(r))
		}
		if !c.MaySeeStore(s.ID) {
			return nil, fault.Forbiddenf("Access denied for store: %s", s.Code)
		}
		ids = append(ids, s.ID)
	}
	return domain.Distinct(ids), nil
}

// CheckStoresRow refuses content that belongs to no store of the token, and content of all stores if the token is limited to some.
func (c *Call) CheckStoresRow(label string, storeIDs []int64) error {
	allowed := c.AllowedStores()
	switch {
	case allowed == nil:
		return nil
	case c.OfAllStores(storeIDs):
		return fault.Forbiddenf("Access denied for all-stores content")
	case !slices.ContainsFunc(storeIDs, c.MaySeeStore):
		return fault.Forbiddenf("Access denied for this %s's stores", label)
	}
	return nil
}

// OfAllStores reports whether content is assigned to no existing store view, so that all of them show it.
func (c *Call) OfAllStores(storeIDs []int64) bool {
	return !slices.ContainsFunc(c.Shop.Stores, func(s shop.Store) bool { return slices.Contains(storeIDs, s.ID) })
}
