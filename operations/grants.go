package operations

import (
	"slices"
	"strings"
)

// offered maps resources to the grants that roles can have (conventions §4.3, §4.5). Some belong to features that a shop may not have
// yet, so that roles stay as they are when a feature is added.
var offered = map[string]string{
	"products": "read write delete", "categories": "read write delete", "product-attributes": "read", "attribute-sets": "read",
	"inventory": "read write", "cms-pages": "read write delete", "cms-blocks": "read write delete", "blog-posts": "read write delete",
	"blog-categories": "read write delete", "media": "read write delete", "stores": "read write", "countries": "read", "url-resolver": "read",
	"giftcards": "read create write", "newsletter": "read write", "orders": "read create write", "invoices": "read create write",
	"shipments": "read create delete", "credit-memos": "read create", "coupons": "read create write delete",
	"revocation-requests": "read write", "tax-classes": "read write delete",
	"tax-rates": "read write delete", "tax-rules": "read write delete", "customers": "read create write", "addresses": "read write",
	"eventlog": "read append", "customer-groups": "read write delete",
	"carts": "read write", "wishlists": "read write", "reviews": "read write",
}

var offeredACL = []string{
	"catalog/products", "catalog/categories", "catalog/attributes/attributes", "catalog/attributes/sets", "catalog/reviews_ratings/reviews",
	"customer/manage", "customer/group", "newsletter/subscriber", "sales/order", "sales/order/actions/create",
	"sales/invoice", "sales/shipment", "sales/creditmemo", "promo/quote", "sales/giftcard/manage", "sales/revocation", "sales/tax",
	"sales/tax/rates", "sales/tax/rules", "cms/page", "cms/block", "cms/blog/posts", "cms/blog/categories", "cms/media_gallery",
}

// Grants lists every permission that a role can have: the offered ones, those that operations require, and "resource/all" for
// each resource.
func (r *Registry) Grants() []string {
	var out []string
	add := func(resource, op string) { out = append(out, resource+"/"+op, resource+"/all") }
	for resource, ops := range offered {
		for _, op := range strings.Fields(ops) {
			add(resource, op)
		}
	}
	for _, o := range r.operations {
		for _, p := range append([]string{o.Permission}, o.Also...) {
			if resource, op, ok := strings.Cut(p, "/"); ok {
				add(resource, op)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ACLPaths lists the back-office paths that a role can have.
func (r *Registry) ACLPaths() []string {
	out := slices.Clone(offeredACL)
	for _, resource := range r.resources {
		if resource.ACL != "" {
			out = append(out, resource.ACL)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
