package sales_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"tradelog/internal/testing/salestest"
	"tradelog/operations"
)

// past does things at times of its own, which no transport can.
type past struct {
	*salestest.Shop
	t *testing.T
}

func (p past) do(at time.Time, method, path, id, store string, headers []string, body fields) fields {
	p.t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r := &operations.Request{
		Method: method, Path: "/api/rest/v2" + path, Params: map[string]string{"id": id}, Query: url.Values{}, HasStore: store != "", StoreCode: store,
		ContentType: "application/json", HasBody: true, Body: func() ([]byte, error) { return encoded, nil }, RemoteIP: "127.0.0.1", RequestID: "past", At: at,
	}
	for _, o := range p.Pipeline.Registry.All() {
		if o.Method == method && o.Path == path {
			r.Operation = o
		}
	}
	if len(headers) == 2 {
		r.Authorization = headers[1]
	}
	response := p.Pipeline.Do(context.Background(), r)
	var out fields
	if err := json.Unmarshal(response.Body, &out); err != nil || response.Status >= 300 {
		p.t.Fatalf("%s %s: %d %s %v", method, path, response.Status, response.Body, err)
	}
	return out
}

// order places an order of a mug in a store: a customer's, or that of the guest with an e-mail address.
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

// act does something to an order.
func (p past) act(at time.Time, order fields, what string) {
	p.t.Helper()
	p.do(at, "POST", "/orders/{id}/"+what, fmt.Sprint(salestest.ID(order)), "", p.Service, fields{})
}
