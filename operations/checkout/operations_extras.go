package checkout

import (
	"strings"

	"tradelog/operations"
)

// forBothCarts declares an operation for carts and for guests' carts. These differ only in the way to find the cart. o.Path is relative to
// the cart.
func forBothCarts[In, Out any](h *handlers, o operations.Declaration, handler operations.Handler[In, Out]) []*operations.Operation {
	owned, guest := bothCarts(o)
	owned.Guard, guest.Guard = h.guarded(h.own), h.guarded(h.masked)
	return []*operations.Operation{operations.Define(owned, handler), operations.Define(guest, handler)}
}

// onBothCached is forBothCarts for a change that onCached makes.
func onBothCached[In, Out any](h *handlers, o operations.Declaration, change operations.Handler[In, Out]) []*operations.Operation {
	owned, guest := bothCarts(o)
	owned.Guard, guest.Guard = h.guess(h.own), h.guess(h.masked)
	return []*operations.Operation{
		operations.Define(owned, onCached(h, h.own, change)), operations.Define(guest, onCached(h, h.masked, change)),
	}
}

func bothCarts(o operations.Declaration) (owned, guest operations.Declaration) {
	o.Resource = cartResource
	owned, guest = o, o
	owned.Path, owned.Access = "/carts/{id}"+o.Path, operations.Customer.Access("carts/write")
	guest.Path, guest.Access, guest.Idempotency.Scope = "/guest-carts/{id}"+o.Path, operations.Public.Access(), keyOfPath
	guest.Summary = strings.Replace(o.Summary, "a cart", "a guest's cart", 1)
	return owned, guest
}

// extras declares coupons, gift cards, messages, addresses and methods of carts.
func (h *handlers) extras() (all []*operations.Operation) {
	add := func(list ...*operations.Operation) { all = append(all, list...) }
	of := func(verb operations.Verb, method, path string, status int, summary, doc string) operations.Declaration {
		return operations.Declaration{
			Verb: verb, Method: method, Path: path, Response: operations.Response{Status: status}, Summary: summary, Doc: doc,
		}
	}

	coupon := of(operations.Action, "POST", "/coupon", 201, "Apply a coupon to a cart",
		"Applies a coupon to the cart, instead of the present one. A code that gives this cart no discount is refused. The answer is the "+
			"whole cart with new totals.")
	coupon.Limits = []operations.Limit{couponTries}
	add(forBothCarts(h, coupon, h.applyCoupon)...)
	again := coupon
	again.Resource, again.Method, again.Path, again.Response.Status, again.Extra = cartResource, "PUT", "/guest-carts/{id}/coupon", 200, true
	again.Access.Auth, again.Guard = operations.Public, h.guarded(h.masked)
	again.Summary = "Apply a coupon to a guest's cart (as POST does)"
	again.Idempotency.Scope = keyOfPath
	add(operations.Define(again, h.applyCoupon))
	add(forBothCarts(h, of(operations.Delete, "DELETE", "/coupon", 204, "Remove the coupon from a cart",
		"Removes the coupon from the cart, if there is one."), h.removeCoupon)...)

	card := of(operations.Action, "POST", "/giftcards", 200, "Pay a cart with a gift card",
		"Adds a gift card as payment, after those already applied. The amount is charged when the order is placed. The answer is the whole "+
			"cart with new totals.")
	card.Limits = []operations.Limit{cardTries}
	add(forBothCarts(h, card, h.applyCard)...)
	add(forBothCarts(h, of(operations.Delete, "DELETE", "/giftcards/{code}", 204, "Remove a gift card from a cart",
		"Removes the gift card from the cart."), h.removeCard)...)

	add(forBothCarts(h, of(operations.Update, "PUT", "/gift-message", 200, "Set the gift message of a cart",
		"Sets the message for the whole cart, if the shop allows it. A blank message removes it. The answer is the whole cart."),
		h.setMessage)...)
	add(forBothCarts(h, of(operations.Delete, "DELETE", "/gift-message", 204, "Remove the gift message of a cart",
		"Removes the message for the whole cart."), h.removeMessage)...)
	add(forBothCarts(h, of(operations.Update, "PUT", "/items/{itemId}/gift-message", 200, "Set the gift message of a line of a cart",
		"Sets the message of a line, if the shop allows it. A blank message removes it. The answer is the whole cart."),
		h.setItemMessage)...)
	add(forBothCarts(h, of(operations.Delete, "DELETE", "/items/{itemId}/gift-message", 204, "Remove the gift message of a line of a cart",
		"Removes the message of a line."), h.removeItemMessage)...)

	set := func(path, summary, doc string) operations.Declaration {
		o := of(operations.Update, "PUT", path, 200, summary, doc+" The answer is the whole cart.")
		o.Extra = true
		return o
	}
	add(onBothCached(h, set("/shipping-address", "Set the shipping address of a cart", "Sets the shipping address."),
		h.setShippingAddress)...)
	add(onBothCached(h, set("/billing-address", "Set the billing address of a cart",
		"Sets the billing address; sameAsShipping copies the shipping address."), h.setBillingAddress)...)
	add(onBothCached(h, set("/shipping-method", "Select the shipping method of a cart",
		"Selects one of availableShippingMethods; they need a shipping address with a country."), h.setShippingMethod)...)
	add(onBothCached(h, set("/payment-method", "Select the payment method of a cart", "Selects one of availablePaymentMethods."),
		h.setPaymentMethod)...)
	return all
}
