package parts

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/directory"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

// optionValueResource is the resource of single values of custom options.
var optionValueResource = &operations.Resource{
	Name: "ProductCustomOptionValue", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
	Doc: "A value of a custom option. Its ID does not change.",
}

// The refusals of single values (soap-wire §7.4).
var (
	errValueOption = fault.NotFoundf("Option not found").WithCode("option_not_found")
	errNoSuchValue = fault.NotFoundf("Option value not found").WithCode("option_value_not_found")
	errNotSelected = fault.Preconditionf("The option has no values to choose from").WithCode("option_without_values")
	errLastValue   = fault.Preconditionf("The option needs at least one value").WithCode("last_option_value")
	errValueTitle  = fault.Invalidf("Title is required").About(fault.Required, "title").WithCode("title_required")
)

type optionPath struct {
	OptionID int64 `path:"optionId" doc:"ID of the option"`
}

type newOptionValues struct {
	optionPath
	Values []optionValueElement `json:"values" required:"true" doc:"values to add"`
}

type optionValuePath struct {
	ID int64 `path:"id" doc:"ID of the value"`
}

type changedOptionValue struct {
	optionValuePath
	Title     *word   `json:"title" type:"string" doc:"title; required"`
	Price     *amount `json:"price" type:"number,string" doc:"surcharge on the price"`
	PriceType *word   `json:"priceType" alias:"price_type" type:"string" enum:"fixed,percent" about:"whether price is an amount (fixed) or a percentage of the product's price"`
	SKU       *word   `json:"sku" type:"string" doc:"SKU suffix; the same in all store views"`
	SortOrder *whole  `json:"sortOrder" alias:"sort_order" type:"integer,string" doc:"position; the same in all store views"`
}

// optionValues returns the operations on single values of custom options. They are beyond the contract of REST; the legacy interface needs
// them (soap-wire §7.4).
func (h *handlers) optionValues() []*operations.Operation {
	list := operations.Declaration{
		Resource: optionValueResource, Verb: operations.List, Method: "GET", Path: "/custom-options/{optionId}/values",
		Access: operations.Backend.Access("products/read"), Extra: true, Tool: operations.Tool{None: true}, Guard: h.optionGuard,
		Summary: "List the values of a custom option", Doc: "Lists the values of an option by ID, in the base currency.",
	}
	add := list
	add.Verb, add.Method, add.Access.Permission = operations.Create, "POST", "products/write"
	add.Summary = "Add values to a custom option"
	add.Doc = "Adds values, all or none, to the existing ones. The answer lists all values of the option."
	get := list
	get.Verb, get.Path, get.Guard = operations.Get, "/custom-option-values/{id}", h.valueGuard
	get.Summary = "Get a value of a custom option"
	get.Doc = "Returns the default values (default...), those of the named store view (store...), and the effective ones."
	change := get
	change.Verb, change.Method, change.Access.Permission = operations.Update, "PATCH", "products/write"
	change.Summary = "Change a value of a custom option"
	change.Doc = "Changes only what is sent; title is required. With X-Store-Code title and price apply to that store view."
	remove := change
	remove.Verb, remove.Method, remove.Access.Permission = operations.Delete, "DELETE", "products/delete"
	remove.Summary, remove.Doc = "Delete a value of a custom option", "Removes a value. The last value of an option cannot be removed."
	remove.Effect.Irreversible = operations.Deleted
	return []*operations.Operation{
		operations.Define(list, h.listOptionValues), operations.Define(add, h.addOptionValues), operations.Define(get, h.getOptionValue),
		operations.Define(change, h.changeOptionValue), operations.Define(remove, h.removeOptionValue),
	}
}

// optionGuard finds the product of an option, and refuses options that have no values.
func (h *handlers) optionGuard(ctx context.Context, c *operations.Call) error {
	id := c.PathID("optionId")
	product, err := h.reader.ProductOfOption(ctx, id)
	return h.guarded(ctx, c, product, err, errValueOption, func(o catalog.CustomOption) bool { return o.ID == id })
}

// valueGuard finds the product of a value.
func (h *handlers) valueGuard(ctx context.Context, c *operations.Call) error {
	id := c.PathID("id")
	product, err := h.reader.ProductOfOptionValue(ctx, id)
	return h.guarded(ctx, c, product, err, errNoSuchValue, func(o catalog.CustomOption) bool { return o.Value(id) != nil })
}

// guarded keeps the option of a found product for the handler.
func (h *handlers) guarded(ctx context.Context, c *operations.Call, product int64, err, missing error,
	found func(catalog.CustomOption) bool) error {
	if errors.Is(err, readmodels.ErrNotFound) {
		return missing
	}
	if err != nil {
		return err
	}
	if !c.Operation.Reads() {
		if err := input.Check(c); err != nil {
			return err
		}
	}
	s, err := h.commands.Product(ctx, product)
	if errors.Is(err, record.ErrNotFound) {
		return missing
	}
	if err != nil {
		return err
	}
	if err := input.CheckWebsites(c, input.WebsitesOf(s)); err != nil {
		return err
	}
	if !c.Operation.Reads() {
		if err := ofViews.checkScope(c, s, "custom-options"); err != nil {
			return err
		}
	}
	option, ok := domain.Find(customOptionsOf(s), found)
	switch {
	case !ok:
		return missing
	case !option.Selected():
		return errNotSelected
	}
	c.Keep(optionOf{product, option})
	return nil
}

// optionOf is an option and the product that has it.
type optionOf struct {
	product int64
	catalog.CustomOption
}

