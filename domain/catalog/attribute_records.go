package catalog

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tradelog/domain/fault"
	"tradelog/domain/lines"
	"tradelog/domain/record"
)

// ProductAttribute is an attribute of products (shapes-catalog §10). The values of some attributes are in a field of Product. The values
// of the others are in custom fields, see CustomField.
type ProductAttribute struct {
	ID                 int64    `json:"id"`
	Code               string   `json:"attributeCode" doc:"code of a new attribute: a-z, 0-9 and _"`
	Label              string   `json:"frontendLabel" scope:"store" doc:"label"`
	Input              string   `json:"frontendInput" doc:"how values of a new attribute are entered"`
	Type               string   `json:"backendType" doc:"what text of a new attribute is kept as"`
	Scope              string   `json:"scope" doc:"where values of a new attribute may differ"`
	Required           bool     `json:"isRequired" doc:"products need a value"`
	UserDefined        bool     `json:"isUserDefined" input:"-"`
	Unique             bool     `json:"isUnique" doc:"no two products share a value"`
	Default            *string  `json:"defaultValue" doc:"value of new products"`
	Searchable         bool     `json:"isSearchable" doc:"search finds values"`
	Filterable         int64    `json:"isFilterable" enum:"0,1,2" doc:"whether categories can be filtered by it: 0, 1, or 2 also by values that no product has"`
	FilterableInSearch bool     `json:"isFilterableInSearch" doc:"results of a search can be filtered by it"`
	Comparable         bool     `json:"isComparable" doc:"shown where products are compared"`
	VisibleOnFront     bool     `json:"isVisibleOnFront" doc:"shown on the product's page"`
	HTMLAllowed        bool     `json:"isHtmlAllowedOnFront" doc:"values may have HTML"`
	PriceRules         bool     `json:"isUsedForPriceRules" doc:"price rules may use it"`
	InListing          bool     `json:"usedInProductListing" doc:"shown in lists"`
	ForSort            bool     `json:"usedForSortBy" doc:"lists can be sorted by it"`
	AdvancedSearch     bool     `json:"isVisibleInAdvancedSearch" doc:"advanced search has it"`
	Wysiwyg            bool     `json:"isWysiwygEnabled" doc:"values are entered with an editor"`
	Configurable       bool     `json:"isConfigurable" doc:"configurable products may vary by it"`
	ApplyTo            []string `json:"applyTo" doc:"types of products that have the attribute; empty for all"`
	Class              *string  `json:"frontendClass" doc:"class that checks what is entered"`
	Note               *string  `json:"note" doc:"note for people who enter values"`
	Position           int64    `json:"position" doc:"place among others: small numbers first"`
	Hidden             bool     `json:"isHidden" input:"-"`
}

// AttributeOption is a value that can be chosen for an attribute.
type AttributeOption struct {
	ID          int64  `json:"id"`
	AttributeID int64  `json:"attributeId" doc:"attribute of a new option"`
	Label       string `json:"label" scope:"store" doc:"label"`
	Position    int64  `json:"position" doc:"place among others: small numbers first"`
	Swatch      string `json:"swatch" doc:"a colour, a file of pictures, or a short text; empty for none"`
}

// AttributeSet lists, in groups, the attributes that a product can have.
type AttributeSet struct {
	ID     int64            `json:"id"`
	Name   string           `json:"attributeSetName"`
	Groups []AttributeGroup `json:"groups"`
}

// AttributeGroup is a group of attributes that are shown together.
type AttributeGroup struct {
	Name       string             `json:"name"`
	SortOrder  int64              `json:"sortOrder"`
	Attributes []GroupedAttribute `json:"attributes"`
}

// GroupedAttribute is an attribute in a group.
type GroupedAttribute struct {
	Code      string `json:"code"`
	SortOrder int64  `json:"sortOrder"`
}

// The kinds of record.
var (
	AttributeRecords = record.KindOf[ProductAttribute]("productattribute", "ProductAttribute")
	OptionRecords    = record.KindOf[AttributeOption]("attributeoption", "AttributeOption")
	SetRecords       = record.KindOf[AttributeSet]("attributeset", "AttributeSet")
)

// Scopes of an attribute's values.
const (
	GlobalScope  = "global"
	WebsiteScope = "website"
	StoreScope   = "store"
)

// Values of ProductAttribute.Filterable: whether the attribute filters lists.
const (
	NotFilterable  = 0
	WithResults    = 1
	WithoutResults = 2 // also with options that no product has
)

// Inputs maps the inputs of user-defined attributes to the backend types of their values. The first type is the default of new attributes.
var Inputs = map[string][]string{
	"text": {"varchar", "int", "decimal"}, "textarea": {"text"}, "date": {"datetime"}, "boolean": {"int"}, "select": {"int"},
	"multiselect": {"varchar"}, "price": {"decimal"}, "weight": {"decimal"},
}

