package customers_test

import (
	"slices"
	"strings"
	"testing"

	"tradelog/test/apptest"
)

// grantsOfTheContract are the permissions of API roles by their resources (conventions §4.3).
var grantsOfTheContract = map[string]string{
	"products": "read write delete", "categories": "read write delete", "product-attributes": "read", "attribute-sets": "read",
	"inventory": "read write", "cms-pages": "read write delete", "cms-blocks": "read write delete", "blog-posts": "read write delete",
	"blog-categories": "read write delete", "media": "read write delete", "stores": "read write", "countries": "read",
	"url-resolver": "read", "giftcards": "read create write", "newsletter": "read write", "orders": "read create write",
	"invoices": "read create write", "shipments": "read create delete", "credit-memos": "read create",
	"coupons": "read create write delete", "revocation-requests": "read write", "tax-classes": "read write delete",
	"tax-rates": "read write delete", "tax-rules": "read write delete", "customers": "read create write", "addresses": "read write",
	"customer-groups": "read write delete", "carts": "read write", "wishlists": "read write", "reviews": "read write",
}

// furtherGrants are permissions that the contract does not name.
var furtherGrants = map[string]string{
	"customers": "delete", "email-templates": "read write delete", "eventlog": "read append", "audit": "read",
	"changes": "read", "configuration": "read", "settings": "read write", "stock-alerts": "read write", "webhooks": "read write delete",
	"agents": "read delete", "engine": "read write", "emails": "read write",
}

// backOfficePaths are the ACL paths of back-office roles (conventions §4.5), and nine more. These are for stock alerts, templates of
// e-mails, the outbox, trails, changes, webhooks, agents, the engine and the configuration.
var backOfficePaths = []string{
	"audit", "catalog/attributes/attributes", "catalog/attributes/sets", "catalog/categories", "catalog/products",
	"catalog/reviews_ratings/reviews", "catalog/stock_alerts", "cms/block", "cms/blog/categories", "cms/blog/posts", "cms/media_gallery",
	"cms/page", "customer/group", "customer/manage", "newsletter/subscriber", "promo/quote", "sales/creditmemo", "sales/giftcard/manage",
	"sales/invoice", "sales/order", "sales/order/actions/create", "sales/revocation", "sales/shipment", "sales/tax", "sales/tax/rates",
	"sales/tax/rules", "system/agents", "system/changes", "system/config", "system/email_template", "system/emails",
	"system/engine", "system/webhook",
}

// TestRolesCanHaveTheGrantsOfTheContract checks the union of the shop's declarations. The legacy interfaces add their own permissions,
// behind those of REST.
func TestRolesCanHaveTheGrantsOfTheContract(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	want := []string{}
	for _, list := range []map[string]string{grantsOfTheContract, furtherGrants} {
		for resource, ops := range list {
			for _, op := range append(strings.Fields(ops), "all") {
				want = append(want, resource+"/"+op)
			}
		}
	}
	slices.Sort(want)
	want = slices.Compact(want)
	got := s.Grants(false)
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("API roles can have\n%v, want\n%v", got, want)
	}
	if got := s.Grants(true); !slices.Equal(got, backOfficePaths) {
		t.Errorf("back-office roles can have\n%v, want\n%v", got, backOfficePaths)
	}
	known := s.KnownGrant(false)
	for _, grant := range want {
		if !known(grant) {
			t.Errorf("a role with %s is refused", grant)
		}
	}
	for _, grant := range []string{"stores/delete", "countries/write", "url-resolver/write", "eventlog/write", "secrets/write", "all/read"} {
		if known(grant) {
			t.Errorf("a role can have %s", grant)
		}
	}
}
