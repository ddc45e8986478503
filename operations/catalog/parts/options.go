package parts

import (
	"cmp"
	"context"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/content"
	"tradelog/readmodels/documents"
)

// customOptionResource is the resource of custom options: questions that the buyer of a product answers.
var customOptionResource = &operations.Resource{
	Name: "ProductCustomOption", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
	Doc: "An option that the buyer of a product fills in, such as an engraving.",
}

type optionValueElement struct {
	Title     *word   `json:"title" type:"string" doc:"title"`
	Price     *amount `json:"price" type:"number,string" doc:"surcharge on the price; 0 by default"`
	PriceType *word   `json:"priceType" alias:"price_type" type:"string" enum:"fixed,percent" doc:"fixed by default"`
	SKU       *word   `json:"sku" type:"string" about:"SKU suffix"`
	SortOrder *whole  `json:"sortOrder" alias:"sort_order" type:"integer,string" doc:"position among the values; its index by default"`
}

type optionFields struct {
	Title         *string              `json:"title" doc:"title; required to create an option"`
	Type          *string              `json:"type" enum:"field,area,drop_down,radio,checkbox,multiple,file,date,date_time,time" doc:"required to create one"`
	Required      *bool                `json:"required" doc:"whether the buyer must fill it in; false by default"`
	SortOrder     *int64               `json:"sortOrder" alias:"sort_order" doc:"position among the options; 0 by default"`
	Price         *money.Decimal       `json:"price" doc:"surcharge on the price; only for types without values"`
	PriceType     *string              `json:"priceType" alias:"price_type" enum:"fixed,percent" doc:"fixed by default"`
	SKU           *string              `json:"sku" doc:"only for types without values"`
	MaxCharacters *int64               `json:"maxCharacters" alias:"max_characters" doc:"for field and area: longest text; 0 for no limit"`
	Extensions    *string              `json:"fileExtensions" alias:"file_extensions,file_extension" doc:"for files: allowed extensions, comma-separated"`
	ImageSizeX    *int64               `json:"imageSizeX" alias:"image_size_x" doc:"images only: maximum width in pixels; 0 for no limit"`
	ImageSizeY    *int64               `json:"imageSizeY" alias:"image_size_y" doc:"images only: maximum height in pixels; 0 for no limit"`
	Values        []optionValueElement `json:"values" doc:"for drop_down, radio, checkbox and multiple: the values; replaces all"`
}

type newOption struct {
	partPath
	optionFields
}

type changedOption struct {
	partOfPath
	optionFields
}

var errNoOption = fault.NotFoundf("Option not found")

// in applies the sent members to an option. values have their identifiers.
func (f optionFields) in(o catalog.CustomOption, values []catalog.OptionValue) catalog.CustomOption {
	put(&o.Title, f.Title)
	put(&o.Type, f.Type)
	put(&o.Required, f.Required)
	put(&o.SortOrder, f.SortOrder)
	put(&o.PriceType, f.PriceType)
	put(&o.SKU, f.SKU)
	put(&o.MaxCharacters, f.MaxCharacters)
	put(&o.Extensions, f.Extensions)
	put(&o.ImageSizeX, f.ImageSizeX)
	put(&o.ImageSizeY, f.ImageSizeY)
	if f.Price != nil {
		o.Price, o.PriceType = f.Price, cmp.Or(o.PriceType, "fixed")
	}
	if f.Values != nil {
		o.Values = values
	}
	return o.Tidy()
}

func (f optionFields) values() []catalog.OptionValue {
	out := make([]catalog.OptionValue, len(f.Values))
	for i, v := range f.Values {
		out[i] = catalog.OptionValue{
			Title: v.Title.Or(""), Price: v.Price.Or(money.Zero), PriceType: v.PriceType.Or("fixed"), SKU: v.SKU.Or(""),
			SortOrder: v.SortOrder.Or(int64(i)),
		}
	}
	return out
}

// prepareOption checks the input and assigns identifiers to values. had is the option before, empty for a new one.
func (h *handlers) prepareOption(ctx context.Context, c *operations.Call, f optionFields, had catalog.CustomOption) (
	values []catalog.OptionValue, err error) {
	values = f.values()
	wanted := f.in(had, values)
	if f.Price != nil && f.Price.Sign() < 0 {
		return nil, catalog.ErrNegativePrice
	}
	if err := wanted.Check(); err != nil {
		return nil, err
	}
	if err := wanted.CheckExtensions(c.Config().Codes("catalog/custom_options/forbidden_extensions")); err != nil {
		return nil, err
	}
	ids, err := h.commands.Next(ctx, catalog.OptionValueIDs, len(values))
	if err != nil {
		return nil, err
	}
	for i := range values {
		values[i].ID = ids[i]
	}
	return values, nil
}

