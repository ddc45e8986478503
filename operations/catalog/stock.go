package catalog

import (
	"context"
	"errors"
	"strings"

	catalogcommands "tradelog/commands/catalog"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels/catalog"
)

// stockResource is the resource of the stock of products.
var stockResource = &operations.Resource{
	Name: "Stock", Section: "catalog", Permission: "inventory", ACL: "catalog/products", Label: "stock",
	Doc: "The stock of a product. It is addressed by SKU and read with the product.",
}

type stockHandlers struct {
	commands *catalogcommands.Catalog
	reader   *catalog.Reader
}

// stockOperations makes the operations.
func stockOperations(c *catalogcommands.Catalog, r *catalog.Reader) []*operations.Operation {
	h := &stockHandlers{commands: c, reader: r}
	return append(h.inventory(), h.levels()...)
}

var (
	errNeedsQty = fault.Invalidf("Quantity is required").About(fault.Required, "qty")
	errNoItems  = fault.Invalidf("Items array is required and cannot be empty").About(fault.Required, "items")
	errTooMany  = fault.Invalidf("Maximum %d items per bulk update", maxItems).About(fault.Length, "items")
	errNeedsSKU = fault.Invalidf("SKU is required").About(fault.Required, "sku")
)

const maxItems = 100

func (h *stockHandlers) inventory() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: stockResource, Verb: operations.Update, Method: "PUT", Path: "/inventory",
			Access:  operations.Backend.Access("inventory/write"),
			Summary: "Set the stock of a product",
			Doc: "Sets the available units of a product by SKU. qty is a whole number and replaces them; previousQty is the old one. Units " +
				"that orders have reserved are on hand beside them: GET /inventory/{sku} has both. isInStock is stored as sent; by default it " +
				"follows qty. For several products use the bulk update, which is one change. A product that is sold " +
				"as its parts has no quantity: anything but 0 is refused.",
		}, h.updateStock),
		operations.Define(operations.Declaration{
			Resource: stockResource, Verb: operations.Update, Method: "PUT", Path: "/inventory/bulk",
			Access: operations.Backend.Access("inventory/write"), Summary: "Set the stock of many products",
			Doc: "Sets the available units of up to 100 products at once, all or none. If an item is refused, the message names its index, " +
				"from 0. Of two items with one SKU the later one counts.",
		}, h.updateStocks),
	}
}

// change returns the requested change of the stock.
func (in stockItem) change() (stock.Change, error) {
	if in.Qty == nil {
		return stock.Change{}, errNeedsQty
	}
	p, qty := in.stockPolicy, money.FromInt(*in.Qty)
	change := stock.Change{
		Qty: &qty, InStock: in.InStock, Manage: in.Manage, MinQty: p.MinQty, MinSaleQty: p.MinSaleQty, MaxSaleQty: p.MaxSaleQty,
		NotifyQty: p.NotifyQty, Increments: p.Increments, DecimalQty: p.DecimalQty, EnableIncrements: p.EnableIncrements,
		UseConfigMinQty: p.UseConfigMinQty, UseConfigMinSaleQty: p.UseConfigMinSaleQty, UseConfigMaxSaleQty: p.UseConfigMaxSaleQty,
		UseConfigBackorders: p.UseConfigBackorders, UseConfigNotifyQty: p.UseConfigNotifyQty, UseConfigIncrements: p.UseConfigIncrements,
		UseConfigEnableInc: p.UseConfigEnableInc, UseConfigManage: p.UseConfigManage,
	}
	if p.Backorders != nil {
		way := int(min(max(*p.Backorders, -1), 3))
		change.Backorders = &way
	}
	if in.Manage == nil && p.UseConfigManage == nil {
		yes := true
		change.Manage = &yes
	}
	return change, change.Check()
}

func (h *stockHandlers) updateStock(ctx context.Context, c *operations.Call, in stockItem) (Stock, error) {
	changes, err := h.stockChanges(ctx, c, []stockItem{in}, func(_ int, err error) error { return err })
	if err != nil {
		return Stock{}, err
	}
	done, err := h.commands.SetStock(ctx, changes)
	if err != nil {
		return Stock{}, err
	}
	return in.answer(c, done.Levels[0], done.Previous[0]), nil
}

type bulkInput struct {
	Items []stockItem `json:"items" required:"true" doc:"updates, at most 100"`
}

