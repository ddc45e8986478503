package checkout_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"tradelog/commands"
	"tradelog/domain"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/eventstore/storetest"
)

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

// holder describes the product that has a SKU and its quantity, such as 5 of A.
func holder(t *testing.T, c *useCases, sku string) string {
	t.Helper()
	s, err := c.ProductOfSKU(context.Background(), sku)
	if errors.Is(err, record.ErrNotFound) {
		return "nobody"
	}
	if err != nil {
		t.Fatal(err)
	}
	levels, err := c.Levels(context.Background(), []int64{s.ID})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s of %s", levels[s.ID].Qty, strings.Trim(string(s.Values[0]["sku"]), `"`))
}

// TestACreatedProductSurvivesBeingKilled anywhere: after the repeated request there is one product with its stock.
func TestACreatedProductSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	for dies := 1; ; dies++ {
		log, ids := storetest.NewMemory(), &counted{}
		_, err := process(log, ids, dies, nil).CreateProduct(attempt(t, log, "key"), mug("A"), units(5))
		alive := process(log, ids, 0, nil)
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
		if _, err := alive.CreateProduct(context.Background(), mug("a"), nil); !errors.Is(err, domaincatalog.ErrSKUTaken) {
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
		id, err := process(log, ids, 0, nil).CreateProduct(context.Background(), mug("A"), units(5))
		if err != nil {
			t.Fatal(err)
		}
		err = process(log, ids, dies, nil).UpdateProduct(attempt(t, log, "key"), id, 0, change, nil, units(7))
		alive := process(log, ids, 0, nil)
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
		id, err := process(log, ids, 0, nil).CreateProduct(context.Background(), mug("A"), units(5))
		if err != nil {
			t.Fatal(err)
		}
		deleted := process(log, ids, dies, nil).DeleteProduct(context.Background(), id)
		alive := process(log, ids, 0, nil)
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

// TestAnUnfinishedProductIsEnded: a second request takes the SKU that a first one has claimed for a product not created yet. The first one
// must not create it afterwards.
func TestAnUnfinishedProductIsEnded(t *testing.T) {
	t.Parallel()
	log, ids := storetest.NewMemory(), &counted{}
	slow, fast := process(log, ids, 0, nil), process(log, ids, 0, nil)
	slow.Steps(func(name string) {
		if name == "product: SKU claimed" {
			if _, err := fast.CreateProduct(context.Background(), mug("A"), nil); err != nil {
				t.Errorf("the second request: %v", err)
			}
		}
	})
	if _, err := slow.CreateProduct(context.Background(), mug("A"), nil); !errors.Is(err, domaincatalog.ErrSKUTaken) {
		t.Errorf("the first request: %v", err)
	}
	if s, err := fast.ProductOfSKU(context.Background(), "A"); err != nil || s.ID != 2 {
		t.Errorf("the SKU has product %d, %v", s.ID, err)
	}
}

// TestARefusedChangeLeavesTheSKU to others.
func TestARefusedChangeLeavesTheSKU(t *testing.T) {
	t.Parallel()
	c := process(storetest.NewMemory(), &counted{}, 0, nil)
	id, err := c.CreateProduct(context.Background(), mug("A"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.UpdateProduct(context.Background(), id, 0, record.Values{"sku": json.RawMessage(`"B"`), "price": json.RawMessage("-1")},
		nil, nil); err == nil {
		t.Fatal("a negative price was taken")
	}
	if got := holder(t, c, "B"); got != "nobody" {
		t.Errorf("B is kept by %s", got)
	}
	if got := holder(t, c, "A"); got != "0 of A" {
		t.Errorf("A is kept by %s", got)
	}
}

// TestTwoMovesAtOnceMakeNoRing moves two categories below each other at once.
func TestTwoMovesAtOnceMakeNoRing(t *testing.T) {
	t.Parallel()
	log, ids := storetest.NewMemory(), &counted{}
	one, other := process(log, ids, 0, nil), process(log, ids, 0, nil)
	ctx := context.Background()
	category := func(parent int64) int64 {
		t.Helper()
		values := record.Values{"name": json.RawMessage(`"C"`)}
		if parent != 0 {
			values["parentId"] = json.RawMessage(fmt.Sprint(parent))
		}
		id, err := one.CreateCategory(ctx, values)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	root := category(0)
	a, b := category(root), category(root)
	below := func(id int64) record.Values { return record.Values{"parentId": json.RawMessage(fmt.Sprint(id))} }
	one.Steps(func(name string) {
		if name == "category: moved" {
			one.Steps(func(string) {})
			// The second move was checked before the first one was made.
			if _, err := commands.OpenRecords(other.Engine, domaincatalog.Categories).Decide(ctx, domaincatalog.Categories.Stream(b),
				func(s record.State) ([]domain.Event, error) {
					return domaincatalog.Categories.Change(s, 0, below(a))
				}); err != nil {
				t.Error(err)
			}
		}
	})
	if err := one.UpdateCategory(ctx, a, 0, below(b), nil); !errors.Is(err, domaincatalog.ErrMoveUnderItself) {
		t.Errorf("the first move: %v", err)
	}
	for id, want := range map[int64]int64{a: root, b: a} {
		s, err := one.Category(ctx, id)
		if err != nil || string(s.Values[0]["parentId"]) != fmt.Sprint(want) {
			t.Errorf("category %d is below %s, %v", id, s.Values[0]["parentId"], err)
		}
	}
}
