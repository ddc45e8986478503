package platform_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tradelog/reactions"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// mirror is a copy of products and categories that only the feed keeps up to date.
type mirror struct {
	feed
	clock *apptest.Clock
	at    int64
	has   map[string][]string // documents by path
	known map[string]bool     // the paths of all that there ever were
}

func startMirror(t *testing.T) *mirror {
	clock := apptest.NewClock()
	return &mirror{feed: startFeed(t, apptest.WithClock(clock)), clock: clock, has: map[string][]string{}, known: map[string]bool{}}
}

// create creates a product or a category.
func (m *mirror) create(list string, body fields) int64 {
	m.T.Helper()
	id := m.Create(list, body)
	m.known[fmt.Sprintf("%s/%d", list, id)] = true
	return id
}

// look is a store view that documents are read in, by buyers or by the service.
type look struct {
	query   string
	service bool
}

var (
	productLooks  = []look{{"", false}, {"?store=de", false}, {"?store=0", true}, {"?store=de", true}}
	categoryLooks = []look{{"", false}, {"?store=de", false}, {"?store=0&scope=all", true}}
)

func looksOf(path string) []look {
	if strings.HasPrefix(path, "/categories") {
		return categoryLooks
	}
	return productLooks
}

// untold are the members of categories that docs/synchronisation.md leaves out of the promise.
var untold = regexp.MustCompile(`"productCount":[0-9]+,`)

// documents returns what is shown at a path, look by look; empty where nothing is.
func (m *mirror) documents(path string) (all []string) {
	m.T.Helper()
	for _, look := range looksOf(path) {
		var headers []string
		if look.service {
			headers = m.Service
		}
		a := m.Do("GET", path+look.query, nil, headers...)
		switch a.Status {
		case 200:
			all = append(all, untold.ReplaceAllString(string(a.Body), ""))
		case 404:
			all = append(all, "")
		default:
			m.T.Fatalf("GET %s%s: %d %s", path, look.query, a.Status, a.Body)
		}
	}
	return all
}

// follow reads the feed and gets what it names.
func (m *mirror) follow() (named map[string]bool) {
	m.T.Helper()
	m.Settle()
	named = map[string]bool{}
	for {
		list, next := m.page(fmt.Sprintf("after=%d&resources=products,categories&limit=2", m.at), m.Service)
		for _, c := range list {
			named[fmt.Sprintf("/%v/%v", c["resource"], c["id"])] = true
		}
		if m.at = next; len(list) == 0 {
			break
		}
	}
	for path := range named {
		m.has[path] = m.documents(path)
	}
	return named
}

// walk compares the copy with what is shown now.
func (m *mirror) walk(after string) {
	m.T.Helper()
	for path := range m.known {
		for i, now := range m.documents(path) {
			if had := m.has[path][i]; now != had {
				m.T.Errorf("after %s, %s in the look %v is\n%s\nthe follower has\n%s", after, path, looksOf(path)[i], now, had)
			}
		}
	}
}

// polled compares what lists by updatedAt tell with the feed: the same products, of those that there still are.
func (m *mirror) polled(after string, since time.Time, named map[string]bool) {
	m.T.Helper()
	var found []string
	query := "/products?scope=all&store=0&itemsPerPage=100&updatedSince=" + url.QueryEscape(since.UTC().Format(time.DateTime))
	for _, row := range m.Must(200, "GET", query, nil, m.Service...).List(m.T) {
		found = append(found, fmt.Sprintf("/products/%d", salestest.ID(row)))
	}
	for path := range named {
		if strings.HasPrefix(path, "/products") && m.has[path][2] != "" && !slices.Contains(found, path) {
			m.T.Errorf("after %s, updatedSince does not find %s", after, path)
		}
	}
	for _, path := range found {
		if !named[path] {
			m.T.Errorf("after %s, updatedSince finds %s, of which the feed does not tell", after, path)
		}
	}
}

// step is a step of a random history.
type step struct {
	name string
	do   func()
}

