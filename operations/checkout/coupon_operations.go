package checkout

import (
	"time"

	checkoutcommands "tradelog/commands/checkout"
	"tradelog/commands/sales"
	"tradelog/operations"
	"tradelog/quote"
	readsales "tradelog/readmodels/sales"
)

// couponResource is the resource of this package.
var couponResource = &operations.Resource{
	Name: "Coupon", Section: "sales", Permission: "coupons", ACL: "promo/quote", Label: "coupon",
	Brief: []string{"id", "code", "ruleName", "isActive", "discountType", "discountAmount", "fromDate", "toDate", "usageLimit", "timesUsed"},
	Keys:  []string{"code"},
	Doc:   "A discount code with its price rule.",
}

// CouponDependencies are the commands, readers and services that the operations use.
type CouponDependencies struct {
	Commands *sales.PriceRules
	Carts    *checkoutcommands.Checkout
	Reader   *readsales.PriceRules
	Quotes   *quote.Service
}

type couponHandlers struct{ CouponDependencies }

// checks limits the codes that a caller can try. Attempts with codes on carts have a limit of their own.
var checks = operations.Limit{Config: "coupon_validate", Window: time.Minute, Keys: operations.PerCaller, ByHand: true}

// NewCoupons makes the operations.
func NewCoupons(d CouponDependencies) []*operations.Operation {
	h := &couponHandlers{d}
	of := func(verb operations.Verb, method, path, permission string) operations.Declaration {
		return operations.Declaration{
			Resource: couponResource, Verb: verb, Method: method, Path: path, Access: operations.Backend.Access("coupons/" + permission),
		}
	}
	list, get := of(operations.List, "GET", "/coupons", "read"), of(operations.Get, "GET", "/coupons/{id}", "read")
	create, update := of(operations.Create, "POST", "/coupons", "create"), of(operations.Update, "PUT", "/coupons/{id}", "write")
	remove := of(operations.Delete, "DELETE", "/coupons/{id}", "delete")
	remove.Effect.Irreversible = operations.Deleted
	list.Paged = true
	list.Summary, list.Doc = "List coupons", "Lists coupons, newest first."
	get.AsOf = true
	get.Guard, get.Summary, get.Doc = h.readable, "Get a coupon", "Returns a coupon with its rule and number of uses."
	create.Summary = "Create a coupon"
	create.Doc = "Adds a coupon. code, discountType and discountAmount are required. percent is a percentage off each line, fixed an " +
		"amount off each unit, cart_fixed an amount off the cart; buy_x_get_y gives discountAmount units free per discountStep bought. Try " +
		"it with POST /coupons/validate."
	update.Guard, update.Summary = h.writable, "Change a coupon"
	update.Doc =
		"Changes only what is sent. null clears limits, dates and quantities. Placed orders keep their discount."
	remove.Guard, remove.Summary = h.writable, "Delete a coupon"
	remove.Doc = "Removes a coupon with its rule. Carts lose it; orders keep their discount. The code can be reused."
	validate := operations.Declaration{
		Resource: couponResource, Verb: operations.Action, Method: "POST", Path: "/coupons/validate", Access: operations.Public.Access(),
		Limits: []operations.Limit{checks}, Summary: "Check a coupon code",
		Idempotency: operations.Idempotency{Unkeyed: "it changes nothing, and the answer is that of the moment"},
		Doc: "Tells whether a code is valid at present; the discount depends on the cart. With cartId, a cart of the caller, the answer has " +
			"the discount the cart would get.",
	}
	return []*operations.Operation{
		operations.Define(list, h.list), operations.Define(get, h.get), operations.Define(update, h.update), operations.Define(remove, h.remove),
		operations.Define(create, h.create), operations.Define(validate, h.validate),
	}
}
