package customers

import (
	"context"
	"strings"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/stockalert"
	"tradelog/operations"
	"tradelog/operations/catalog/product"
	"tradelog/readmodels/customers"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

type alert = documents.StockAlert

type stockAlertsInput struct {
	ProductID  int64 `query:"productId" doc:"ID of a product"`
	CustomerID int64 `query:"customerId" doc:"ID of a customer"`
}

func (h *stockAlertHandlers) list(ctx context.Context, c *operations.Call, in stockAlertsInput) (*documents.Page[alert], error) {
	return h.page(ctx, c, customers.StockAlertFilter{ProductID: in.ProductID, CustomerID: in.CustomerID, Stores: c.AllowedStores()})
}

func (h *stockAlertHandlers) listOwn(ctx context.Context, c *operations.Call, _ operations.None) (*documents.Page[alert], error) {
	return h.page(ctx, c, customers.StockAlertFilter{CustomerID: c.CustomerID()})
}

// page shows a page of alerts with the names and SKUs of their products in their store views.
func (h *stockAlertHandlers) page(ctx context.Context, c *operations.Call, f customers.StockAlertFilter) (*documents.Page[alert], error) {
	found, err := h.Reader.Alerts(ctx, f, c.Page())
	if err != nil {
		return nil, err
	}
	out := &documents.Page[alert]{Total: found.Total, Next: found.Next, Whole: found.Whole}
	rows := make([]documents.StockAlertRow, len(found.Docs))
	of := map[int64][]int64{} // the products of each store view
	for i, doc := range found.Docs {
		if rows[i], err = doc.Decode(); err != nil {
			return nil, err
		}
		of[rows[i].StoreID] = append(of[rows[i].StoreID], rows[i].ProductID)
	}
	names := map[[2]int64]alert{}
	for store, ids := range of {
		products, err := h.Catalog.ProductsByID(ctx, store, ids)
		if err != nil {
			return nil, err
		}
		for id, p := range products {
			names[[2]int64{store, id}] = alert{ProductName: p.Name, ProductSKU: p.SKU}
		}
	}
	for _, r := range rows {
		named := names[[2]int64{r.StoreID, r.ProductID}]
		doc, err := documents.Ready(showStockAlert(r, named.ProductName, named.ProductSKU))
		if err != nil {
			return nil, err
		}
		out.Docs = append(out.Docs, doc)
	}
	return out, nil
}

func showStockAlert(r documents.StockAlertRow, name, sku string) alert {
	return alert{
		Type: alertResource.Name, ID: r.ID, CustomerID: r.CustomerID, ProductID: r.ProductID, ProductName: name, ProductSKU: sku,
		StoreID:   r.StoreID,
		CreatedAt: r.CreatedAt,
	}
}

type askInput struct {
	ProductID *int64  `json:"productId" doc:"ID of the product; or give its SKU"`
	SKU       *string `json:"sku" doc:"SKU of the product, case-insensitive"`
}

func (h *stockAlertHandlers) ask(ctx context.Context, c *operations.Call, in askInput) (documents.Doc[alert], error) {
	if !c.Config().Flag(stockalert.Switch) {
		return nil, stockalert.ErrOff
	}
	id, err := h.product(ctx, in)
	if err != nil {
		return nil, err
	}
	found, err := h.Catalog.ProductsByID(ctx, c.Store.ID, []int64{id})
	if err != nil {
		return nil, err
	}
	p := found[id]
	if p == nil || !p.Enabled {
		return nil, stockalert.ErrNoProduct
	}
	if product.Summarise(ctx, c, h.Catalog, found)[id].InStock && !c.Resumed() {
		return nil, stockalert.ErrInStock
	}
	asked, err := h.Commands.Ask(ctx, c.CustomerID(), id, c.Store.ID)
	if err != nil {
		return nil, err
	}
	c.Created(asked.ID)
	row := documents.StockAlertRow{ID: asked.ID, CustomerID: c.CustomerID(), ProductID: id, StoreID: c.Store.ID}
	if err := h.Commands.EachEvent(ctx, stockalert.Stream(c.CustomerID()), func(e domain.Event, at domain.Times) {
		if e, is := e.(stockalert.Asked); is && e.AlertID == asked.ID {
			row = folds.StockAlert(c.CustomerID(), e, at)
		}
	}); err != nil {
		return nil, err
	}
	return documents.Ready(showStockAlert(row, p.Name, p.SKU))
}

// product returns the ID of the product in a customer's request.
func (h *stockAlertHandlers) product(ctx context.Context, in askInput) (int64, error) {
	sku := strings.ToLower(domain.Trimmed(in.SKU))
	switch id := domain.Value(in.ProductID); {
	case id != 0 && sku != "":
		return 0, fault.Invalidf("Say which product by productId or by sku, not by both.").About(fault.Unfitting, "productId", "sku")
	case id != 0:
		return id, nil
	case sku == "":
		return 0, fault.Invalidf("Say which product: productId or sku.").About(fault.Required, "productId", "sku")
	}
	found, err := h.Catalog.ProductIDs(ctx, []string{sku})
	if err != nil {
		return 0, err
	}
	if found[sku].ID == 0 {
		return 0, stockalert.ErrNoProduct
	}
	return found[sku].ID, nil
}

type stockAlertPath struct {
	ID int64 `path:"id" doc:"ID of the stock alert"`
}

func (h *stockAlertHandlers) withdraw(ctx context.Context, c *operations.Call, in stockAlertPath) (operations.Nothing, error) {
	return operations.Nothing{}, h.Commands.Withdraw(ctx, c.CustomerID(), in.ID)
}
