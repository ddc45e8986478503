package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/representation"
)

// orders places orders as customers and guests do, through the operations, and lets the shop work on them. They lie in the
// last ninety days, the oldest first.
func (s *seeder) orders(ctx context.Context) error {
	s.say("  orders ...")
	service, err := s.tokens(ctx)
	if err != nil {
		return err
	}
	list, err := s.app.Reader.Orders(ctx, readmodels.OrderFilter{}, readmodels.Page{Number: 1, Size: 1})
	if err != nil {
		return err
	}
	begin := s.app.Config.Clock().Add(-spread)
	for n := int(list.Total); n < orderCount; n++ {
		at := begin.Add(spread * time.Duration(n) / orderCount).Add(time.Duration(n*37%600) * time.Minute / 10)
		if err := s.order(ctx, n, at, service); err != nil {
			return fmt.Errorf("order %d: %w", n+1, err)
		}
	}
	return nil
}

func (s *seeder) order(ctx context.Context, n int, at time.Time, service string) error {
	buyer := s.customers[n%len(s.customers)]
	store := s.store(n % len(s.customers))
	guest := n%4 == 1
	base := "/carts"
	token := buyer.token
	if guest {
		base, token = "/guest-carts", ""
	}
	c := caller{s: s, ctx: ctx, token: token, store: store, at: at}
	var cart struct {
		ID       int64  `json:"id"`
		MaskedID string `json:"maskedId"`
	}
	if err := c.do("POST", base, nil, nil, &cart); err != nil {
		return err
	}
	id := fmt.Sprint(cart.ID)
	if guest {
		id = cart.MaskedID
	}
	params := map[string]string{"id": id}
	for line := range 1 + n%3 {
		body := map[string]any{"sku": s.skus[(n*17+line*41)%len(s.skus)], "qty": 1 + (n+line)%3}
		c.at = c.at.Add(40 * time.Second)
		if err := c.do("POST", base+"/{id}/items", params, body, nil); err != nil {
			if line > 0 || !strings.Contains(err.Error(), "out of stock") {
				continue
			}
			if err := c.do("POST", base+"/{id}/items", params, map[string]any{"sku": s.skus[0], "qty": 1}, nil); err != nil {
				return err
			}
		}
	}
	places := placesUS
	if store != "default" {
		places = placesEurope
	}
	p := places[n%len(places)]
	address := map[string]any{
		"firstName": firstNames[n%len(firstNames)], "lastName": lastNames[n%len(lastNames)], "street": []string{p.street}, "city": p.city,
		"region": p.region, "postcode": p.postcode, "countryId": p.country, "telephone": p.phone,
	}
	body := map[string]any{
		"shippingAddress": address, "billingAddress": address, "shippingMethod": "flatrate_flatrate",
		"paymentMethod": []string{"checkmo", "banktransfer", "cashondelivery"}[n%3],
	}
	if guest {
		body["guestEmail"] = fmt.Sprintf("guest%d@example.com", n)
	}
	if n%11 == 5 {
		body["orderNote"] = "Please leave it with the neighbours."
	}
	c.at = c.at.Add(3 * time.Minute)
	var placed struct {
		ID    int64 `json:"id"`
		Items []struct {
			ID int64 `json:"id"`
		} `json:"items"`
		IsVirtual bool `json:"isVirtual"`
	}
	if err := c.do("POST", base+"/{id}/place-order", params, body, &placed); err != nil {
		if body["paymentMethod"] != "cashondelivery" {
			return err
		}
		body["paymentMethod"] = "checkmo" // nothing to deliver
		if err := c.do("POST", base+"/{id}/place-order", params, body, &placed); err != nil {
			return err
		}
	}
	var items []int64
	for _, i := range placed.Items {
		items = append(items, i.ID)
	}
	c.token = service
	return c.work(n, placed.ID, items, placed.IsVirtual)
}

// work lets the shop do what it did with the order: most are shipped, some held, some cancelled, the newest still wait.
func (c caller) work(n int, id int64, items []int64, virtual bool) error {
	params := map[string]string{"id": fmt.Sprint(id), "orderId": fmt.Sprint(id)}
	c.at = c.at.Add(26 * time.Hour)
	if now := c.s.app.Config.Clock(); c.at.After(now) {
		return nil
	}
	switch {
	case n%10 == 3:
		return c.do("POST", "/orders/{id}/cancel", params, map[string]any{"reason": "Customer changed their mind"}, nil)
	case n%25 == 7:
		return c.do("POST", "/orders/{id}/hold", params, map[string]any{"reason": "Address to be checked"}, nil)
	case virtual || n%7 == 6:
		return nil
	case n%13 == 4 && len(items) > 1:
		return c.do("POST", "/orders/{orderId}/shipments", params, map[string]any{"items": []any{map[string]any{"orderItemId": items[0], "qty": 1}}}, nil)
	}
	if n%6 == 2 {
		if err := c.do("POST", "/orders/{id}/comments", params, map[string]any{"comment": "Packed with care.", "visibleOnFront": true}, nil); err != nil {
			return err
		}
	}
	return c.do("POST", "/orders/{orderId}/shipments", params, map[string]any{
		"tracks": []any{map[string]any{"carrierCode": "ups", "title": "UPS", "trackNumber": fmt.Sprintf("1Z999AA1%08d", n)}}, "notifyCustomer": false,
	}, nil)
}

// caller sends requests through the pipeline, as a transport does.
type caller struct {
	s     *seeder
	ctx   context.Context
	token string
	store string
	at    time.Time
}

func (c caller) do(method, path string, params map[string]string, body, into any) error {
	var operation *operations.Operation
	for _, o := range c.s.app.Pipeline.Registry.All() {
		if o.Method == method && o.Path == path {
			operation = o
		}
	}
	if operation == nil {
		return fmt.Errorf("there is no operation %s %s", method, path)
	}
	if body == nil {
		body = struct{}{}
	}
	in, err := representation.Encoded(params, body)
	if err != nil {
		return err
	}
	caller := operations.Caller{Store: operations.Chosen(c.store), RemoteIP: "127.0.0.1", RequestID: "demo", Client: "demo", At: c.at}
	if c.token != "" {
		caller.Token = operations.Chosen(c.token)
	}
	result, err := c.s.app.Pipeline.Invoke(c.ctx, caller, operation, in)
	if err != nil {
		return fmt.Errorf("%s: %w", operation.Name(), err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(append(result.Answer.Item, result.Answer.Bare...), into)
}
