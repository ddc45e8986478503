package product

import (
	"context"
	"strings"

	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels/documents"
)

type numberQuery struct {
	SKU string `query:"sku" doc:"SKU of the product, case-insensitive"`
}

// productNumbers returns the operation that finds products by SKU, whatever their state. The legacy interface needs it (soap-wire §7.1).
func (h *handlers) productNumbers() []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Declaration{
		Resource: resource, Verb: operations.List, Method: "GET", Path: "/product-numbers", Access: operations.Backend.Access("products/read"),
		Extra: true, Tool: operations.Tool{None: true}, Summary: "Find product IDs by SKU",
		Doc: "Returns the ID of the product with a SKU, even if disabled.",
	}, h.productNumber)}
}

func (h *handlers) productNumber(ctx context.Context, c *operations.Call, in numberQuery) ([]documents.ProductNumber, error) {
	found, err := h.reader.ProductIDs(ctx, []string{in.SKU})
	if err != nil {
		return nil, err
	}
	p, ok := found[strings.ToLower(in.SKU)]
	if !ok {
		return []documents.ProductNumber{}, nil
	}
	return []documents.ProductNumber{{Type: resource.Name, ID: p.ID, SKU: in.SKU, Kind: p.Type}}, input.CheckWebsites(c, p.WebsiteIDs)
}
