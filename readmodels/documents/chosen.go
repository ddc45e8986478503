package documents

import (
	"strings"

	"tradelog/domain/money"
)

// ItemOption is a custom option of a line of an order (shapes-sales §7).
type ItemOption struct {
	CartOption
	Print  string `json:"print_value,omitempty" about:"choice, as it is printed on invoices"`
	ID     int64  `json:"option_id,omitempty" about:"number of the option"`
	Type   string `json:"option_type,omitempty" about:"type of the option"`
	Raw    string `json:"option_value,omitempty" doc:"the text, or numbers of values with commas between them"`
	Custom *bool  `json:"custom_view,omitempty" about:"whether the value has a form of its own, such as a link to a file"`
}

// ItemChoice holds the other choices of a line of an order (shapes-sales §7).
type ItemChoice struct {
	Attributes   []CartOption   `json:"attributes_info,omitempty" doc:"of a configurable product: the values of the variant"`
	SimpleName   string         `json:"simple_name,omitempty" about:"name of the variant"`
	SimpleSKU    string         `json:"simple_sku,omitempty" about:"SKU of the variant"`
	Calculations *int           `json:"product_calculations,omitempty" doc:"1: the line has the amounts; 0: its parts have them"`
	Shipment     *int           `json:"shipment_type,omitempty" doc:"0: shipped together; 1: the parts are shipped one by one"`
	Bundle       []ItemBundle   `json:"bundle_options,omitempty" about:"parts of the bundle that were chosen"`
	Links        []int64        `json:"links,omitempty" about:"links that belong to it"`
	Downloadable *bool          `json:"is_downloadable,omitempty" about:"whether something of it can be downloaded"`
	RealType     string         `json:"real_product_type,omitempty" about:"type of the product before it became a part of another one"`
	LinkTitles   []CartOption   `json:"links_info,omitempty" doc:"titles of the downloads"`
	Downloads    []ItemDownload `json:"downloads,omitempty" doc:"what can be downloaded"`
	Group        *ItemGroup     `json:"super_product_config,omitempty" doc:"the grouped product that the line was chosen from"`
}

// ItemBundle is an option of a bundle with the products that were chosen.
type ItemBundle struct {
	ID     int64              `json:"option_id" about:"number of the option"`
	Label  string             `json:"label" about:"text that people read"`
	Values []ItemBundleChoice `json:"value" about:"value, as text"`
}

// ItemBundleChoice is a product of a bundle.
type ItemBundleChoice struct {
	Title string        `json:"title" doc:"name of the product"`
	Qty   money.Decimal `json:"qty" doc:"units in one bundle"`
	Price money.Decimal `json:"price" doc:"price of the product in one bundle"`
}

// ItemGroup names a grouped product.
type ItemGroup struct {
	Type string `json:"product_type" about:"type of the product"`
	ID   int64  `json:"product_id" about:"number of the product"`
}

// Choices lists the choices in the form that people read.
func (p ProductOptions) Choices() []CartOption {
	out := append([]CartOption{}, p.Attributes...)
	for _, o := range p.Options {
		out = append(out, o.CartOption)
	}
	for _, b := range p.Bundle {
		var titles []string
		for _, v := range b.Values {
			titles = append(titles, v.Qty.String()+" x "+v.Title)
		}
		out = append(out, CartOption{Label: b.Label, Value: strings.Join(titles, ", ")})
	}
	return append(out, p.LinkTitles...)
}
