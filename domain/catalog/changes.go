package catalog

import (
	"slices"

	"tradelog/domain/change"
)

// The names of products and categories in the interfaces.
const (
	resource   = "products"
	categories = "categories"
)

// Changes declares what the events of products and categories change. Products show other products, and categories that they are in.
// Categories show those below them, and the path from the root.
func Changes() change.Area {
	tree := change.Records(Categories, categories)
	for i := range tree {
		shown := change.Fields("children", "childrenCount", "childrenIds")
		switch tree[i].Event {
		case Categories.Title + "Changed":
			shown = nil // those below may have another place
		case Categories.Title + "Deleted":
			change.Echoing(resource, change.Fields("categoryIds"), tree[i:i+1])
		}
		change.Echoing(categories, shown, tree[i:i+1])
	}
	return change.Area{
		Events: slices.Concat(change.Echoing(resource, nil, change.Records(Products, resource)), tree,
			change.Echoing(resource, change.Fields("finalPrice", "minimalPrice", "price"),
				[]change.Declaration{{Event: DayBegan{}.EventName()}})),
		Scopes: map[string]change.ScopeFold{
			Products.Name:   change.In("websiteIds", change.OfWebsites),
			Categories.Name: change.Everywhere,
		},
	}
}
