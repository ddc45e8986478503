package scopes

import (
	"testing"
)

// TestStoredNames: versions are stored under these names. Another name is a scope that no stored version belongs to.
func TestStoredNames(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]Scope{
		"access accounts": Accounts, "access revoked": Revoked, "shop shop": Shop, "records taxclass": Taxes[0],
		"categories categories": Categories,
		"products products":     Products, "products product membership": Membership, "products category assignments": Assignments,
		"products product-7": Product(7), "stock product-7": ProductStock(7), "stock stock": Stock, "stock stock availability": Availability,
		"carts cart-7": CartStream("cart-7"), "carts carts of customer 7": CustomerCarts(7), "shipping shipping tables": ShippingTables,
		"shipping tablerates-7": ShippingTable(7), "customers customers": Customers, "customers customer-7": Customer(7),
		"pricerules pricerules": PriceRules, "pricerules uses": RuleUses, "pricerules rules without coupon": AutomaticRules,
		"pricerules pricerule-7": PriceRule(7), "pricerules coupon ten": CouponCode("TEN"), "giftcards giftcards": GiftCards,
		"giftcards giftcard-7": GiftCard(7), "revocations revocations": Revocations,
		"revocations revocation-7": Revocation(7), "orders orders": Orders, "orders order-7": Order(7),
		"orders orders of customer 7": CustomerOrders(7), "orders orders of store 7": StoreOrders(7), "orders shipment-7": Shipment(7),
		"orders shipments of order-7": Shipments(7), "orders papers of order-7": OrderMoney(7), "orders creditmemo-7": CreditMemo(7),
		"inventory inventory": Balances, "inventory product-7": Balance(7),
		"media file a/b.webp": MediaFile("a/b.webp"), "media folder a": MediaFolder("a"), "media media": MediaFolders,
		"orders trail of order-7": TrailAlone("orders", "order-7"),
	} {
		if got := s.Projector + " " + s.Name; got != want || s.Streamed != (s == CartStream("cart-7")) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
