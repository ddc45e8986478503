package platform_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"
	"time"

	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// mirror is a copy of products that only the feed keeps up to date.
type mirror struct {
	feed
	clock *apptest.Clock
	at    int64
	has   map[int64][]string // documents by product
	known map[int64]bool     // all products that there ever were
}

// looks are the store views that documents are read in, by buyers or by the service.
var looks = []struct {
	query   string
	service bool
}{{"", false}, {"?store=de", false}, {"?store=0", true}, {"?store=de", true}}

// documents returns what is shown of a product, look by look; empty where it is not for sale.
func (m *mirror) documents(id int64) (all []string) {
	m.T.Helper()
	for _, look := range looks {
		var headers []string
		if look.service {
			headers = m.Service
		}
		a := m.Do("GET", fmt.Sprintf("/products/%d%s", id, look.query), nil, headers...)
		switch a.Status {
		case 200:
			all = append(all, string(a.Body))
		case 404:
			all = append(all, "")
		default:
			m.T.Fatalf("GET /products/%d%s: %d %s", id, look.query, a.Status, a.Body)
		}
	}
	return all
}

// follow reads the feed and gets the products that it names.
func (m *mirror) follow() (named map[int64]bool) {
	m.T.Helper()
	m.Settle()
	named = map[int64]bool{}
	for {
		list, next := m.page(fmt.Sprintf("after=%d&resources=products&limit=2", m.at), m.Service)
		for _, c := range list {
			named[salestest.Number(c["id"])] = true
		}
		if m.at = next; len(list) == 0 {
			break
		}
	}
	for id := range named {
		m.has[id] = m.documents(id)
	}
	return named
}

// walk compares the copy with what is shown now.
func (m *mirror) walk(after string) {
	m.T.Helper()
	for id := range m.known {
		for i, now := range m.documents(id) {
			if now != m.has[id][i] {
				m.T.Errorf("after %s, product %d in the look %v is\n%s\nthe follower has\n%s", after, id, looks[i], now, m.has[id][i])
			}
		}
	}
}

// polled compares what lists by updatedAt tell with the feed: the same products, of those that there still are.
func (m *mirror) polled(after string, since time.Time, named map[int64]bool) {
	m.T.Helper()
	var found []int64
	query := "/products?scope=all&store=0&itemsPerPage=100&updatedSince=" + url.QueryEscape(since.UTC().Format(time.DateTime))
	for _, row := range m.Must(200, "GET", query, nil, m.Service...).List(m.T) {
		found = append(found, salestest.ID(row))
	}
	for id := range named {
		if m.has[id][2] != "" && !slices.Contains(found, id) {
			m.T.Errorf("after %s, updatedSince does not find product %d", after, id)
		}
	}
	for _, id := range found {
		if !named[id] {
			m.T.Errorf("after %s, updatedSince finds product %d, of which the feed does not tell", after, id)
		}
	}
}

// days lets days begin.
func (m *mirror) days() {
	m.T.Helper()
	m.Settle()
	sweep := reactions.DaySweep(m.Commands.Catalog, m.Readers.Catalog, m.Readers.Directory, m.clock.Now)
	if err := sweep.Run(apptest.Operator()); err != nil {
		m.T.Fatal(err)
	}
}

