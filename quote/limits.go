package quote

import (
	"context"
	"fmt"
	"slices"

	"tradelog/domain/cart"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/stock"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/directory"
)

// errWhole is the error of a fraction of a product that is sold in whole units.
var errWhole = fault.Preconditionf("This product is sold in whole units only.").About(fault.Range, "qty")

// levels returns the stock level of a product.
type levels func(*catalog.Product) stock.Level

// readLevel returns the level of the read model. A product without one is out of stock.
func readLevel(product *catalog.Product) stock.Level {
	level := product.Level
	if !product.HasLevel {
		level.OwnManage, level.Manage, level.InStock = true, true, false
	}
	return level
}

// limit returns the reason why a cart cannot have a quantity of a product; nil if it can (shapes-sales §1 check 6).
func limit(config stock.Config, product *catalog.Product, level stock.Level, qty money.Decimal) *fault.Error {
	switch {
	case !domaincatalog.HasStock(product.Type):
		qty = money.One // it has no quantity of its own
	case qty.IsZero(): // its line comes later
		return nil
	}
	return level.Problem(config, qty, product.Name)
}

// sellable returns a check whether a cart may have its quantities of some products.
func sellable(shop *directory.Shop, goods []*catalog.Product) cart.Sellable {
	config := shop.StockConfig()
	return func(total cart.Total) error {
		if problems := limits(config, goods, readLevel, total); problems != nil {
			return fault.Preconditionf("%s", fault.Joined("\n", problems...))
		}
		return nil
	}
}

// limits returns the reasons why a cart cannot have its quantities of some products, each once.
func limits(config stock.Config, goods []*catalog.Product, level levels, total cart.Total) (all []*fault.Error) {
	for _, product := range goods {
		problem := limit(config, product, level(product), total(product.ID))
		if problem != nil && !slices.ContainsFunc(all, func(had *fault.Error) bool { return had.Is(problem) }) {
			all = append(all, problem)
		}
	}
	return all
}

// taken returns the quantities of products in all lines of the cart.
func (q *Quote) taken() cart.Total {
	sums := map[int64]money.Decimal{}
	for _, l := range q.lines {
		for _, s := range l.stocked() {
			sums[s.ProductID] = sums[s.ProductID].Add(s.Qty)
		}
	}
	return func(id int64) money.Decimal { return sums[id] }
}

// overLimits returns the reasons why the quantity of a line cannot be bought. total has the quantities of the cart.
func (q *Quote) overLimits(config stock.Config, l line, level levels, total cart.Total) []*fault.Error {
	all := limits(config, l.stockedProducts(), level, total)
	if !l.item.Qty.IsWhole() && (!level(l.product).DecimalQty || l.product.Type == giftcard.ProductType) {
		all = append(all, errWhole)
	}
	return all
}

// messages returns what is wrong with a line, for people.
func (q *Quote) messages(config stock.Config, l line, total cart.Total) []string {
	out := []string{}
	if f, ok := fault.As(l.wrong); ok {
		out = append(out, f.Message)
	}
	for _, problem := range q.overLimits(config, l, readLevel, total) {
		out = append(out, problem.Message)
	}
	return out
}

// checkLines returns an error that names the lines whose quantities cannot be bought (shapes-sales §6 check 18). The read model may be
// behind, so the ledger confirms its refusal. The ledger decides about the stock again when it reserves it.
func (s *Service) checkLines(ctx context.Context, q *Quote) error {
	if q.unsellable(readLevel) == nil {
		return nil
	}
	var ids []int64
	for _, l := range q.lines {
		for _, p := range l.stockedProducts() {
			ids = append(ids, p.ID)
		}
	}
	newest, err := s.streams.Levels(ctx, ids)
	if err != nil {
		return err
	}
	problems := q.unsellable(func(p *catalog.Product) stock.Level {
		if level, has := newest[p.ID]; has {
			return level
		}
		return readLevel(p)
	})
	if problems == nil {
		return nil
	}
	return fault.Preconditionf("Not all products are available in the requested quantity. %s", fault.Joined(" ", problems...))
}

// refusal returns what is wrong with a line, the nth of its cart, with the name of its product.
func (l line) refusal(n int, problem *fault.Error) *fault.Error {
	return fault.Preconditionf("%s: %s", l.product.Name, problem.Argument().In(fmt.Sprintf("items[%d]", n)))
}

// unsellable returns what is wrong with the quantities of all lines, each with the name of its product.
func (q *Quote) unsellable(level levels) (all []*fault.Error) {
	config, total := q.Shop.StockConfig(), q.taken()
	for i, l := range q.lines {
		for _, problem := range q.overLimits(config, l, level, total) {
			all = append(all, l.refusal(i, problem))
		}
	}
	return all
}
