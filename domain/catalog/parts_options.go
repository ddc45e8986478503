package catalog

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// BundleOption is a choice that a bundle leaves to who buys it.
type BundleOption struct {
	ID         int64       `json:"id"`
	Title      string      `json:"title"`
	Type       string      `json:"type"` // one of BundleTypes
	Required   bool        `json:"required,omitempty"`
	Position   int64       `json:"position,omitempty"`
	Selections []Selection `json:"selections,omitempty"`
}

// Selection is a product that can be chosen.
type Selection struct {
	ID        int64         `json:"id"`
	ProductID int64         `json:"productId"`
	Price     money.Decimal `json:"price"`
	PriceType string        `json:"priceType"` // one of PriceTypes
	Qty       money.Decimal `json:"qty"`
	AnyQty    bool          `json:"anyQty,omitempty"` // who buys it may change the quantity
	Default   bool          `json:"default,omitempty"`
	Position  int64         `json:"position,omitempty"`
}

// BundleTypes are the forms of a bundle's options.
var BundleTypes = []string{"select", "radio", "checkbox", "multi"}

// CheckBundle refuses the title and form of a bundle's option (shapes-catalog §6).
func CheckBundle(title, form string) error {
	switch {
	case blank(title):
		return errLinkTitle
	case !slices.Contains(BundleTypes, form):
		return fault.Invalidf("Invalid type: %.40s. Valid: %s", form, strings.Join(BundleTypes, ", "))
	}
	return nil
}

// Check refuses an option that cannot be (shapes-catalog §6).
func (o BundleOption) Check() error {
	if err := CheckBundle(o.Title, o.Type); err != nil {
		return err
	}
	for _, s := range o.Selections {
		if s.Qty.Sign() <= 0 {
			return ErrQty
		}
		if err := checkPrice(s.Price); err != nil {
			return err
		}
		if err := checkPriceType(s.PriceType); err != nil {
			return err
		}
	}
	return nil
}

func checkPriceType(name string) error {
	if !slices.Contains(PriceTypes, name) {
		return fault.Invalidf("Invalid priceType: %.40s. Valid: %s", name, strings.Join(PriceTypes, ", "))
	}
	return nil
}

// bundleGroups are the products of each option that must be chosen, or of all options if none must.
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

// CustomOption is something that who buys a product says about it, such as an engraving or a colour.
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
	Extensions    string         `json:"fileExtensions,omitempty"` // with commas between them
	ImageSizeX    int64          `json:"imageSizeX,omitempty"`
	ImageSizeY    int64          `json:"imageSizeY,omitempty"`
	Values        []OptionValue  `json:"values,omitempty"` // of options that are selected
}

// OptionValue is one of the values of an option.
type OptionValue struct {
	ID        int64         `json:"id"`
	Title     string        `json:"title"`
	Price     money.Decimal `json:"price"`
	PriceType string        `json:"priceType"`
	SKU       string        `json:"sku,omitempty"`
	SortOrder int64         `json:"sortOrder,omitempty"`
	// Own has what store views have instead of title and price, by store view.
	Own map[int64]OwnOptionValue `json:"own,omitempty"`
}

// OwnOptionValue is what a store view has of its own of an option's value. Empty members are those of all store views.
type OwnOptionValue struct {
	Title     string         `json:"title,omitempty"`
	Price     *money.Decimal `json:"price,omitempty"`
	PriceType string         `json:"priceType,omitempty"` // with a price
}

// In is the value as a store view has it. Store view 0 has the values of all.
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

// In are the parts as a store view has them. Store view 0 has all that there is.
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

// hasOwn tells whether store views have values of their own.
func (o CustomOption) hasOwn() bool {
	return slices.ContainsFunc(o.Values, func(v OptionValue) bool { return len(v.Own) > 0 })
}

// OptionTypes are the types of options. Those of SelectTypes have values.
var (
	OptionTypes = []string{"field", "area", "drop_down", "radio", "checkbox", "multiple", "file", "date", "date_time", "time"}
	SelectTypes = []string{"drop_down", "radio", "checkbox", "multiple"}
)

// Value finds a value of the option by its number; nil if there is none.
func (o CustomOption) Value(id int64) *OptionValue {
	i := slices.IndexFunc(o.Values, func(v OptionValue) bool { return v.ID == id })
	if i < 0 {
		return nil
	}
	return &o.Values[i]
}

// Selected tells whether the option has values to choose from.
func (o CustomOption) Selected() bool { return slices.Contains(SelectTypes, o.Type) }

var (
	errOptionTitle = fault.Invalidf("Title is required")
	errOptionType  = fault.Invalidf("Type is required")
	errNoValues    = fault.Invalidf("Select-type options require at least one value")
)

// Check refuses an option that cannot be (shapes-catalog §5.2, §5.3).
func (o CustomOption) Check() error {
	switch {
	case blank(o.Title):
		return errOptionTitle
	case o.Type == "":
		return errOptionType
	case !slices.Contains(OptionTypes, o.Type):
		return fault.Invalidf("Invalid option type: %.40s", o.Type)
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
	for i, v := range o.Values {
		if blank(v.Title) {
			return fault.Invalidf("Value at index %d must have a title", i)
		}
		if err := checkPrice(v.Price); err != nil {
			return err
		}
		if err := checkPriceType(v.PriceType); err != nil {
			return err
		}
		for _, own := range v.Own {
			if own.Price == nil {
				continue
			}
			if err := errors.Join(checkPrice(*own.Price), checkPriceType(own.PriceType)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Tidy drops what options of its type do not have: values of those that are not selected, price and SKU of those that are.
func (o CustomOption) Tidy() CustomOption {
	if o.Selected() {
		o.Price, o.PriceType, o.SKU = nil, "", ""
	} else {
		o.Values = nil
	}
	return o
}

// CheckExtensions refuses file extensions that must not be uploaded (shapes-catalog §5.2).
func (o CustomOption) CheckExtensions(forbidden []string) error {
	found := unsafeExtensions(extensions(o.Extensions), forbidden)
	if found == nil {
		return nil
	}
	return fault.Preconditionf("The following file extensions are not allowed for security reasons: %s", strings.Join(found, ", "))
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// The sequences of the identifiers of elements.
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
