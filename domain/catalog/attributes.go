package catalog

import (
	"slices"

	"tradelog/domain/lines"
	"tradelog/domain/record"
)

// Attribute is a field as it is called where fields are written or looked for by their code: customAttributesWrite,
// useDefault, attributeFilters (shapes-catalog §10.1).
type Attribute struct {
	Code  string
	Field string // of the record; empty where the shop knows the code and keeps no value for it
	// Static attributes are part of the record itself: they have no values by store view.
	Static bool
	Global bool     // one value for all stores
	Types  []string // of product it applies to; nil is all
}

// AppliesTo tells whether products of a type have the attribute.
func (a Attribute) AppliesTo(productType string) bool {
	return a.Types == nil || slices.Contains(a.Types, productType)
}

// Lines tells which characters its text may have.
func (a Attribute) Lines() lines.Rule {
	switch a.Field {
	case "description", "shortDescription", "metaDescription", "metaKeywords", "customLayoutUpdate":
		return lines.Many
	}
	return lines.One
}

// Choice tells whether values are chosen from a list, so that a comma stands between values and not in one.
func (a Attribute) Choice() bool {
	switch a.Field {
	case "", "taxClassId", "visibility", "isActive", "countryOfManufacture", "categoryIds", "msrpEnabled", "msrpDisplayActualPriceType", "giftMessageAvailable",
		"giftcardType", "giftcardIsMessageAllowed":
		return true
	}
	return false
}

// Attributes are those of a kind of record, by code.
type Attributes struct {
	kind   *record.Kind
	byCode map[string]Attribute
	// protected codes have a member of their own that must be used to write them.
	protected []string
}

// Find returns the attribute of a code.
func (a *Attributes) Find(code string) (Attribute, bool) {
	found, ok := a.byCode[code]
	return found, ok
}

// ofField finds the attribute of a field by the field's own name.
func (a *Attributes) ofField(name string) (Attribute, bool) {
	for _, attribute := range a.byCode {
		if attribute.Field == name {
			return attribute, true
		}
	}
	return Attribute{}, false
}

func newAttributes(kind *record.Kind, protected []string, list ...Attribute) *Attributes {
	a := &Attributes{kind: kind, byCode: make(map[string]Attribute, len(list)), protected: protected}
	for _, attribute := range list {
		if f, ok := kind.Field(attribute.Field); ok && attribute.Field != "" {
			attribute.Global = f.Global
		}
		a.byCode[attribute.Code] = attribute
	}
	return a
}

var (
	onlySimple       = []string{"simple"}
	onlyBundle       = []string{"bundle"}
	onlyDownloadable = []string{"downloadable"}
	onlyGiftcard     = []string{"giftcard"}
)

