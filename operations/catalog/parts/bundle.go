package parts

import (
	"cmp"
	"context"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels/documents"
)

// bundleResource is the resource of the choices in a bundle.
var bundleResource = &operations.Resource{
	Name: "BundleOption", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
	Doc: "An option of a bundle, with the products the buyer chooses from.", For: &operations.Trait{Member: "type", Value: "bundle"},
}

type selectionElement struct {
	ProductID *whole  `json:"productId" alias:"product_id" type:"integer,string" doc:"ID of the product; an entry without it is ignored"`
	Price     *amount `json:"price" type:"number,string" doc:"surcharge on the price of the bundle"`
	PriceType *word   `json:"priceType" alias:"price_type" type:"string" enum:"fixed,percent" doc:"fixed by default"`
	Qty       *amount `json:"qty" type:"number,string" doc:"preselected quantity; 1 by default"`
	CanChange *flag   `json:"canChangeQty" alias:"can_change_qty" type:"boolean,integer,string" doc:"whether the quantity can be changed; true by default"`
	IsDefault *flag   `json:"isDefault" alias:"is_default" type:"boolean,integer,string" doc:"whether it is preselected"`
	Position  *whole  `json:"position" type:"integer,string" doc:"position in the option; 0 by default"`
}

type bundleFields struct {
	Title    *string `json:"title" doc:"title of the option"`
	Type     *string `json:"type" enum:"select,radio,checkbox,multi" doc:"input type; select by default"`
	Required *bool   `json:"required" doc:"whether a choice is mandatory; true by default"`
	Position *int64  `json:"position" doc:"position among the options; 0 by default"`
}

type newBundleOption struct {
	partPath
	bundleFields
	Selections []selectionElement `json:"selections" doc:"products to choose from"`
}

type partOfPath struct {
	partPath
	ID int64 `path:"id" doc:"ID of the option"`
}

type changedBundleOption struct {
	partOfPath
	bundleFields
}

type namedBundleOption struct {
	partPath
	bundleFields
	OptionID *int64 `json:"optionId" alias:"option_id,id" required:"true" doc:"ID of the option"`
	Asked    *int64 `query:"optionId" hidden:"true"`
}

type unwantedBundleOption struct {
	partPath
	OptionID *int64 `json:"optionId" alias:"option_id,id" doc:"ID of the option"`
	Asked    *int64 `query:"optionId" doc:"ID of the option, if the body does not have it"`
}

var (
	errNoBundleOption = fault.NotFoundf("Bundle option not found")
	errNoOptionID     = fault.Invalidf("optionId is required").About(fault.Required, "optionId")
)

// in applies the sent members to an option.
func (f bundleFields) in(o catalog.BundleOption) catalog.BundleOption {
	put(&o.Title, f.Title)
	put(&o.Type, f.Type)
	put(&o.Required, f.Required)
	put(&o.Position, f.Position)
	return o
}

// either returns the first of two identifiers that was sent.
func either(a, b *int64) (int64, error) {
	for _, id := range []*int64{a, b} {
		if id != nil {
			return *id, nil
		}
	}
	return 0, errNoOptionID
}

