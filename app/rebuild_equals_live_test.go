package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"tradelog/domain/access"
	"tradelog/domain/cart"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shipping"
	"tradelog/domain/shop"
	"tradelog/internal/testing/apptest"
)

// TestRebuildEqualsLive holds every projector to one rule: rebuilding from the log gives the same rows as running live, row
// for row, whatever happened to the shop and in whatever batches the projector saw it.
//
// TRADELOG_STORY_SEED repeats one story.
func TestRebuildEqualsLive(t *testing.T) {
	t.Parallel()
	seeds := []uint64{uint64(time.Now().UnixNano()), uint64(time.Now().UnixNano()) + 1, 20260301}
	if given, err := strconv.ParseUint(os.Getenv("TRADELOG_STORY_SEED"), 10, 64); err == nil {
		seeds = []uint64{given}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := newStory(t, seed)
			for n := range 200 {
				if n == 100 {
					s.restart()
				}
				s.step()
			}
			s.shop.Settle()
			for _, name := range s.shop.Engine.Names() {
				differences, err := s.shop.Engine.Verify(context.Background(), name, nil)
				if err != nil {
					t.Errorf("verify %s: %v", name, err)
				}
				for _, d := range differences {
					t.Errorf("%s: table %s: %d rows only in the rebuild, %d only live (repeat with TRADELOG_STORY_SEED=%d)", name, d.Table, d.Missing, d.Excess, seed)
				}
			}
		})
	}
}

// story does things to a shop at random. What is refused is refused; the story goes on.
type story struct {
	t        *testing.T
	shop     *apptest.Shop
	ctx      context.Context
	random   *rand.Rand
	websites []int64
	stores   []int64
	products []int64
	branches []int64 // categories
	orders   []int64
	shipped  map[int64]int64 // shipment by order
	people   []int64
	service  string
	revoked  []int64
	n        int
}

func newStory(t *testing.T, seed uint64) *story {
	return &story{
		t: t, shop: apptest.Start(t), ctx: apptest.Operator(), random: rand.New(rand.NewPCG(seed, 1)),
		websites: []int64{1}, stores: []int64{1}, shipped: map[int64]int64{},
	}
}

// steps are what can happen; what is named twice happens twice as often.
var steps = []func(*story) error{
	(*story).product, (*story).product, (*story).changeProduct, (*story).changeProduct, (*story).overrideProduct, (*story).deleteProduct,
	(*story).stock, (*story).stockOverHTTP,
	(*story).category, (*story).category, (*story).category, (*story).changeCategory, (*story).moveCategory, (*story).moveCategory, (*story).deleteCategory,
	(*story).person, (*story).person, (*story).changePerson, (*story).changePerson, (*story).changePerson, (*story).changePerson,
	(*story).cart, (*story).place, (*story).place, (*story).place, (*story).place, (*story).lifecycle, (*story).ship,
	(*story).revoke, (*story).processRevocation,
	(*story).store, (*story).configure, (*story).access, (*story).importTable,
}

func (s *story) step() {
	s.n++
	if err := pick(s, steps)(s); err != nil && fault.KindOf(err) == fault.Internal {
		s.t.Fatalf("step %d: %v", s.n, err)
	}
}

// restart ends the program and starts it again: projectors go on from their tables, not from their memory.
func (s *story) restart() {
	s.shop.Stop()
	s.shop = apptest.Start(s.t, apptest.OnDatabase(s.shop))
}

func pick[T any](s *story, list []T) (none T) {
	if len(list) == 0 {
		return none
	}
	return list[s.random.IntN(len(list))]
}

