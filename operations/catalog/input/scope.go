package input

import (
	"slices"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/operations"
)

// All is the value of the parameter scope with which the back office sees products that the storefront hides.
const All = "all"

// Written returns the store view to write: the named one, or 0 for the values of all stores.
func Written(c *operations.Call) int64 {
	if !c.Explicit || c.AllStores {
		return 0
	}
	return c.Store.ID
}

// Viewed returns the store view to read, or 0 for the values of all stores.
func Viewed(c *operations.Call) int64 {
	if c.AllStores {
		return 0
	}
	return c.Store.ID
}

// Root returns the root of the tree that a call sees: the store's root, or the root of everything in the admin scope.
func Root(c *operations.Call) int64 {
	if c.AllStores {
		return catalog.TreeRoot
	}
	return c.Shop.RootCategory(c.Store)
}

var (
	errGlobalWrite = fault.Forbiddenf("Global-scope writes require an unrestricted token; pass ?store= to write values for a specific store.")
	errNoDefault   = fault.Invalidf("useDefault requires a store context (?store=): global values have no default to revert to.").
			About(fault.Fixed, "useDefault")
)

// Check refuses writes to the values of all stores from a token that is limited to some stores (shapes-catalog §0.5).
func Check(c *operations.Call) error { return CheckScope(c, Written(c)) }

// CheckScope refuses writes to the values of a store view, or of all stores with 0, from a token that is limited to others.
func CheckScope(c *operations.Call, storeID int64) error {
	if allowed := c.AllowedStores(); allowed != nil && !slices.Contains(allowed, storeID) {
		return errGlobalWrite
	}
	return nil
}

// Revert returns the fields in useDefault.
func Revert(c *operations.Call, attributes interface {
	Revert(codes []string) (fields []string, err error)
}, codes []string) ([]string, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	if Written(c) == 0 {
		return nil, errNoDefault
	}
	return attributes.Revert(codes)
}
