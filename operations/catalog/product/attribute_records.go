package product

import (
	"context"
	"strconv"
	"strings"

	readcatalog "tradelog/readmodels/catalog"
	readdirectory "tradelog/readmodels/directory"

	"tradelog/domain/catalog"
	"tradelog/domain/directory"
	"tradelog/operations/catalog/input"

	"tradelog/operations/records"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// Attributes, Options and Sets are the records of product attributes. Operations read them; Attributes commands write them.
var (
	Attributes = records.Define(records.Spec[catalog.ProductAttribute, documents.ProductAttribute]{
		Kind: catalog.AttributeRecords, Seeds: catalog.SeedAttributes,
		Resource: records.Resource{
			Path: "/product-attributes", Section: "catalog", ACL: "catalog/attributes/attributes", ReadOnly: true,
			Doc: "A product attribute: its input type, scope and options.",
			List: "Lists built-in and user-defined product attributes, by code. Select attributes have options, whose values " +
				"customAttributesWrite and attributeFilters take. Only the command line changes attributes.",
			Get:    "Returns an attribute with its options, in the language of the store.",
			Search: "part of the code or label, case-insensitive",
		},
		Unique: func(a catalog.ProductAttribute) string { return a.Code }, Taken: catalog.ErrAttributeTaken,
		Search: func(a catalog.ProductAttribute) string { return a.Code + "\n" + a.Label },
		Sort:   func(a, b catalog.ProductAttribute) int { return strings.Compare(a.Code, b.Code) },
		Filters: []records.Filter[catalog.ProductAttribute]{
			{Name: "code", Doc: "exact code; at most one attribute", Of: func(a catalog.ProductAttribute) string { return a.Code }},
		},
		Render: renderAttribute,
	})
	Options = records.Define(records.Spec[catalog.AttributeOption, catalog.AttributeOption]{
		Kind: catalog.OptionRecords, Part: records.Part{Of: "/product-attributes", Field: "attributeId", Shown: "options"},
		Unique: catalog.AttributeOption.Name, Taken: catalog.ErrOptionTaken,
	})
	Sets = records.Define(records.Spec[catalog.AttributeSet, documents.AttributeSet]{
		Kind: catalog.SetRecords, Seeds: catalog.SeedSets,
		Resource: records.Resource{
			Path: "/attribute-sets", Section: "catalog", ACL: "catalog/attributes/sets", ReadOnly: true,
			Doc:  "A set of product attributes, to which products refer with attributeSetId.",
			List: "Lists the attribute sets by name. Only the command line changes them.",
			Get:  "Returns an attribute set: the codes of its attributes in order, and their groups.",
		},
		Unique: func(s catalog.AttributeSet) string { return s.Name }, Taken: catalog.ErrSetTaken,
		Sort: func(a, b catalog.AttributeSet) int { return strings.Compare(a.Name, b.Name) },
		Render: func(ctx context.Context, r records.Request, s catalog.AttributeSet, _ bool) (documents.AttributeSet, error) {
			book, err := readcatalog.AttributesOf(ctx, r.Reader)
			if err != nil {
				return documents.AttributeSet{}, err
			}
			if known, ok := book.Set(s.ID); ok { // without deleted attributes
				s = known
			}
			return folds.NewAttributeSet(s), nil
		},
	})
)

// renderAttribute shows an attribute in the store view of the call (shapes-catalog §10).
func renderAttribute(ctx context.Context, r records.Request, a catalog.ProductAttribute, _ bool) (documents.ProductAttribute, error) {
	if err := r.Refresh(ctx); err != nil {
		return documents.ProductAttribute{}, err
	}
	book, err := readcatalog.AttributesOf(ctx, r.Reader)
	if err != nil {
		return documents.ProductAttribute{}, err
	}
	effective := a.Scope
	if a.PerPrice() && !r.Config().Flag("catalog/price/scope") {
		effective = catalog.GlobalScope
	}
	options, err := optionsOf(ctx, r, book, a)
	if err != nil {
		return documents.ProductAttribute{}, err
	}
	return folds.NewProductAttribute(a, book.Label(&a, input.Viewed(r.Call)), effective, options), nil
}

// optionsOf lists the possible values of an attribute: its options, or the shop's built-in ones.
func optionsOf(ctx context.Context, r records.Request, book *catalog.Book, a catalog.ProductAttribute) (
	[]documents.AttributeOptionValue, error,
) {
	var out []documents.AttributeOptionValue
	add := func(value, label string) {
		out = append(out, documents.AttributeOptionValue{Label: label, Value: value})
	}
	switch {
	case a.Code == "tax_class_id":
		taxes, err := readdirectory.TaxReaderOf(r.Reader).Taxes(ctx)
		if err != nil {
			return nil, err
		}
		add("0", "None")
		for _, class := range taxes.ProductClasses() {
			add(strconv.FormatInt(class.ID, 10), class.Name)
		}
	case a.Code == "country_of_manufacture":
		locale := r.Config().Text("general/locale/code")
		for _, country := range directory.AllowedCountries(directory.DefaultAllow(), locale) {
			add(country.ISO2, country.NameIn(locale))
		}
	case a.Input == "boolean":
		add("1", "Yes")
		add("0", "No")
	case a.Custom():
		list := book.Options(a.ID)
		for i := range list {
			add(strconv.FormatInt(list[i].ID, 10), book.OptionLabel(&list[i], input.Viewed(r.Call)))
		}
	default:
		for _, o := range builtInAttributes[a.Code] {
			add(o[0], o[1])
		}
	}
	return out, nil
}

// builtInAttributes lists the possible values of the shop's own attributes, with labels.
var builtInAttributes = map[string][][2]string{
	"status":                         {{"1", "Enabled"}, {"2", "Disabled"}},
	"visibility":                     {{"1", "Not Visible Individually"}, {"2", "Catalog"}, {"3", "Search"}, {"4", "Catalog, Search"}},
	"msrp_enabled":                   {{"1", "Yes"}, {"0", "No"}, {"2", "Use config"}},
	"msrp_display_actual_price_type": {{"1", "On Gesture"}, {"2", "In Cart"}, {"3", "Before Order Confirmation"}, {"4", "Use config"}},
	"gift_message_available":         {{"1", "Yes"}, {"0", "No"}, {"2", "Use config"}},
	"is_recurring":                   {{"1", "Yes"}, {"0", "No"}},
	"giftcard_allow_message":         {{"1", "Yes"}, {"0", "No"}},
	"giftcard_type":                  {{"fixed", "Fixed"}, {"range", "Range"}, {"combined", "Combined"}},
	"price_view":                     {{"0", "Price Range"}, {"1", "As Low as"}},
	"options_container":              {{"container1", "Product Info Column"}, {"container2", "Block after Info Column"}},
	"page_layout": {
		{"empty", "Empty"}, {"one_column", "1 column"}, {"two_columns_left", "2 columns with left bar"},
		{"two_columns_right", "2 columns with right bar"}, {"three_columns", "3 columns"}, {"minimal", "Minimal"},
	},
	"meta_robots": {
		{"INDEX,FOLLOW", "INDEX, FOLLOW"}, {"NOINDEX,FOLLOW", "NOINDEX, FOLLOW"}, {"INDEX,NOFOLLOW", "INDEX, NOFOLLOW"},
		{"NOINDEX,NOFOLLOW", "NOINDEX, NOFOLLOW"},
	},
}