// history takes random steps, and compares the copy with what is shown and polled meanwhile.
func (m *mirror) history(random *rand.Rand, n int, steps []step) {
	m.T.Helper()
	for i := range n {
		m.clock.Advance(time.Second) // so that updatedSince does not find the changes of the step before
		step, since := steps[random.IntN(len(steps))], m.clock.Now()
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
	m := startMirror(t)
	clock := m.clock
	europe, _ := m.SecondWebsite()
	random := rand.New(rand.NewPCG(50, 20))
	var parts, composites, categories []int64
	add := func(list *[]int64, sku string, more fields) {
		body := fields{"sku": sku, "name": sku, "price": 10, "stockQty": 5, "websiteIds": []int64{1, europe}}
		maps.Copy(body, more)
		*list = append(*list, m.create("/products", body))
	}
	for i := range 3 {
		categories = append(categories, m.create("/categories", fields{"name": fmt.Sprint("C", i)}))
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
	m.history(random, 60, []step{
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
	})
}

// TestAFollowerOfCategories walks through random histories of a tree of categories, of blocks within blocks, and of the products and
// categories that show them. A follower who reads only the feed has what everybody is shown.
func TestAFollowerOfCategories(t *testing.T) {
	t.Parallel()
	m := startMirror(t)
	random := rand.New(rand.NewPCG(50, 21))
	m.SecondWebsite()
	const root = 2
	m.known[fmt.Sprintf("/categories/%d", root)] = true
	made := 0
	named := func(kind string) string {
		made++
		return fmt.Sprint(kind, "-", made)
	}
	some := func(list []int64) int64 { return list[random.IntN(len(list))] }
	quote := func(block any) string { return fmt.Sprintf(`<p>{{block type="cms/block" block_id="%v"}}</p>`, block) }
	block := func(content string) int64 {
		return m.Create("/cms-blocks", fields{"identifier": named("block"), "content": content, "stores": "all"})
	}
	categories, products := []int64{root}, []int64{}
	var blocks []int64
	add := func(parent int64) {
		categories = append(categories, m.create("/categories", fields{"name": named("C"), "parentId": parent}))
	}
	for i := range 8 {
		add(categories[i/2])
	}
	blocks = append(blocks, block("<p>One</p>"), block("<p>Two</p>"))
	blocks = append(blocks, block(quote("block-9")), block(quote(blocks[1])))
	blocks = append(blocks, block(quote(blocks[2])))
	for i := range 8 {
		products = append(products, m.create("/products", fields{"sku": named("P"), "name": "P", "price": 5, "websiteIds": []int64{1},
			"categoryIds": []int64{some(categories[1:])}, "description": quote(blocks[i%5])}))
	}
	m.follow()
	m.walk("the beginning")
	views := []string{"", "", "?store=de", "?store=default"}
	put := func(list string, id int64, body fields) {
		m.Do("PUT", fmt.Sprintf("/%s/%d%s", list, id, views[random.IntN(len(views))]), body, m.Service...)
	}
	category := func(body fields) func() { return func() { put("categories", some(categories), body) } }
	drawn := func(name string, draw func() any) func() {
		return func() { put("categories", some(categories), fields{name: draw()}) }
	}
	steps := []step{
		{"a category", func() {
			parent := some(categories)
			if a := m.Do("POST", "/categories", fields{"name": named("C"), "parentId": parent}, m.Service...); a.Status == 201 {
				id := salestest.ID(a.Object(t))
				categories, m.known[fmt.Sprintf("/categories/%d", id)] = append(categories, id), true
			}
		}},
		{"a name", drawn("name", func() any { return named("C") })},
		{"a status", drawn("isActive", func() any { return random.IntN(3) > 0 })},
		{"a menu", category(fields{"includeInMenu": false})},
		{"a position", drawn("position", func() any { return random.IntN(9) })},
		{"a URL key", drawn("urlKey", func() any { return named("key") })},
		{"a move", drawn("parentId", func() any { return some(categories) })},
		{"a landing block", drawn("landingPageId", func() any { return some(blocks) })},
		{"no landing block", category(fields{"landingPageId": nil})},
		{"the value of all stores", func() {
			id := some(categories)
			m.Do("PUT", fmt.Sprintf("/categories/%d?store=de", id), fields{"useDefault": []string{"landing_page", "url_key", "is_active"}},
				m.Service...)
		}},
		{"the deletion of a category", func() {
			if random.IntN(3) == 0 {
				m.Do("DELETE", fmt.Sprintf("/categories/%d", some(categories[1:])), nil, m.Service...)
			}
		}},
		{"products of a category", func() {
			put("products", some(products), fields{"categoryIds": []int64{some(categories), some(categories)}})
		}},
		{"a description", func() { put("products", some(products), fields{"shortDescription": quote(some(blocks))}) }},
		{"the deletion of a product", func() {
			if random.IntN(5) == 0 {
				m.Do("DELETE", fmt.Sprintf("/products/%d", some(products)), nil, m.Service...)
			}
		}},
		{"a new block", func() { blocks = append(blocks, block(quote(some(blocks)))) }},
		{"a text of a block", func() { put("cms-blocks", some(blocks), fields{"content": "<p>" + named("text") + "</p>"}) }},
		{"a block in a block", func() { put("cms-blocks", some(blocks), fields{"content": quote(some(blocks)) + named("text")}) }},
		{"a name of a block", func() { put("cms-blocks", some(blocks), fields{"identifier": fmt.Sprint("block-", 9+random.IntN(4))}) }},
		{"a title of a block", func() { put("cms-blocks", some(blocks), fields{"title": named("T")}) }},
		{"stores of a block", func() { put("cms-blocks", some(blocks), fields{"stores": []any{"all", []int{1}}[random.IntN(2)]}) }},
		{"a status of a block", func() { put("cms-blocks", some(blocks), fields{"isActive": random.IntN(3) > 0}) }},
		{"the deletion of a block", func() {
			if random.IntN(4) == 0 {
				m.Do("DELETE", fmt.Sprintf("/cms-blocks/%d", some(blocks)), nil, m.Service...)
			}
		}},
	}
	m.history(random, 120, steps)
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
