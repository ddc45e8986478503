package catalog

import (
	"cmp"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// BundleOption is an option of a bundle, of which the buyer chooses selections.
type BundleOption struct {
	ID         int64       `json:"id"`
	Title      string      `json:"title"`
	Type       string      `json:"type"` // one of bundleTypes
	Required   bool        `json:"required,omitempty"`
	Position   int64       `json:"position,omitempty"`
	Selections []Selection `json:"selections,omitempty"`
}

// Selection is a product that can be chosen for an option of a bundle.
type Selection struct {
	ID        int64         `json:"id"`
	ProductID int64         `json:"productId"`
	Price     money.Decimal `json:"price"`
	PriceType string        `json:"priceType"` // one of PriceTypes
	Qty       money.Decimal `json:"qty"`
	AnyQty    bool          `json:"anyQty,omitempty"` // the buyer may change the quantity
	Default   bool          `json:"default,omitempty"`
	Position  int64         `json:"position,omitempty"`
}

// bundleTypes lists the input types of bundle options.
var bundleTypes = []string{"select", "radio", "checkbox", "multi"}

// checkBundle returns an error if the title or type of a bundle option is invalid (shapes-catalog §6).
func checkBundle(title, form string) error {
	switch {
	case isBlank(title):
		return errLinkTitle
	case !slices.Contains(bundleTypes, form):
		return fault.Invalidf("Invalid type: %.40s. Valid: %s", form, strings.Join(bundleTypes, ", ")).About(fault.Choice, "type")
	}
	return nil
}

// Check returns an error if the option is invalid (shapes-catalog §6).
func (o BundleOption) Check() error {
	if err := checkBundle(o.Title, o.Type); err != nil {
		return err
	}
	return each("selections", o.Selections, func(s Selection) error {
		return fault.All(fault.If(s.Qty.Sign() <= 0, errQty), checkPrice(s.Price), checkPriceType(s.PriceType))
	})
}

func checkPriceType(name string) error {
	if !slices.Contains(PriceTypes, name) {
		return fault.Invalidf("Invalid %s: %.40s. Valid: %s", fault.Name("priceType"), name, strings.Join(PriceTypes, ", ")).
			About(fault.Choice, "priceType")
	}
	return nil
}

// bundleGroups returns the product IDs of each required option. Without required options it returns one group with all products.
func bundleGroups(options []BundleOption) [][]int64 {
	var required [][]int64
	all := []int64{}
	for _, o := range options {
		ids := []int64{}
		for _, s := range o.Selections {
			ids = append(ids, s.ProductID)
		}
		all = append(all, ids...)
		if o.Required {
			required = append(required, ids)
		}
	}
	if required == nil {
		return [][]int64{all}
	}
	return required
}

// CustomOption is an input of the buyer for a product, such as an engraving or a colour.
type CustomOption struct {
	ID            int64          `json:"id"`
	Title         string         `json:"title"`
	Type          string         `json:"type"` // one of OptionTypes
	Required      bool           `json:"required,omitempty"`
	SortOrder     int64          `json:"sortOrder,omitempty"`
	Price         *money.Decimal `json:"price,omitempty"`     // of options without values
	PriceType     string         `json:"priceType,omitempty"` // one of PriceTypes
	SKU           string         `json:"sku,omitempty"`
	MaxCharacters int64          `json:"maxCharacters,omitempty"`
	Extensions    string         `json:"fileExtensions,omitempty"` // separated by commas
	ImageSizeX    int64          `json:"imageSizeX,omitempty"`
	ImageSizeY    int64          `json:"imageSizeY,omitempty"`
	Values        []OptionValue  `json:"values,omitempty"` // of options with values to choose from
}

// OptionValue is a value that can be chosen for a custom option.
type OptionValue struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title"`
	Price     money.Decimal `json:"price"`
	PriceType string        `json:"priceType"`
	SKU       string        `json:"sku,omitempty"`
	SortOrder int64         `json:"sortOrder,omitempty"`
	// Own holds the titles and prices that store views override, by store view.
	Own map[int64]OwnOptionValue `json:"own,omitempty"`
}

// OwnOptionValue holds the title and price of an option's value that a store view overrides. Empty members are those of all store views.
type OwnOptionValue struct {
	Title     string         `json:"title,omitempty"`
	Price     *money.Decimal `json:"price,omitempty"`
	PriceType string         `json:"priceType,omitempty"` // set with Price
}

// In returns the value with the title and price of a store view. Store view 0 has those of all stores.
func (v OptionValue) In(storeID int64) OptionValue {
	if own, ok := v.Own[storeID]; ok {
		v.Title = cmp.Or(own.Title, v.Title)
		if own.Price != nil {
			v.Price, v.PriceType = *own.Price, own.PriceType
		}
	}
	v.Own = nil
	return v
}