// TestAFollowerOfProducts walks through random histories of composites, their parts, categories, special prices and deletions. A follower
// who reads only the feed has what everybody is shown, and lists by updatedAt name the same products.
func TestAFollowerOfProducts(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	m := &mirror{feed: startFeed(t, apptest.WithClock(clock)), clock: clock, has: map[int64][]string{}, known: map[int64]bool{}}
	europe, _ := m.SecondWebsite()
	random := rand.New(rand.NewPCG(50, 20))
	var parts, composites, categories []int64
	add := func(list *[]int64, sku string, more fields) {
		body := fields{"sku": sku, "name": sku, "price": 10, "stockQty": 5, "websiteIds": []int64{1, europe}}
		maps.Copy(body, more)
		id := m.Create("/products", body)
		*list, m.known[id] = append(*list, id), true
	}
	for i := range 3 {
		categories = append(categories, m.Create("/categories", fields{"name": fmt.Sprint("C", i)}))
	}
	for i := range 6 {
		add(&parts, fmt.Sprint("PART-", i), fields{"price": 5 + i, "categoryIds": []int64{categories[i%3]}})
	}
	path := func(id int64) string { return fmt.Sprintf("/products/%d", id) }
	for i := range 2 {
		add(&composites, fmt.Sprint("SET-", i), fields{"type": "grouped", "price": nil, "stockQty": nil})
		add(&composites, fmt.Sprint("KIT-", i), fields{"type": "bundle", "price": nil, "priceType": 0, "stockQty": nil})
		set, kit := composites[2*i], composites[2*i+1]
		for _, part := range parts[i : i+3] {
			m.Must(201, "POST", path(set)+"/grouped", fields{"childProductId": part}, m.Service...)
		}
		m.Must(201, "POST", path(kit)+"/bundle-options", fields{"title": "A", "selections": []fields{
			{"productId": parts[i+1]}, {"productId": parts[i+2], "qty": 2},
		}}, m.Service...)
		m.Must(201, "POST", path(parts[i])+"/links/related", fields{"linkedProductId": kit}, m.Service...)
	}
	m.days()
	m.follow()
	m.walk("the beginning")
	day := func(n int) string { return clock.Now().AddDate(0, 0, n).Format(time.DateOnly) }
	put := func(id int64, body fields) { m.Do("PUT", path(id), body, m.Service...) }
	some := func(list []int64) int64 { return list[random.IntN(len(list))] }
	steps := []struct {
		name string
		do   func()
	}{
		{"a price", func() { put(some(parts), fields{"price": 1 + random.IntN(30)}) }},
		{"a special price", func() {
			from, to := day(random.IntN(3)), day(2+random.IntN(3))
			put(some(parts), fields{"specialPrice": 1 + random.IntN(5), "specialFromDate": from, "specialToDate": to})
		}},
		{"websites", func() { put(some(parts), fields{"websiteIds": [][]int64{{1}, {europe}, {1, europe}}[random.IntN(3)]}) }},
		{"a status", func() { put(some(parts), fields{"isActive": random.IntN(3) > 0}) }},
		{"stock", func() {
			m.Do("PUT", "/inventory", fields{"sku": fmt.Sprint("PART-", random.IntN(6)), "qty": random.IntN(3)}, m.Service...)
		}},
		{"an order", func() {
			mask, _ := m.Must(201, "POST", "/guest-carts", nil).Object(t)["maskedId"].(string)
			sku := fmt.Sprint("PART-", random.IntN(6))
			if m.Do("POST", "/guest-carts/"+mask+"/items", fields{"sku": sku, "qty": 1}).Status == 200 {
				m.Do("POST", "/guest-carts/"+mask+"/place-order", salestest.Placement(nil))
			}
		}},
		{"a day", func() {
			clock.Advance(24 * time.Hour)
			m.Service = m.As([]string{"all"}) // tokens have expired
			m.days()
		}},
		{"the part of a group", func() {
			m.Do("POST", path(composites[2*random.IntN(2)])+"/grouped", fields{"childProductId": some(parts)}, m.Service...)
		}},
		{"categories", func() { put(some(parts), fields{"categoryIds": []int64{some(categories)}}) }},
		{"a name", func() { put(some(append(parts, composites...)), fields{"name": fmt.Sprint("Name ", random.IntN(100))}) }},
		{"the deletion of a category", func() {
			if random.IntN(3) == 0 {
				m.Do("DELETE", fmt.Sprintf("/categories/%d", some(categories)), nil, m.Service...)
			}
		}},
		{"a deletion", func() {
			if random.IntN(5) == 0 {
				m.Do("DELETE", path(some(parts)), nil, m.Service...)
			}
		}},
	}
	for i := range 60 {
		clock.Advance(time.Second) // so that updatedSince does not find the changes of the step before
		step, since := steps[random.IntN(len(steps))], clock.Now()
		step.do()
		named := m.follow()
		if i%4 == 3 {
			m.walk(step.name)
		}
		m.polled(step.name, since, named)
	}
	m.walk("the end")
	m.Verify("products")
}

// TestTheFirstDayThatIsNoted: no day was noted when a special price begins. Followers are told of it, also of a product that only the back
// office sees.
func TestTheFirstDayThatIsNoted(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	m := &mirror{feed: startFeed(t, apptest.WithClock(clock)), clock: clock}
	tomorrow := clock.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	var want []string
	for sku, websites := range map[string][]int64{"EVERYWHERE": {1}, "NOWHERE": {}} {
		id := m.Create("/products", fields{"sku": sku, "name": sku, "price": 10, "websiteIds": websites,
			"specialPrice": 5, "specialFromDate": tomorrow})
		want = append(want, fmt.Sprintf("products %d changed", id))
	}
	slices.Sort(want)
	at := m.latest()
	clock.Advance(48 * time.Hour) // a day and its beginning in any time zone
	m.Service = m.As([]string{"all"})
	m.days()
	told := m.since(at, "products")
	slices.Sort(told)
	same(t, "the day", told, want)
}
