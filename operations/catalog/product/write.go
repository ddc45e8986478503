package product

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/stock"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels/documents"
)

func (h *handlers) createProduct(ctx context.Context, c *operations.Call, in createProduct) (documents.Doc[documents.ProductItem], error) {
	values, err := in.values()
	if err != nil {
		return nil, err
	}
	book, err := h.reader.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	if in.Type == "" {
		in.Type = "simple"
	}
	defaults := map[string]any{"type": in.Type, "isActive": true, "attributeSetId": catalog.DefaultSet, "taxClassId": 0}
	for field, value := range defaults {
		if _, sent := values[field]; !sent {
			if err := input.Set(values, field, value); err != nil {
				return nil, err
			}
		}
	}
	change, err := h.prepare(ctx, c, book, in.productFields, in.productExtras, values, nil, in.Type)
	if err != nil {
		return nil, input.Failed("create product", err)
	}
	if err := assignWebsites(c, values, in.WebsiteIDs, nil); err != nil {
		return nil, err
	}
	id, err := h.commands.CreateProduct(ctx, values, change)
	if err != nil {
		return nil, input.Failed("create product", err)
	}
	c.Created(id)
	return h.written(ctx, c, id, 0)
}

// writable is the guard of writes. It finds the product whatever its visibility.
func (h *handlers) writable(ctx context.Context, c *operations.Call) error {
	if c.Operation.Verb == operations.Update {
		if err := input.Check(c); err != nil {
			return err
		}
	}
	s, err := h.commands.Product(ctx, c.PathID("id"))
	if err != nil {
		return err
	}
	websites := input.WebsitesOf(s)
	if err := input.CheckWebsites(c, websites); err != nil {
		return err
	}
	if allowed := c.AllowedWebsites(); c.Operation.Verb == operations.Delete && allowed != nil {
		for _, id := range websites { // a deletion removes the product from all websites
			if !slices.Contains(allowed, id) {
				return input.ErrWebsites
			}
		}
	}
	c.Keep(s)
	return nil
}

func (h *handlers) updateProduct(ctx context.Context, c *operations.Call, in updateProduct) (documents.Doc[documents.ProductItem], error) {
	s, fast := operations.Loaded[record.State](c), in.Fast || c.Caller.Fast
	values, err := in.values()
	if err != nil {
		return nil, err
	}
	delete(values, "websiteIds")
	if fast {
		for _, field := range slowFields {
			delete(values, field)
		}
		in.SKU, in.CustomAttributes = "", nil
	}
	book, err := h.reader.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	unset, err := input.Revert(c, book, in.UseDefault)
	if err == nil && !pricesByWebsite(c) {
		err = catalog.CheckShared(in.UseDefault)
	}
	if err != nil {
		return nil, err
	}
	current := catalog.ProductIn(s, input.Written(c), pricedIn(c, input.Written(c)))
	change, err := h.prepare(ctx, c, book, in.productFields, in.productExtras, values, current, input.TypeOf(s))
	if err != nil {
		return nil, input.Failed("update product", err)
	}
	if err := assignWebsites(c, values, in.WebsiteIDs, input.WebsitesOf(s)); err != nil {
		return nil, err
	}
	if fast && change != nil {
		change.AutoAvailability = false
	}
	elsewhere, unset := book.Elsewhere(values, unset, input.Written(c), siblings(c), pricesByWebsite(c))
	shared := record.Part{Set: catalog.Products.Shared(values)}
	delete(shared.Set, "websiteIds") // assignWebsites has checked them
	if err := checkReach(c, s, append(elsewhere, shared)); err != nil {
		return nil, err
	}
	if err := h.commands.UpdateProduct(ctx, s.ID, input.Written(c), values, unset, change, elsewhere...); err != nil {
		return nil, input.Failed("update product", err)
	}
	if fast {
		p, err := h.foldProduct(ctx, c, s.ID, input.Written(c))
		if err != nil {
			return nil, err
		}
		return h.item(ctx, c, input.Written(c), p)
	}
	return h.written(ctx, c, s.ID, input.Written(c))
}

// checkReach refuses other values that hold for all stores if the token is limited to some, and the product is sold in a website that has
// none of them. A value as it is changes nothing, so it is no reason to refuse.
func checkReach(c *operations.Call, s record.State, parts []record.Part) error {
	for _, part := range parts {
		if part.StoreID != 0 {
			continue
		}
		for _, field := range slices.Sorted(maps.Keys(part.Set)) {
			if !bytes.Equal(part.Set[field], s.Values[0][field]) {
				field = strings.TrimPrefix(field, catalog.CustomField(""))
				return input.CheckShared(c, input.WebsitesOf(s), field, field)
			}
		}
	}
	return nil
}

