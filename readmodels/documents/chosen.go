package documents

import (
	"strings"

	"tradelog/domain/money"
)

// ItemOption is a custom option of a line of an order (shapes-sales §7).
type ItemOption struct {
	CartOption
	Print  string `json:"print_value,omitempty" about:"choice, as printed on invoices" writer:"public"`
	ID     int64  `json:"option_id,omitempty" about:"ID of the option"`
	Type   string `json:"option_type,omitempty" about:"type of the option"`
	Raw    string `json:"option_value,omitempty" doc:"entered text, or value IDs, comma-separated" writer:"public"`
	Custom *bool  `json:"custom_view,omitempty" about:"whether the value has its own rendering, such as a link to a file"`
}

// ItemChoice holds the other choices of a line of an order (shapes-sales §7).
type ItemChoice struct {
	Attributes   []CartOption   `json:"attributes_info,omitempty" doc:"configurable products: attribute values of the variant"`
	SimpleName   string         `json:"simple_name,omitempty" about:"name of the variant"`
	SimpleSKU    string         `json:"simple_sku,omitempty" about:"SKU of the variant"`
	Calculations *int           `json:"product_calculations,omitempty" doc:"1: this line has the amounts; 0: the lines of its parts have them"`
	Shipment     *int           `json:"shipment_type,omitempty" doc:"0: shipped together; 1: parts shipped separately"`
	Bundle       []ItemBundle   `json:"bundle_options,omitempty" about:"chosen parts of the bundle"`
	Links        []int64        `json:"links,omitempty" about:"IDs of the bought links"`
	Downloadable *bool          `json:"is_downloadable,omitempty" about:"whether it has downloads"`
	RealType     string         `json:"real_product_type,omitempty" about:"product type before it became part of another product"`
	LinkTitles   []CartOption   `json:"links_info,omitempty" doc:"titles of the downloads"`
	Downloads    []ItemDownload `json:"downloads,omitempty" doc:"files to download"`
	Group        *ItemGroup     `json:"super_product_config,omitempty" doc:"grouped product the line comes from"`
}

// ItemBundle is an option of a bundle with the products that were chosen.
type ItemBundle struct {
	ID     int64              `json:"option_id" about:"ID of the option"`
	Label  string             `json:"label" about:"label"`
	Values []ItemBundleChoice `json:"value" about:"chosen products"`
}

// ItemBundleChoice is a product of a bundle.
type ItemBundleChoice struct {
	Title string        `json:"title" doc:"name of the product"`
	Qty   money.Decimal `json:"qty" doc:"quantity per bundle"`
	Price money.Decimal `json:"price" doc:"price of the product per bundle"`
}

// ItemGroup names a grouped product.
type ItemGroup struct {
	Type string `json:"product_type" about:"type of the product"`
	ID   int64  `json:"product_id" about:"ID of the product"`
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
