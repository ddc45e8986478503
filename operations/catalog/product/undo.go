package product

import (
	"context"

	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/eventstore"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels/documents"
)

// undo declares the undoing of changes.
func (h *handlers) undo() *operations.Operation {
	return operations.Define(operations.Declaration{
		Resource: resource, Verb: operations.Action, Method: "POST", Path: "/products/{id}/undo",
		Access: operations.Backend.Access("products/write"), Guard: h.writable, Extra: true, Tool: operations.Tool{Title: "Undo Product"},
		Summary: "Undo a change of a product",
		Doc: "Writes the values back that one change has replaced. position is that of an entry of GET /products/{id}/timeline. Stock, " +
			"pictures, downloads and options cannot be undone.",
	}, h.undoChange)
}

type undoInput struct {
	productPath
	Position int64 `json:"position" required:"true" doc:"position of the entry"`
}

func (h *handlers) undoChange(ctx context.Context, c *operations.Call, in undoInput) (documents.Doc[documents.ProductItem], error) {
	if in.Position <= 0 {
		return nil, fault.Invalidf("position must be that of an entry of the product's timeline.").About(fault.Range, "position")
	}
	book, err := h.reader.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	storeID, err := h.commands.UndoProduct(ctx, in.ID, eventstore.Position(in.Position), func(old *record.Part) ([]record.Part, error) {
		view, _ := c.Shop.Store(old.StoreID)
		var elsewhere []record.Part
		elsewhere, old.Unset = book.Elsewhere(old.Set, old.Unset, old.StoreID, viewsOf(c, view.WebsiteID), pricesByWebsite(c))
		return elsewhere, input.CheckScope(c, old.StoreID)
	})
	if err != nil {
		return nil, input.Failed("undo the change of the product", err)
	}
	return h.written(ctx, c, in.ID, storeID)
}
