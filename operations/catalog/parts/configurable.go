package parts

import (
	"context"
	"encoding/json"

	"tradelog/domain"
	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	catalogproduct "tradelog/operations/catalog/product"
	"tradelog/readmodels/documents"
)

// configurableResource is the resource of the variants of configurable products.
var configurableResource = &operations.Resource{
	Name: "ConfigurableSetup", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
	Doc: "The variants of a configurable product and the attributes in which they differ.",
	For: &operations.Trait{Member: "type", Value: "configurable"},
}

type setupInput struct {
	partPath
	Attributes []string `json:"superAttributes" alias:"super_attributes" doc:"codes of the attributes; replaces all; an empty list changes nothing"`
	ChildIDs   []int64  `json:"childProductIds" alias:"child_product_ids" doc:"IDs of the variants; replaces all; an empty list changes nothing"`
}

type childInput struct {
	partPath
	ChildID *int64 `json:"childId" alias:"childProductId,child_product_id,child_id" required:"true" doc:"ID of the variant"`
}

type childPath struct {
	partPath
	ChildID int64 `path:"childId" doc:"ID of the variant"`
}

// configurable returns the operations of shapes-catalog §7.
func (h *handlers) configurable() []*operations.Operation {
	p := &part[int64, documents.ConfigurableSetup]{
		in: h, resource: configurableResource, path: "configurable", shared: true, reads: operations.Public,
		field: func(p *catalog.Parts) *[]int64 { return &p.ChildIDs },
	}
	read := p.operation(operations.List, "GET", "read", naming{"", "", "Get the setup of a configurable product",
		"Returns a list of one element: the super attributes, and the variants with values for all of them."})
	read.Access = operations.Public.Access()
	update := p.operation(operations.Update, "PUT", "write", naming{"", "", "Change the setup of a configurable product",
		"Replaces the super attributes, the variants, or both."})
	add := p.operation(operations.Create, "POST", "write", naming{"/children", "", "Add a variant to a configurable product",
		"Adds a product as a variant. It is shown once it has values for all super attributes."})
	return []*operations.Operation{
		operations.Define(read, func(ctx context.Context, c *operations.Call, _ partPath) (*documents.Page[documents.ConfigurableSetup], error) {
			product, err := p.read(ctx, c)
			if err != nil {
				return nil, err
			}
			doc, err := h.setup(ctx, c, product.ID, product.Parts)
			return documents.All([]documents.Doc[documents.ConfigurableSetup]{doc}), err
		}),
		operations.Define(update, func(ctx context.Context, c *operations.Call, in setupInput) (documents.Doc[documents.ConfigurableSetup],
			error) {
			for _, code := range in.Attributes {
				if err := h.configures(ctx, code); err != nil {
					return nil, input.Failed("set super attributes", err)
				}
			}
			if err := h.children(ctx, c, in.ChildIDs, func(i int) string { return fault.Element("childProductIds", i) }); err != nil {
				return nil, input.Failed("set children", err)
			}
			return h.setUp(ctx, c, "set super attributes", func(product *catalog.Product) error {
				if len(in.Attributes) > 0 {
					product.SuperAttributes = domain.Distinct(in.Attributes)
				}
				if len(in.ChildIDs) > 0 {
					product.ChildIDs = domain.Distinct(in.ChildIDs)
				}
				return nil
			})
		}),
		operations.Define(add, func(ctx context.Context, c *operations.Call, in childInput) (documents.Doc[documents.ConfigurableSetup], error) {
			if in.ChildID == nil || *in.ChildID <= 0 {
				return nil, errChildID.About(fault.Required, "childId")
			}
			if err := h.children(ctx, c, []int64{*in.ChildID}, the("childId")); err != nil {
				return nil, input.Failed("add child", err)
			}
			return h.setUp(ctx, c, "add child", func(product *catalog.Product) error {
				product.ChildIDs = domain.Distinct(append(product.ChildIDs, *in.ChildID))
				return nil
			})
		}),
		removing(p, naming{"/children/{childId}", "remove child", "Remove a variant from a configurable product",
			"Removes a variant. A product that is no variant is not an error."},
			func(_ context.Context, _ *operations.Call, in childPath) (edit[int64], error) {
				return without(nil, func(id int64) bool { return id == in.ChildID }), nil
			}),
	}
}

// configures refuses attributes in which variants cannot differ. Their streams are read, so that a new one is known at once.
func (h *handlers) configures(ctx context.Context, code string) error {
	if !catalogproduct.IsAttributeCode(code) {
		return fault.Invalidf("Attribute not found: %.100s", code).About(fault.Unknown, "superAttributes")
	}
	a, err := catalogproduct.AttributeNamed(ctx, h.commands.Engine, code)
	if err != nil {
		return input.Missing(err, fault.Invalidf("Attribute not found: %.100s", code).About(fault.Unknown, "superAttributes"))
	}
	return a.Configures()
}

// setUp changes the setup and shows it.
func (h *handlers) setUp(ctx context.Context, c *operations.Call, action string, change func(*catalog.Product) error) (
	documents.Doc[documents.ConfigurableSetup], error) {
	product, err := h.changeParts(ctx, c, action, change)
	if err != nil {
		return nil, err
	}
	return h.setup(ctx, c, product.ID, product.Parts)
}

// setup shows the setup, with the children that have values of all super attributes.
func (h *handlers) setup(ctx context.Context, c *operations.Call, id int64, parts catalog.Parts) (
	documents.Doc[documents.ConfigurableSetup], error) {
	found, err := h.known(ctx, c, parts.ChildIDs)
	if err != nil {
		return nil, err
	}
	book, err := h.reader.Attributes(ctx)
	if err != nil {
		return nil, err
	}
	doc := documents.ConfigurableSetup{
		Type: configurableResource.Name, ID: id, Attributes: append([]string{}, parts.SuperAttributes...), ChildIDs: []int64{},
	}
	for _, child := range parts.ChildIDs {
		if p := found[child]; p != nil {
			if _, ok := p.Values(book, parts.SuperAttributes); ok {
				doc.ChildIDs = append(doc.ChildIDs, child)
			}
		}
	}
	return documents.Ready(doc)
}

// customOptionsOf reads the custom options of a product from its stream.
func customOptionsOf(s record.State) (options []catalog.CustomOption) {
	_ = json.Unmarshal(s.Values[0]["customOptions"], &options)
	return options
}
