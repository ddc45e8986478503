package catalog

import (
	"context"
	"slices"

	"tradelog/domain/fault"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

type productPath struct {
	ID int64 `path:"id" doc:"ID of the product (not its SKU)"`
}

var errWebsites = fault.Forbiddenf("Access denied for this product's websites")

// checkWebsites refuses a product of which the token may access no website.
func checkWebsites(c *operations.Call, websites []int64) error {
	allowed := c.AllowedWebsites()
	if allowed == nil || slices.ContainsFunc(websites, func(id int64) bool { return slices.Contains(allowed, id) }) {
		return nil
	}
	return errWebsites
}

func (h *handlers) getProduct(ctx context.Context, c *operations.Call, in productPath) (documents.Doc[documents.ProductItem], error) {
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	p, err := h.readable(ctx, c, in.ID)
	if err != nil {
		return nil, err
	}
	return h.item(ctx, c, viewed(c), p)
}

// item renders a product alone.
func (h *handlers) item(ctx context.Context, c *operations.Call, storeID int64, p *catalog.Product) ([]byte, error) {
	v, err := h.items(ctx, c, storeID, p)
	if err != nil {
		return nil, err
	}
	return v.show(p, standalone)
}

// readable finds a product that the caller may read by number: enabled and sold in the store's website, whatever its visibility
// and stock. The back office reads every product of its websites (shapes-catalog §1.8).
func (h *handlers) readable(ctx context.Context, c *operations.Call, id int64) (*catalog.Product, error) {
	p, err := h.reader.Product(ctx, viewed(c), id)
	if !c.BackendReader("products") {
		if err == nil && !p.Enabled {
			err = readmodels.ErrNotFound
		}
		return p, err
	}
	if fault.KindOf(err) == fault.NotFound {
		p, err = h.reader.ProductAnywhere(ctx, viewed(c), pricedIn(c, viewed(c)), id)
	}
	if err != nil {
		return nil, err
	}
	return p, checkWebsites(c, p.WebsiteIDs)
}
