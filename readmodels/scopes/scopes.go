// Package scopes names the things whose versions are stored. Projectors touch a scope when they change the thing, readers name it as
// what an answer is made of. A name is stored with its versions, so changing one needs a rebuild of its projector.
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
	"tradelog/domain/tax"
	"tradelog/domain/wishlist"
)

// Scope names a thing whose version matters: a projector's own name for it.
type Scope struct {
	Projector string
	Name      string
	// Streamed tells that the thing is read from its stream, which goes on when the projector has stopped. The versions of
	// rows stand then, as the rows do; those of streams tell nothing.
	Streamed bool
}

// Everything names all that a projector of few and small records has.
func Everything(projector string) Scope { return Scope{Projector: projector, Name: projector} }

// Stream names what a projector makes of one stream.
func Stream(projector, stream string) Scope { return Scope{Projector: projector, Name: stream} }

// Accounts are those of the back office and the API with their roles, Revoked the tokens that were revoked.
var (
	Accounts = Scope{Projector: "access", Name: "accounts"}
	Revoked  = Scope{Projector: "access", Name: "revoked"}
)

// Shop is the shop's structure, configuration and exchange rates. Categories are the tree.
var (
	Shop       = Everything("shop")
	Categories = Everything("categories")
)

// Records are all plain records of a declared kind.
func Records(k *record.Kind) Scope { return Stream("records", k.Name) }

// Record is one plain record of a declared kind.
func Record(k *record.Kind, id int64) Scope { return Stream("records", k.Stream(id)) }

// Taxes are tax classes, rates and rules, and the customer groups.
var Taxes = []Scope{Records(tax.Classes), Records(tax.RateRecords), Records(tax.Rules), Records(customer.Groups)}

// Attributes are those of products, with their options and sets.
var Attributes = []Scope{Records(catalog.AttributeRecords), Records(catalog.OptionRecords), Records(catalog.SetRecords)}

// Products are all products. Membership is which of them lists show, Assignments which of them are in which category, Facets what they
// are counted by.
var (
	Products    = Scope{Projector: "products", Name: "products"}
	Membership  = Scope{Projector: "products", Name: "product membership"}
	Assignments = Scope{Projector: "products", Name: "category assignments"}
	Facets      = Scope{Projector: "products", Name: "product facets"}
)

// Addresses are the URL keys of all products and categories. Paths are those of them that are published as another path.
var (
	Addresses = Everything("addresses")
	Paths     = Scope{Projector: "addresses", Name: "suffixed paths"}
)

// Stock is that of all products. Availability is which products have stock, whatever the quantity.
var (
	Stock        = Scope{Projector: "stock", Name: "stock"}
	Availability = Scope{Projector: "stock", Name: "stock availability"}
)

// Product is one product.
func Product(id int64) Scope { return Stream("products", catalog.Products.Stream(id)) }

// ProductStock is the stock of one product.
func ProductStock(id int64) Scope { return Scope{Projector: "stock", Name: "product-" + itoa(id)} }

// Cart is a cart, which is read from its stream.
func Cart(id int64) Scope { return CartStream(domain.Stream(cart.Category, id)) }

// CartStream is Cart by the name of the stream.
func CartStream(stream string) Scope { return Scope{Projector: "carts", Name: stream, Streamed: true} }

// OfStream is the scope of a stream that answers are made of. Only carts are read from their streams.
func OfStream(stream string) (of Scope, ok bool) {
	return CartStream(stream), domain.Category(stream) == cart.Category
}

// CustomerCarts are the carts of a customer.
func CustomerCarts(id int64) Scope {
	return Scope{Projector: "carts", Name: "carts of customer " + itoa(id)}
}

// ShippingTables are all tables of shipping rates.
var ShippingTables = Scope{Projector: "shipping", Name: "shipping tables"}

// ShippingTable is the shipping rates of a website.
func ShippingTable(websiteID int64) Scope { return Stream("shipping", shipping.Stream(websiteID)) }

// Customers are all accounts of customers.
var Customers = Everything("customers")

// Customer is one account.
func Customer(id int64) Scope { return Stream("customers", customer.Stream(id)) }

// PriceRules is which price rules there are, RuleUses how often they were used, AutomaticRules those that need no coupon as carts
// get them.
var (
	PriceRules     = Everything("pricerules")
	RuleUses       = Scope{Projector: "pricerules", Name: "uses"}
	AutomaticRules = Scope{Projector: "pricerules", Name: "rules without coupon"}
)

// PriceRule is one rule.
func PriceRule(id int64) Scope { return Stream("pricerules", pricerule.Stream(id)) }

// CouponCode is what a coupon code means to carts.
func CouponCode(code string) Scope {
	return Scope{Projector: "pricerules", Name: "coupon " + strings.ToLower(code)}
}

// GiftCards are all gift cards.
var GiftCards = Everything("giftcards")

// GiftCard is one card.
func GiftCard(id int64) Scope { return Stream("giftcards", giftcard.Stream(id)) }

// Revocations are all revocation requests.
var Revocations = Everything("revocations")

// Revocation is one request.
func Revocation(id int64) Scope { return Stream("revocations", revocation.Stream(id)) }

// Reviews are all reviews of products.
var Reviews = Everything("reviews")

// Review is one review.
func Review(id int64) Scope { return Stream("reviews", review.Stream(id)) }

// ProductReviews are the approved reviews of a product, and what they say together.
func ProductReviews(id int64) Scope { return Stream("reviews", catalog.Products.Stream(id)) }

// CustomerReviews are the reviews that a customer wrote.
func CustomerReviews(id int64) Scope { return Stream("reviews", customer.Stream(id)) }

// Wishlist is that of a customer.
func Wishlist(customerID int64) Scope { return Stream("wishlists", wishlist.Stream(customerID)) }

// Subscribers are those of the newsletter.
var Subscribers = Everything("subscribers")

// Orders are all orders.
var Orders = Everything("orders")

// Order is one order.
func Order(id int64) Scope { return Stream("orders", order.Stream(id)) }

// CustomerOrders are the orders of a customer.
func CustomerOrders(id int64) Scope {
	return Scope{Projector: "orders", Name: "orders of customer " + itoa(id)}
}

// StoreOrders are the orders of a store.
func StoreOrders(id int64) Scope {
	return Scope{Projector: "orders", Name: "orders of store " + itoa(id)}
}

// Shipment is one shipment.
func Shipment(id int64) Scope { return Scope{Projector: "orders", Name: "shipment-" + itoa(id)} }

// Shipments are those of an order.
func Shipments(orderID int64) Scope {
	return Scope{Projector: "orders", Name: "shipments of " + order.Stream(orderID)}
}

// OrderMoney is the invoices and credit memos of an order.
func OrderMoney(orderID int64) Scope {
	return Scope{Projector: "orders", Name: "papers of " + order.Stream(orderID)}
}

// CreditMemo is one credit memo.
func CreditMemo(id int64) Scope { return Scope{Projector: "orders", Name: "creditmemo-" + itoa(id)} }

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