// bundleOptions returns the operations of shapes-catalog §6.
func (h *handlers) bundleOptions() []*operations.Operation {
	p := &part[catalog.BundleOption, documents.BundleOption]{
		in: h, resource: bundleResource, path: "bundle-options", scope: ofViews, reads: operations.Public,
		field: func(p *catalog.Parts) *[]catalog.BundleOption { return &p.BundleOptions },
		others: func(o catalog.BundleOption) (ids []int64) {
			for _, s := range o.Selections {
				ids = append(ids, s.ProductID)
			}
			return ids
		},
		order: func(a, b catalog.BundleOption) int { return cmp.Compare(a.Position, b.Position) },
		show:  showBundleOption,
	}
	change := func(id int64, f bundleFields) edit[catalog.BundleOption] {
		return changing(errNoBundleOption, func(o catalog.BundleOption) bool { return o.ID == id },
			func(o catalog.BundleOption) (catalog.BundleOption, error) { return f.in(o), nil })
	}
	drop := func(id int64) edit[catalog.BundleOption] {
		return without(errNoBundleOption, func(o catalog.BundleOption) bool { return o.ID == id })
	}
	update := naming{"/{id}", "update bundle option", "Change an option of a bundle", "Changes title, input type, position and whether it " +
		"is required. To change its products, delete the option and create a new one. The answer is all options."}
	remove := naming{"/{id}", "delete bundle option", "Delete an option of a bundle", "Removes an option with its products."}
	updateNamed, removeNamed := update, remove
	updateNamed.suffix, removeNamed.suffix = "", ""
	byName := answeringList(p, operations.Update, "PUT", updateNamed,
		func(_ context.Context, _ *operations.Call, in namedBundleOption) (e edit[catalog.BundleOption], err error) {
			id, err := either(in.OptionID, in.Asked)
			return change(id, in.bundleFields), err
		})
	del := deleting(p, removeNamed,
		func(_ context.Context, _ *operations.Call, in unwantedBundleOption) (e edit[catalog.BundleOption], err error) {
			id, err := either(in.OptionID, in.Asked)
			return drop(id), err
		})
	byName.Tool.None, del.Tool.None = true, true
	return []*operations.Operation{
		p.list("List the options of a bundle", "Lists the options of a bundle, by position."),
		answeringOne(p, operations.Create, "POST", naming{"", "create bundle option", "Add an option to a bundle",
			"Adds an option with the products to choose from. Prices are in the base currency, or percentages of the bundle's price."},
			h.newBundleOption),
		answeringList(p, operations.Update, "PUT", update,
			func(_ context.Context, _ *operations.Call, in changedBundleOption) (edit[catalog.BundleOption], error) {
				return change(in.ID, in.bundleFields), nil
			}),
		deleting(p, remove, func(_ context.Context, _ *operations.Call, in partOfPath) (edit[catalog.BundleOption], error) {
			return drop(in.ID), nil
		}),
		byName, del,
	}
}

func showBundleOption(s *shown, o catalog.BundleOption) (documents.BundleOption, bool) {
	doc := documents.BundleOption{
		Type: bundleResource.Name, ID: o.ID, Title: o.Title, Form: o.Type, Required: o.Required, Position: o.Position,
		Selections: []documents.BundleSelection{},
	}
	for _, selection := range catalog.InOrder(o.Selections, func(s catalog.Selection) int64 { return s.Position }) {
		other := s.Others[selection.ProductID]
		if other == nil {
			continue // deleted
		}
		shown := documents.BundleSelection{
			SKU: &other.SKU, Name: &other.Name,
			ID: selection.ID, ProductID: selection.ProductID, Price: s.OptionPrice(selection.Price, selection.PriceType),
			PriceType: selection.PriceType, Qty: selection.Qty, CanChange: selection.AnyQty, IsDefault: selection.Default,
			Position: selection.Position,
		}
		doc.Selections = append(doc.Selections, shown)
	}
	return doc, true
}

func (h *handlers) newBundleOption(ctx context.Context, c *operations.Call, in newBundleOption) (e edit[catalog.BundleOption], err error) {
	option := in.in(catalog.BundleOption{Type: "select", Required: true})
	var ids []int64
	var indexes []int
	for i, s := range in.Selections {
		if s.ProductID.Or(0) <= 0 {
			continue
		}
		indexes = append(indexes, i)
		option.Selections = append(option.Selections, catalog.Selection{
			ProductID: s.ProductID.Or(0), Price: s.Price.Or(money.Zero), PriceType: s.PriceType.Or("fixed"), Qty: s.Qty.Or(money.One),
			AnyQty: s.CanChange.Or(true), Default: s.IsDefault.Or(false), Position: s.Position.Or(0),
		})
		ids = append(ids, s.ProductID.Or(0))
	}
	if err := option.Check(); err != nil {
		return e, err // before identifiers are assigned
	}
	at := func(i int) string { return of("selections", "productId")(indexes[i]) }
	products, err := h.existing(ctx, c, ids, at)
	if err != nil {
		return e, err
	}
	for _, id := range ids {
		if err := input.CheckWebsites(c, products[id].WebsiteIDs); err != nil {
			return e, err
		}
	}
	if err := h.children(ctx, c, ids, at); err != nil {
		return e, err
	}
	if option.ID, err = h.nextID(ctx, catalog.BundleOptionIDs); err != nil {
		return e, err
	}
	selections, err := h.commands.Next(ctx, catalog.SelectionIDs, len(option.Selections))
	if err != nil {
		return e, err
	}
	for i := range option.Selections {
		option.Selections[i].ID = selections[i]
	}
	return adding(option), nil
}

// nextID assigns an identifier.
func (h *handlers) nextID(ctx context.Context, sequence string) (int64, error) {
	ids, err := h.commands.Next(ctx, sequence, 1)
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// put sets a value if another was sent.
func put[T any](to, sent *T) {
	if sent != nil {
		*to = *sent
	}
}
