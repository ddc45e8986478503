package directory

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/tax"
	"tradelog/operations/records"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
)

// TaxRates are the tax rates.
var TaxRates = records.Define(records.Spec[tax.Rate, documents.TaxRate]{
	Kind: tax.RateRecords, Seeds: tax.SeedRates,
	Resource: records.Resource{
		Path: "/tax-rates", Section: "tax", ACL: "sales/tax/rates",
		Doc:    "A tax percentage for a country, a region or postcodes.",
		List:   "Lists the rates, by code.",
		Create: "Adds a rate. It has no effect until a tax rule uses it. Of a rule's rates only the most specific one applies to an address.",
		Update: "Changes only what is sent. Placed orders keep their taxes.",
		Delete: "Removes a rate. Remove it from all tax rules first.",
	},
	Unique: func(v tax.Rate) string { return v.Code }, Taken: tax.ErrCodeExists,
	Search: func(v tax.Rate) string { return v.Code },
	Filters: []records.Filter[tax.Rate]{
		{Name: "taxCountryId", Doc: "ISO 3166-1 alpha-2 code", Of: func(v tax.Rate) string { return v.CountryID }, AnyCase: true},
	},
	Render: func(_ context.Context, _ records.Request, v tax.Rate, _ bool) (documents.TaxRate, error) {
		return folds.NewTaxRate(v), nil
	},
	Parse:    titles,
	Before:   needsRate,
	Deleting: refuseUsed,
})

var errTitles = fault.Invalidf("titles must be a list of {storeId, title} objects.").About(fault.Type, "titles")

// titles parses the sent titles.
func titles(r records.Request, raw map[string]json.RawMessage) (func(*tax.Rate), error) {
	if len(raw["titles"]) == 0 {
		return nil, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw["titles"], &list) != nil {
		return nil, errTitles
	}
	out := []tax.Title{}
	for _, raw := range list {
		var t struct {
			StoreID *int64  `json:"storeId"`
			Title   *string `json:"title"`
		}
		if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) || json.Unmarshal(raw, &t) != nil || t.StoreID == nil || t.Title == nil {
			return nil, errTitles
		}
		if _, ok := r.Shop.Store(*t.StoreID); !ok {
			return nil, fault.Invalidf("Unknown store ID: %d", *t.StoreID).About(fault.Unknown, "titles")
		}
		out = slices.DeleteFunc(out, func(has tax.Title) bool { return has.StoreID == *t.StoreID })
		out = append(out, tax.Title{StoreID: *t.StoreID, Title: *t.Title})
	}
	return func(v *tax.Rate) { v.Titles = out }, nil
}

// needsRate refuses a new rate without a percentage, after the checks that the contract names first.
func needsRate(_ context.Context, c records.Change[tax.Rate]) error {
	if c.ID != 0 || c.Sent("rate") {
		return nil
	}
	if err := c.Value.Check(); err != nil && fault.KindOf(err) != fault.Precondition {
		return err
	}
	return tax.ErrRateRequired
}

// refuseUsed refuses to delete a rate that a rule has.
func refuseUsed(ctx context.Context, r records.Request, id int64) (func(context.Context) error, error) {
	t, err := latest(ctx, r)
	if err == nil && len(t.RulesWith(func(r tax.Rule) bool { return slices.Contains(r.RateIDs, id) })) > 0 {
		err = tax.ErrRateInUse
	}
	return nil, err
}
