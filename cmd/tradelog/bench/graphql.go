package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"tradelog/cmd/tradelog/demo"
)

// The queries of scenarios.
const (
	productsQuery = `{ products(pageSize: 20) { totalCount edges { node {
		_id sku name urlKey price finalPrice currency stockStatus imageUrl createdAt } } } }`
	ordersQuery = `{ orders(first: 20) { edges { node { incrementId status createdAt typed { items {
		sku qty product { _id name finalPrice } } } } } } }`
)

// queried repeats a query. If anew is set, each request has an unused variable of its own, so that no answer comes from memory.
func queried(query string, token, anew bool) starter {
	return func(c *client, t Target) (func(int) (loadStep, error), error) {
		request := func(n int64) request {
			r := request{Method: "POST", Path: "/api/graphql", Want: 200, Body: object{"query": query, "variables": object{"unused": n}}}
			if token {
				r.Header = t.authorization()
			}
			return r
		}
		body, _, err := c.Once(request(1), "")
		if err != nil || strings.HasPrefix(string(body), `{"errors"`) {
			return nil, errors.Join(err, fmt.Errorf("the query was answered %.300s", body))
		}
		if !anew {
			return func(int) (loadStep, error) { return c.Step(request(1)) }, nil
		}
		var asked atomic.Int64
		return func(int) (loadStep, error) {
			return func(context.Context) error {
				_, _, err := c.Once(request(asked.Add(1)), "")
				return err
			}, nil
		}, nil
	}
}

// graphql measures GraphQL beside REST.
func (s *Suite) graphql(ctx context.Context) {
	s.say("GraphQL")
	database := s.seeded(ctx, "graphql", demo.Size{Products: 2000, Customers: 1000, Orders: 1000})
	s.change(ctx, database, func(a *Shop) { switchOn(ctx, a, "graphql") })
	target := s.target(ctx, database)
	for _, c := range []int{1, 32} {
		found := map[string]Figures{}
		for _, name := range []string{"products", "graphql", "graphql-new", "orders", "graphql-orders"} {
			scenario, _ := Find(name)
			found[name] = s.measure(ctx, scenario, target, c)
		}
		for query, rest := range map[string]string{"graphql": "products", "graphql-orders": "orders"} {
			f, b := found[query].PerSecond(), found[rest].PerSecond()
			s.add(Row{
				Name: fmt.Sprintf("query of 20 %s, concurrency %d", rest, c), Figure: rate(f),
				Baseline: "REST " + rate(b), Ratio: f / b, Target: "0.4", Met: f/b >= 0.4,
			})
		}
	}
}
