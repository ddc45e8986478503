package parts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tradelog/readmodels/directory"

	"tradelog/commands"
	"tradelog/domain/catalog"
	"tradelog/domain/customer"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/operations/catalog/input"
	"tradelog/readmodels/documents"
)

// tierPriceResource and groupPriceResource are the resources of prices for quantities and for customer groups.
var (
	tierPriceResource = &operations.Resource{
		Name: "ProductTierPrice", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
		Doc: "The price of one unit from a minimum quantity on.",
	}
	groupPriceResource = &operations.Resource{
		Name: "ProductGroupPrice", Section: "catalog", Permission: "products", ACL: "catalog/products", Label: "product",
		Doc: "The price of one unit for a customer group.",
	}
)

type groupPriceElement struct {
	GroupID   *groupRef `json:"customerGroupId" alias:"customer_group_id" type:"integer|string" doc:"ID of the customer group, or all (the default)"`
	WebsiteID *whole    `json:"websiteId" alias:"website_id" type:"integer,string" doc:"ID of the website it applies to; 0 for all (the default)"`
	Price     *amount   `json:"price" type:"number,string" doc:"price of one unit, in the base currency"`
}

type tierPriceElement struct {
	groupPriceElement
	Qty *amount `json:"qty" type:"number,string" doc:"minimum quantity; 1 by default"`
}

type tierPricesInput struct {
	partPath
	Prices []tierPriceElement `elements:"tierPrices" required:"true" refusal:"Request body must be an array of tier prices" each:"Each tier price must be an object" doc:"the tier prices; replaces all"`
}

type groupPricesInput struct {
	partPath
	Prices []groupPriceElement `elements:"groupPrices" required:"true" refusal:"Request body must be an array of group prices" each:"Each group price must be an object" doc:"the group prices; replaces all"`
}

// price parses an element. A token that is limited to some websites only writes prices of these.
func (h *handlers) price(ctx context.Context, c *operations.Call, in groupPriceElement, label string) (p catalog.GroupPrice, err error) {
	p = catalog.GroupPrice{WebsiteID: in.WebsiteID.Or(0), Price: in.Price.Or(money.Zero)}
	if in.GroupID != nil {
		p.GroupID = in.GroupID.id
	}
	if allowed := c.AllowedWebsites(); allowed != nil && !slices.Contains(allowed, p.WebsiteID) {
		return p, fault.Forbiddenf("Access denied for the requested %s-price website", label)
	}
	if _, known := c.Shop.Website(p.WebsiteID); p.WebsiteID != 0 && !known {
		return p, fault.Preconditionf("Unknown website ID: %d", p.WebsiteID).About(fault.Unknown, "websiteId")
	}
	if p.GroupID == nil {
		return p, nil
	}
	taxes, err := directory.TaxReaderOf(h.reader.Reader).Taxes(ctx)
	if err != nil {
		return p, err
	}
	if _, known := taxes.Group(*p.GroupID); known {
		return p, nil
	}
	// The stream has a group that was just created.
	_, err = commands.OpenRecords(h.commands.Engine, customer.Groups).Get(ctx, *p.GroupID)
	return p, input.Missing(err, fault.Preconditionf("Unknown customer group: %d", *p.GroupID).About(fault.Unknown, "customerGroupId"))
}

// ownPrices replaces the prices of the websites that a token may write, and keeps the others.
func ownPrices[E any](c *operations.Call, prices []E, of func(E) catalog.GroupPrice) edit[E] {
	allowed := c.AllowedWebsites()
	return edit[E]{to: func(_ *catalog.Product, had []E) ([]E, error) {
		foreign := slices.DeleteFunc(had, func(e E) bool { return allowed == nil || slices.Contains(allowed, of(e).WebsiteID) })
		return append(foreign, prices...), nil
	}}
}

