package graphql

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/bodies"
	"tradelog/operations/representation"
)

// resolvers answer the contract's fields that need more than a call of one operation.
var resolvers = map[string]resolver{
	"node": node, "cart": cart, "carts": carts, "customerCart": ownCart, "guestOrder": guestOrder, "createCart": createCart,
	"giftMessage": giftMessage, "order": onOrder, "login": login, "logout": logout, "giftCardBalance": giftCardBalance,
}

// node returns the document with an IRI, of any type.
func node(ctx context.Context, x *execution, _ *root, arguments map[string]any) (found, error) {
	iri := textOf(arguments["id"])
	for _, of := range x.h.catalogue.nodes {
		if strings.HasPrefix(iri, of.address.prefix) {
			doc, err := x.item(ctx, of, iri)
			x.node = of
			return found{document: doc}, err
		}
	}
	return found{}, nil
}

var errCartNotFound = fault.NotFoundf("Cart not found")

// cart returns a cart. Only its owner and the back office learn that it exists (graphql §7).
func cart(ctx context.Context, x *execution, r *root, arguments map[string]any) (found, error) {
	doc, err := x.item(ctx, r.of, textOf(arguments["id"]))
	switch kind := fault.KindOf(err); {
	case err == nil && doc == nil, err != nil && (kind == fault.Unauthorized || kind == fault.Forbidden):
		return found{}, errCartNotFound
	}
	return found{document: doc}, err
}

// ownCart returns the cart of the calling customer, and creates it if there is none. The back office has no cart.
func ownCart(ctx context.Context, x *execution, r *root, _ map[string]any) (found, error) {
	got, err := x.findWith(ctx, &root{of: r.of}, x.h.pipeline.Registry.Find("cart.own"), nil)
	if fault.KindOf(err) == fault.NotFound {
		return found{}, nil
	}
	return got, err
}

// carts lists the cart of the calling customer. The list is empty for all other callers.
func carts(ctx context.Context, x *execution, r *root, arguments map[string]any) (found, error) {
	w, err := windowOf(arguments)
	if err != nil {
		return found{}, err
	}
	p := &page{of: r.of}
	if x.request.Principal.Kind == operations.AsCustomer {
		own, err := ownCart(ctx, x, r, nil)
		if err != nil {
			return found{}, err
		}
		p.total = 1
		p.rows, p.offset = w.cut([][]byte{own.document})
	}
	return found{page: p}, nil
}

// createCart creates a cart; without a login, a guest's.
func createCart(ctx context.Context, x *execution, r *root, input map[string]any) (found, error) {
	path := "/carts"
	if x.request.Principal.Kind == operations.Anonymous {
		path = "/guest-carts"
	}
	return x.findWith(ctx, r, x.h.pipeline.Registry.Find("POST "+path), input)
}

// ofCart returns the operation on the cart in an input (cartId or maskedId).
func (x *execution) ofCart(method, rest string, input map[string]any) (*operations.Operation, *root, error) {
	kind, named := "/carts/{id}", map[string]string{"id": "cartId"}
	switch {
	case input["maskedId"] != nil:
		kind, named["id"] = "/guest-carts/{id}", "maskedId"
	case input["cartId"] == nil:
		return nil, nil, errNoCart
	}
	return x.h.pipeline.Registry.Find(method + " " + kind + rest), &root{named: named}, nil
}

// giftMessage sets or removes the message of a cart, or of one of its lines.
func giftMessage(ctx context.Context, x *execution, r *root, input map[string]any) (found, error) {
	method, rest := "PUT", "/gift-message"
	if strings.HasPrefix(r.name, "remove") {
		method = "DELETE"
	}
	if input["itemId"] != nil {
		rest = "/items/{itemId}" + rest
	}
	o, on, err := x.ofCart(method, rest, input)
	if err != nil {
		return found{}, err
	}
	on.of, on.payload, on.resolver = r.of, r.payload, r.resolver
	return x.findWith(ctx, on, o, input)
}

var (
	errNoOrder       = fault.Invalidf("Name the order: orderId or incrementId.")
	errOrderNotFound = fault.NotFoundf("Order not found")
)