// ProductAttributes are the attributes of products.
var ProductAttributes = newAttributes(Products,
	[]string{"entity_id", "entity_type_id", "type_id", "sku", "attribute_set_id", "tax_class_id", "website_ids", "stock_data", "status", "visibility",
		"created_at", "updated_at"},
	Attribute{Code: "name", Field: "name"}, Attribute{Code: "description", Field: "description"},
	Attribute{Code: "short_description", Field: "shortDescription"}, Attribute{Code: "sku", Field: "sku", Static: true},
	Attribute{Code: "price", Field: "price"}, Attribute{Code: "special_price", Field: "specialPrice"},
	Attribute{Code: "special_from_date", Field: "specialFromDate"}, Attribute{Code: "special_to_date", Field: "specialToDate"},
	Attribute{Code: "group_price", Global: true}, Attribute{Code: "tier_price", Global: true},
	Attribute{Code: "cost", Field: "cost", Types: []string{"simple", "virtual", "bundle", "downloadable"}},
	Attribute{Code: "msrp", Field: "msrp"}, Attribute{Code: "msrp_enabled", Field: "msrpEnabled"},
	Attribute{Code: "msrp_display_actual_price_type", Field: "msrpDisplayActualPriceType"},
	Attribute{Code: "tax_class_id", Field: "taxClassId"}, Attribute{Code: "weight", Field: "weight", Types: []string{"simple", "bundle"}},
	Attribute{Code: "manufacturer", Global: true, Types: onlySimple}, Attribute{Code: "color", Global: true, Types: onlySimple},
	Attribute{Code: "barcode", Field: "barcode"}, Attribute{Code: "gtin", Field: "gtin"}, Attribute{Code: "mpn", Field: "mpn"},
	Attribute{Code: "country_of_manufacture", Field: "countryOfManufacture"}, Attribute{Code: "status", Field: "isActive"},
	Attribute{Code: "visibility", Field: "visibility"}, Attribute{Code: "url_key", Field: "urlKey"}, Attribute{Code: "url_path"},
	Attribute{Code: "news_from_date", Field: "newsFromDate"}, Attribute{Code: "news_to_date", Field: "newsToDate"},
	Attribute{Code: "meta_title", Field: "metaTitle"}, Attribute{Code: "meta_keyword", Field: "metaKeywords"},
	Attribute{Code: "meta_description", Field: "metaDescription"}, Attribute{Code: "meta_robots", Field: "metaRobots"},
	Attribute{Code: "image"}, Attribute{Code: "small_image"}, Attribute{Code: "thumbnail"},
	Attribute{Code: "media_gallery", Global: true}, Attribute{Code: "gallery", Global: true},
	Attribute{Code: "image_label", Field: "imageLabel"}, Attribute{Code: "small_image_label", Field: "smallImageLabel"},
	Attribute{Code: "thumbnail_label", Field: "thumbnailLabel"}, Attribute{Code: "custom_design", Field: "customDesign"},
	Attribute{Code: "custom_design_from", Field: "customDesignFrom"}, Attribute{Code: "custom_design_to", Field: "customDesignTo"},
	Attribute{Code: "custom_layout_update", Field: "customLayoutUpdate"}, Attribute{Code: "page_layout", Field: "pageLayout"},
	Attribute{Code: "options_container", Field: "optionsContainer"}, Attribute{Code: "gift_message_available", Field: "giftMessageAvailable"},
	Attribute{Code: "is_recurring", Global: true}, Attribute{Code: "recurring_profile", Global: true}, Attribute{Code: "minimal_price"},
	Attribute{Code: "category_ids", Field: "categoryIds", Static: true}, Attribute{Code: "required_options", Static: true},
	Attribute{Code: "has_options", Static: true}, Attribute{Code: "created_at", Static: true}, Attribute{Code: "updated_at", Static: true},
	Attribute{Code: "old_id", Global: true}, Attribute{Code: "price_type", Field: "priceType", Types: onlyBundle},
	Attribute{Code: "sku_type", Field: "skuType", Types: onlyBundle}, Attribute{Code: "weight_type", Field: "weightType", Types: onlyBundle},
	Attribute{Code: "shipment_type", Field: "shipmentType", Types: onlyBundle}, Attribute{Code: "price_view", Field: "priceView", Types: onlyBundle},
	Attribute{Code: "links_purchased_separately", Field: "linksPurchasedSeparately", Types: onlyDownloadable},
	Attribute{Code: "links_exist", Global: true, Types: onlyDownloadable}, Attribute{Code: "links_title", Field: "linksTitle", Types: onlyDownloadable},
	Attribute{Code: "samples_title", Field: "samplesTitle", Types: onlyDownloadable}, Attribute{Code: "giftcard_type", Field: "giftcardType", Types: onlyGiftcard},
	Attribute{Code: "giftcard_amounts", Field: "giftcardAmounts", Types: onlyGiftcard}, Attribute{Code: "giftcard_min_amount", Field: "giftcardMinAmount", Types: onlyGiftcard},
	Attribute{Code: "giftcard_max_amount", Field: "giftcardMaxAmount", Types: onlyGiftcard}, Attribute{Code: "giftcard_allow_message", Field: "giftcardIsMessageAllowed", Types: onlyGiftcard},
	Attribute{Code: "giftcard_lifetime", Field: "giftcardLifetime", Types: onlyGiftcard},
)

// CategoryAttributes are the attributes of categories.
var CategoryAttributes = newAttributes(Categories,
	[]string{"entity_id", "entity_type_id", "attribute_set_id", "parent_id", "path", "level", "position", "children_count", "children", "all_children",
		"url_path", "created_at", "updated_at"},
	Attribute{Code: "name", Field: "name"}, Attribute{Code: "description", Field: "description"}, Attribute{Code: "url_key", Field: "urlKey"},
	Attribute{Code: "url_path"}, Attribute{Code: "image", Field: "image"}, Attribute{Code: "is_active", Field: "isActive"},
	Attribute{Code: "include_in_menu", Field: "includeInMenu"}, Attribute{Code: "is_anchor", Field: "isAnchor"},
	Attribute{Code: "available_sort_by", Field: "availableSortBy"}, Attribute{Code: "default_sort_by", Field: "defaultSortBy"},
	Attribute{Code: "landing_page", Field: "landingPageId"}, Attribute{Code: "display_mode", Field: "displayMode"},
	Attribute{Code: "meta_title", Field: "metaTitle"}, Attribute{Code: "meta_keywords", Field: "metaKeywords"},
	Attribute{Code: "meta_description", Field: "metaDescription"}, Attribute{Code: "meta_robots", Field: "metaRobots"},
	Attribute{Code: "page_layout", Field: "pageLayout"}, Attribute{Code: "custom_design", Field: "customDesign"},
	Attribute{Code: "custom_design_from", Field: "customDesignFrom"}, Attribute{Code: "custom_design_to", Field: "customDesignTo"},
	Attribute{Code: "custom_layout_update", Field: "customLayoutUpdate"}, Attribute{Code: "custom_use_parent_settings", Field: "customUseParentSettings"},
	Attribute{Code: "custom_apply_to_products", Field: "customApplyToProducts"}, Attribute{Code: "filter_price_range", Field: "filterPriceRange"},
	Attribute{Code: "parent_id", Field: "parentId", Static: true}, Attribute{Code: "position", Field: "position", Static: true},
	Attribute{Code: "path", Static: true}, Attribute{Code: "level", Static: true}, Attribute{Code: "children_count", Static: true},
	Attribute{Code: "created_at", Static: true}, Attribute{Code: "updated_at", Static: true},
)
