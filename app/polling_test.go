package app_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"testing"
	"time"

	"tradelog/app"
	"tradelog/commands"
	"tradelog/eventstore"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// poller stays in step with a list in the way that docs/synchronisation.md recommends.
type poller struct {
	shop   *salestest.Shop
	path   string
	cursor string
	seen   map[int64]string // the last seen form of each row
	times  map[int64]int    // how often a row was seen in a new form
}

func newPoller(s *salestest.Shop, path string) *poller {
	return &poller{shop: s, path: path, cursor: "2000-01-01 00:00:00", seen: map[int64]string{}, times: map[int64]int{}}
}

// poll asks for the changes once the read models are at a position, and returns the rows that are new to it.
func (p *poller) poll(position string) (changed []int64) {
	p.shop.T.Helper()
	headers := salestest.With(p.shop.Service, "X-Min-Position", position)
	answer := p.shop.Must(200, "GET", p.path+"&itemsPerPage=100&updatedSince="+url.QueryEscape(p.cursor), nil, headers...)
	for _, row := range answer.List(p.shop.T) {
		if at := fmt.Sprint(row["updatedAt"]); at > p.cursor {
			p.cursor = at
		}
		if id, form := salestest.ID(row), fmt.Sprint(row); p.seen[id] != form {
			p.seen[id] = form
			p.times[id]++
			changed = append(changed, id)
		}
	}
	return changed
}

// twoClocks starts two instances on one database. The clock of one is an hour behind.
func twoClocks(t *testing.T) (right, behind *salestest.Shop, clock *apptest.Clock) {
	clock = apptest.NewClock()
	right = salestest.Start(t, apptest.WithClock(clock))
	right.Product("MUG", "10", 100, nil)
	other := *right // each has a token of its own: the other's was issued in its future
	other.Shop = apptest.Start(t, apptest.OnDatabase(right.Shop), apptest.WithConfig(func(c *app.Config) {
		c.Clock = func() time.Time { return clock.Now().Add(-time.Hour) }
	}))
	other.Service = other.As([]string{"all"})
	return right, &other, clock
}

// TestAPollerSeesEveryChangeOnce: a client that polls with the greatest updatedAt sees each change exactly once. The clock of the writing
// instance, and the time from decision to commit, make no difference.
func TestAPollerSeesEveryChangeOnce(t *testing.T) {
	t.Parallel()
	right, behind, clock := twoClocks(t)
	orders := newPoller(right, "/orders?status=")
	want := map[int64]int{}
	step := func(what string, id int64, position string) {
		t.Helper()
		want[id]++
		if got := orders.poll(position); len(got) != 1 || got[0] != id {
			t.Errorf("after %s of order %d the poller saw changes of %v, cursor %s", what, id, got, orders.cursor)
		}
		if got := orders.poll(position); len(got) != 0 {
			t.Errorf("nothing has happened and the poller saw changes of %v", got)
		}
	}
	var ids []int64
	for i, s := range []*salestest.Shop{right, behind, right, behind} {
		clock.Advance(time.Second)
		placed := s.Must(201, "POST", "/guest-carts/"+s.GuestCart("MUG")+"/place-order", salestest.Placement(nil))
		ids = append(ids, salestest.ID(placed.Object(t)))
		step("the placement", ids[i], placed.Header.Get("X-Event-Position"))
	}
	for round := range 6 {
		s := []*salestest.Shop{behind, right, behind}[round%3]
		if round > 2 {
			clock.Advance(7 * time.Second) // the first rounds are within a second
		}
		for i, id := range ids {
			action := []string{"hold", "unhold"}[round%2]
			if (round+i)%4 == 3 {
				s = right
			}
			answer := s.Must(201, "POST", fmt.Sprintf("/orders/%d/%s", id, action), nil, s.Service...)
			step(action, id, answer.Header.Get("X-Event-Position"))
			if row := orders.seen[id]; answer.Object(t)["updatedAt"] != orders.cursor {
				t.Errorf("the answer says it was updated at %v, the cursor is %s, the row is %s", answer.Object(t)["updatedAt"], orders.cursor, row)
			}
		}
	}
	// Decided half an hour before its commit.
	late := commands.WithCause(t.Context(), commands.Cause{
		Actor: eventstore.Actor{Kind: "operator"}, At: clock.Now().Add(-30 * time.Minute),
	})
	if err := behind.Commands.Sales.HoldOrder(late, ids[0], "late"); err != nil {
		t.Fatal(err)
	}
	want[ids[0]]++
	if got := orders.poll(right.Pipeline.Token(right.LogSize())); len(got) != 1 || got[0] != ids[0] {
		t.Errorf("after a change that waited the poller saw changes of %v", got)
	}
	if !maps.Equal(orders.times, want) {
		t.Errorf("changes were seen %v times, they happened %v times", orders.times, want)
	}
	right.Verify("orders", "carts")
}

