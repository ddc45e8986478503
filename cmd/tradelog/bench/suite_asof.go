package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"tradelog/cmd/tradelog/demo"
)

// The sizes of the measurements of past states.
const (
	pastOrders = 2000
	pastAsked  = 50 // number of resources, which are read in turn
	pastP95    = 20 * time.Millisecond
)

// asOf measures orders and products of the past, beside their present states. Answers about the past are folded anew each time, while
// present ones come from memory.
func (s *Suite) asOf(ctx context.Context) {
	s.say("the past, %d orders", pastOrders)
	database := s.seeded(ctx, "asof", demo.Size{Products: 500, Customers: 500, Orders: pastOrders})
	target := s.target(ctx, database)
	c := must(newClient(target.URL))
	at := s.page(c, target, "after=latest").Next
	for _, of := range []string{"order", "product"} {
		ids := numbers(c, target, fmt.Sprintf("/%ss?itemsPerPage=%d&fields=id", of, pastAsked))
		ask := func(query string) Figures {
			return must(watched(target.PID, func() (Figures, error) {
				return drive(ctx, s.load(8), func(worker int) (loadStep, error) {
					steps := make([]loadStep, len(ids))
					for i, id := range ids {
						step, err := c.Step(request{
							Method: "GET", Path: fmt.Sprintf("%s/%ss/%d%s", api, of, id, query), Header: target.authorization(), Want: 200,
						})
						if err != nil {
							return nil, err
						}
						steps[i] = step
					}
					n := worker
					return func(ctx context.Context) error {
						n++
						return steps[n%len(steps)](ctx)
					}, nil
				})
			}))
		}
		now, then := ask(""), ask(fmt.Sprintf("?asOf=%d", at))
		s.detail(of, now)
		s.detail(of+" as of the past", then)
		s.add(Row{
			Name: of + " as of the past, concurrency 8", Figure: fmt.Sprintf("%s, p95 %s", rate(then.PerSecond()), short(then.P95)),
			Baseline: "today's " + rate(now.PerSecond()), Ratio: then.PerSecond() / now.PerSecond(), Target: "p95 " + short(pastP95),
			Met: then.P95 < pastP95,
		})
	}
	s.timeline(ctx, c, target)
}

// toldEvents is the number of events of the order whose timeline is measured.
const toldEvents = 200

// timeline measures the newest page of the timeline of an order with many events.
func (s *Suite) timeline(ctx context.Context, c *client, target Target) {
	path := fmt.Sprintf("/orders/%d", numbers(c, target, "/orders?itemsPerPage=1&fields=id")[0])
	for i := range toldEvents {
		s.post(c, target, path+"/comments", fmt.Sprintf(`{"comment":"Comment %d"}`, i), http.StatusCreated)
	}
	ask := func(path string) Figures {
		return must(watched(target.PID, func() (Figures, error) {
			return drive(ctx, s.load(8), func(int) (loadStep, error) {
				return c.Step(request{Method: "GET", Path: api + path, Header: target.authorization(), Want: http.StatusOK})
			})
		}))
	}
	itself, f := ask(path), ask(path+"/timeline")
	s.detail("the order itself", itself)
	s.detail("its timeline", f)
	s.add(Row{
		Name:   fmt.Sprintf("timeline of an order with %d events, concurrency 8", toldEvents),
		Figure: fmt.Sprintf("%s, p95 %s", rate(f.PerSecond()), short(f.P95)), Baseline: "the order itself " + rate(itself.PerSecond()),
		Ratio: f.PerSecond() / itself.PerSecond(), Target: "p95 5 ms", Met: f.P95 < 5*time.Millisecond,
	})
}

// numbers returns the IDs of the rows of a list.
func numbers(c *client, target Target, path string) (ids []int64) {
	body, _, err := c.Once(request{Method: "GET", Path: api + path, Header: target.authorization(), Want: 200}, "")
	check(err)
	var rows []struct {
		ID int64 `json:"id"`
	}
	check(json.Unmarshal(body, &rows))
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	if len(ids) == 0 {
		check(fmt.Errorf("%s is empty", path))
	}
	return ids
}
