package sales_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/test/salestest"
)

// past makes calls at times in the past, which no transport can.
type past struct {
	*salestest.Shop
	t *testing.T
}

func (p past) do(at time.Time, method, path, id, store string, headers []string, body fields) fields {
	p.t.Helper()
	in, err := representation.Encoded(map[string]string{"id": id}, body)
	if err != nil {
		p.t.Fatal(err)
	}
	caller := operations.Caller{Store: operations.Choice{Value: store, Sent: store != ""}, RemoteIP: "127.0.0.1", RequestID: "past", At: at}
	if len(headers) == 2 {
		caller.Token = operations.Chosen(strings.TrimPrefix(headers[1], "Bearer "))
	}
	var operation *operations.Operation
	for _, o := range p.Pipeline.Registry.All() {
		if o.Method == method && o.Path == path {
			operation = o
		}
	}
	result, err := p.Pipeline.Invoke(context.Background(), caller, operation, in)
	if err != nil {
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
	var out fields
	if err := json.Unmarshal(append(result.Answer.Item, result.Answer.Bare...), &out); err != nil {
		p.t.Fatalf("%s %s: %v", method, path, err)
	}
	return out
}

// order places an order of a mug in a store, for a customer or for a guest with an e-mail address.
func (p past) order(at time.Time, store, email string, headers []string) fields {
	p.t.Helper()
	base, name := "/guest-carts", "maskedId"
	if headers != nil {
		base, name = "/carts", "id"
	}
	id := strings.TrimSuffix(fmt.Sprint(p.do(at, "POST", base, "", store, headers, fields{})[name]), ".0")
	p.do(at, "POST", base+"/{id}/items", id, store, headers, fields{"sku": "MUG"})
	return p.do(at, "POST", base+"/{id}/place-order", id, store, headers, salestest.Placement(fields{"guestEmail": email}))
}

// act makes a change to an order.
func (p past) act(at time.Time, order fields, what string) {
	p.t.Helper()
	p.do(at, "POST", "/orders/{id}/"+what, fmt.Sprint(salestest.ID(order)), "", p.Service, fields{})
}
