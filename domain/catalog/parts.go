package catalog

import (
	"encoding/json"
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Parts holds the sub-resources of a product: the fields that are lists of elements. Each has operations of its own, which change that
// field alone. The lists are global. Elements are stored in the order in which they were added.
type Parts struct {
	TierPrices      []TierPrice    `json:"tierPrices,omitempty"`
	GroupPrices     []GroupPrice   `json:"groupPrices,omitempty"`
	Related         []Link         `json:"relatedLinks,omitempty"`
	CrossSell       []Link         `json:"crossSellLinks,omitempty"`
	UpSell          []Link         `json:"upSellLinks,omitempty"`
	Grouped         []GroupedLink  `json:"groupedLinks,omitempty"`
	SuperAttributes []string       `json:"superAttributes,omitempty"` // codes, by position
	ChildIDs        []int64        `json:"childIds,omitempty"`        // of a configurable product
	BundleOptions   []BundleOption `json:"bundleOptions,omitempty"`
	CustomOptions   []CustomOption `json:"customOptions,omitempty"`
	Downloads       []Download     `json:"downloadableLinks,omitempty"`
	Images          []Image        `json:"mediaGallery,omitempty"`
}

// partFields lists the names of the fields of Parts.
var partFields = func() (names []string) {
	for _, f := range record.KindOf[Parts]("", "").Fields {
		names = append(names, f.Name)
	}
	return names
}()

// Link is a related, cross-sell or up-sell product.
type Link struct {
	ProductID int64 `json:"id"`
	Position  int64 `json:"position,omitempty"`
}

// GroupedLink is a member of a grouped product.
type GroupedLink struct {
	ProductID int64         `json:"id"`
	Qty       money.Decimal `json:"qty"` // default quantity
	Position  int64         `json:"position,omitempty"`
}

// Download is a file or link that buyers of the product can download.
type Download struct {
	ID         int64         `json:"id"`
	Title      string        `json:"title"`
	Price      money.Decimal `json:"price"`
	SortOrder  int64         `json:"sortOrder,omitempty"`
	Limit      int64         `json:"limit,omitempty"` // downloads per unit; 0 is no limit
	Shareable  int64         `json:"shareable"`       // 0 no, 1 yes, 2 as configured
	Type       string        `json:"type"`            // one of linkTypes
	URL        string        `json:"url,omitempty"`
	SampleType string        `json:"sampleType,omitempty"`
	SampleURL  string        `json:"sampleUrl,omitempty"`
}

// linkTypes lists the sources of a download: a URL or an uploaded file.
var linkTypes = []string{"url", "file"}

// PriceTypes lists the kinds of option prices: an amount, or a percentage of the product's price.
var PriceTypes = []string{"fixed", "percent"}

// The errors that several sub-resources share.
var (
	ErrNegativePrice = fault.Invalidf("Price must not be negative").About(fault.Range, "price")
	errQty           = fault.Invalidf("Quantity must be greater than 0").About(fault.Range, "qty")
	errShareable     = fault.Invalidf("isShareable must be 0 (no), 1 (yes), or 2 (use config)").About(fault.Choice, "isShareable")
	errLinkTitle     = fault.Invalidf("title is required").About(fault.Required, "title")
	errLinkURL       = fault.Invalidf("linkUrl is required for url type links").About(fault.Required, "linkUrl")
	errLargePrice    = fault.Invalidf("Price must not be greater than %s", money.Max).About(fault.Range, "price")
)

// checkPrice returns an error for a price that is negative or too large.
func checkPrice(price money.Decimal) error {
	switch {
	case price.Sign() < 0:
		return ErrNegativePrice
	case money.Max.Less(price):
		return errLargePrice
	}
	return nil
}

// Check returns an error if the download is invalid (shapes-catalog §8).
func (d Download) Check() error {
	switch {
	case isBlank(d.Title):
		return errLinkTitle
	case d.Price.Sign() < 0 || money.Max.Less(d.Price):
		return checkPrice(d.Price)
	case d.Shareable < 0 || d.Shareable > 2:
		return errShareable
	case !slices.Contains(linkTypes, d.Type):
		return fault.Invalidf("Invalid linkType: %.40s. Valid: url, file", d.Type).About(fault.Choice, "linkType")
	case d.Type == "url" && isBlank(d.URL):
		return errLinkURL
	}
	return nil
}

// Check returns an error unless the quantity is positive.
func (l GroupedLink) Check() error {
	if l.Qty.Sign() <= 0 {
		return errQty
	}
	return nil
}

// Check returns an error if a part is invalid. It does not check that linked products exist.
func (p Parts) Check() error {
	return fault.All(checkTierPrices(p.TierPrices), checkGroupPrices(p.GroupPrices), first(p.Grouped, GroupedLink.Check),
		first(p.BundleOptions, BundleOption.Check), first(p.CustomOptions, CustomOption.Check), first(p.Downloads, Download.Check),
		checkImages(p.Images))
}

// each returns what a check finds wrong with the elements of a list, which inputs have as a whole.
func each[T any](list string, elements []T, check func(T) error) error {
	var wrong fault.Several
	for i, v := range elements {
		if err := check(v); err != nil && !wrong.Add(fault.In(fault.Element(list, i), err)) {
			break
		}
	}
	return wrong.Err()
}

// first returns what a check finds wrong with the first of some elements that is wrong. Each has an input of its own.
func first[T any](elements []T, check func(T) error) error {
	for _, v := range elements {
		if err := check(v); err != nil {
			return err
		}
	}
	return nil
}

// HasRequiredOptions tells whether the product cannot be bought without choosing custom options.
func (p Parts) HasRequiredOptions() bool {
	return slices.ContainsFunc(p.CustomOptions, func(o CustomOption) bool { return o.Required })
}

// PartsOf returns groups of the IDs of the products that a composite product is sold as. The composite is on sale if at least one product
// of each group is. It returns nil for other product types.
func PartsOf(productType string, p Parts) [][]int64 {
	switch productType {
	case "configurable":
		return [][]int64{p.ChildIDs}
	case "grouped":
		ids := make([]int64, len(p.Grouped))
		for i, link := range p.Grouped {
			ids[i] = link.ProductID
		}
		return [][]int64{ids}
	case "bundle":
		return bundleGroups(p.BundleOptions)
	}
	return nil
}

// ChangeParts changes parts of a product. edit modifies the product, and the event has the parts that differ afterwards. There is no event
// if none differs.
func ChangeParts(s record.State, edit func(*Product) error) ([]domain.Event, Product, error) {
	p, err := record.Read[Product](s.Values[0])
	if err != nil {
		return nil, p, fault.Invalidf("The product cannot be read").WithCause(err)
	}
	p.ID = s.ID
	before, err := record.Of(p.Parts)
	if err != nil {
		return nil, p, err
	}
	if err := edit(&p); err != nil {
		return nil, p, err
	}
	if err := p.Parts.Check(); err != nil {
		return nil, p, err
	}
	after, err := record.Of(p.Parts)
	if err != nil {
		return nil, p, err
	}
	set, unset := record.Values{}, []string(nil)
	for _, field := range partFields {
		switch {
		case after[field] == nil:
			unset = append(unset, field)
		case string(after[field]) != string(before[field]):
			set[field] = json.RawMessage(after[field])
		}
	}
	events, err := Products.Change(s, 0, set, unset...)
	return events, p, err
}
