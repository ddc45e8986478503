package catalog

import (
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/record"
)

// NormalizeProduct converts written values to their stored form: dates without times, URL keys of plain letters, null for cleared values.
// It drops fields that products of the type do not have. current holds the values before the change, nil for a new product.
func NormalizeProduct(values, current record.Values, disallowedBlocks []string) error {
	for _, of := range []record.Values{values, current} {
		if productType, ok := text(of, "type"); ok && !HasCost(productType) {
			delete(values, "cost")
		}
	}
	for _, field := range []string{"specialFromDate", "specialToDate", "newsFromDate", "newsToDate", "customDesignFrom", "customDesignTo"} {
		if err := normalizeDate(values, field, func(written string) (string, error) { return Date(field, written) }); err != nil {
			return err
		}
	}
	if update, ok := text(values, "customLayoutUpdate"); ok {
		if err := CheckLayout(update, disallowedBlocks); err != nil {
			return fault.Invalidf("Invalid %s: %s", fault.Name("customLayoutUpdate"), err).About(fault.Format, "customLayoutUpdate")
		}
		clearBlank(values, "customLayoutUpdate")
	}
	if sku, ok := text(values, "sku"); ok {
		values["sku"] = encode(strings.TrimSpace(sku))
	}
	normalizeVisibility(values, current == nil)
	normalizeURLKey(values, current)
	return normalizeGiftCard(values)
}

// normalizeVisibility replaces an unknown visibility by the default on a new product, and drops it from a change.
func normalizeVisibility(values record.Values, isNew bool) {
	visibility, _ := text(values, "visibility")
	switch {
	case slices.Contains(Visibilities, visibility):
	case isNew:
		values["visibility"] = encode("catalog_search")
	default:
		delete(values, "visibility")
	}
}

// normalizeURLKey derives the URL key from the name if none is given, and from the SKU if the name has no usable letters.
func normalizeURLKey(values, current record.Values) {
	written, ok := text(values, "urlKey")
	if !ok && current != nil {
		delete(values, "urlKey") // null changes nothing
		return
	}
	candidates := []string{written}
	for _, field := range []string{"name", "sku"} {
		for _, from := range []record.Values{values, current} {
			if s, ok := text(from, field); ok {
				candidates = append(candidates, s)
				break
			}
		}
	}
	for _, candidate := range candidates {
		if key := URLKey(candidate); key != "" {
			values["urlKey"] = encode(key)
			return
		}
	}
	values["urlKey"] = encode("")
}

// normalizeDate converts the date in a field with read, or clears the field if it is blank.
func normalizeDate(values record.Values, field string, read func(string) (string, error)) error {
	written, ok := text(values, field)
	if !ok {
		return nil
	}
	if strings.TrimSpace(written) == "" {
		values[field] = null
		return nil
	}
	day, err := read(written)
	if err != nil {
		return err
	}
	values[field] = encode(day)
	return nil
}

// clearBlank replaces blank text by null.
func clearBlank(values record.Values, fields ...string) {
	for _, field := range fields {
		if written, ok := text(values, field); ok && strings.TrimSpace(written) == "" {
			values[field] = null
		}
	}
}

// NormalizeCategory converts written values of a category to their stored form (shapes-catalog §12.3).
func NormalizeCategory(values, current record.Values, disallowedBlocks []string) error {
	for _, date := range [][2]string{{"customDesignFrom", "custom_design_from"}, {"customDesignTo", "custom_design_to"}} {
		if err := normalizeDate(values, date[0], func(written string) (string, error) {
			if day, ok := ReadDate(written); ok {
				return day, nil
			}
			return "", fault.Invalidf("%s must be a valid date (Y-m-d)", date[1]).About(fault.Format, date[0])
		}); err != nil {
			return err
		}
	}
	if update, ok := text(values, "customLayoutUpdate"); ok {
		if err := CheckLayout(update, disallowedBlocks); err != nil {
			return fault.Invalidf("customLayoutUpdate is not a valid layout update. %s", err).About(fault.Format, "customLayoutUpdate")
		}
	}
	clearBlank(values, "image", "defaultSortBy", "metaRobots", "customDesign", "customLayoutUpdate", "displayMode")
	if number(values["landingPageId"]).IsZero() {
		clearValue(values, "landingPageId")
	}
	if number(values["filterPriceRange"]).Sign() <= 0 {
		clearValue(values, "filterPriceRange")
	}
	normalizeURLKey(values, current)
	return nil
}

func clearValue(values record.Values, field string) {
	if _, written := values[field]; written {
		values[field] = null
	}
}

func number(raw json.RawMessage) money.Decimal {
	d, err := money.Parse(string(raw))
	if err != nil {
		return money.Zero
	}
	return d
}
