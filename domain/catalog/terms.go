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

// Terms are what lists and carts need of a product besides the price: the conditions of sale, and its pictures.
type Terms struct {
	Images      RoleFiles       `json:"images,omitzero"`
	GiftMessage *int64          `json:"giftMessage,omitempty"` // 0: none; anything else: as configured
	GiftCard    *giftcard.Offer `json:"giftCard,omitempty"`
	Tiers       []TierPrice     `json:"tiers,omitempty"` // those that count in the website
	Groups      []GroupPrice    `json:"groups,omitempty"`
	Bundle      *BundleTerms    `json:"bundle,omitempty"`
	Separately  bool            `json:"separately,omitempty"` // downloads are chosen, and paid, one by one
	LinksTitle  string          `json:"linksTitle,omitempty"`
}

// BundleTerms tell what of a bundle follows from its selections.
type BundleTerms struct {
	Price  bool `json:"price,omitempty"`
	SKU    bool `json:"sku,omitempty"`
	Weight bool `json:"weight,omitempty"`
	Apart  bool `json:"apart,omitempty"` // selections are shipped one by one
}

// Terms reads them from the product's fields, with the prices of a website; 0: with those of all websites alone.
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

// Dynamic tells whether a bundle costs what its parts cost, whatever its own price.
func (t Terms) Dynamic() bool { return t.Bundle != nil && t.Bundle.Price }

// GiftMessages tells whether a line of the product can have a gift message in a shop that has them: rest-v2 §4.4 and
// shapes-sales §17.1 row 8 leave it to the product to forbid what the shop allows, not to allow what it does not.
func (t Terms) GiftMessages() bool { return t.GiftMessage == nil || *t.GiftMessage != 0 }

// normalizeGiftCard brings the amounts of a gift card into the form that is kept: numbers, each once, the lowest first. They
// were written as texts between commas.
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
	errAmounts      = fault.Invalidf("Attribute 'giftcard_amounts' must be a list of numbers with commas between them")
	errAmountPlaces = fault.Invalidf("Attribute 'giftcard_amounts' must have at most %d decimal places", money.Places)
)
