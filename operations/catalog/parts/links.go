package parts

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"tradelog/domain/catalog"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/readmodels/documents"
)

// linkResource and groupedResource are the resources of links between products and of the products of a group.
var (
	linkResource = &operations.Resource{
		Name: "ProductLink", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
		Doc: "A link from a product to a related, cross-sell or up-sell product.",
	}
	groupedResource = &operations.Resource{
		Name: "GroupedProductLink", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
		Doc: "A product in a grouped product.", For: &operations.Trait{Member: "type", Value: "grouped"},
	}
)

// linkKinds lists the kinds of links between products (shapes-catalog §9.2).
var linkKinds = []struct {
	path, id, doc string
	field         func(*catalog.Parts) *[]catalog.Link
}{
	{"related", "related", "related products, offered on its page in addition",
		func(p *catalog.Parts) *[]catalog.Link { return &p.Related }},
	{"cross-sell", "cross_sell", "cross-sell products, offered in the cart",
		func(p *catalog.Parts) *[]catalog.Link { return &p.CrossSell }},
	{"up-sell", "up_sell", "up-sell products, offered on its page as alternatives",
		func(p *catalog.Parts) *[]catalog.Link { return &p.UpSell }},
}

type linkPath struct {
	partPath
	LinkedID int64 `path:"linkedProductId" doc:"ID of the linked product"`
}

type linkInput struct {
	partPath
	LinkedID *int64 `json:"linkedProductId" alias:"linked_product_id" required:"true" doc:"ID of the linked product"`
	Position *int64 `json:"position" doc:"position among the links; 0 by default"`
}

type linkElement struct {
	LinkedID *whole `json:"linkedProductId" alias:"linked_product_id" type:"integer,string" doc:"ID of the linked product"`
	Position *whole `json:"position" type:"integer,string" doc:"position among the links; 0 by default"`
}

type linksInput struct {
	partPath
	Links []linkElement `elements:"links" required:"true" refusal:"Each link must be an object with linkedProductId" each:"Each link must be an object with linkedProductId" doc:"the links; replaces all"`
}

var (
	errLinkedID = fault.Invalidf("linkedProductId is required and must be positive").About(fault.Required, "linkedProductId")
	// errNoLinkedID is the refusal of an element of a list (shapes-catalog §9).
	errNoLinkedID = fault.Invalidf("Each link must be an object with linkedProductId").About(fault.Required, "linkedProductId")
	errChildID    = fault.Invalidf("childProductId is required and must be positive").About(fault.Required, "childProductId")
)

// errNoSuchProduct is the cause of refusals because a product does not exist.
var errNoSuchProduct = errors.New("no such product")

// bare returns the refusal of failed without the reason, since the sheets have none: a link names one product, which does not exist
// (shapes-catalog §9).
func bare(action string, err error) error {
	if f, ok := fault.As(err); ok && errors.Is(err, errNoSuchProduct) {
		return fault.Preconditionf("Failed to %s", action).About(fault.Unknown, f.Field()).WithCause(err)
	}
	return err
}

func linkedTo(l catalog.Link) int64 { return l.ProductID }

func (h *handlers) links() (out []*operations.Operation) {
	for _, kind := range linkKinds {
		p := &part[catalog.Link, documents.ProductLink]{
			in: h, resource: linkResource, path: "links/" + kind.path, shared: true, reads: operations.Public, field: kind.field,
			others: func(l catalog.Link) []int64 { return []int64{l.ProductID} },
			order:  func(a, b catalog.Link) int { return cmp.Compare(a.Position, b.Position) },
			show: func(s *shown, l catalog.Link) (documents.ProductLink, bool) {
				doc := documents.ProductLink{
					Type: linkResource.Name, ID: fmt.Sprintf("%d_%s_%d", s.id, kind.id, l.ProductID), ProductID: l.ProductID, Position: l.Position,
				}
				if other := s.Others[l.ProductID]; other != nil {
					doc.SKU, doc.Name = &other.SKU, &other.Name
				}
				return doc, s.Others[l.ProductID] != nil
			},
		}
		named := func(suffix, verb string) naming {
			return naming{suffix, "save links", verb + " " + kind.path + " products", "See GET /products/{productId}/links/" + kind.path + "."}
		}
		out = append(out,
			p.list("List "+kind.path+" products", "Lists the "+kind.doc+", whether they are on sale or not, by position."),
			answeringOne(p, operations.Create, "POST", named("", "Add"),
				func(ctx context.Context, c *operations.Call, in linkInput) (e edit[catalog.Link], err error) {
					if in.LinkedID == nil || *in.LinkedID <= 0 {
						return e, errLinkedID
					}
					link := catalog.Link{ProductID: *in.LinkedID}
					if in.Position != nil {
						link.Position = *in.Position
					}
					_, err = h.existing(ctx, c, []int64{link.ProductID}, the("linkedProductId"))
					return putting(link, linkedTo), bare("save links", err)
				}),
			answeringList(p, operations.Update, "PUT", named("", "Replace"),
				func(ctx context.Context, c *operations.Call, in linksInput) (e edit[catalog.Link], err error) {
					links, ids := []catalog.Link{}, []int64{}
					for i, l := range in.Links {
						if l.LinkedID == nil {
							return e, fault.In(fault.Element("links", i), errNoLinkedID)
						}
						if l.LinkedID.Or(0) <= 0 {
							return e, fault.In(fault.Element("links", i), errLinkedID)
						}
						links = append(links, catalog.Link{ProductID: l.LinkedID.Or(0), Position: l.Position.Or(0)})
						ids = append(ids, l.LinkedID.Or(0))
					}
					_, err = h.existing(ctx, c, ids, of("links", "linkedProductId"))
					return replacing(links, linkedTo), bare("save links", err)
				}),
			removing(p, named("/{linkedProductId}", "Remove"),
				func(_ context.Context, _ *operations.Call, in linkPath) (edit[catalog.Link], error) {
					return without(nil, func(l catalog.Link) bool { return l.ProductID == in.LinkedID }), nil
				}),
		)
	}
	return out
}

