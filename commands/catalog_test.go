package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tradelog/domain"
	"tradelog/domain/cart"
	"tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/domain/record"
	"tradelog/domain/shop"
	"tradelog/domain/stock"
	"tradelog/eventstore"
	"tradelog/eventstore/storetest"
)

// counted gives out identifiers, stockRules the shop's.
type counted struct{ last int64 }

func (c *counted) Next(_ context.Context, _ string, n int) ([]int64, error) {
	ids := make([]int64, n)
	for i := range ids {
		c.last++
		ids[i] = c.last
	}
	return ids, nil
}

type stockRules struct{}

func (stockRules) CheckSetting(string, string) error { return nil }

func (stockRules) GiftCardExtension(context.Context) (int, error) { return 30, nil }

func (stockRules) GiftCardTerms(context.Context, int64) (giftcard.Terms, error) {
	return giftcard.Terms{Prefix: "GC", Format: "XXXX-XXXX", Lifetime: 365, Zone: time.UTC}, nil
}

func (stockRules) Uses(context.Context, *record.Kind, int64) ([]shop.Use, error) { return nil, nil }

func (stockRules) ClientKnown(context.Context, string) (bool, error) { return false, nil }

func (stockRules) StockConfig(context.Context) (stock.Config, error) {
	return stock.Config{Manage: true}, nil
}

var shopCodec = eventstore.NewCodec(noKeys{}, slices.Concat(claim.EventSpecs(), catalog.EventSpecs(), stock.EventSpecs(), cart.EventSpecs(), order.EventSpecs(),
	pricerule.EventSpecs(), giftcard.EventSpecs())...)

var errKilled = errors.New("killed")

// process is a program on a log that dies before its append number dies; 0 lives.
func process(log *storetest.Memory, ids *counted, dies int) *Commands {
	store := &watched{Store: log, before: func(n int) error {
		if dies > 0 && n >= dies {
			return errKilled
		}
		return nil
	}}
	return New(Infrastructure{Store: store, Codec: shopCodec}, ids, stockRules{})
}

