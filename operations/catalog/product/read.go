package product

import (
	"context"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

type productPath struct {
	ID int64 `path:"id" doc:"ID of the product (not its SKU)"`
}

func (h *handlers) getProduct(ctx context.Context, c *operations.Call, in productPath) (documents.Doc[documents.ProductItem], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	if c.InPast() {
		return h.past(ctx, c, in.ID)
	}
	p, err := Readable(ctx, c, h.reader, in.ID)
	if err != nil {
		return nil, err
	}
	return h.item(ctx, c, input.Viewed(c), p)
}

// ahead reads products that are needed next, with everything that they show.
func (h *handlers) ahead(ctx context.Context, c *operations.Call, ids []int64) (context.Context, error) {
	return h.reader.ProductsAhead(ctx, input.Viewed(c), ids, func(p *catalog.Product) []int64 { return showing(p.Parts) })
}

// item renders a single product.
func (h *handlers) item(ctx context.Context, c *operations.Call, storeID int64, p *catalog.Product) ([]byte, error) {
	v, err := h.items(ctx, c, storeID, p)
	if err != nil {
		return nil, err
	}
	return v.show(p, standalone)
}

// Readable finds a product that the caller may read by number: enabled and sold in the store's website, whatever its visibility and stock.
// The back office reads every product of its websites (shapes-catalog §1.8).
func Readable(ctx context.Context, c *operations.Call, r *catalog.Reader, id int64) (*catalog.Product, error) {
	p, err := r.Product(ctx, input.Viewed(c), id)
	if !c.BackendReader("products") {
		if err == nil && !p.Enabled {
			err = readmodels.ErrNotFound
		}
		return p, err
	}
	if fault.KindOf(err) == fault.NotFound {
		p, err = r.ProductAnywhere(ctx, input.Viewed(c), pricedIn(c, input.Viewed(c)), id)
	}
	if err != nil {
		return nil, err
	}
	return p, input.CheckWebsites(c, p.WebsiteIDs)
}
