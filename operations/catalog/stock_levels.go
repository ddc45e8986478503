package catalog

import (
	"context"
	"errors"
	"strings"

	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/operations/inputs"
	"tradelog/readmodels"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// levelResource and Movement are the resources of stock levels and of the movements that changed them.
var (
	levelResource = &operations.Resource{
		Name: "StockLevel", Section: "catalog", Permission: "inventory", ACL: "catalog/products", Label: "stock",
		Brief: []string{"productId", "sku", "onHand", "reserved", "available", "isInStock", "manageStock"},
		Doc:   "What the shop has of a product: on hand, reserved by orders, and available.",
	}
	movementResource = &operations.Resource{
		Name: "StockMovement", Section: "catalog", Permission: "inventory", ACL: "catalog/products", Label: "stock",
		Brief: []string{"createdAt", "cause", "orderIncrementId", "change", "onHandAfter", "reservedAfter", "availableAfter", "changedBy"},
		Doc:   "A change of the stock of a product, with its cause.",
	}
)

// levels declares the back office's reads of the stock.
func (h *stockHandlers) levels() []*operations.Operation {
	return []*operations.Operation{
		operations.Define(operations.Declaration{
			Resource: levelResource, Verb: operations.List, Method: "GET", Path: "/inventory", Access: operations.Backend.Access("inventory/read"),
			Paged: true, Extra: true, Summary: "List the stock of products",
			Doc: "Lists the products whose stock was ever set, in the order in which it last changed, the oldest change first. updatedSince is " +
				"for synchronisation, below and low find what runs out. Products that are sold as their parts have no stock of their own and " +
				"are left out.",
		}, h.list).WithRows(operations.Define(operations.Declaration{
			Resource: levelResource, Verb: operations.Get, Method: "GET", Path: "/inventory/{id}",
			Access: operations.Backend.Access("inventory/read"),
		}, h.pastRow)),
		operations.Define(operations.Declaration{
			Resource: levelResource, Verb: operations.Get, Method: "GET", Path: "/inventory/{sku}",
			Access: operations.Backend.Access("inventory/read"), Extra: true, Guard: h.readable, AsOf: true, Summary: "Get the stock of a product",
			Doc: "Returns the units of a product on hand, reserved by orders that are not shipped, and available. The movements tell why.",
		}, h.get),
		operations.Define(operations.Declaration{
			Resource: movementResource, Verb: operations.List, Method: "GET", Path: "/inventory/{sku}/movements",
			Access: operations.Backend.Access("inventory/read"), Paged: true, Extra: true, Guard: h.readable, AsOf: true,
			Summary: "List why the stock of a product moved",
			Doc: "Lists the movements of a product's stock, newest first: by which order, shipment or credit memo, or by whom the quantity was " +
				"set, with the units before and after.",
		}, h.movements),
	}
}

type listInput struct {
	SKU          string         `query:"sku" doc:"exact SKU, case-insensitive"`
	UpdatedSince string         `query:"updatedSince" doc:"stock changed at or after: UTC date (YYYY-MM-DD) or datetime (YYYY-MM-DD HH:MM:SS)"`
	Below        *money.Decimal `query:"below" doc:"fewer available units than this"`
	Low          *bool          `query:"low" doc:"true: fewer available units than their notifyStockQty; false: all others"`
}

func (h *stockHandlers) list(ctx context.Context, c *operations.Call, in listInput) (*documents.Page[documents.StockLevel], error) {
	f := catalog.BalanceFilter{SKU: strings.TrimSpace(in.SKU), Below: in.Below, Websites: c.AllowedWebsites()}
	if in.Low != nil {
		f.Low = &catalog.LowStock{Not: !*in.Low, Below: c.Shop.LowStock(), Managed: c.Shop.StockConfig().Manage}
	}
	var err error
	if f.UpdatedSince, err = inputs.Moment("updatedSince", in.UpdatedSince, false); err != nil {
		return nil, err
	}
	rows, err := h.reader.Balances(ctx, f, c.Page())
	if err != nil {
		return nil, err
	}
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	return operations.PageOf(rows, func(b *catalog.Balance) documents.StockLevel { return level(c, b) })
}

type path struct {
	SKU string `path:"sku" doc:"SKU of the product, case-insensitive"`
}

// readable is the guard of reads of one product.
func (h *stockHandlers) readable(ctx context.Context, c *operations.Call) error {
	sku := strings.TrimSpace(c.Path("sku"))
	balance, err := h.balance(ctx, c, sku)
	if errors.Is(err, readmodels.ErrNotFound) {
		return fault.NotFoundf("Product not found for SKU: %s", sku)
	}
	if err != nil {
		return err
	}
	c.Keep(balance)
	return input.CheckWebsites(c, balance.WebsiteIDs)
}

func (h *stockHandlers) get(ctx context.Context, c *operations.Call, _ path) (documents.Doc[documents.StockLevel], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	return documents.Ready(level(c, operations.Loaded[*catalog.Balance](c)))
}

func (h *stockHandlers) movements(ctx context.Context, c *operations.Call, _ path) (*documents.Page[documents.StockMovement], error) {
	until := eventstore.Position(0)
	if c.InPast() {
		var err error
		if until, err = c.PastPosition(ctx); err != nil {
			return nil, err
		}
	}
	rows, err := h.reader.Movements(ctx, operations.Loaded[*catalog.Balance](c).ProductID, until, c.Page())
	if err != nil {
		return nil, err
	}
	return operations.PageOf(rows, func(m *catalog.Movement) documents.StockMovement { return movement(c, m) })
}

// level returns the document of a balance. A product that is sold as its parts has a stock status, and no units.
func level(c *operations.Call, b *catalog.Balance) documents.StockLevel {
	config := c.Shop.StockConfig()
	own := b.Level()
	out := documents.StockLevel{Type: "StockLevel", ProductID: b.ProductID, SKU: b.SKU, Manage: own.Rules(config).Manage}
	if b.Stock != nil {
		out.InStock = b.Stock.Unmanaged
		if config.Manage {
			out.InStock = b.Stock.Managed
		}
	}
	if b.Available == nil {
		return out
	}
	if domaincatalog.HasStock(b.Type) {
		out.Available, out.Reserved = *b.Available, *b.Reserved
		out.OnHand = out.Available.Add(out.Reserved)
	}
	changed := documents.Time(*b.UpdatedAt)
	out.UpdatedAt = &changed
	return out
}

// movement returns the document of a movement. It names no customer, and no order of a store that the token may not see.
func movement(c *operations.Call, m *catalog.Movement) documents.StockMovement {
	out := documents.StockMovement{
		Type: "StockMovement", Position: int64(m.Position), Cause: m.Cause,
		ReservedBefore: m.ReservedBefore, ReservedAfter: m.ReservedAfter, AvailableBefore: m.AvailableBefore, AvailableAfter: m.AvailableAfter,
		OnHandBefore: m.AvailableBefore.Add(m.ReservedBefore), OnHandAfter: m.AvailableAfter.Add(m.ReservedAfter),
		ChangedBy: m.Actor, ChangedByName: m.ActorName, CreatedAt: documents.Time(m.MadeAt),
	}
	out.Change = out.OnHandAfter.Sub(out.OnHandBefore)
	if strings.HasPrefix(m.Actor, "customer ") {
		out.ChangedBy = "customer"
	}
	out.Command = documents.Optional(m.Command)
	if !c.MaySeeStore(m.StoreID) {
		return out
	}
	out.OrderID, out.OrderIncrementID = documents.Optional(m.OrderID), documents.Optional(m.Increment)
	switch m.Cause {
	case "shipped":
		out.ShipmentID = documents.Optional(m.DocumentID)
	case "refunded":
		out.CreditMemoID = documents.Optional(m.DocumentID)
	}
	return out
}