// attempt is a request with an idempotency key, which knows what earlier attempts have carried out.
func attempt(t *testing.T, log *storetest.Memory, key string) context.Context {
	t.Helper()
	r := &Request{Scope: key, Executed: map[int]Result{}}
	page, err := log.ReadAll(context.Background(), 0, eventstore.Forwards, 1000, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	events, err := shopCodec.DecodeAll(context.Background(), page.Events, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range page.Events {
		meta, err := e.Meta()
		if err != nil {
			t.Fatal(err)
		}
		if meta.Idempotency == nil || meta.Idempotency.Scope != key {
			continue
		}
		done := r.Executed[meta.Idempotency.Command]
		done.Stream, done.Revision, done.Position, done.Repeated = e.Stream, e.Revision, e.Position, true
		done.Events = append(done.Events, events[i])
		r.Executed[meta.Idempotency.Command] = done
	}
	return WithRequest(context.Background(), r)
}

func mug(sku string) record.Values {
	values, err := record.Of(map[string]any{"sku": sku, "name": "Mug", "type": "simple", "isActive": true, "websiteIds": []int64{1}})
	if err != nil {
		panic(err)
	}
	return values
}

func units(n int64) *stock.Change {
	qty := money.FromInt(n)
	return &stock.Change{Qty: &qty}
}

// holder is who has a SKU and how many there are of it.
func holder(t *testing.T, c *Commands, sku string) string {
	t.Helper()
	s, err := c.ProductOfSKU(context.Background(), sku)
	if errors.Is(err, record.ErrNotFound) {
		return "nobody"
	}
	if err != nil {
		t.Fatal(err)
	}
	level, _, err := c.StockLevel(context.Background(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s of %s", level.Qty, textOf(s.Values[0]["sku"]))
}

// TestACreatedProductSurvivesBeingKilled anywhere: the repeated request ends with one product that has its stock.
func TestACreatedProductSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	for dies := 1; ; dies++ {
		log, ids := storetest.NewMemory(), &counted{}
		_, err := process(log, ids, dies).CreateProduct(attempt(t, log, "key"), mug("A"), units(5))
		alive := process(log, ids, 0)
		if err == nil {
			if dies != 4 {
				t.Errorf("a product takes %d appends", dies-1)
			}
			return
		}
		id, err := alive.CreateProduct(attempt(t, log, "key"), mug("A"), units(5))
		if err != nil {
			t.Fatalf("killed before append %d, and again: %v", dies, err)
		}
		if s, err := alive.Product(context.Background(), id); err != nil || holder(t, alive, "a") != "5 of A" || s.ID != id {
			t.Errorf("killed before append %d: product %d %v, %s", dies, id, err, holder(t, alive, "a"))
		}
		if _, err := alive.CreateProduct(context.Background(), mug("a"), nil); !errors.Is(err, catalog.ErrSKUTaken) {
			t.Errorf("killed before append %d: the SKU is not taken: %v", dies, err)
		}
	}
}

// TestAChangedProductSurvivesBeingKilled with its stock, and leaves its old SKU to others.
func TestAChangedProductSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	change := record.Values{"sku": json.RawMessage(`"B"`), "name": json.RawMessage(`"Cup"`)}
	for dies := 1; ; dies++ {
		log, ids := storetest.NewMemory(), &counted{}
		id, err := process(log, ids, 0).CreateProduct(context.Background(), mug("A"), units(5))
		if err != nil {
			t.Fatal(err)
		}
		err = process(log, ids, dies).UpdateProduct(attempt(t, log, "key"), id, 0, change, nil, units(7))
		alive := process(log, ids, 0)
		if err == nil {
			if dies != 5 {
				t.Errorf("the change takes %d appends", dies-1)
			}
			return
		}
		if err := alive.UpdateProduct(attempt(t, log, "key"), id, 0, change, nil, units(7)); err != nil {
			t.Fatalf("killed before append %d, and again: %v", dies, err)
		}
		if got := holder(t, alive, "B"); got != "7 of B" {
			t.Errorf("killed before append %d: %s", dies, got)
		}
		if _, err := alive.CreateProduct(context.Background(), mug("A"), nil); err != nil {
			t.Errorf("killed before append %d: the old SKU is not free: %v", dies, err)
		}
	}
}

// TestADeletedProductLeavesItsSKU even when its deletion was killed halfway.
func TestADeletedProductLeavesItsSKU(t *testing.T) {
	t.Parallel()
	for dies := 1; ; dies++ {
		log, ids := storetest.NewMemory(), &counted{}
		id, err := process(log, ids, 0).CreateProduct(context.Background(), mug("A"), units(5))
		if err != nil {
			t.Fatal(err)
		}
		deleted := process(log, ids, dies).DeleteProduct(context.Background(), id)
		alive := process(log, ids, 0)
		if err := alive.DeleteProduct(context.Background(), id); dies > 1 && !errors.Is(err, record.ErrNotFound) {
			t.Errorf("killed before append %d, and again: %v", dies, err)
		}
		if _, err := alive.CreateProduct(context.Background(), mug("A"), nil); err != nil {
			t.Errorf("killed before append %d: the SKU is not free: %v", dies, err)
		}
		if deleted == nil {
			return
		}
	}
}

// TestAProductThatNeverCameIsKeptFromComing lets a second request take the SKU of a first one that has claimed it and not
// made its product yet: the first must not make it afterwards.
func TestAProductThatNeverCameIsKeptFromComing(t *testing.T) {
	t.Parallel()
	log, ids := storetest.NewMemory(), &counted{}
	slow, fast := process(log, ids, 0), process(log, ids, 0)
	slow.Steps(func(name string) {
		if name == "product: SKU claimed" {
			if _, err := fast.CreateProduct(context.Background(), mug("A"), nil); err != nil {
				t.Errorf("the second request: %v", err)
			}
		}
	})
	if _, err := slow.CreateProduct(context.Background(), mug("A"), nil); !errors.Is(err, catalog.ErrSKUTaken) {
		t.Errorf("the first request: %v", err)
	}
	if s, err := fast.ProductOfSKU(context.Background(), "A"); err != nil || s.ID != 2 {
		t.Errorf("the SKU has product %d, %v", s.ID, err)
	}
}

// TestARefusedChangeLeavesTheSKU it wanted to others.
func TestARefusedChangeLeavesTheSKU(t *testing.T) {
	t.Parallel()
	c := process(storetest.NewMemory(), &counted{}, 0)
	id, err := c.CreateProduct(context.Background(), mug("A"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.UpdateProduct(context.Background(), id, 0, record.Values{"sku": json.RawMessage(`"B"`), "price": json.RawMessage("-1")}, nil, nil); err == nil {
		t.Fatal("a negative price was taken")
	}
	if got := holder(t, c, "B"); got != "nobody" {
		t.Errorf("B is kept by %s", got)
	}
	if got := holder(t, c, "A"); got != "0 of A" {
		t.Errorf("A is kept by %s", got)
	}
}

// TestTwoMovesAtOnceMakeNoRing lets a category move below another while that one moves below the first.
func TestTwoMovesAtOnceMakeNoRing(t *testing.T) {
	t.Parallel()
	log, ids := storetest.NewMemory(), &counted{}
	one, other := process(log, ids, 0), process(log, ids, 0)
	ctx := context.Background()
	category := func(parent int64) int64 {
		t.Helper()
		values := record.Values{"name": json.RawMessage(`"C"`)}
		if parent != 0 {
			values["parentId"] = json.RawMessage(fmtInt(parent))
		}
		id, err := one.CreateCategory(ctx, values)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	root := category(0)
	a, b := category(root), category(root)
	below := func(id int64) record.Values { return record.Values{"parentId": json.RawMessage(fmtInt(id))} }
	one.Steps(func(name string) {
		if name == "category: moved" {
			one.Steps(func(string) {})
			// This one had looked before the first one moved.
			if _, err := other.categories.Decide(ctx, catalog.Categories.Stream(b), func(s record.State) ([]domain.Event, error) {
				return catalog.Categories.Change(s, 0, below(a))
			}); err != nil {
				t.Error(err)
			}
		}
	})
	if err := one.UpdateCategory(ctx, a, 0, below(b), nil); !errors.Is(err, catalog.ErrMoveUnderItself) {
		t.Errorf("the first move: %v", err)
	}
	for id, want := range map[int64]int64{a: root, b: a} {
		s, err := one.Category(ctx, id)
		if err != nil || intOf(s.Values[0]["parentId"]) != want {
			t.Errorf("category %d is below %s, %v", id, s.Values[0]["parentId"], err)
		}
	}
}