// TestEveryUpdatedAtIsTheLogs: every updatedAt is the time at which the log stored the change. The read model, a document that is folded
// while it is behind, and one that is read from a stream agree.
func TestEveryUpdatedAtIsTheLogs(t *testing.T) {
	t.Parallel()
	right, behind, clock := twoClocks(t)
	product := right.Product("CAP", "5", 10, nil)
	customer, _ := right.Customer("anna@example.com")
	order := salestest.ID(right.Order("MUG"))
	mask := right.GuestCart("CAP")
	category := salestest.ID(right.Must(201, "POST", "/categories", salestest.Fields{"name": "Caps", "parentId": 2}, right.Service...).
		Object(t))
	card := salestest.ID(right.Must(201, "POST", "/giftcards", salestest.Fields{"balance": 10, "websiteIds": []int64{1}}, right.Service...).
		Object(t))
	changes := []struct {
		status       int
		method, path string
		bodies       [2]salestest.Fields
		get          string // path of the read; the same path when empty
	}{
		{200, "PUT", fmt.Sprintf("/products/%d", product), [2]salestest.Fields{{"name": "Cap"}, {"name": "Hat"}}, ""},
		{200, "PUT", fmt.Sprintf("/customers/%d", customer), [2]salestest.Fields{{"firstname": "Ann"}, {"firstname": "Anne"}}, ""},
		{200, "POST", "/guest-carts/" + mask + "/items", [2]salestest.Fields{{"sku": "CAP"}, {"sku": "MUG"}}, "/guest-carts/" + mask},
		{200, "PUT", fmt.Sprintf("/categories/%d", category), [2]salestest.Fields{{"name": "Hats"}, {"name": "Both"}}, ""},
		{200, "PUT", fmt.Sprintf("/giftcards/%d", card), [2]salestest.Fields{{"balance": 20}, {"balance": 30}}, ""},
		{201, "POST", fmt.Sprintf("/orders/%d/comments", order), [2]salestest.Fields{{"comment": "one"}, {"comment": "two"}},
			fmt.Sprintf("/orders/%d", order)},
	}
	for round, broken := range []bool{false, true} {
		clock.Advance(10 * time.Minute)
		right.GuestCart("CAP") // the log is at the present
		want := clock.Now().Format(time.DateTime)
		if broken { // documents are then folded from streams
			right.Break("orders", "products", "customers", "categories", "gift_cards")
		}
		for _, c := range changes {
			answer := behind.Must(c.status, c.method, c.path, c.bodies[round], behind.Service...).Object(t)
			if answer["updatedAt"] != want {
				t.Errorf("%s %s, with projectors that have stopped %v: updated at %v, want %s", c.method, c.path, broken, answer["updatedAt"], want)
			}
			if broken {
				continue
			}
			for _, s := range []*salestest.Shop{right, behind} {
				read := s.Must(200, "GET", cmp.Or(c.get, c.path), nil, s.Service...).Object(t)
				if read["updatedAt"] != want || read["createdAt"] == want {
					t.Errorf("%s shows createdAt %v and updatedAt %v, want %s as the latter", c.path, read["createdAt"], read["updatedAt"], want)
				}
			}
		}
	}
}