// The errors of attributes, options and sets.
var (
	errAttributeCode = fault.Invalidf("A code begins with a letter and has letters a-z, digits and _ only, at most 60").
				About(fault.Format, "attributeCode")
	ErrAttributeTaken = fault.Conflictf("There is an attribute with this code already").About(fault.Taken, "attributeCode")
	errLabel          = fault.Invalidf("A label is one line of 1 to %d characters", maxName).About(fault.Length, "frontendLabel")
	ErrOptionTaken    = fault.Conflictf("The attribute has an option with this label already").About(fault.Taken, "label")
	ErrSetTaken       = fault.Conflictf("There is an attribute set with this name already").About(fault.Taken, "name")
	attributeCode     = regexp.MustCompile(`^[a-z][a-z0-9_]{0,59}$`)
)

// Chosen tells whether values are chosen from the attribute's options.
func (a ProductAttribute) Chosen() bool { return a.Input == "select" || a.Input == "multiselect" }

// AppliesTo tells whether products of a type have the attribute.
func (a ProductAttribute) AppliesTo(productType string) bool {
	return len(a.ApplyTo) == 0 || slices.Contains(a.ApplyTo, productType)
}

// Custom tells whether the attribute is user-defined and has no field of the product.
func (a ProductAttribute) Custom() bool {
	binding, bound := ProductAttributes.Find(a.Code)
	return a.UserDefined && (!bound || binding.Field == "")
}

// Public tells whether the storefront may show values. Attributes without any storefront use are internal to the shop.
func (a ProductAttribute) Public() bool {
	return a.VisibleOnFront || a.Filterable != NotFilterable || a.FilterableInSearch || a.Searchable || a.AdvancedSearch || a.Comparable ||
		a.InListing || a.ForSort || a.Configurable
}

// PerPrice tells whether the attribute's scope is that of prices. Its values are then global unless catalog/price/scope is 1.
func (a ProductAttribute) PerPrice() bool { return a.Type == "decimal" && a.Scope == WebsiteScope }

// Configures returns an error unless the variants of a configurable product can differ in the attribute.
func (a ProductAttribute) Configures() error {
	if a.Configurable && a.UserDefined && a.Input == "select" && a.Scope == GlobalScope {
		return nil
	}
	return fault.Preconditionf("Attribute %s is not configurable: it has to be a user-defined select attribute of the scope global, with "+
		"isConfigurable.", a.Code).About(fault.Unfitting, "superAttributes")
}

// Normalise brings an attribute into the form it is stored in.
func (a ProductAttribute) Normalise() ProductAttribute {
	a.Label, a.Code = strings.TrimSpace(a.Label), strings.TrimSpace(a.Code)
	return a
}

// Check returns an error if the attribute is invalid.
func (a ProductAttribute) Check() error {
	if err := checkLabel(a.Label); err != nil {
		return err
	}
	types := Inputs[a.Input]
	switch _, bound := ProductAttributes.Find(a.Code); {
	case !attributeCode.MatchString(a.Code):
		return errAttributeCode
	case !slices.Contains([]string{GlobalScope, WebsiteScope, StoreScope}, a.Scope):
		return fault.Invalidf("The scope is global, website or store").About(fault.Choice, "scope")
	case a.Filterable < NotFilterable || a.Filterable > WithoutResults:
		return fault.Invalidf("An attribute is a filter as 0 (no), 1 (with results) or 2 (also without results)").
			About(fault.Choice, "isFilterable")
	case bound || !a.UserDefined:
		return nil // attributes of the shop itself are not checked further
	case slices.Contains(ProductAttributes.protected, a.Code):
		return fault.Invalidf("The code %s is one of the shop's own; take another", a.Code).About(fault.Taken, "attributeCode")
	case types == nil:
		return fault.Invalidf("The input is text, textarea, date, boolean, select, multiselect, price or weight").
			About(fault.Choice, "frontendInput")
	case !slices.Contains(types, a.Type):
		return fault.Invalidf("Values entered as %s are kept as %s", a.Input, strings.Join(types, " or ")).About(fault.Unfitting, "backendType")
	case a.Filterable != NotFilterable && !a.Chosen() && a.Input != "boolean":
		return fault.Invalidf("Only attributes of the inputs select, multiselect and boolean are filters").
			About(fault.Unfitting, "isFilterable")
	case a.Configurable && (a.Input != "select" || a.Scope != GlobalScope):
		return fault.Invalidf("What makes the parts of a configurable product differ has the input select and the scope global").
			About(fault.Unfitting, "isConfigurable")
	}
	for _, t := range a.ApplyTo {
		if !slices.Contains(Types, t) {
			return fault.Invalidf("There is no product type %s; they are %s", t, strings.Join(Types, ", ")).About(fault.Choice, "applyTo")
		}
	}
	return nil
}

func checkLabel(label string) error {
	if strings.TrimSpace(label) == "" || utf8.RuneCountInString(label) > maxName || !lines.One.AllowText(label) {
		return errLabel
	}
	return nil
}

// Normalise brings an option into the form it is stored in.
func (o AttributeOption) Normalise() AttributeOption {
	o.Label, o.Swatch = strings.TrimSpace(o.Label), strings.TrimSpace(o.Swatch)
	return o
}