// customOptions returns the operations of shapes-catalog §5.
func (h *handlers) customOptions() []*operations.Operation {
	p := &part[catalog.CustomOption, documents.ProductCustomOption]{
		in: h, resource: customOptionResource, path: "custom-options", scope: ofViews, reads: operations.Public,
		field: func(p *catalog.Parts) *[]catalog.CustomOption { return &p.CustomOptions },
		order: func(a, b catalog.CustomOption) int { return cmp.Compare(a.SortOrder, b.SortOrder) },
		show:  showCustomOption,
	}
	return []*operations.Operation{
		p.list("List the custom options of a product", "Lists the custom options of a product, by sort order."),
		answeringOne(p, operations.Create, "POST", naming{"", "create option", "Add a custom option to a product",
			"Adds an option. Types with values need at least one. Prices are in the base currency, or percentages."},
			func(ctx context.Context, c *operations.Call, in newOption) (e edit[catalog.CustomOption], err error) {
				values, err := h.prepareOption(ctx, c, in.optionFields, catalog.CustomOption{})
				if err != nil {
					return e, err
				}
				option := in.in(catalog.CustomOption{}, values)
				option.ID, err = h.nextID(ctx, catalog.CustomOptionIDs)
				return adding(option), err
			}),
		answeringOne(p, operations.Update, "PUT", naming{"/{id}", "update option", "Change a custom option of a product",
			"Changes only what is sent. values replaces all values, which get new IDs."},
			func(ctx context.Context, c *operations.Call, in changedOption) (e edit[catalog.CustomOption], err error) {
				product, err := h.commands.Product(ctx, in.ProductID)
				if err != nil {
					return e, err
				}
				found := func(o catalog.CustomOption) bool { return o.ID == in.ID }
				had, ok := domain.Find(customOptionsOf(product), found)
				if !ok {
					return e, errNoOption
				}
				values, err := h.prepareOption(ctx, c, in.optionFields, had)
				return changing(errNoOption, found, func(o catalog.CustomOption) (catalog.CustomOption, error) {
					return in.in(o, values), nil
				}), err
			}),
		operations.Define(operations.Declaration{
			Resource: customOptionResource, Verb: operations.Get, Method: "GET", Path: "/custom-option-file/{optionId}/{key}",
			Access: operations.Public.Access(), Tool: operations.Tool{None: true},
			Response: operations.Response{Produces: "application/octet-stream"}, Summary: "Get a file uploaded by a buyer",
			Doc: "Returns a file that was uploaded for a custom option, to anybody with its key. Carts and orders show ID and key with the option.",
		}, h.optionFile),
		deleting(p, naming{"/{id}", "delete option", "Delete a custom option of a product", "Removes an option and its values."},
			func(_ context.Context, _ *operations.Call, in partOfPath) (edit[catalog.CustomOption], error) {
				return without(errNoOption, func(o catalog.CustomOption) bool { return o.ID == in.ID }), nil
			}),
	}
}

type optionFilePath struct {
	ID  int64  `path:"optionId" doc:"ID of the uploaded file"`
	Key string `path:"key" doc:"key of the uploaded file"`
}

// optionFile serves a file to callers with its key (shapes-catalog §5.4).
func (h *handlers) optionFile(ctx context.Context, _ *operations.Call, in optionFilePath) (*documents.File, error) {
	return content.OptionFile(ctx, h.pictures, in.ID, in.Key)
}

func showCustomOption(s *shown, o catalog.CustomOption) (documents.ProductCustomOption, bool) {
	doc := documents.ProductCustomOption{
		Type: customOptionResource.Name, ID: o.ID, Title: o.Title, Form: o.Type, Required: o.Required, SortOrder: o.SortOrder,
		PriceType: documents.Optional(o.PriceType), SKU: documents.Optional(o.SKU), MaxCharacters: documents.Optional(o.MaxCharacters),
		FileTypes: documents.Optional(o.Extensions), ImageSizeX: documents.Optional(o.ImageSizeX), ImageSizeY: documents.Optional(o.ImageSizeY),
		Values: []documents.CustomOptionValue{},
	}
	if o.Price != nil {
		price := s.OptionPrice(*o.Price, o.PriceType)
		doc.Price = &price
	}
	for _, v := range catalog.InOrder(o.Values, func(v catalog.OptionValue) int64 { return v.SortOrder }) {
		doc.Values = append(doc.Values, documents.CustomOptionValue{
			ID: v.ID, Title: v.Title, Price: s.OptionPrice(v.Price, v.PriceType), PriceType: v.PriceType, SKU: v.SKU, SortOrder: v.SortOrder,
		})
	}
	return doc, true
}
