package product

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"tradelog/domain/catalog"
	"tradelog/domain/money"
	"tradelog/domain/record"
	"tradelog/operations/content"
	readcatalog "tradelog/readmodels/catalog"
	"tradelog/readmodels/documents"
)

// customValues are the values of a product's user-defined attributes: in written form, and some of them in the form of the storefront.
type customValues struct {
	written documents.AttributeValues
	shown   []documents.AdditionalAttribute
}

// beside lists the attributes that additionalAttributes never has, because the product has members for them (shapes-catalog §1.2).
var beside = strings.Fields(`sku name description short_description price special_price weight status visibility url_key meta_title
	meta_keyword meta_description meta_robots image small_image thumbnail page_layout tax_class_id country_of_manufacture`)

// custom reads the values of a product. Values of deleted attributes are left out.
func (v View) custom(p *readcatalog.Product) (customValues, error) {
	out := customValues{documents.AttributeValues{}, []documents.AdditionalAttribute{}}
	values, own := record.Values{}, record.Values(nil)
	if err := json.Unmarshal(p.Custom, &values); err != nil {
		return out, err
	}
	for i := range v.book.All() {
		a := &v.book.All()[i]
		raw := values[a.Code]
		if !a.Custom() {
			binding, _ := catalog.ProductAttributes.Find(a.Code)
			if !a.VisibleOnFront || binding.Field == "" || slices.Contains(beside, a.Code) {
				continue
			}
			if own == nil {
				if err := json.Unmarshal(p.Doc, &own); err != nil {
					return out, err
				}
			}
			raw = own[binding.Field]
		}
		text := catalog.CustomText(raw)
		if text == "" {
			continue
		}
		if a.Custom() {
			out.written[a.Code] = text
		}
		if a.Custom() && !a.Chosen() && (a.HTMLAllowed || a.Wysiwyg) {
			text = content.SafeAsWritten(text)
		}
		if shown := v.shown(p, a, text); a.VisibleOnFront && shown != "" {
			out.shown = append(out.shown, documents.AdditionalAttribute{Label: v.book.Label(a, p.StoreID), Value: shown, Code: a.Code})
		}
	}
	return out, nil
}

// shown returns the storefront's text for a value; empty if there is nothing to show.
func (v View) shown(p *readcatalog.Product, a *catalog.ProductAttribute, text string) string {
	switch {
	case a.Custom() && a.Chosen():
		var labels []string
		for id := range strings.SplitSeq(text, ",") {
			if n, err := strconv.ParseInt(id, 10, 64); err == nil && v.book.Option(n) != nil {
				labels = append(labels, v.book.OptionLabel(v.book.Option(n), p.StoreID))
			}
		}
		text = strings.Join(labels, ", ")
	case a.Input == "boolean":
		text = map[string]string{"1": "Yes"}[text]
	case a.Input == "price":
		if amount, err := money.Parse(text); err == nil {
			text = v.Amount(&amount).String()
		}
	}
	if text == "No" || text == "N/A" {
		return ""
	}
	return text
}
