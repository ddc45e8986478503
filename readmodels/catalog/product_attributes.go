package catalog

import (
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/readmodels"
)

// AttributeMatch chooses products by an attribute: one of the values is enough. Attributes the shop keeps no values for
// match nothing.
type AttributeMatch struct {
	Attribute catalog.Attribute
	// Custom is a user-defined attribute to look at instead.
	Custom *catalog.ProductAttribute
	Values []string
	// Backend allows attributes that only the back office sees.
	Backend bool
}

// attributeColumns maps the fields of attributes that have a column of their own to that column. The others are members of the document.
var attributeColumns = map[string]string{
	"sku": "v.sku", "name": "v.name", "urlKey": "v.url_key", "barcode": "v.barcode", "taxClassId": "v.tax_class_id::text",
	"price": "v.price::text", "specialPrice": "v.special_price::text", "msrp": "v.msrp::text", "weight": "v.weight::text",
	"isActive": "CASE WHEN v.enabled THEN '1' ELSE '2' END", "cost": "v.cost::text",
}

// backendFields lists the fields that only the back office sees. Nobody else may find out their values by filtering.
var backendFields = []string{"cost", "customDesign", "customDesignFrom", "customDesignTo", "customLayoutUpdate"}

// detailFields lists the fields that only the item form shows.
var detailFields = []string{
	"linksTitle", "linksPurchasedSeparately", "samplesTitle", "giftcardType", "giftcardMinAmount", "giftcardMaxAmount",
}

func (m AttributeMatch) add(w *readmodels.Where, f ProductFilter) {
	if m.Custom != nil {
		m.addCustom(w, f)
		return
	}
	field, values := m.Attribute.Field, m.spelled()
	hidden := slices.Contains(backendFields, field)
	switch column := attributeColumns[field]; {
	case field == "" || len(values) == 0 || hidden && !m.Backend:
		w.Add("false")
	case field == "categoryIds":
		w.Add("v.category_ids::text[] && $?::text[]", values)
	case column != "":
		w.Add(column+" = ANY($?::text[])", values)
	case hidden:
		w.Add("('{' || v.backend || '}')::jsonb ->> $?::text = ANY($?::text[])", field, values)
	case slices.Contains(detailFields, field):
		w.Add("('{' || v.detail || '}')::jsonb ->> $?::text = ANY($?::text[])", field, values)
	default:
		w.Add("v.doc::jsonb ->> $?::text = ANY($?::text[])", field, values)
	}
}

// addCustom looks for chosen values in the facets, which have an index, and for others in the values themselves.
func (m AttributeMatch) addCustom(w *readmodels.Where, f ProductFilter) {
	facets, chosen := m.facets()
	switch a := m.Custom; {
	case len(m.Values) == 0 || !m.Backend && !a.Public():
		w.Add("false")
	case chosen:
		w.Add(f.filter("v.facets && $?::text[]"), facets)
	default:
		w.Add("v.custom::jsonb ->> $?::text = ANY($?::text[])", a.Code, m.spelled())
	}
}

// facets returns the facets of the values. chosen is false if the attribute has no facets.
func (m AttributeMatch) facets() (facets []string, chosen bool) {
	if m.Custom == nil || !m.Custom.Chosen() && m.Custom.Input != "boolean" {
		return nil, false
	}
	for _, value := range m.Values {
		facets = append(facets, catalog.Facet(m.Custom.Code, strings.TrimSpace(value)))
	}
	return facets, true
}

// spelled returns the values, and the other spellings that columns and documents use: 5.00 is 5, visibility 4 is catalog_search.
func (m AttributeMatch) spelled() []string {
	names := map[string]string{}
	switch m.Attribute.Field {
	case "visibility":
		for i, name := range catalog.Visibilities {
			names[strconv.Itoa(i+1)] = name
		}
	case "isActive":
		names = map[string]string{"enabled": "1", "disabled": "2"}
	}
	out := slices.Clone(m.Values)
	for _, v := range m.Values {
		if name, ok := names[v]; ok {
			out = append(out, name)
		}
		if d, err := money.Parse(strings.TrimSpace(v)); err == nil && d.String() != v {
			out = append(out, d.String())
		}
	}
	return out
}
