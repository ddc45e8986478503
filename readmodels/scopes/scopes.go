// Package scopes names the things whose versions are stored. Projectors touch a scope when they change the thing, and readers name the
// scopes of the rows in an answer. A name is stored with its versions, so changing one needs a rebuild of its projector.
package scopes

import (
	"strconv"
	"strings"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/customer"
	"tradelog/domain/giftcard"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/record"
	"tradelog/domain/review"
	"tradelog/domain/revocation"
	"tradelog/domain/shipping"
	"tradelog/domain/stockalert"
	"tradelog/domain/tax"
	"tradelog/domain/wishlist"
)

// Scope names a thing that has a version, by the projector and the projector's name for the thing.
type Scope struct {
	Projector string
	Name      string
	// Streamed says that the thing is read from its stream, which goes on when the projector has stopped. Versions of rows then still stand,
	// as the rows do; versions of streams do not.
	Streamed bool
}

// Everything is the scope of all rows of a projector that has few and small records.
func Everything(projector string) Scope { return Scope{Projector: projector, Name: projector} }

// Stream is the scope of a projector's rows of one stream.
func Stream(projector, stream string) Scope { return Scope{Projector: projector, Name: stream} }

// TrailAlone is the scope of the events of a stream that change no rows of a projector.
func TrailAlone(projector, stream string) Scope {
	return Scope{Projector: projector, Name: "trail of " + stream}
}

// Trail returns the scopes of all events of a stream, if the projector declares that its trail has versions. They are read from the stream.
func Trail(projector, stream string) []Scope {
	of := []Scope{Stream(projector, stream), TrailAlone(projector, stream)}
	for i := range of {
		of[i].Streamed = true
	}
	return of
}

// Accounts is the scope of the accounts of the back office and the API with their roles. AccountNames is that of the user names they have
// had. Revoked is the scope of revoked tokens, Agents that of the programs that act for accounts.
var (
	Accounts     = Scope{Projector: "access", Name: "accounts"}
	AccountNames = Scope{Projector: "access", Name: "account names"}
	Revoked      = Scope{Projector: "access", Name: "revoked"}
	Agents       = Scope{Projector: "access", Name: "agents"}
)

// Shop is the scope of the shop's structure, configuration and exchange rates, Categories that of the category tree.
var (
	Shop       = Everything("shop")
	Categories = Everything("categories")
)

// Records is the scope of all plain records of a declared kind.
func Records(k *record.Kind) Scope { return Stream("records", k.Name) }

// Taxes are the scopes of tax classes, rates and rules, and of the customer groups.
var Taxes = []Scope{Records(tax.Classes), Records(tax.RateRecords), Records(tax.Rules), Records(customer.Groups)}

// Attributes are the scopes of the attributes of products, with their options and sets.
var Attributes = []Scope{Records(catalog.AttributeRecords), Records(catalog.OptionRecords), Records(catalog.SetRecords)}

// Products is the scope of all products. Membership is the scope of the set of listed products, Assignments that of their assignments to
// categories, Facets that of their facets, Shown that of the times at which what they show has changed.
var (
	Products    = Scope{Projector: "products", Name: "products"}
	Membership  = Scope{Projector: "products", Name: "product membership"}
	Assignments = Scope{Projector: "products", Name: "category assignments"}
	Facets      = Scope{Projector: "products", Name: "product facets"}
	Shown       = Scope{Projector: "products", Name: "shown products"}
)

// Addresses is the scope of the URL keys of all products and categories, Paths that of the URL keys that are published as another path.
var (
	Addresses = Everything("addresses")
	Paths     = Scope{Projector: "addresses", Name: "suffixed paths"}
)

// Stock is the scope of the stock of all products. Availability is the scope of the set of products in stock, whatever the quantity.
var (
	Stock        = Scope{Projector: "stock", Name: "stock"}
	Availability = Scope{Projector: "stock", Name: "stock availability"}
)

// Balances is the scope of the quantities of all products: available, and sold but not shipped.
var Balances = Everything("inventory")

// Balance is the scope of the balance of one product, and of the movements that made it.
func Balance(productID int64) Scope {
	return Scope{Projector: "inventory", Name: "product-" + itoa(productID)}
}

// Product is the scope of one product.
func Product(id int64) Scope { return Stream("products", catalog.Products.Stream(id)) }

// ProductShown is the scope of the time at which what a product shows has changed last.
func ProductShown(id int64) Scope {
	return Scope{Projector: "products", Name: "shown product-" + itoa(id)}
}

// ProductStock is the scope of the stock of one product.
func ProductStock(id int64) Scope { return Scope{Projector: "stock", Name: "product-" + itoa(id)} }