// tierPrices returns the operations of shapes-catalog §3.
func (h *handlers) tierPrices() []*operations.Operation {
	of := func(t catalog.TierPrice) catalog.GroupPrice { return t.GroupPrice }
	p := &part[catalog.TierPrice, documents.ProductTierPrice]{
		in: h, resource: tierPriceResource, path: "tier-prices", scope: ofWebsites, reads: operations.Backend,
		field: func(p *catalog.Parts) *[]catalog.TierPrice { return &p.TierPrices },
		show: func(s *shown, t catalog.TierPrice) (documents.ProductTierPrice, bool) {
			return documents.ProductTierPrice{
				Type: tierPriceResource.Name, ID: fmt.Sprintf("%d_%d", s.id, s.index), GroupID: documents.GroupRef{ID: t.GroupID},
				WebsiteID: t.WebsiteID, Qty: t.Qty, Price: t.Price,
			}, true
		},
	}
	replace := func(ctx context.Context, c *operations.Call, in tierPricesInput) (e edit[catalog.TierPrice], err error) {
		prices := make([]catalog.TierPrice, len(in.Prices))
		for i, element := range in.Prices {
			prices[i].Qty = element.Qty.Or(money.One)
			if prices[i].GroupPrice, err = h.price(ctx, c, element.groupPriceElement, "tier"); err != nil {
				return e, err
			}
		}
		return ownPrices(c, prices, of), nil
	}
	named := naming{"", "save tier prices", "Replace the tier prices of a product",
		"Replaces all tier prices by the list. An empty list clears them. A price applies from its quantity on, to one customer group or " +
			"all, in one website or all."}
	put := answeringList(p, operations.Update, "PUT", named, replace)
	put.Extra = true
	return []*operations.Operation{
		p.list("List the tier prices of a product", "Lists all tier prices, in the base currency."),
		answeringList(p, operations.Create, "POST", named, replace), put,
		removing(p, naming{"", "delete tier prices", "Clear the tier prices of a product", "Removes all tier prices."},
			func(_ context.Context, c *operations.Call, _ partPath) (edit[catalog.TierPrice], error) {
				return ownPrices(c, nil, of), nil
			}),
	}
}

// groupPrices returns the operations of shapes-catalog §4.
func (h *handlers) groupPrices() []*operations.Operation {
	of := func(p catalog.GroupPrice) catalog.GroupPrice { return p }
	p := &part[catalog.GroupPrice, documents.ProductGroupPrice]{
		in: h, resource: groupPriceResource, path: "group-prices", scope: ofWebsites, reads: operations.Public,
		field: func(p *catalog.Parts) *[]catalog.GroupPrice { return &p.GroupPrices },
		show: func(s *shown, g catalog.GroupPrice) (documents.ProductGroupPrice, bool) {
			return documents.ProductGroupPrice{
				Type: groupPriceResource.Name, ID: fmt.Sprintf("%d_%d", s.id, s.index), GroupID: documents.GroupRef{ID: g.GroupID},
				WebsiteID: g.WebsiteID, Price: *s.Amount(&g.Price),
			}, s.Backend || g.For(s.Group, s.Site)
		},
	}
	put := answeringList(p, operations.Update, "PUT", naming{"", "save group prices", "Replace the group prices of a product",
		"Replaces all group prices by the list. An empty list clears them."},
		func(ctx context.Context, c *operations.Call, in groupPricesInput) (e edit[catalog.GroupPrice], err error) {
			prices := make([]catalog.GroupPrice, len(in.Prices))
			for i, element := range in.Prices {
				if prices[i], err = h.price(ctx, c, element, "group"); err != nil {
					return e, err
				}
			}
			return ownPrices(c, prices, of), nil
		})
	list := p.list("List the group prices of a product",
		"Lists the prices of customer groups. The storefront sees those of the caller's own group in the store's website.")
	remove := removing(p, naming{"", "delete group prices", "Clear the group prices of a product", "Removes all group prices."},
		func(_ context.Context, c *operations.Call, _ partPath) (edit[catalog.GroupPrice], error) {
			return ownPrices(c, nil, of), nil
		})
	for _, o := range []*operations.Operation{put, list, remove} {
		o.Extra = true
	}
	return []*operations.Operation{list, put, remove}
}

// groupRef is a customer group: its number, or nil for all.
type groupRef struct{ id *int64 }

// allGroups is the number that also means all groups (shapes-catalog §3).
const allGroups = 32000

// UnmarshalJSON reads a number, numeric text or "all".
func (g *groupRef) UnmarshalJSON(data []byte) error {
	text := strings.TrimSpace(string(bytes.Trim(data, `"`)))
	if strings.EqualFold(text, "all") || text == strconv.Itoa(allGroups) {
		g.id = nil
		return nil
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return errors.New(`it must be the number of a customer group or "all"`)
	}
	g.id = &n
	return nil
}