type groupedPath struct {
	partPath
	ChildID int64 `path:"childProductId" doc:"ID of the product in the group"`
}

type groupedInput struct {
	partPath
	ChildID  *int64         `json:"childProductId" alias:"child_product_id" required:"true" doc:"ID of the product in the group"`
	Qty      *money.Decimal `json:"qty" doc:"preselected quantity; 1 by default"`
	Position *int64         `json:"position" doc:"position in the group; 0 by default"`
}

type groupedElement struct {
	ChildID  *whole  `json:"childProductId" alias:"child_product_id" type:"integer,string" doc:"ID of the product in the group"`
	Qty      *amount `json:"qty" type:"number,string" doc:"preselected quantity; 1 by default"`
	Position *whole  `json:"position" type:"integer,string" doc:"position in the group; 0 by default"`
}

type groupInput struct {
	partPath
	Links []groupedElement `elements:"links" required:"true" refusal:"Each link must be an object" each:"Each link must be an object" doc:"the products of the group; replaces all"`
}

func (h *handlers) grouped() []*operations.Operation {
	child := func(l catalog.GroupedLink) int64 { return l.ProductID }
	p := &part[catalog.GroupedLink, documents.GroupedProductLink]{
		in: h, resource: groupedResource, path: "grouped", shared: true, reads: operations.Public,
		field:  func(p *catalog.Parts) *[]catalog.GroupedLink { return &p.Grouped },
		others: func(l catalog.GroupedLink) []int64 { return []int64{l.ProductID} },
		order:  func(a, b catalog.GroupedLink) int { return cmp.Compare(a.Position, b.Position) },
		show: func(s *shown, l catalog.GroupedLink) (doc documents.GroupedProductLink, ok bool) {
			other := s.Others[l.ProductID]
			if other == nil || !other.Enabled || other.StoreID != s.store {
				return doc, false
			}
			return documents.GroupedProductLink{
				Type: groupedResource.Name, ID: fmt.Sprintf("%d_grouped_%d", s.id, l.ProductID), ProductID: l.ProductID, SKU: &other.SKU,
				Name: &other.Name, Qty: l.Qty, Position: l.Position,
			}, true
		},
	}
	named := func(suffix, action, summary, doc string) naming { return naming{suffix, action, summary, doc} }
	return []*operations.Operation{
		p.list("List the products of a group", "Lists the enabled products of a grouped product, by position."),
		answeringList(p, operations.Create, "POST", named("", "add grouped link", "Add a product to a group",
			"Adds a product to the group, or changes its quantity and position. The answer is the whole group."),
			func(ctx context.Context, c *operations.Call, in groupedInput) (e edit[catalog.GroupedLink], err error) {
				if in.ChildID == nil || *in.ChildID <= 0 {
					return e, errChildID
				}
				link := catalog.GroupedLink{ProductID: *in.ChildID, Qty: money.One}
				if in.Qty != nil {
					link.Qty = *in.Qty
				}
				if in.Position != nil {
					link.Position = *in.Position
				}
				return putting(link, child), bare("add grouped link", h.children(ctx, c, []int64{link.ProductID}, the("childProductId")))
			}),
		answeringList(p, operations.Update, "PUT", named("", "save grouped links", "Replace the products of a group",
			"Replaces the products of the group. An empty list removes all."),
			func(ctx context.Context, c *operations.Call, in groupInput) (e edit[catalog.GroupedLink], err error) {
				links, ids := []catalog.GroupedLink{}, []int64{}
				for i, l := range in.Links {
					if l.ChildID.Or(0) <= 0 {
						return e, fault.In(fault.Element("links", i), errChildID)
					}
					links = append(links, catalog.GroupedLink{ProductID: l.ChildID.Or(0), Qty: l.Qty.Or(money.One), Position: l.Position.Or(0)})
					ids = append(ids, l.ChildID.Or(0))
				}
				if err := h.children(ctx, c, ids, of("links", "childProductId")); err != nil {
					return e, bare("save grouped links", err)
				}
				var wrong fault.Several
				for i, l := range links {
					wrong.Add(fault.In(fault.Element("links", i), l.Check()))
				}
				return replacing(links, child), wrong.Err()
			}),
		removing(p, named("/{childProductId}", "remove grouped link", "Remove a product from a group",
			"Removes a product from the group. A product outside it is no error."),
			func(_ context.Context, _ *operations.Call, in groupedPath) (edit[catalog.GroupedLink], error) {
				return without(nil, func(l catalog.GroupedLink) bool { return l.ProductID == in.ChildID }), nil
			}),
	}
}

// children refuses products that cannot be parts of composites: missing ones, and composites.
func (h *handlers) children(ctx context.Context, c *operations.Call, ids []int64, at member) error {
	found, err := h.existing(ctx, c, ids, at)
	if err != nil {
		return err
	}
	for i, id := range ids {
		if p := found[id]; !catalog.HasStock(p.Type) {
			return fault.Preconditionf("Product %d is a %s product and cannot be part of another one.", id, p.Type).
				About(fault.Unfitting, at(i))
		}
	}
	return nil
}
