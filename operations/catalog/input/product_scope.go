package input

import (
	"encoding/json"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
)

// ErrWebsites refuses products whose websites a token may not access.
var ErrWebsites = fault.Forbiddenf("Access denied for this product's websites")

// CheckWebsites refuses a product if the token may access none of its websites.
func CheckWebsites(c *operations.Call, websites []int64) error {
	allowed := c.AllowedWebsites()
	if allowed == nil || slices.ContainsFunc(websites, func(id int64) bool { return slices.Contains(allowed, id) }) {
		return nil
	}
	return ErrWebsites
}

// CheckShared refuses what holds for all stores if the token is limited to some, and the product is sold in a website that has none of
// them (conventions §4.8). what names it, and field is the member of the input, if it is one.
func CheckShared(c *operations.Call, websites []int64, what, field string) error {
	allowed := c.AllowedWebsites()
	if allowed == nil || !slices.ContainsFunc(websites, func(id int64) bool { return !slices.Contains(allowed, id) }) {
		return nil
	}
	refused := fault.Forbiddenf("%s holds for all stores, and this token is for some of them; it takes an unrestricted token.", what)
	if field != "" {
		return refused.About(fault.Other, field)
	}
	return refused
}

// WebsitesOf returns the websites that sell a product.
func WebsitesOf(product record.State) []int64 {
	ids := []int64{}
	if json.Unmarshal(product.Values[0]["websiteIds"], &ids) != nil || ids == nil {
		return []int64{}
	}
	return ids
}

// TypeOf returns the type of a product.
func TypeOf(product record.State) (name string) {
	_ = json.Unmarshal(product.Values[0]["type"], &name)
	return name
}
