package operations

import (
	"slices"
	"strings"
	"unicode"
)

// CallName returns the name of the operation in client libraries: a resource and a call, such as orders.refund. It is derived from the path
// unless the declaration has one:
//
//	GET  /orders, /orders/{id}            orders.list, orders.get
//	POST /orders/{id}/hold                orders.hold, because it is an action
//	POST /orders/{orderId}/invoices       orders.createInvoice
//	GET  /orders/{orderId}/invoices       orders.invoices
//	PUT  /carts/{id}/items/{itemId}       carts.updateItem
//	GET  /customers/me, /customers/me/orders   me.get, me.orders
func (o *Operation) CallName() string {
	if o.Call != "" {
		return o.Call
	}
	parts := strings.Split(strings.Trim(o.Path, "/"), "/")
	if strings.HasPrefix(parts[0], "{") {
		parts = parts[1:]
	} else if len(parts) > 1 && parts[1] == "me" {
		parts = parts[1:]
	}
	resource, below := camel(parts[0]), ""
	for i, part := range parts[1:] {
		switch {
		case strings.HasPrefix(part, "{"):
		case i+2 < len(parts) && strings.HasPrefix(parts[i+2], "{"):
			below += capital(camel(singular(part)))
		default:
			below += capital(camel(part))
		}
	}
	verb := map[string]string{"GET": "get", "POST": "create", "PUT": "update", "PATCH": "patch", "DELETE": "delete"}[o.Method]
	switch {
	case below == "" && o.Verb == List:
		return resource + ".list"
	case below == "":
		return resource + "." + verb
	case o.Method == "GET" || o.Method == "POST" && o.Verb == Action:
		return resource + "." + small(below)
	case o.Method == "POST":
		return resource + "." + verb + singular(below)
	}
	return resource + "." + verb + below
}

// camel turns a segment of a path, such as credit-memos, into creditMemos.
func camel(segment string) string {
	words := strings.Split(segment, "-")
	for i := 1; i < len(words); i++ {
		words[i] = capital(words[i])
	}
	return strings.Join(words, "")
}

func capital(word string) string {
	letters := []rune(word)
	if len(letters) > 0 {
		letters[0] = unicode.ToUpper(letters[0])
	}
	return string(letters)
}

func small(word string) string {
	letters := []rune(word)
	letters[0] = unicode.ToLower(letters[0])
	return string(letters)
}

// singular returns the name of one of many things.
func singular(name string) string {
	for _, form := range [][2]string{{"hildren", "hild"}, {"ries", "ry"}, {"sses", "ss"}, {"xes", "x"}} {
		if cut, ok := strings.CutSuffix(name, form[0]); ok {
			return cut + form[1]
		}
	}
	if slices.ContainsFunc([]string{"ss", "us"}, func(end string) bool { return strings.HasSuffix(name, end) }) {
		return name
	}
	return strings.TrimSuffix(name, "s")
}
