package soap

import (
	"tradelog/readmodels/documents"
	"tradelog/soap/wire"
)

// The operations on tier prices, which are not part of a product's document.
const (
	tiersOf      = "GET /products/{productId}/tier-prices"
	replaceTiers = "POST /products/{productId}/tier-prices"
)

// tierPrices is the type of all tier prices of a product. In a write, missing members mean all groups, all websites and one unit.
var tierPrices = &wire.Type{Name: "catalogProductTierPriceEntityArray", Item: &wire.Type{Name: "catalogProductTierPriceEntity",
	Fields: []wire.Field{text("customer_group_id", "customerGroupId"), codedText("website", "websiteId", map[string]string{"all": "0"}),
		optional("qty", wire.Double, "qty"), optional("price", wire.Double, "price")}}}

// productInfo shows a product with all its tier prices.
func productInfo(c *call, a documents.Answer) (wire.Value, error) {
	d, err := read(a.Item)
	if err != nil {
		return nil, err
	}
	wanted := c.arg("attributes")
	if names := namesOf(wanted); len(names) > 0 && !names["tier_price"] {
		return only(productItem, d.show(productItem, nil), wanted), nil
	}
	tiers, err := c.invoke(tiersOf, input{variables: map[string]string{"productId": wire.Text(shown(wire.String, d["id"]))}})
	if err != nil {
		return nil, err
	}
	rows := []any{}
	for _, item := range tiers.Items {
		row, err := read(item)
		if err != nil {
			return nil, err
		}
		rows = append(rows, map[string]any(row))
	}
	d["tierPrices"] = rows
	return only(productItem, d.show(productItem, nil), wanted), nil
}

// tiers returns the tier prices in the arguments. given is false if there are none, and true for an empty list.
func (c *call) tiers() (rows []any, given bool) {
	data, _ := c.arg("productData").(wire.Map)
	v, given := data.Get("tier_price")
	list, _ := v.(wire.List)
	rows = []any{}
	for _, item := range list {
		row := body(tierPrices.Item, item)
		for _, site := range c.call.Shop.Websites {
			if site.Code == row["websiteId"] {
				row["websiteId"] = site.ID
			}
		}
		rows = append(rows, row)
	}
	return rows, given
}

// newProduct maps the creation of a product to its operation, changedProduct the change of one.
var (
	newProduct = via{
		Operation: "POST /products", Body: "productData", Store: "store", NoStore: 100, Result: member("id"),
		Members: map[string]string{"type": "type", "set": "attributeSetId", "sku": "sku"},
	}
	changedProduct = via{
		Operation: "PUT /products/{id}", Variables: map[string]string{"productId": "id"}, Find: map[string]finder{"productId": byProduct},
		Body: "productData", Store: "store", NoStore: 100,
	}
)

// createProduct creates a product. It refuses tier prices: they could only be written after the product, which would stay if they were
// invalid.
func createProduct(c *call) (wire.Value, error) {
	if rows, _ := c.tiers(); len(rows) > 0 {
		return nil, c.method.resource.fault(102, "tier_price cannot be set while a product is created. Create the product without it, then "+
			"set tier_price with catalog_product.update.")
	}
	return newProduct.do(c)
}

// updateProduct changes a product, and replaces its tier prices if the arguments have them. Both are operations of their own. The change of
// the product runs as a trial first, so that nothing is written if either is refused.
func updateProduct(c *call) (wire.Value, error) {
	rows, given := c.tiers()
	if !given {
		return changedProduct.do(c)
	}
	in, err := changedProduct.input(c)
	if err != nil {
		return nil, err
	}
	trial := in
	trial.trial = true
	if _, err := c.invoke(changedProduct.Operation, trial); err != nil {
		return nil, err
	}
	_, err = c.invoke(replaceTiers, input{variables: map[string]string{"productId": in.variables["id"]}, list: rows, store: in.store})
	if err == nil && len(in.body) > 0 {
		_, err = c.invoke(changedProduct.Operation, in)
	}
	return true, err
}
