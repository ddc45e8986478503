package checkout

import (
	"strings"

	"tradelog/operations"
)

// onBoth declares an operation for carts and for guests' carts, which differ only in how the cart is found. o.Path is relative
// to the cart.
func onBoth[In, Out any](h *handlers, o operations.Operation, handler operations.Handler[In, Out]) []*operations.Operation {
	o.Resource = Cart
	owned, guest := o, o
	owned.Path, owned.Auth, owned.Permission, owned.Guard = "/carts/{id}"+o.Path, operations.Customer, "carts/write", h.owned
	guest.Path, guest.Auth, guest.Guard, guest.KeyScope = "/guest-carts/{id}"+o.Path, operations.Public, h.masked, keyOfPath
	guest.Summary = strings.Replace(o.Summary, "a cart", "a guest's cart", 1)
	return []*operations.Operation{operations.Define(owned, handler), operations.Define(guest, handler)}
}

// extras declares coupons, gift cards, messages, addresses and methods of carts.
func (h *handlers) extras() (all []*operations.Operation) {
	add := func(list ...*operations.Operation) { all = append(all, list...) }
	of := func(verb operations.Verb, method, path string, status int, summary, doc string) operations.Operation {
		return operations.Operation{Verb: verb, Method: method, Path: path, Status: status, Summary: summary, Doc: doc}
	}

	coupon := of(operations.Action, "POST", "/coupon", 201, "Apply a coupon to a cart",
		"Puts a coupon on the cart, in the place of the one it has. A code that takes nothing off this cart is refused. The answer is the "+
			"whole cart with new totals.")
	coupon.Limits = []operations.Limit{couponTries}
	add(onBoth(h, coupon, h.applyCoupon)...)
	again := coupon
	again.Resource, again.Method, again.Path, again.Status, again.Extra = Cart, "PUT", "/guest-carts/{id}/coupon", 200, true
	again.Auth, again.Guard = operations.Public, h.masked
	again.Summary = "Apply a coupon to a guest's cart (as POST does)"
	again.KeyScope = keyOfPath
	add(operations.Define(again, h.applyCoupon))
	add(onBoth(h, of(operations.Delete, "DELETE", "/coupon", 204, "Remove the coupon from a cart",
		"Takes the coupon off the cart. Without one nothing happens."), h.removeCoupon)...)

	card := of(operations.Action, "POST", "/giftcards", 200, "Pay a cart with a gift card",
		"Lets a gift card pay for the cart, after those it has. What is charged is known when the order is placed. The answer is the whole "+
			"cart with new totals.")
	card.Limits = []operations.Limit{cardTries}
	add(onBoth(h, card, h.applyCard)...)
	add(onBoth(h, of(operations.Delete, "DELETE", "/giftcards/{code}", 204, "Take a gift card off a cart",
		"The card does not pay for the cart any more."), h.removeCard)...)

	add(onBoth(h, of(operations.Update, "PUT", "/gift-message", 200, "Set the gift message of a cart",
		"Sets the message that goes with the whole cart, where the shop allows it. A blank message removes it. The answer is the whole cart."),
		h.setMessage)...)
	add(onBoth(h, of(operations.Delete, "DELETE", "/gift-message", 204, "Remove the gift message of a cart",
		"Removes the message that goes with the whole cart."), h.removeMessage)...)
	add(onBoth(h, of(operations.Update, "PUT", "/items/{itemId}/gift-message", 200, "Set the gift message of a line of a cart",
		"Sets the message that goes with a line, where the shop allows it. A blank message removes it. The answer is the whole cart."),
		h.setItemMessage)...)
	add(onBoth(h, of(operations.Delete, "DELETE", "/items/{itemId}/gift-message", 204, "Remove the gift message of a line of a cart",
		"Removes the message that goes with a line."), h.removeItemMessage)...)

	set := func(path, summary, doc string) operations.Operation {
		o := of(operations.Update, "PUT", path, 200, summary, doc+" The answer is the whole cart.")
		o.Extra = true
		return o
	}
	add(onBoth(h, set("/shipping-address", "Set the shipping address of a cart", "Sets where the cart is shipped to."),
		h.setShippingAddress)...)
	add(onBoth(h, set("/billing-address", "Set the billing address of a cart",
		"Sets who pays: an address, or sameAsShipping to copy the shipping address."), h.setBillingAddress)...)
	add(onBoth(h, set("/shipping-method", "Choose how a cart is shipped",
		"Chooses one of availableShippingMethods; they need a shipping address with a country."), h.setShippingMethod)...)
	add(onBoth(h, set("/payment-method", "Choose how a cart is paid", "Chooses one of availablePaymentMethods."), h.setPaymentMethod)...)
	return all
}
