package catalog

import (
	"slices"

	"tradelog/domain/change"
)

// resource is the name of products in the interfaces.
const resource = "products"

// Changes declares what the events of products and categories change. Products show other products, and categories that they are in.
func Changes() change.Area {
	categories := change.Records(Categories, "categories")
	for i := range categories {
		if categories[i].Event == Categories.Title+"Deleted" {
			change.Echoing(resource, change.Fields("categoryIds"), categories[i:i+1])
		}
	}
	return change.Area{
		Events: slices.Concat(change.Echoing(resource, nil, change.Records(Products, resource)), categories,
			change.Echoing(resource, change.Fields("finalPrice", "minimalPrice", "price"),
				[]change.Declaration{{Event: DayBegan{}.EventName()}})),
		Scopes: map[string]change.ScopeFold{
			Products.Name:   change.In("websiteIds", change.OfWebsites),
			Categories.Name: change.Everywhere,
		},
	}
}
