package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"time"

	"tradelog/cmd/tradelog/bench/browser"
	"tradelog/cmd/tradelog/demo"
)

// The targets of every page of the console.
const (
	pageTime  = 50 * time.Millisecond
	pageBytes = 60 << 10
)

// console opens every page of the console in a large shop. Before each it adds a comment to an order, as in a shop that sells, so that no
// cached order can be used.
func (s *Suite) console(ctx context.Context) {
	s.say("the console, %d orders", s.Orders)
	database := s.seeded(ctx, "console", demo.Size{
		Products: 1000, Customers: max(20, s.Orders/10), Orders: s.Orders, Events: min(s.Events, 3*s.Orders),
	})
	s.change(ctx, database, func(a *Shop) { switchOn(ctx, a, "console") })
	target := s.target(ctx, database)
	b := s.logIn(ctx, database, target)
	c := must(newClient(target.URL))
	first := newest(c, target)
	slowest, largest, commented := opened{}, opened{}, int64(1) // another order each time, so that none grows
	for _, path := range b.pages(ctx, first) {
		of := opened{path: path}
		for range max(10, int(s.Duration/pageEvery)) {
			commented++
			s.post(c, target, fmt.Sprintf("/orders/%d/comments", first-1-commented%(first/2)), `{"comment":"Packed"}`, http.StatusCreated)
			of.add(b.open(ctx, path))
		}
		if of.figures(); of.p95 > slowest.p95 {
			slowest = of
		}
		if of.bytes > largest.bytes {
			largest = of
		}
		s.report.Detail = append(s.report.Detail, Detail{path, Figures{
			Concurrency: 1, Count: int64(len(of.took)), Elapsed: of.all, P50: of.p50, P95: of.p95, P99: of.p99,
		}})
		s.say("  %-70s p50 %s  p95 %s  %5.1f KB", path, short(of.p50), short(of.p95), float64(of.bytes)/1024)
	}
	s.add(Row{
		Name: fmt.Sprintf("slowest page of the console (%s), %d orders", slowest.path, s.Orders), Figure: "p95 " + short(slowest.p95),
		Target: short(pageTime), Met: slowest.p95 < pageTime,
	})
	s.add(Row{
		Name: fmt.Sprintf(
			"largest page of the console (%s), compressed",
			largest.path,
		), Figure: fmt.Sprintf("%.1f KB", float64(largest.bytes)/1024),
		Target: "60 KB", Met: largest.bytes <= pageBytes,
	})
}

// pageEvery is the time for each opening of a page, which is opened 40 times in five seconds, or more slowly if it takes longer.
const pageEvery = 125 * time.Millisecond

// opened are the times that a page took, and its size.
type opened struct {
	path               string
	took               []time.Duration
	bytes              int
	all, p50, p95, p99 time.Duration
}

func (o *opened) add(p browser.Page) {
	o.took, o.bytes, o.all = append(o.took, p.Took), max(o.bytes, p.Sent), o.all+p.Took
}

// figures sorts the times. The first time counts too, when the page was never opened before.
func (o *opened) figures() {
	slices.Sort(o.took)
	at := func(percent int) time.Duration { return o.took[min(len(o.took)-1, len(o.took)*percent/100)] }
	o.p50, o.p95, o.p99 = at(50), at(95), at(99)
}

// newest returns the ID of the newest order.
func newest(c *client, target Target) int64 {
	body, _, err := c.Once(request{Method: "GET", Path: api + "/orders?itemsPerPage=1", Header: target.authorization(), Want: 200}, "")
	check(err)
	var list []struct{ ID int64 }
	if err := json.Unmarshal(body, &list); err != nil || len(list) != 1 {
		check(fmt.Errorf("the newest order: %w", err))
	}
	return list[0].ID
}

// consoleBrowser is a browser that is logged in to the console.
type consoleBrowser struct{ *browser.Browser }

// logIn opens an account and logs in with it.
func (s *Suite) logIn(ctx context.Context, database string, target Target) consoleBrowser {
	name := fmt.Sprintf("bench-%d", time.Now().UnixNano())
	var account struct {
		Key string `json:"api_key"`
	}
	made := s.command(ctx, database, "user", "create", "--kind", "api", "--username", name, "--permissions", "all", "--json")
	check(json.Unmarshal([]byte(made), &account))
	b := consoleBrowser{must(browser.New(target.URL))}
	must(b.LogIn(ctx, name, account.Key))
	return b
}

// open opens a page that the account may see.
func (b consoleBrowser) open(ctx context.Context, path string) browser.Page {
	p := must(b.Open(ctx, path))
	if p.Status != http.StatusOK || p.At == "/console/login" {
		check(fmt.Errorf("%s: status %d at %s", path, p.Status, p.At))
	}
	return p
}

var menuLink = regexp.MustCompile(`<a href="(/console[^"]*)"`)

// pages are the measured pages: those of the menu, and others by hand. order is the newest order. Pages of one order show an old one, to
// which no comment is added meanwhile.
func (b consoleBrowser) pages(ctx context.Context, order int64) []string {
	one := fmt.Sprintf("/console/orders/%d", order/3)
	paths := []string{
		"/console/today/work", "/console/today/standing", "/console/account", "/console/agents", "/console/agents/stories",
		"/console/agents/stories?kind=admin", "/console/agents/attempts", "/console/agents/led?request=none", "/console/find?q=mug",
		one, one + "?at=1", one + "/papers", one + "/timeline", one + "/do/comments", one + "/receipt",
		"/console/orders?page=2", "/console/orders?page=20000", "/console/orders?page=39000",
		"/console/inventory/LOAD-0000001", "/console/inventory/LOAD-0000001/timeline", "/console/products/1", "/console/products/1/do/edit",
		"/console/customers/1", "/console/new/coupons",
		"/console/configuration?q=mail", "/console/configuration/edit?path=general/store_information/name&scope=default",
		"/console/engine/projector?name=orders", "/console/engine/reactions", "/console/engine/receivers", "/console/engine/installation",
		"/console/log?unit=minute", "/console/log?unit=day", "/console/log/live", "/console/log/live?type=OrderPlaced",
		"/console/log/live?actorKind=admin", "/console/log/streams", "/console/log/streams?prefix=order-",
		fmt.Sprintf("/console/log/stream?name=order-%d", order/3), "/console/log/event?at=1000", "/console/log/seals", "/console/log/verify",
	}
	for _, filter := range []string{
		"status=processing", "state=holded", "storeId=1", "customerId=17", "email=load17%40example.com", "emailLike=load17",
		"emailLike=example", "incrementId=100000017", "paid=false", "paid=true", "shipped=false", "shipped=true", "paid=true&shipped=false",
		"createdFrom=2020-01-01", "createdTo=2030-01-01", "updatedSince=2020-01-01", "search=example.com", "search=No.+217",
		"search=100000017", "search=nothing+at+all", "sortBy=updated_at",
	} {
		paths = append(paths, "/console/orders?"+filter)
		if filter == "paid=false" || filter == "shipped=false" || filter == "search=example.com" || filter == "createdFrom=2020-01-01" {
			paths = append(paths, "/console/orders?page=40&"+filter, "/console/orders?page=5000&"+filter)
		}
	}
	for _, link := range menuLink.FindAllStringSubmatch(b.open(ctx, "/console").Text, -1) {
		paths = append(paths, link[1])
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
