package customers

import (
	"context"
	"encoding/json"
	"slices"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// named shows a review with the name of its product.
func (h *reviewHandlers) named(
	ctx context.Context, c *operations.Call, doc documents.Doc[documents.Review], productID int64,
) (documents.Doc[documents.ReviewItem], error) {
	names, err := h.Catalog.Names(ctx, c.Store.ID, []int64{productID})
	if err != nil {
		return nil, err
	}
	return withName(doc, names, productID)
}

// namesThen returns the name of a product in the requested past, unless it was not sold in the store view.
func (h *reviewHandlers) namesThen(ctx context.Context, c *operations.Call, productID int64) (map[int64]string, error) {
	var s record.State
	err := h.Commands.EachUntil(ctx, catalog.Products.Stream(productID), c.AsOf(), func(e domain.Event, _ domain.Times) {
		s = record.Evolve(s, e)
	})
	if err != nil || !s.Live() {
		return nil, err
	}
	p, err := record.Read[catalog.Product](s.In(c.Store.ID))
	if err != nil || !slices.Contains(p.WebsiteIDs, c.Store.WebsiteID) {
		return nil, err
	}
	return map[int64]string{productID: p.Name}, nil
}

// page shows a list of reviews with the names of their products, which are looked up at once.
func (h *reviewHandlers) page(
	ctx context.Context, c *operations.Call, page *documents.Page[documents.Review],
) (*documents.Page[documents.ReviewItem], error) {
	about := make([]int64, len(page.Docs))
	for i, doc := range page.Docs {
		var r struct {
			ProductID int64 `json:"productId"`
		}
		if err := json.Unmarshal(doc, &r); err != nil {
			return nil, err
		}
		about[i] = r.ProductID
	}
	names, err := h.Catalog.Names(ctx, c.Store.ID, domain.Distinct(about))
	if err != nil {
		return nil, err
	}
	out := &documents.Page[documents.ReviewItem]{Docs: make([]documents.Doc[documents.ReviewItem], len(page.Docs)), Total: page.Total,
		Next: page.Next, Whole: page.Whole}
	for i, doc := range page.Docs {
		if out.Docs[i], err = withName(doc, names, about[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func withName(doc documents.Doc[documents.Review], names map[int64]string, productID int64) (documents.Doc[documents.ReviewItem], error) {
	name, known := names[productID]
	if !known {
		return documents.Doc[documents.ReviewItem](doc), nil
	}
	fragment, err := documents.Fragment(documents.ReviewProduct{ProductName: &name})
	return documents.Doc[documents.ReviewItem](documents.Splice(doc, fragment)), err
}
