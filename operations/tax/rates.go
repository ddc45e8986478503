package tax

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain/fault"
	"tradelog/domain/money"
	"tradelog/domain/tax"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

type ratesInput struct {
	search
	TaxCountryID string `query:"taxCountryId" doc:"ISO 3166-1 alpha-2 code"`
}

func (h *handlers) rates(ctx context.Context, c *operations.Call, in ratesInput) (*documents.Page[documents.TaxRate], error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return nil, err
	}
	return operations.PageFrom(c, t.Rates, func(r tax.Rate) bool {
		return operations.Contains(r.Code, in.Search) && (in.TaxCountryID == "" || strings.EqualFold(in.TaxCountryID, r.CountryID))
	}, documents.NewTaxRate)
}

func (h *handlers) rate(ctx context.Context, c *operations.Call, in path) (documents.TaxRate, error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return documents.TaxRate{}, err
	}
	i := slices.IndexFunc(t.Rates, func(r tax.Rate) bool { return r.ID == in.ID })
	if i < 0 {
		return documents.TaxRate{}, readmodels.ErrNotFound
	}
	return documents.NewTaxRate(t.Rates[i]), nil
}

type rateInput struct {
	Code         *string         `json:"code" doc:"name of the rate, which no other has"`
	TaxCountryID *string         `json:"taxCountryId" doc:"ISO 3166-1 alpha-2"`
	TaxRegionID  *int64          `json:"taxRegionId" doc:"number of a region of the country; 0 for the whole country"`
	TaxPostcode  *string         `json:"taxPostcode" doc:"* for all, 90* for those that begin so"`
	Rate         *money.Decimal  `json:"rate" min:"0" doc:"per cent"`
	ZipIsRange   *bool           `json:"zipIsRange" doc:"whether the rate is for the postcodes from zipFrom to zipTo"`
	ZipFrom      *string         `json:"zipFrom" doc:"digits"`
	ZipTo        *string         `json:"zipTo" doc:"digits"`
	Titles       json.RawMessage `json:"titles" type:"array" doc:"objects {storeId, title}: what the rate is called in store views; replaces all titles, and an empty title removes one"`
}

func (in rateInput) apply(titles []tax.Title) func(tax.Rate) (tax.Rate, error) {
	return func(v tax.Rate) (tax.Rate, error) {
		set(&v.Code, in.Code)
		set(&v.CountryID, in.TaxCountryID)
		set(&v.RegionID, in.TaxRegionID)
		set(&v.Postcode, in.TaxPostcode)
		set(&v.Percent, in.Rate)
		set(&v.IsRange, in.ZipIsRange)
		set(&v.ZipFrom, in.ZipFrom)
		set(&v.ZipTo, in.ZipTo)
		if titles != nil {
			v.Titles = titles
		}
		return v, nil
	}
}

var errTitles = fault.Invalidf("titles must be a list of {storeId, title} objects.")

// titles reads the titles that were sent; nil when none were.
func (in rateInput) titles(c *operations.Call) ([]tax.Title, error) {
	if len(in.Titles) == 0 {
		return nil, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(in.Titles, &list) != nil {
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
		if _, ok := c.Shop.Store(*t.StoreID); !ok {
			return nil, fault.Invalidf("Unknown store ID: %d", *t.StoreID)
		}
		out = slices.DeleteFunc(out, func(has tax.Title) bool { return has.StoreID == *t.StoreID })
		out = append(out, tax.Title{StoreID: *t.StoreID, Title: *t.Title})
	}
	return out, nil
}

func (h *handlers) createRate(ctx context.Context, c *operations.Call, in rateInput) (documents.TaxRate, error) {
	titles, err := in.titles(c)
	if err != nil {
		return documents.TaxRate{}, err
	}
	v, err := in.apply(titles)(tax.Rate{})
	if err == nil && in.Rate == nil {
		// After what is named before it in the sheet.
		if err = v.Check(); err == nil || fault.KindOf(err) == fault.Precondition {
			err = tax.ErrRateRequired
		}
	}
	if err != nil {
		return documents.TaxRate{}, err
	}
	id, err := h.commands.Rates.Create(ctx, v)
	if err != nil {
		return documents.TaxRate{}, operations.Failed("create TaxRate", err)
	}
	c.Created(id)
	return h.writtenRate(ctx, id)
}

// writtenRate answers a write with the rate as its stream has it.
func (h *handlers) writtenRate(ctx context.Context, id int64) (documents.TaxRate, error) {
	v, err := h.commands.Rates.Get(ctx, id)
	return documents.NewTaxRate(v), err
}

type rateUpdate struct {
	path
	rateInput
}

func (h *handlers) updateRate(ctx context.Context, c *operations.Call, in rateUpdate) (documents.TaxRate, error) {
	titles, err := in.titles(c)
	if err != nil {
		return documents.TaxRate{}, err
	}
	if err := h.commands.Rates.Change(ctx, in.ID, in.apply(titles)); err != nil {
		return documents.TaxRate{}, operations.Failed("update TaxRate", err)
	}
	return h.writtenRate(ctx, in.ID)
}

func (h *handlers) deleteRate(ctx context.Context, _ *operations.Call, in path) (operations.Nothing, error) {
	t, err := h.reader.Taxes(ctx)
	if err != nil {
		return operations.Nothing{}, err
	}
	if used := t.RulesWith(func(r tax.Rule) bool { return slices.Contains(r.RateIDs, in.ID) }); len(used) > 0 {
		return operations.Nothing{}, operations.Failed("delete TaxRate", tax.ErrRateInUse)
	}
	return operations.Nothing{}, operations.Failed("delete TaxRate", h.commands.Rates.Delete(ctx, in.ID))
}
