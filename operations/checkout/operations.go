package checkout

import (
	"context"
	"slices"
	"time"

	"tradelog/commands/checkout"
	salescommands "tradelog/commands/sales"
	"tradelog/domain/cart"
	"tradelog/operations"
	"tradelog/operations/content"
	"tradelog/operations/sales"
	"tradelog/quote"
	readsales "tradelog/readmodels/sales"
)

// cartResource is the resource of carts.
var cartResource = &operations.Resource{
	Name: "Cart", Section: "customers", Permission: "carts", ACL: "sales/order/actions/create", Label: "cart",
	Doc: "A cart until it becomes an order. Guests address it by masked ID, customers and the back office by ID.",
}

type handlers struct {
	commands *checkout.Checkout
	orders   *salescommands.Orders
	sales    *readsales.Reader
	quotes   *quote.Service
	files    content.Dependencies
	derive   func(ctx context.Context, purpose string) (string, error)
}

type pathID struct {
	ID string `path:"id" doc:"ID of the cart"`
}

type pathMask struct {
	ID string `path:"id" doc:"masked ID of the cart: 32 hexadecimal characters"`
}

// cartRef names a cart of either kind.
type cartRef struct {
	ID string `path:"id"`
}

// New makes the operations. derive returns a secret of 64 hexadecimal characters for a purpose, always the same one.
func New(
	c *checkout.Checkout, o *salescommands.Orders, r *readsales.Reader, q *quote.Service, files content.Dependencies,
	derive func(ctx context.Context, purpose string) (string, error),
) []*operations.Operation {
	h := &handlers{commands: c, orders: o, sales: r, quotes: q, files: files, derive: derive}
	return slices.Concat(h.carts(), h.guestCarts(), h.extras(), h.customersCarts())
}

// creations limits new carts of guests: requested ones, and those that begin.
var creations = operations.Limit{Config: "guest_cart", Window: time.Minute, Exempt: []string{"carts/write"}}

// creationsByHand are creations whose handler knows whether a cart begins.
var creationsByHand = operations.Limit{
	Config: creations.Config, Bucket: "begun", Window: creations.Window, Exempt: creations.Exempt, ByHand: true,
}

func (h *handlers) carts() []*operations.Operation {
	read := operations.Declaration{
		Resource: cartResource, Verb: operations.Get, Method: "GET", Access: operations.Customer.Access("carts/read", "carts/write"),
		Guard: h.guarded(h.own),
	}
	write := operations.Declaration{
		Resource: cartResource, Access: operations.Customer.Access("carts/write"), Guard: h.guess(h.own),
		Response: operations.Response{Status: 200},
	}

	get := read
	get.Path, get.Summary = "/carts/{id}", "Get a cart"
	get.Doc = "Returns the cart with lines, totals, addresses and available shipping and payment methods. Prices and totals are current, " +
		"in the cart's own store."

	create := write
	create.Verb, create.Method, create.Path, create.Response.Status, create.Guard = operations.Create, "POST", "/carts", 201, nil
	create.Body.Optional, create.Summary = true, "Create a cart"
	create.Doc = "Opens a new cart for the customer of the token. With a back-office token it is a guest cart, addressed by maskedId. Add " +
		"lines next: POST /carts/{id}/items."

	add := write
	add.Verb, add.Method, add.Path, add.Summary = operations.Create, "POST", "/carts/{id}/items", "Add a product to a cart"
	add.Doc = "Adds a quantity of a product by SKU; the same product increases its line. The answer is the whole cart with new totals."
	add.Body.Max, add.Limits = MaxAdding, []operations.Limit{FilesSent}

	change := write
	change.Verb, change.Method, change.Path = operations.Update, "PUT", "/carts/{id}/items/{itemId}"
	change.Summary = "Change the quantity of a cart line"
	change.Doc = "Sets the quantity of a line. The answer is the whole cart. DELETE removes a line."

	remove := write
	remove.Verb, remove.Method, remove.Path = operations.Delete, "DELETE", "/carts/{id}/items/{itemId}"
	remove.Summary = "Remove a line from a cart"
	remove.Doc = "Removes a line. The answer is the whole cart."

	totals := read
	totals.Path, totals.Summary = "/carts/{id}/totals", "Get a cart's totals"
	totals.Doc = "Returns the whole cart; prices holds the totals."

	ship := write
	ship.Verb, ship.Method, ship.Path, ship.Body.Optional = operations.Action, "POST", "/carts/{id}/shipping-methods", true
	ship.Summary = "List the shipping methods of a cart"
	ship.Doc = "Returns the whole cart; availableShippingMethods has the methods for its address, which can be sent along. Without a " +
		"country there are none."

	pay := read
	pay.Path, pay.Summary = "/carts/{id}/payment-methods", "List the payment methods of a cart"
	pay.Doc = "Returns the whole cart with availablePaymentMethods."

	place := operations.Declaration{
		Resource: sales.Order, Verb: operations.Action, Method: "POST", Path: "/carts/{id}/place-order",
		Access: operations.Customer.Access("orders/create"), Body: operations.Body{Optional: true, Refusal: h.guarded(h.own)},
		Summary: "Place the order of a cart",
		Doc: "Turns the cart into an order: checks addresses, methods and stock, reserves the stock and closes the cart. Addresses, methods " +
			"and a note may be sent along. With X-Idempotency-Key the request can be repeated safely.",
	}
	return []*operations.Operation{
		operations.Define(get, h.get), operations.Define(create, h.create), operations.Define(add, onCached(h, h.own, h.addOwned)),
		operations.Define(change, onCached(h, h.own, h.changeItem)), operations.Define(remove, onCached(h, h.own, h.removeItem)),
		operations.Define(totals, h.get), operations.Define(ship, onCached(h, h.own, h.ownedShipping)), operations.Define(pay, h.get),
		operations.Define(place, h.placeOwned),
	}
}