// CartStream is the scope of a cart, which is read from its stream.
func CartStream(stream string) Scope { return Scope{Projector: "carts", Name: stream, Streamed: true} }

// OfStream returns the scope of a stream that answers are made of. ok is false for all streams but those of carts.
func OfStream(stream string) (of Scope, ok bool) {
	return CartStream(stream), domain.Category(stream) == cart.Category
}

// CustomerCarts is the scope of the carts of a customer.
func CustomerCarts(id int64) Scope {
	return Scope{Projector: "carts", Name: "carts of customer " + itoa(id)}
}

// ShippingTables is the scope of all tables of shipping rates.
var ShippingTables = Scope{Projector: "shipping", Name: "shipping tables"}

// ShippingTable is the scope of the shipping rates of a website.
func ShippingTable(websiteID int64) Scope { return Stream("shipping", shipping.Stream(websiteID)) }

// Customers is the scope of all accounts of customers.
var Customers = Everything("customers")

// Customer is the scope of one account.
func Customer(id int64) Scope { return Stream("customers", customer.Stream(id)) }

// PriceRules is the scope of the price rules, RuleUses that of the counts of their uses. AutomaticRules is the scope of the rules without a
// coupon, in the form that carts get.
var (
	PriceRules     = Everything("pricerules")
	RuleUses       = Scope{Projector: "pricerules", Name: "uses"}
	AutomaticRules = Scope{Projector: "pricerules", Name: "rules without coupon"}
)

// PriceRule is the scope of one rule.
func PriceRule(id int64) Scope { return Stream("pricerules", pricerule.Stream(id)) }

// CouponCode is the scope of the rule that carts get for a coupon code.
func CouponCode(code string) Scope {
	return Scope{Projector: "pricerules", Name: "coupon " + strings.ToLower(code)}
}

// GiftCards is the scope of all gift cards.
var GiftCards = Everything("giftcards")

// GiftCard is the scope of one card.
func GiftCard(id int64) Scope { return Stream("giftcards", giftcard.Stream(id)) }

// Revocations is the scope of all revocation requests.
var Revocations = Everything("revocations")

// Revocation is the scope of one request.
func Revocation(id int64) Scope { return Stream("revocations", revocation.Stream(id)) }

// Reviews is the scope of all reviews of products.
var Reviews = Everything("reviews")

// Review is the scope of one review.
func Review(id int64) Scope { return Stream("reviews", review.Stream(id)) }

// ProductReviews is the scope of the approved reviews of a product, and of their summary.
func ProductReviews(id int64) Scope { return Stream("reviews", catalog.Products.Stream(id)) }

// CustomerReviews is the scope of the reviews that a customer wrote.
func CustomerReviews(id int64) Scope { return Stream("reviews", customer.Stream(id)) }

// Wishlist is the scope of a customer's wishlist.
func Wishlist(customerID int64) Scope { return Stream("wishlists", wishlist.Stream(customerID)) }

// StockAlerts is the scope of all stock alerts.
var StockAlerts = Everything("stockalerts")

// CustomerStockAlerts is the scope of the alerts that a customer waits for.
func CustomerStockAlerts(customerID int64) Scope {
	return Stream("stockalerts", stockalert.Stream(customerID))
}

// Subscribers is the scope of the subscribers of the newsletter.
var Subscribers = Everything("subscribers")

// Orders is the scope of all orders.
var Orders = Everything("orders")

// Order is the scope of one order.
func Order(id int64) Scope { return Stream("orders", order.Stream(id)) }

// CustomerOrders is the scope of the orders of a customer.
func CustomerOrders(id int64) Scope {
	return Scope{Projector: "orders", Name: "orders of customer " + itoa(id)}
}

// StoreOrders is the scope of the orders of a store.
func StoreOrders(id int64) Scope {
	return Scope{Projector: "orders", Name: "orders of store " + itoa(id)}
}

// Shipment is the scope of one shipment.
func Shipment(id int64) Scope { return Scope{Projector: "orders", Name: "shipment-" + itoa(id)} }

// Shipments is the scope of the shipments of an order.
func Shipments(orderID int64) Scope {
	return Scope{Projector: "orders", Name: "shipments of " + order.Stream(orderID)}
}

// OrderMoney is the scope of the invoices and credit memos of an order.
func OrderMoney(orderID int64) Scope {
	return Scope{Projector: "orders", Name: "papers of " + order.Stream(orderID)}
}

// CreditMemo is the scope of one credit memo.
func CreditMemo(id int64) Scope { return Scope{Projector: "orders", Name: "creditmemo-" + itoa(id)} }

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