// onOrder calls an operation on the order in an input (orderId or incrementId).
func onOrder(ctx context.Context, x *execution, r *root, input map[string]any) (found, error) {
	on := &root{name: r.name, of: r.of, payload: r.payload, named: map[string]string{"id": "orderId"}}
	rest := map[string]any{}
	for name, v := range input {
		if name != "incrementId" {
			rest[name] = v
		}
	}
	if input["orderId"] == nil {
		increment := textOf(input["incrementId"])
		if increment == "" {
			return found{}, errNoOrder
		}
		path := "GET /orders"
		if x.request.Principal.Kind == operations.AsCustomer {
			path = "GET /customers/me/orders"
		}
		id, err := x.first(ctx, path, "incrementId", increment)
		if err != nil {
			return found{}, err
		}
		if rest["orderId"] = id; id == "" {
			return found{}, errOrderNotFound
		}
	}
	got, err := x.findWith(ctx, on, r.operation, rest)
	if fault.KindOf(err) == fault.NotFound {
		err = errOrderNotFound
	}
	return got, err
}

// first returns the ID of the first row of a list with a filter; empty if there is none.
func (x *execution) first(ctx context.Context, list, filter, value string) (string, error) {
	a, err := x.invoke(ctx, x.h.pipeline.Registry.Find(list),
		&representation.Input{Variables: map[string]string{}, Query: url.Values{filter: {value}, "itemsPerPage": {"1"}}})
	if err != nil || len(a.Items) == 0 {
		return "", err
	}
	return memberOf(a.Items[0], "id"), nil
}

// memberOf returns a member of a document as text.
func memberOf(doc []byte, name string) string {
	for n, v := range bodies.Members(doc) {
		if n == name {
			if len(v) > 0 && v[0] == '"' {
				return bodies.Text(v)
			}
			return string(v)
		}
	}
	return ""
}

// guestOrder returns the order of an order token, which works once.
func guestOrder(ctx context.Context, x *execution, r *root, arguments map[string]any) (found, error) {
	before := x.caller.OrderToken
	x.caller.OrderToken = textOf(arguments["accessToken"])
	defer func() { x.caller.OrderToken = before }()
	x.lasting = false
	o := x.h.pipeline.Registry.Find("GET /orders/{incrementId}/details")
	got, err := x.findWith(ctx, &root{of: r.of}, o, map[string]any{"incrementId": arguments["incrementId"]})
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Unauthorized, fault.Forbidden:
		return found{}, errOrderNotFound
	}
	return got, err
}

// login returns the customer with an e-mail address and a password. It issues no token; POST /auth/token does.
func login(ctx context.Context, x *execution, r *root, input map[string]any) (found, error) {
	b, err := json.Marshal(map[string]any{"email": input["email"], "password": input["password"]})
	if err != nil {
		return found{}, err
	}
	in := &representation.Input{Typed: true, Body: func() ([]byte, error) { return b, nil }}
	a, err := x.invoke(ctx, x.h.pipeline.Registry.Find("POST /auth/token"), in)
	if err != nil {
		return found{}, err
	}
	caller := x.caller
	caller.Principal, caller.Token, caller.KeyBucket = nil, operations.Chosen(memberOf(a.Item, "token")), ""
	me := x.h.pipeline.Registry.Find("GET /customers/me")
	done, err := x.h.pipeline.Invoke(ctx, caller, me, &representation.Input{Variables: map[string]string{}, Query: url.Values{}})
	if err != nil {
		return found{}, err
	}
	return found{document: rowsOf(done.Answer)[0]}, nil
}

// logout revokes the token of the calling customer.
func logout(ctx context.Context, x *execution, _ *root, _ map[string]any) (found, error) {
	_, err := x.invoke(ctx, x.h.pipeline.Registry.Find("POST /auth/logout"),
		&representation.Input{Typed: true, Body: func() ([]byte, error) { return []byte("{}"), nil }})
	return found{}, err
}

// giftCardBalance returns the balance of a card. For an unknown card, the failure has no status (graphql §6).
func giftCardBalance(ctx context.Context, x *execution, r *root, arguments map[string]any) (found, error) {
	got, err := x.findWith(ctx, &root{of: r.of}, r.operation, arguments)
	if fault.KindOf(err) == fault.NotFound {
		err = statusless{err}
	}
	return got, err
}