func (h *stockHandlers) updateStocks(ctx context.Context, c *operations.Call, in bulkInput) (stockBulk, error) {
	switch {
	case len(in.Items) == 0:
		return stockBulk{}, errNoItems
	case len(in.Items) > maxItems:
		return stockBulk{}, errTooMany
	}
	changes, err := h.stockChanges(ctx, c, in.Items, atIndex)
	if err != nil {
		return stockBulk{}, err
	}
	done, err := h.commands.SetStock(ctx, changes)
	if f, ok := fault.As(err); ok && (f.Kind == fault.Invalid || f.Kind == fault.Precondition) {
		for i, change := range changes {
			if wrong, is := fault.As(fault.In(fault.Element("items", i), change.Check())); is {
				f = wrong
				break
			}
		}
		return stockBulk{}, fault.Invalidf("Bulk stock update failed: %s", f.Argument()).WithCause(err)
	}
	if err != nil {
		return stockBulk{}, err
	}
	out := stockBulk{Type: "Stock", SKU: "bulk", Success: true, Results: make([]Stock, len(in.Items))}
	for i, item := range in.Items {
		out.Results[i] = item.answer(c, done.Levels[i], done.Previous[i])
	}
	return out, nil
}

// atIndex names the item of a refusal. A faulty item makes the request invalid. A missing permission stays a refusal of its own.
func atIndex(i int, err error) error {
	f, ok := fault.As(err)
	if !ok || f.Kind != fault.Invalid && f.Kind != fault.NotFound {
		return err
	}
	return fault.Invalidf("Item at index %d: %s", i, f.Argument().In(fault.Element("items", i)))
}

// stockChanges checks the items in order and finds their products before anything is changed. explain words the refusal of the first faulty
// item.
func (h *stockHandlers) stockChanges(ctx context.Context, c *operations.Call, items []stockItem,
	explain func(i int, err error) error) ([]stock.Change, error) {
	skus := make([]string, len(items))
	for i, item := range items {
		skus[i] = strings.TrimSpace(item.SKU)
	}
	known, err := h.reader.ProductIDs(ctx, skus)
	if err != nil {
		return nil, err
	}
	changes := make([]stock.Change, len(items))
	for i, item := range items {
		if changes[i], err = h.stockChange(ctx, c, item, skus[i], known); err != nil {
			return nil, explain(i, err)
		}
	}
	return changes, nil
}

func (h *stockHandlers) stockChange(ctx context.Context, c *operations.Call, item stockItem, sku string,
	known map[string]catalog.SKU) (stock.Change, error) {
	if sku == "" {
		return stock.Change{}, errNeedsSKU
	}
	change, err := item.change()
	if err != nil {
		return change, err
	}
	product, ok := known[strings.ToLower(sku)]
	if !ok {
		if product, err = h.newProduct(ctx, sku); err != nil {
			return change, err
		}
	}
	change.ProductID = product.ID
	if err := domaincatalog.CheckQty(sku, product.Type, *change.Qty); err != nil {
		return change, err
	}
	if !domaincatalog.HasStock(product.Type) {
		change = change.WithoutQty()
	}
	return change, input.CheckWebsites(c, product.WebsiteIDs)
}

// newProduct finds a product that the read model does not have yet.
func (h *stockHandlers) newProduct(ctx context.Context, sku string) (catalog.SKU, error) {
	s, err := h.commands.ProductOfSKU(ctx, sku)
	if errors.Is(err, record.ErrNotFound) {
		return catalog.SKU{}, fault.NotFoundf("Product not found for SKU: %s", sku).About(fault.Unknown, "sku")
	}
	return catalog.SKU{ID: s.ID, Type: input.TypeOf(s), WebsiteIDs: input.WebsitesOf(s)}, err
}

// answer returns the result for the item. Members beyond the contract are repeated if they were sent.
func (in stockItem) answer(c *operations.Call, level stock.Level, previous money.Decimal) Stock {
	return Stock{
		Type: "Stock", SKU: strings.TrimSpace(in.SKU), Qty: level.Qty, InStock: level.InStock, Manage: level.Rules(c.Shop.StockConfig()).Manage,
		PreviousQty: previous, Success: true, stockPolicy: in.stockPolicy,
	}
}
