package catalog

import (
	"slices"

	"tradelog/domain/change"
)

// Changes declares what the events of products and categories change.
func Changes() change.Area {
	return change.Area{
		Events: slices.Concat(change.Records(Products, "products"), change.Records(Categories, "categories")),
		Scopes: map[string]change.ScopeFold{
			Products.Name:   change.In("websiteIds", change.OfWebsites),
			Categories.Name: change.Everywhere,
		},
	}
}