func raw(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func (s *story) cart() error {
	_, err := s.shop.Commands.Checkout.CreateCart(s.ctx, 1, 0)
	return err
}

// place fills a cart and orders it over HTTP, as guests do.
func (s *story) place() error {
	c, err := s.shop.Commands.Checkout.CreateCart(s.ctx, 1, pick(s, append([]int64{0}, s.people...)))
	if err != nil {
		return err
	}
	for range 1 + s.random.IntN(3) {
		item := cart.Item{ProductID: pick(s, s.products), Type: "simple", Qty: money.FromInt(int64(1 + s.random.IntN(4)))}
		if _, err := s.shop.Commands.Checkout.AddToCart(s.ctx, c.ID, item, func(money.Decimal) error { return nil }); err != nil {
			return err
		}
	}
	s.shop.Settle()
	where := map[string]any{"firstName": "A", "lastName": "B", "street": "1 Way", "city": "X", "region": "CA", "postcode": "90001", "countryId": "US", "telephone": "1"}
	got := s.shop.Do("POST", fmt.Sprintf("/carts/%d/place-order", c.ID), map[string]any{"shippingAddress": where, "billingAddress": where,
		"guestEmail": "g@example.com", "paymentMethod": "checkmo", "shippingMethod": "flatrate_flatrate"}, apptest.Bearer(s.token())...)
	switch {
	case got.Status >= 500:
		s.t.Fatalf("place order: %d %s", got.Status, got.Body)
	case got.Status == 201:
		s.orders = append(s.orders, int64(got.Object(s.t)["id"].(float64)))
	}
	return nil
}

// token is for the back office, made when it is first needed.
func (s *story) token() string {
	if s.service == "" {
		s.service = s.shop.Service([]string{"all"})
	}
	return s.service
}

func (s *story) lifecycle() error {
	id := pick(s, s.orders)
	switch s.random.IntN(4) {
	case 0:
		return s.shop.Commands.Sales.HoldOrder(s.ctx, id, "why not")
	case 1:
		return s.shop.Commands.Sales.UnholdOrder(s.ctx, id, "")
	case 2:
		return s.shop.Commands.Sales.CancelOrder(s.ctx, id, "because")
	}
	return s.shop.Commands.Sales.CommentOrder(s.ctx, id, order.NewComment{Text: "hm"})
}

func (s *story) ship() error {
	id := pick(s, s.orders)
	if shipment := s.shipped[id]; shipment != 0 && s.random.IntN(2) == 0 {
		return s.shop.Commands.Sales.AddTrack(s.ctx, id, shipment, order.NewTrack{Number: "T"})
	}
	shipment, err := s.shop.Commands.Sales.ShipOrder(s.ctx, id, 1, order.NewShipment{Comment: "off it goes"})
	if err == nil {
		s.shipped[id] = shipment
	}
	return err
}

// store opens a store view in a website, now and then in a new one, and moves or renames one.
func (s *story) store() error {
	if s.random.IntN(3) == 0 {
		website, err := s.shop.Commands.Directory.Websites.Create(s.ctx, shop.Website{Code: fmt.Sprintf("site%d", s.n), Name: "Site"})
		if err != nil {
			return err
		}
		s.websites = append(s.websites, website)
	}
	id, err := s.shop.Commands.Directory.Views.Create(s.ctx, shop.Store{Code: fmt.Sprintf("view%d", s.n), Name: "View", WebsiteID: pick(s, s.websites), GroupID: 1, IsActive: true})
	if err != nil {
		return err
	}
	s.stores = append(s.stores, id)
	switch s.random.IntN(3) {
	case 0:
		return s.shop.Commands.Directory.Views.Set(s.ctx, pick(s, s.stores), record.Values{"name": raw(fmt.Sprintf("Store %d", s.n))})
	case 1:
		return s.shop.Commands.Directory.Views.Set(s.ctx, id, record.Values{"websiteId": raw(pick(s, s.websites))})
	}
	return nil
}

func (s *story) configure() error {
	scope := pick(s, []settings.Scope{settings.Default, {Level: "store", ID: 1}})
	if s.random.IntN(3) == 0 {
		return s.shop.Commands.Directory.UnsetConfig(s.ctx, scope, "general/store_information/name")
	}
	return s.shop.Commands.Directory.SetConfig(s.ctx, scope, map[string]string{"general/store_information/name": fmt.Sprint("Shop ", s.n)})
}

// importTable replaces shipping rates of a website, now and then by none.
func (s *story) importTable() error {
	var rates []shipping.TableRate
	for range s.random.IntN(4) {
		rates = append(rates, shipping.TableRate{Country: pick(s, []string{"", "US"}), Zip: pick(s, []string{"", "90*", "<1>"}), From: money.FromInt(int64(s.n)), Price: money.FromInt(int64(s.random.IntN(9)))})
	}
	return s.shop.Commands.Checkout.ImportShippingTable(s.ctx, pick(s, s.websites), pick(s, shipping.Conditions), rates)
}

func (s *story) access() error {
	role, err := s.shop.Commands.Access.SaveRole(s.ctx, 0, fmt.Sprint("role ", s.n), false, []string{"all"}, func(string) bool { return true })
	if err != nil {
		return err
	}
	id, err := s.shop.Commands.Access.CreateAccount(s.ctx, access.AccountCreated{Kind: access.Service, Username: fmt.Sprint("u", s.n), ClientID: fmt.Sprint("c", s.n), RoleID: role})
	if err != nil {
		return err
	}
	if err := s.shop.Commands.Access.SetAccountActive(s.ctx, id, false); err != nil {
		return err
	}
	return s.shop.Commands.Access.RevokeToken(s.ctx, fmt.Sprintf("%032x", s.n), time.Now().Add(time.Hour))
}