// Check returns an error if the option is invalid.
func (o AttributeOption) Check() error {
	if utf8.RuneCountInString(o.Swatch) > maxName || !lines.One.AllowText(o.Swatch) || strings.Contains(o.Swatch, "..") {
		return fault.Invalidf("A swatch is a colour such as #ff0000, a file below attribute/swatch, or a short text").
			About(fault.Format, "swatch")
	}
	return checkLabel(o.Label)
}

// Name returns the unique name of the option: the attribute's number and the label.
func (o AttributeOption) Name() string { return strconv.FormatInt(o.AttributeID, 10) + "-" + o.Label }

// Compare orders options by position, then by number.
func (o AttributeOption) Compare(other AttributeOption) int {
	return cmp.Or(cmp.Compare(o.Position, other.Position), cmp.Compare(o.ID, other.ID))
}

// Normalise brings a set into the form it is stored in: groups and attributes in their order.
func (s AttributeSet) Normalise() AttributeSet {
	s.Name, s.Groups = strings.TrimSpace(s.Name), slices.Clone(s.Groups)
	for i, g := range s.Groups {
		s.Groups[i].Attributes = slices.Clone(g.Attributes)
		slices.SortStableFunc(s.Groups[i].Attributes, func(a, b GroupedAttribute) int { return cmp.Compare(a.SortOrder, b.SortOrder) })
	}
	slices.SortStableFunc(s.Groups, func(a, b AttributeGroup) int { return cmp.Compare(a.SortOrder, b.SortOrder) })
	return s
}

// Check returns an error if the set is invalid.
func (s AttributeSet) Check() error {
	seen := map[string]bool{}
	for _, g := range s.Groups {
		if err := checkLabel(g.Name); err != nil {
			return err
		}
		for _, a := range g.Attributes {
			if seen[a.Code] {
				return fault.Invalidf("The set has %s twice", a.Code).About(fault.Unfitting, "groups")
			}
			seen[a.Code] = true
		}
	}
	return checkLabel(s.Name)
}

// Codes returns the codes of the set's attributes, in order.
func (s AttributeSet) Codes() []string {
	codes := []string{}
	for _, g := range s.Groups {
		for _, a := range g.Attributes {
			codes = append(codes, a.Code)
		}
	}
	return codes
}

// With returns the set with an attribute at the end of a group, which is added if it is missing. An empty group name means the first group.
func (s AttributeSet) With(group, code string) AttributeSet {
	s = s.Normalise()
	if slices.Contains(s.Codes(), code) {
		return s
	}
	at := slices.IndexFunc(s.Groups, func(g AttributeGroup) bool { return g.Name == group || group == "" })
	if at < 0 {
		s.Groups = append(s.Groups, AttributeGroup{Name: cmp.Or(group, "General")})
		at = len(s.Groups) - 1
		s.Groups[at].SortOrder = int64(at + 1)
	}
	last := int64(0)
	for _, a := range s.Groups[at].Attributes {
		last = max(last, a.SortOrder)
	}
	s.Groups[at].Attributes = append(s.Groups[at].Attributes, GroupedAttribute{code, last + 1})
	return s
}

// Without returns the set without an attribute.
func (s AttributeSet) Without(code string) AttributeSet {
	s = s.Normalise()
	for i, g := range s.Groups {
		s.Groups[i].Attributes = slices.DeleteFunc(g.Attributes, func(a GroupedAttribute) bool { return a.Code == code })
	}
	return s
}

//go:embed product_attributes.tsv
var productAttributesTSV string

// SeedAttributes returns the attributes that a new shop begins with.
func SeedAttributes() []ProductAttribute {
	seeds, _ := readSeeds()
	return seeds
}

// SeedSets returns the attribute sets that a new shop begins with.
func SeedSets() []AttributeSet {
	_, set := readSeeds()
	return []AttributeSet{set}
}

func readSeeds() (seeds []ProductAttribute, set AttributeSet) {
	set = AttributeSet{ID: DefaultSet, Name: "Default"}
	for line := range strings.Lines(productAttributesTSV) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		flag := func(c string) bool { return strings.Contains(cells[5], c) }
		a := ProductAttribute{
			ID: int64(len(seeds) + 1), Code: cells[0], Label: cells[1], Input: strings.Trim(cells[2], "-"), Type: cells[3], Scope: cells[4],
			Required: flag("R"), UserDefined: flag("U"), Unique: flag("X"), Searchable: flag("S"), FilterableInSearch: flag("F"),
			Comparable: flag("C"), AdvancedSearch: flag("A"), InListing: flag("L"), ForSort: flag("O"), Configurable: flag("K"),
			Wysiwyg: flag("W"), HTMLAllowed: flag("W"), Hidden: flag("H"), ApplyTo: []string{},
		}
		if flag("F") {
			a.Filterable = WithResults
		}
		if cells[6] != "-" {
			a.ApplyTo = strings.Split(cells[6], ",")
		}
		switch name, value, _ := strings.Cut(cells[8], "="); name {
		case "default":
			a.Default = &value
		case "class":
			a.Class = &value
		case "note":
			a.Note = &value
		}
		seeds, set = append(seeds, a), set.With(cells[7], a.Code)
	}
	return seeds, set
}