// slowFields names fields that a fast update ignores, as it ignores custom attributes (shapes-catalog §1.4). Read models follow from the
// event as after any other write. A fast update only saves the wait for them.
var slowFields = []string{"sku", "taxClassId", "attributeSetId"}

// prepare normalizes the input and makes the checks that need the whole shop. The parameter current is the product in the written scope, or
// nil for a new one.
func (h *handlers) prepare(ctx context.Context, c *operations.Call, book *catalog.Book, in productFields, extras productExtras,
	values, current record.Values, productType string) (*stock.Change, error) {
	for field, text := range map[string]string{"sku": in.SKU, "name": in.Name} {
		if current != nil && input.Blank(text) {
			delete(values, field) // an empty value changes nothing
		}
	}
	if err := extras.activate(values, in.IsActive); err != nil {
		return nil, err
	}
	if err := h.assignAttributes(ctx, book, extras.CustomAttributes, values, current, productType, input.Written(c)); err != nil {
		return nil, err
	}
	if current == nil && input.Blank(in.SKU) {
		return nil, catalog.ErrSKURequired
	}
	if err := catalog.NormalizeProduct(values, current, c.Config().Codes("validators/custom_layout/disallowed_block")); err != nil {
		return nil, err
	}
	change, err := extras.change(productType)
	if err != nil {
		return nil, err
	}
	return change, h.assignCategories(ctx, in.CategoryIDs, values)
}

// assignAttributes assigns the values that were written by attribute code, if the product's attribute set has the attribute.
func (h *handlers) assignAttributes(
	ctx context.Context, book *catalog.Book, written map[string]json.RawMessage, values, current record.Values, productType string,
	storeID int64,
) error {
	var set int64
	from := current
	if values["attributeSetId"] != nil {
		from = values
	}
	if err := json.Unmarshal(from["attributeSetId"], &set); err != nil {
		return err
	}
	if err := h.knowAttributes(ctx, book, written, set); err != nil {
		return err
	}
	if err := book.CheckSet(values); err != nil {
		return err
	}
	if err := book.Assign(values, written, productType, set); err != nil {
		return err
	}
	if current == nil {
		book.Defaults(values, productType, set)
	}
	return book.CheckRequired(values, current, productType, set, storeID != 0)
}

// errNewAttributes refuses a write while attributes or their sets have just changed.
var errNewAttributes = &fault.Error{
	Kind: fault.Unavailable, Message: "Attributes have just changed. Please try again in a moment.", RetryAfter: time.Second,
}

// knowAttributes refuses a write with 503 while the read model lacks attributes that the write names, so that no value of the product is
// lost. Only such attributes are looked up in the streams.
func (h *handlers) knowAttributes(ctx context.Context, book *catalog.Book, written map[string]json.RawMessage, setID int64) error {
	if _, known := book.Set(setID); !known {
		if _, err := Sets.Commands(h.commands.Engine).Get(ctx, setID); err == nil {
			return errNewAttributes
		}
		return nil // refused later
	}
	var set *catalog.AttributeSet
	for code := range written {
		if _, own := catalog.ProductAttributes.Find(code); own || book.Has(setID, code) || !IsAttributeCode(code) {
			continue
		}
		if set == nil {
			now, err := Sets.Commands(h.commands.Engine).Get(ctx, setID)
			if err != nil {
				return input.Missing(err, nil)
			}
			set = &now
		}
		if !slices.Contains(set.Codes(), code) {
			continue
		}
		if _, err := AttributeNamed(ctx, h.commands.Engine, code); err == nil {
			return errNewAttributes
		} else if !errors.Is(err, record.ErrNotFound) {
			return err
		}
	}
	return nil
}

// assignCategories drops unknown categories. An empty list changes nothing. Categories that the read model lacks are looked up in their
// streams.
func (h *handlers) assignCategories(ctx context.Context, wanted []int64, values record.Values) error {
	delete(values, "categoryIds")
	if len(wanted) == 0 {
		return nil
	}
	index, err := h.reader.Categories(ctx)
	if err != nil {
		return err
	}
	known := []int64{}
	for _, id := range domain.Distinct(wanted) {
		if !index.Exists(id) {
			if _, err := h.commands.Category(ctx, id); errors.Is(err, record.ErrNotFound) {
				continue
			} else if err != nil {
				return err
			}
		}
		known = append(known, id)
	}
	return input.Set(values, "categoryIds", known)
}

func (h *handlers) deleteProduct(ctx context.Context, _ *operations.Call, in productPath) (operations.Nothing, error) {
	return operations.Nothing{}, input.Failed("delete product", h.commands.DeleteProduct(ctx, in.ID))
}