func (h *handlers) guestCarts() []*operations.Operation {
	read := operations.Declaration{
		Resource: cartResource, Verb: operations.Get, Method: "GET", Access: operations.Public.Access(), Guard: h.guarded(h.masked),
		Response: operations.Response{NoStore: true},
	}
	write := operations.Declaration{
		Resource: cartResource, Access: operations.Public.Access(), Guard: h.guess(h.masked), Response: operations.Response{Status: 200},
		Idempotency: operations.Idempotency{Scope: keyOfPath},
	}

	create := write
	create.Verb, create.Method, create.Path, create.Response.Status, create.Guard = operations.Create, "POST", "/guest-carts", 201, nil
	create.Idempotency.Scope = nil
	create.Idempotency.Unkeyed =
		"a new cart has no secret yet: two guests who chose the same key would get the same cart. An empty cart is stored nowhere"
	create.Body.Optional, create.Summary, create.Limits = true, "Create a guest's cart", []operations.Limit{creations}
	create.Doc =
		"Opens a cart without an account. Keep maskedId: only it gives access to the cart. Add lines next: POST /guest-carts/{id}/items."

	get := read
	get.Path, get.Summary = "/guest-carts/{id}", "Get a guest's cart"
	get.Doc = "Returns the cart with lines, totals and methods, at current prices."

	add := write
	add.Verb, add.Method, add.Path, add.Guard = operations.Create, "POST", "/guest-carts/{id}/items", nil
	add.Summary, add.Body.Max, add.Limits = "Add a product to a guest's cart", MaxAdding, []operations.Limit{FilesSent, creationsByHand}
	add.Doc = "Adds a quantity of a product by SKU. If the masked ID is no longer usable, a new cart is opened: cartRecreated is true and " +
		"maskedId is new."

	change := write
	change.Verb, change.Method, change.Path = operations.Update, "PUT", "/guest-carts/{id}/items/{itemId}"
	change.Summary = "Change the quantity of a guest's cart line"
	change.Doc = "Sets the quantity of a line. The answer is the whole cart."

	remove := write
	remove.Verb, remove.Method, remove.Path = operations.Delete, "DELETE", "/guest-carts/{id}/items/{itemId}"
	remove.Summary = "Remove a line from a guest's cart"
	remove.Doc = "Removes a line. The answer is the whole cart."

	totals := read
	totals.Path, totals.Summary, totals.Doc = "/guest-carts/{id}/totals", "Get a guest's cart totals", "Returns only the totals."

	ship := write
	ship.Verb, ship.Method, ship.Path, ship.Body.Optional = operations.Action, "POST", "/guest-carts/{id}/shipping-methods", true
	ship.Summary = "List the shipping methods of a guest's cart"
	ship.Doc = "Lists the shipping methods for the cart's address, which can be sent along."

	pay := read
	pay.Path, pay.Summary = "/guest-carts/{id}/payment-methods", "List the payment methods of a guest's cart"
	pay.Doc = "Lists the cart's payment methods."

	place := operations.Declaration{
		Resource: sales.Order, Verb: operations.Action, Method: "POST", Path: "/guest-carts/{id}/place-order", Access: operations.Public.Access(),
		Body: operations.Body{Optional: true, Refusal: h.guarded(h.masked)}, Summary: "Place the order of a guest's cart",
		Doc: "Turns the cart into an order. Only this answer has accessToken, with which the guest can read the order once: GET " +
			"/orders/{incrementId}/details.", Idempotency: operations.Idempotency{Scope: keyOfCart},
	}
	anywhere := operations.Declaration{
		Resource: sales.Order, Verb: operations.Action, Method: "POST", Path: "/orders", Access: operations.Public.Access(),
		Summary: "Place an order", Idempotency: operations.Idempotency{Scope: keyOfCart},
		Doc: "Turns a cart into an order. The body names it: maskedId for a guest's cart, cartId for one's own (with a token).",
	}
	return []*operations.Operation{
		operations.Define(create, h.createGuest), operations.Define(get, h.get), operations.Define(add, h.addGuest),
		operations.Define(change, onCached(h, h.masked, h.changeItem)), operations.Define(remove, onCached(h, h.masked, h.removeItem)),
		operations.Define(totals, h.guestTotals), operations.Define(pay, h.guestPayment),
		operations.Define(ship, onCached(h, h.masked, h.guestShipping)),
		operations.Define(place, h.placeGuest), operations.Define(anywhere, h.placeAny),
	}
}

// keyOfCart returns the bucket of guests' idempotency keys: the placed cart, so no two guests share one.
func keyOfCart(c *operations.Call) string {
	if mask := c.BodyText("maskedId"); mask != "" { // has precedence over the path, as in the placement
		return keyOfMask(mask)
	}
	return keyOfPath(c)
}

// keyOfPath returns the bucket of the cart that the path names.
func keyOfPath(c *operations.Call) string { return keyOfMask(c.Path("id")) }

// keyOfMask returns the bucket of a guest's cart. Only its guest knows the masked ID. Other values give no bucket.
func keyOfMask(mask string) string {
	if mask, ok := cart.ParseMask(mask); ok {
		return "cart:" + mask
	}
	return ""
}