func (h *handlers) listOptionValues(_ context.Context, c *operations.Call, _ optionPath) (
	*documents.Page[documents.ProductCustomOptionValue], error) {
	return showOptionValues(c, operations.Loaded[optionOf](c))
}

func showOptionValues(c *operations.Call, o optionOf) (*documents.Page[documents.ProductCustomOptionValue], error) {
	docs := []documents.Doc[documents.ProductCustomOptionValue]{}
	for _, v := range catalog.InOrder(o.Values, func(v catalog.OptionValue) int64 { return v.ID }) {
		doc, err := documents.Ready(showOptionValue(c, o, v))
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	return documents.All(docs), nil
}

func showOptionValue(c *operations.Call, o optionOf, v catalog.OptionValue) documents.ProductCustomOptionValue {
	store := input.Written(c)
	is := v.In(store)
	doc := documents.ProductCustomOptionValue{
		Type: optionValueResource.Name, ID: v.ID, OptionID: o.ID, ProductID: o.product, Title: is.Title, Price: is.Price,
		PriceType: is.PriceType, SKU: v.SKU, SortOrder: v.SortOrder, DefaultTitle: v.Title, DefaultPrice: v.Price,
		DefaultPriceType: v.PriceType,
	}
	own, has := v.Own[store]
	if store == 0 {
		own, has = catalog.OwnOptionValue{Title: v.Title, Price: &v.Price, PriceType: v.PriceType}, true
	}
	if has {
		doc.StoreTitle, doc.StorePrice, doc.StorePriceType = documents.Optional(own.Title), own.Price, documents.Optional(own.PriceType)
	}
	return doc
}

// changeOption changes an option of the call's product and returns the changed option.
func (h *handlers) changeOption(ctx context.Context, c *operations.Call, change func(*catalog.CustomOption) error) (optionOf, error) {
	o := operations.Loaded[optionOf](c)
	product, err := h.changePartsOf(ctx, o.product, "change option", func(p *catalog.Product) error {
		i := slices.IndexFunc(p.CustomOptions, func(other catalog.CustomOption) bool { return other.ID == o.ID })
		if i < 0 {
			return errValueOption
		}
		p.CustomOptions = slices.Clone(p.CustomOptions)
		p.CustomOptions[i].Values = slices.Clone(p.CustomOptions[i].Values)
		return change(&p.CustomOptions[i])
	})
	if err != nil {
		return o, err
	}
	o.CustomOption, _ = domain.Find(product.CustomOptions, func(other catalog.CustomOption) bool { return other.ID == o.ID })
	return o, nil
}

func (h *handlers) addOptionValues(ctx context.Context, c *operations.Call, in newOptionValues) (
	*documents.Page[documents.ProductCustomOptionValue], error) {
	values := optionFields{Values: in.Values}.values()
	ids, err := h.commands.Next(ctx, catalog.OptionValueIDs, len(values))
	if err != nil {
		return nil, err
	}
	for i := range values {
		values[i].ID, values[i].Title, values[i].SKU = ids[i], directory.StripTags(values[i].Title), directory.StripTags(values[i].SKU)
	}
	o, err := h.changeOption(ctx, c, func(o *catalog.CustomOption) error {
		if o.Values = append(o.Values, values...); !o.Selected() {
			return errNotSelected
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return showOptionValues(c, o)
}

func (h *handlers) getOptionValue(_ context.Context, c *operations.Call, in optionValuePath) (documents.ProductCustomOptionValue, error) {
	o := operations.Loaded[optionOf](c)
	return showOptionValue(c, o, *o.Value(in.ID)), nil
}

func (h *handlers) changeOptionValue(ctx context.Context, c *operations.Call, in changedOptionValue) (
	doc documents.ProductCustomOptionValue, err error) {
	title := directory.StripTags(in.Title.Or(""))
	if input.Blank(title) {
		return doc, errValueTitle
	}
	o, err := h.changeOption(ctx, c, func(o *catalog.CustomOption) error {
		v := o.Value(in.ID)
		if v == nil {
			return errNoSuchValue
		}
		if in.SKU != nil {
			v.SKU = directory.StripTags(string(*in.SKU))
		}
		v.SortOrder = in.SortOrder.Or(v.SortOrder)
		store := input.Written(c)
		if store == 0 {
			v.Title, v.Price, v.PriceType = title, in.Price.Or(v.Price), in.PriceType.Or(v.PriceType)
			return v.Check()
		}
		is := v.In(store)
		own := v.Own[store]
		own.Title = title
		if in.Price != nil || in.PriceType != nil {
			price := in.Price.Or(is.Price)
			own.Price, own.PriceType = &price, cmp.Or(in.PriceType.Or(is.PriceType), "fixed")
		}
		if v.Own = maps.Clone(v.Own); v.Own == nil {
			v.Own = map[int64]catalog.OwnOptionValue{}
		}
		v.Own[store] = own
		return v.Check()
	})
	if err != nil {
		return doc, err
	}
	v := o.Value(in.ID)
	if v == nil {
		return doc, errNoSuchValue
	}
	return showOptionValue(c, o, *v), nil
}

func (h *handlers) removeOptionValue(ctx context.Context, c *operations.Call, in optionValuePath) (none operations.Nothing, err error) {
	_, err = h.changeOption(ctx, c, func(o *catalog.CustomOption) error {
		had := len(o.Values)
		o.Values = slices.DeleteFunc(o.Values, func(v catalog.OptionValue) bool { return v.ID == in.ID })
		switch {
		case len(o.Values) == had:
			return errNoSuchValue
		case len(o.Values) == 0:
			return errLastValue
		}
		return nil
	})
	return none, err
}
