package tradelog_test

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
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/record"
	"tradelog/domain/settings"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/internal/apptest"
)

// TestRebuiltRowsEqualLiveRows is the law every projector keeps: whatever happens to a shop, in whatever batches the live
// projector saw it, rebuilding from the log gives the same rows, row for row.
//
// TRADELOG_STORY_SEED repeats one story.
func TestRebuiltRowsEqualLiveRows(t *testing.T) {
	t.Parallel()
	seeds := []uint64{uint64(time.Now().UnixNano()), uint64(time.Now().UnixNano()) + 1, 20260301}
	if given, err := strconv.ParseUint(os.Getenv("TRADELOG_STORY_SEED"), 10, 64); err == nil {
		seeds = []uint64{given}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := newStory(t, seed)
			for range 120 {
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
	products []int64
	branches []int64 // categories
	carts    []int64
	orders   []int64
	shipped  map[int64]int64 // shipment by order
	people   []int64
	service  string
	n        int
}

func newStory(t *testing.T, seed uint64) *story {
	return &story{t: t, shop: apptest.Start(t), ctx: apptest.Operator(), random: rand.New(rand.NewPCG(seed, 1)), shipped: map[int64]int64{}}
}

func (s *story) step() {
	s.n++
	var err error
	switch s.random.IntN(17) {
	case 0, 1:
		err = s.product()
	case 2:
		err = s.changeProduct()
	case 3:
		err = s.stock()
	case 4:
		err = s.person()
	case 5, 6:
		err = s.cart()
	case 7, 8, 9, 10:
		err = s.place()
	case 11:
		err = s.lifecycle()
	case 12:
		err = s.ship()
	case 13:
		err = s.store()
	case 14:
		err = s.configure()
	case 15:
		err = s.access()
	case 16:
		err = s.category()
	}
	if err != nil && fault.KindOf(err) == fault.Internal {
		s.t.Fatalf("step %d: %v", s.n, err)
	}
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

func (s *story) product() error {
	values := record.Values{
		"sku": raw(fmt.Sprintf("SKU-%d", s.n)), "name": raw(fmt.Sprintf("Thing %d <&>", s.n)), "type": raw("simple"), "isActive": raw(true),
		"visibility": raw("catalog_search"), "attributeSetId": raw(4), "taxClassId": raw(0), "websiteIds": raw([]int64{1}), "categoryIds": raw([]int64{2}),
		"urlKey": raw(fmt.Sprintf("thing-%d", s.n)), "price": raw(10 + s.random.IntN(90)),
	}
	qty, yes := money.FromInt(int64(s.random.IntN(12))), true
	id, err := s.shop.Commands.CreateProduct(s.ctx, values, &stock.Change{Qty: &qty, InStock: &yes})
	if err == nil {
		s.products = append(s.products, id)
	}
	return err
}

func (s *story) changeProduct() error {
	id := pick(s, s.products)
	switch s.random.IntN(4) {
	case 0:
		return s.shop.Commands.DeleteProduct(s.ctx, id)
	case 1: // in one store view only
		return s.shop.Commands.UpdateProduct(s.ctx, id, 1, record.Values{"name": raw(fmt.Sprintf("Own name %d", s.n))}, nil, nil)
	case 2:
		return s.shop.Commands.UpdateProduct(s.ctx, id, 0, record.Values{"categoryIds": raw([]int64{}), "websiteIds": raw([]int64{1, 2})}, nil, nil)
	}
	return s.shop.Commands.UpdateProduct(s.ctx, id, 0, record.Values{"sku": raw(fmt.Sprintf("NEW-%d", s.n)), "price": raw(5)}, nil, nil)
}

// category opens a category and puts a product into it and into another one, or closes one with what is in it.
func (s *story) category() error {
	if len(s.branches) > 1 && s.random.IntN(2) == 0 {
		return s.shop.Commands.DeleteCategories(s.ctx, []int64{pick(s, s.branches)})
	}
	id, err := s.shop.Commands.CreateCategory(s.ctx, record.Values{"name": raw("Branch"), "parentId": raw(2), "position": raw(s.n), "isActive": raw(true)})
	if err != nil {
		return err
	}
	s.branches = append(s.branches, id)
	return s.shop.Commands.UpdateProduct(s.ctx, pick(s, s.products), 0, record.Values{"categoryIds": raw([]int64{2, id, pick(s, s.branches)})}, nil, nil)
}

func (s *story) stock() error {
	qty := money.FromInt(int64(s.random.IntN(20)))
	_, err := s.shop.Commands.SetStock(s.ctx, []stock.Change{{ProductID: pick(s, s.products), Qty: &qty}, {ProductID: pick(s, s.products), Qty: &qty}})
	return err
}

func (s *story) person() error {
	id, err := s.shop.Commands.RegisterCustomer(s.ctx, customer.Registration{WebsiteID: 1, StoreID: 1, StoreName: "Store", GroupID: 1, Active: true,
		Profile: customer.Profile{Email: fmt.Sprintf("p%d@example.com", s.random.IntN(20)), Firstname: "Pat", Lastname: "Doe"}}, 1)
	if err == nil {
		s.people = append(s.people, id)
	}
	if len(s.people) > 0 && s.random.IntN(2) == 0 {
		err = s.shop.Commands.ChangeCustomer(s.ctx, pick(s, s.people), 1, customer.ErrEmailInUse, func(d customer.Details) (customer.Details, error) {
			d.Profile.Lastname = fmt.Sprintf("Doe %d", s.n)
			return d, nil
		})
	}
	return err
}

func (s *story) cart() error {
	c, err := s.shop.Commands.CreateCart(s.ctx, 1, 0)
	if err == nil {
		s.carts = append(s.carts, c.ID)
	}
	return err
}

// place fills a cart and orders it over HTTP, as guests do.
func (s *story) place() error {
	c, err := s.shop.Commands.CreateCart(s.ctx, 1, pick(s, append([]int64{0}, s.people...)))
	if err != nil {
		return err
	}
	for range 1 + s.random.IntN(3) {
		item := cart.Item{ProductID: pick(s, s.products), Type: "simple", Qty: money.FromInt(int64(1 + s.random.IntN(4)))}
		if _, err := s.shop.Commands.AddToCart(s.ctx, c.ID, item, func(money.Decimal) error { return nil }); err != nil {
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
		return s.shop.Commands.HoldOrder(s.ctx, id, "why not")
	case 1:
		return s.shop.Commands.UnholdOrder(s.ctx, id, "")
	case 2:
		return s.shop.Commands.CancelOrder(s.ctx, id, "because")
	}
	return s.shop.Commands.CommentOrder(s.ctx, id, order.NewComment{Text: "hm"})
}

func (s *story) ship() error {
	id := pick(s, s.orders)
	if shipment := s.shipped[id]; shipment != 0 && s.random.IntN(2) == 0 {
		return s.shop.Commands.AddTrack(s.ctx, id, shipment, order.NewTrack{Number: "T"})
	}
	shipment, err := s.shop.Commands.ShipOrder(s.ctx, id, 1, order.NewShipment{Comment: "off it goes"})
	if err == nil {
		s.shipped[id] = shipment
	}
	return err
}

func (s *story) store() error {
	_, err := s.shop.Commands.CreateStore(s.ctx, shop.Store{Code: fmt.Sprintf("view%d", s.n), Name: "View", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err == nil && s.random.IntN(2) == 0 {
		err = s.shop.Commands.ChangeStore(s.ctx, 1, record.Values{"name": raw(fmt.Sprintf("Store %d", s.n))})
	}
	return err
}

func (s *story) configure() error {
	scope := pick(s, []settings.Scope{settings.Default, {Level: "store", ID: 1}})
	if s.random.IntN(3) == 0 {
		return s.shop.Commands.UnsetConfig(s.ctx, scope, "general/store_information/name")
	}
	return s.shop.Commands.SetConfig(s.ctx, scope, map[string]string{"general/store_information/name": fmt.Sprint("Shop ", s.n)})
}

func (s *story) access() error {
	role, err := s.shop.Commands.SaveRole(s.ctx, 0, fmt.Sprint("role ", s.n), false, []string{"all"}, func(string) bool { return true })
	if err != nil {
		return err
	}
	id, err := s.shop.Commands.CreateAccount(s.ctx, access.AccountCreated{Kind: access.Service, Username: fmt.Sprint("u", s.n), ClientID: fmt.Sprint("c", s.n), RoleID: role})
	if err != nil {
		return err
	}
	if err := s.shop.Commands.SetAccountActive(s.ctx, id, false); err != nil {
		return err
	}
	return s.shop.Commands.RevokeToken(s.ctx, fmt.Sprintf("%032x", s.n), time.Now().Add(time.Hour))
}