// In returns the parts with the overrides of a store view applied. For store view 0 it returns them with all overrides.
func (p Parts) In(storeID int64) Parts {
	p.Images = GalleryIn(p.Images, storeID)
	if storeID == 0 || !slices.ContainsFunc(p.CustomOptions, CustomOption.hasOwn) {
		return p
	}
	p.CustomOptions = slices.Clone(p.CustomOptions)
	for i, o := range p.CustomOptions {
		values := make([]OptionValue, len(o.Values))
		for n, v := range o.Values {
			values[n] = v.In(storeID)
		}
		p.CustomOptions[i].Values = values
	}
	return p
}

// hasOwn tells whether a store view overrides a value of the option.
func (o CustomOption) hasOwn() bool {
	return slices.ContainsFunc(o.Values, func(v OptionValue) bool { return len(v.Own) > 0 })
}

// OptionTypes lists the types of custom options. Options of the types in selectTypes have values.
var (
	OptionTypes = []string{"field", "area", "drop_down", "radio", "checkbox", "multiple", "file", "date", "date_time", "time"}
	selectTypes = []string{"drop_down", "radio", "checkbox", "multiple"}
)

// Value returns the value with a number, or nil.
func (o CustomOption) Value(id int64) *OptionValue {
	i := slices.IndexFunc(o.Values, func(v OptionValue) bool { return v.ID == id })
	if i < 0 {
		return nil
	}
	return &o.Values[i]
}

// Selected tells whether the option has values to choose from.
func (o CustomOption) Selected() bool { return slices.Contains(selectTypes, o.Type) }

var (
	errOptionTitle = fault.Invalidf("Title is required").About(fault.Required, "title")
	errOptionType  = fault.Invalidf("Type is required").About(fault.Required, "type")
	errNoValues    = fault.Invalidf("Select-type options require at least one value").About(fault.Required, "values")
)

// Check returns an error if the option is invalid (shapes-catalog §5.2, §5.3).
func (o CustomOption) Check() error {
	switch {
	case isBlank(o.Title):
		return errOptionTitle
	case o.Type == "":
		return errOptionType
	case !slices.Contains(OptionTypes, o.Type):
		return fault.Invalidf("Invalid option type: %.40s", o.Type).About(fault.Choice, "type")
	case o.Selected() && len(o.Values) == 0:
		return errNoValues
	case o.PriceType != "":
		if err := checkPriceType(o.PriceType); err != nil {
			return err
		}
	}
	if o.Price != nil {
		if err := checkPrice(*o.Price); err != nil {
			return err
		}
	}
	var wrong fault.Several
	for i, v := range o.Values {
		at := fault.Element("values", i)
		if isBlank(v.Title) {
			wrong.Add(fault.Invalidf("Value at index %d must have a title", i).About(fault.Required, at+".title"))
		}
		if err := v.Check(); err != nil {
			wrong.Add(fault.In(at, err))
		}
	}
	return wrong.Err()
}

// Check returns an error if a price of the value is invalid.
func (v OptionValue) Check() error {
	wrong := fault.All(checkPrice(v.Price), checkPriceType(v.PriceType))
	for _, own := range v.Own {
		if own.Price != nil {
			wrong = fault.All(wrong, checkPrice(*own.Price), checkPriceType(own.PriceType))
		}
	}
	return wrong
}

// Tidy clears the members that options of the type do not have: price and SKU of options with values, values of all others.
func (o CustomOption) Tidy() CustomOption {
	if o.Selected() {
		o.Price, o.PriceType, o.SKU = nil, "", ""
	} else {
		o.Values = nil
	}
	return o
}

// CheckExtensions returns an error if the option accepts file extensions that must not be uploaded (shapes-catalog §5.2).
func (o CustomOption) CheckExtensions(forbidden []string) error {
	found := unsafeExtensions(extensions(o.Extensions), forbidden)
	if found == nil {
		return nil
	}
	return fault.Preconditionf("The following file extensions are not allowed for security reasons: %s", strings.Join(found, ", ")).
		About(fault.Choice, "fileExtensions")
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// The names of the sequences that number the elements.
const (
	CustomOptionIDs = "custom_option"
	OptionValueIDs  = "custom_option_value"
	BundleOptionIDs = "bundle_option"
	SelectionIDs    = "bundle_selection"
	DownloadIDs     = "downloadable_link"
	ImageIDs        = "product_image"
)

// EachID calls mark with the sequence and the identifier of each element of options, bundle options, downloads and pictures.
func (p Parts) EachID(mark func(sequence string, id int64)) {
	for _, o := range p.CustomOptions {
		mark(CustomOptionIDs, o.ID)
		for _, v := range o.Values {
			mark(OptionValueIDs, v.ID)
		}
	}
	for _, o := range p.BundleOptions {
		mark(BundleOptionIDs, o.ID)
		for _, s := range o.Selections {
			mark(SelectionIDs, s.ID)
		}
	}
	for _, d := range p.Downloads {
		mark(DownloadIDs, d.ID)
	}
	for _, i := range p.Images {
		mark(ImageIDs, i.ID)
	}
}
