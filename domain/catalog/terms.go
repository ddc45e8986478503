package catalog

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/giftcard"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// Terms holds the conditions of sale and the pictures of a product, which lists and carts need besides the price.
type Terms struct {
	Images      RoleFiles       `json:"images,omitzero"`
	GiftMessage *int64          `json:"giftMessage,omitempty"` // 0: none; anything else: as configured
	GiftCard    *giftcard.Offer `json:"giftCard,omitempty"`
	Tiers       []TierPrice     `json:"tiers,omitempty"` // tier prices that apply in the website
	Groups      []GroupPrice    `json:"groups,omitempty"`
	Bundle      *BundleTerms    `json:"bundle,omitempty"`
	Separately  bool            `json:"separately,omitempty"` // downloads are chosen and paid one by one
	LinksTitle  string          `json:"linksTitle,omitempty"`
}

// BundleTerms tells which properties of a bundle are computed from its selections.
type BundleTerms struct {
	Price  bool `json:"price,omitempty"`
	SKU    bool `json:"sku,omitempty"`
	Weight bool `json:"weight,omitempty"`
	Apart  bool `json:"apart,omitempty"` // selections are shipped separately
}

// Terms returns the product's terms with the prices of a website. Website 0 has the prices of all websites alone.
func (p Product) Terms(websiteID int64) Terms {
	t := Terms{GiftMessage: p.GiftMessage, Images: p.RoleFiles()}
	t.Tiers, t.Groups = p.pricesOf(websiteID)
	if p.Type == giftcard.ProductType {
		t.GiftCard = &giftcard.Offer{Amounts: p.GiftcardAmounts, Min: p.GiftcardMin, Max: p.GiftcardMax, Lifetime: p.GiftcardLifetime}
		if p.GiftcardType != nil {
			t.GiftCard.Type = *p.GiftcardType
		}
		t.GiftCard.Message = p.GiftcardMessage != nil && *p.GiftcardMessage
	}
	switch p.Type {
	case bundle:
		zero := func(field *int64, unset bool) bool { return field == nil && unset || field != nil && *field == 0 }
		t.Bundle = &BundleTerms{
			Price: p.dynamic(), SKU: zero(p.SkuType, true),
			Weight: zero(p.WeightType, p.Weight == nil), Apart: p.ShipmentType != nil && *p.ShipmentType == 1,
		}
	case "downloadable":
		t.Separately = p.LinksSeparately != nil && *p.LinksSeparately
		if p.LinksTitle != nil {
			t.LinksTitle = *p.LinksTitle
		}
	}
	return t
}

// Dynamic tells whether the price of a bundle is the sum of its parts.
func (t Terms) Dynamic() bool { return t.Bundle != nil && t.Bundle.Price }

// GiftMessages tells whether lines of the product can have a gift message in a shop that allows them. A product can forbid messages that
// the shop allows, but not allow messages that the shop forbids (rest-v2 §4.4, shapes-sales §17.1 row 8).
func (t Terms) GiftMessages() bool { return t.GiftMessage == nil || *t.GiftMessage != 0 }

// normalizeGiftCard converts the amounts of a gift card, sent as a list of texts, to their stored form: numbers, ascending, without
// duplicates.
func normalizeGiftCard(values record.Values) error {
	clearBlank(values, "giftcardType")
	if kind, ok := text(values, "giftcardType"); ok {
		values["giftcardType"] = encode(strings.ToLower(strings.TrimSpace(kind)))
	}
	raw, written := values["giftcardAmounts"]
	if !written || string(raw) == string(null) {
		return nil
	}
	var texts []string
	if json.Unmarshal(raw, &texts) != nil {
		return errAmounts
	}
	amounts := make([]money.Decimal, len(texts))
	for i, t := range texts {
		var err error
		switch amounts[i], err = money.ParseStored(t); {
		case errors.Is(err, money.ErrPlaces):
			return errAmountPlaces
		case err != nil:
			return errAmounts
		}
	}
	slices.SortFunc(amounts, money.Decimal.Cmp)
	values["giftcardAmounts"] = encode(slices.CompactFunc(amounts, money.Decimal.Equal))
	return nil
}

var (
	errAmounts = fault.Invalidf("Attribute 'giftcard_amounts' must be a list of numbers with commas between them").
			About(fault.Format, CustomPath("giftcard_amounts"))
	errAmountPlaces = fault.Invalidf("Attribute 'giftcard_amounts' must have at most %d decimal places", money.DecimalPlaces).
			About(fault.Range, CustomPath("giftcard_amounts"))
)
