package product

import (
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
)

// assignWebsites checks the websites of a product. By default a new product is sold in the current store's website. A token that is limited
// to some stores only changes their websites and leaves the others unchanged (shapes-catalog §1.2). The parameter had has the product's
// present websites, nil for a new one.
func assignWebsites(c *operations.Call, values record.Values, wanted, had []int64) error {
	if wanted == nil {
		if had != nil {
			return nil
		}
		wanted = []int64{c.Store.WebsiteID}
	}
	allowed := c.AllowedWebsites()
	for _, id := range wanted {
		if allowed != nil && !slices.Contains(allowed, id) {
			return fault.Forbiddenf("Access denied for website: %d", id)
		}
		if _, known := c.Shop.Website(id); !known {
			return fault.Invalidf("Unknown website ID: %d", id).About(fault.Unknown, "websiteIds")
		}
	}
	all := slices.Clone(wanted)
	for _, id := range had {
		if allowed != nil && !slices.Contains(allowed, id) {
			all = append(all, id)
		}
	}
	return input.Set(values, "websiteIds", domain.Distinct(all))
}

// siblings returns the store views of the call's website.
func siblings(c *operations.Call) []int64 { return viewsOf(c, c.Store.WebsiteID) }

// viewsOf returns the store views of a website.
func viewsOf(c *operations.Call, websiteID int64) (ids []int64) {
	for _, view := range c.Shop.Stores {
		if view.WebsiteID == websiteID {
			ids = append(ids, view.ID)
		}
	}
	return ids
}

// pricesByWebsite tells whether websites have prices of their own.
func pricesByWebsite(c *operations.Call) bool {
	return c.Shop.Settings.In(0).Flag("catalog/price/scope")
}

// pricedIn returns the website whose prices a store view has; 0 if they are those of all websites.
func pricedIn(c *operations.Call, storeID int64) int64 {
	if view, ok := c.Shop.Store(storeID); ok && pricesByWebsite(c) {
		return view.WebsiteID
	}
	return 0
}
