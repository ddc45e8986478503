package catalog

import (
	"context"
	"errors"

	"tradelog/domain"
	domaincatalog "tradelog/domain/catalog"
	"tradelog/domain/claim"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// balance returns the balance of the product with a SKU, now or in the requested past.
func (h *stockHandlers) balance(ctx context.Context, c *operations.Call, sku string) (*catalog.Balance, error) {
	if !c.InPast() {
		return h.reader.Balance(ctx, sku)
	}
	owner, err := h.commands.HolderUntil(ctx, claim.SKU(sku), c.AsOf())
	switch {
	case err != nil:
		return nil, err
	case owner == "":
		return nil, readmodels.ErrNotFound
	}
	return h.pastBalance(ctx, c, domain.StreamID(owner))
}

// pastBalance returns the balance of a product in the requested past. If the product still exists, the caller must be able to see it today.
func (h *stockHandlers) pastBalance(ctx context.Context, c *operations.Call, id int64) (*catalog.Balance, error) {
	switch now, err := h.reader.Product(ctx, 0, id); {
	case err == nil:
		if err := input.CheckWebsites(c, now.WebsiteIDs); err != nil {
			return nil, err
		}
	case fault.KindOf(err) != fault.NotFound:
		return nil, err
	}
	then := input.PastOf(c, h.commands, h.reader)
	p, err := then.Product(ctx, id)
	if errors.Is(err, record.ErrNotFound) {
		return nil, readmodels.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	if err := then.Load(ctx, id); err != nil {
		return nil, err
	}
	b := &catalog.Balance{ProductID: id, SKU: p.Value.SKU, Type: p.Value.Type, WebsiteIDs: p.Value.WebsiteIDs}
	if s, known := then.Stock(id); known {
		b.Stock = &s
	}
	if m := then.Movement(id); m != nil {
		b.Available, b.Reserved, b.UpdatedAt, b.Version = &m.AvailableAfter, &m.ReservedAfter, &m.MadeAt, &m.Position
	}
	return b, nil
}

// pastRow returns the list's row of the stock of a product in the requested past.
func (h *stockHandlers) pastRow(ctx context.Context, c *operations.Call, _ operations.None) (documents.Doc[documents.StockLevel], error) {
	b, err := h.pastBalance(ctx, c, c.PathID("id"))
	if err != nil {
		return nil, err
	}
	if b.Available == nil || !domaincatalog.HasStock(b.Type) {
		return nil, readmodels.ErrNotFound
	}
	if err := input.CheckWebsites(c, b.WebsiteIDs); err != nil {
		return nil, err
	}
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	return documents.Ready(level(c, b))
}
