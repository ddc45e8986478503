package checkout

import (
	"context"
	"encoding/json"
	"errors"

	"tradelog/commands"
	"tradelog/domain/customer"
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
	"tradelog/domain/record"
	"tradelog/operations"
	"tradelog/operations/inputs"
	"tradelog/readmodels/documents"
)

// input has the writable fields of a coupon. A missing field stays unchanged.
type input struct {
	Code            *string                        `json:"code" longest:"255" doc:"3 to 64 letters, digits, dashes and underscores; case-insensitive"`
	DiscountType    *string                        `json:"discountType" enum:"percent,fixed,cart_fixed,buy_x_get_y" doc:"kind of discount"`
	DiscountAmount  *money.Decimal                 `json:"discountAmount" doc:"percentage, amount in the base currency, or free units for buy_x_get_y"`
	Description     *string                        `json:"description" lines:"many" doc:"description, also the name of the rule"`
	IsActive        *bool                          `json:"isActive" doc:"true by default"`
	UsageLimit      inputs.Nullable[int64]         `json:"usageLimit" nonnull:"true" type:"integer,null" doc:"maximum uses in total; 0 or null for no limit"`
	PerCustomer     inputs.Nullable[int64]         `json:"usagePerCustomer" nonnull:"true" type:"integer,null" doc:"maximum uses per customer; 0 or null for no limit. Guests are not counted"`
	FromDate        inputs.Nullable[string]        `json:"fromDate" nonnull:"true" type:"string,null" format:"date" doc:"first day of validity, in the store's time zone"`
	ToDate          inputs.Nullable[string]        `json:"toDate" nonnull:"true" type:"string,null" format:"date" doc:"last day of validity, inclusive"`
	MinimumSubtotal inputs.Nullable[money.Decimal] `json:"minimumSubtotal" nonnull:"true" type:"number,null" doc:"minimum subtotal, in the base currency, without tax and before discount; 0 or null for none"`
	ExpirationDate  inputs.Nullable[string]        `json:"expirationDate" nonnull:"true" type:"string,null" doc:"expiry of the code: a date, or a date and time in UTC; empty clears it. Set to toDate if that is sent alone"`
	WebsiteIDs      json.RawMessage                `json:"websiteIds" type:"array" items:"integer" doc:"IDs of the websites it applies to; the current one by default"`
	GroupIDs        json.RawMessage                `json:"customerGroupIds" type:"array" items:"integer" doc:"IDs of the customer groups it applies to, 0 for guests; all by default"`
	SortOrder       *int64                         `json:"sortOrder" doc:"rules are applied in ascending order"`
	Stop            *bool                          `json:"stopRulesProcessing" doc:"skip later rules for lines this one applies to"`
	DiscountQty     inputs.Nullable[money.Decimal] `json:"discountQty" nonnull:"true" type:"number,null" doc:"maximum discounted units per line; 0 or null for all"`
	DiscountStep    *int64                         `json:"discountStep" doc:"buy_x_get_y: units to buy, 1 by default; percent and fixed: only whole multiples are discounted"`
	FreeShipping    *int                           `json:"simpleFreeShipping" enum:"0,1,2" doc:"free shipping: 0 no, 1 matching items, 2 whole shipment"`
	ApplyToShipping *bool                          `json:"applyToShipping" doc:"whether shipping is discounted too"`
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// apply applies the input to a rule. badType is the refusal of an unknown discount type.
func (in input) apply(r pricerule.Rule, badType error) (pricerule.Rule, error) {
	set(&r.Code, in.Code)
	if in.DiscountType != nil {
		action, ok := pricerule.ActionOf(*in.DiscountType)
		if !ok {
			return r, badType
		}
		r.Action = action
	}
	set(&r.Amount, in.DiscountAmount)
	if in.Description != nil {
		r = r.Describe(*in.Description)
	}
	set(&r.Active, in.IsActive)
	r.UsageLimit, r.UsagePerCustomer = in.UsageLimit.Or(r.UsageLimit), in.PerCustomer.Or(r.UsagePerCustomer)
	r.FromDate, r.MinimumSubtotal = in.FromDate.Or(r.FromDate), in.MinimumSubtotal.Or(r.MinimumSubtotal)
	if in.ToDate.Sent {
		r = r.EndOn(in.ToDate.Value)
	}
	r.ExpiresAt = in.ExpirationDate.Or(r.ExpiresAt)
	set(&r.SortOrder, in.SortOrder)
	set(&r.Stop, in.Stop)
	r.DiscountQty = in.DiscountQty.Or(r.DiscountQty)
	set(&r.DiscountStep, in.DiscountStep)
	set(&r.FreeShipping, in.FreeShipping)
	set(&r.ApplyToShipping, in.ApplyToShipping)
	return r, nil
}

// ids parses a list of identifiers. It returns nil if none was sent.
func ids(raw json.RawMessage, refusal error) ([]int64, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var list []inputs.LenientID
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return nil, refusal
	}
	out := make([]int64, len(list))
	for i, id := range list {
		out[i] = int64(id)
	}
	return out, nil
}

// scope parses the websites and groups of the input, nil if missing. It refuses unknown ones and those that the caller may not access.
func (h *couponHandlers) scope(ctx context.Context, c *operations.Call, in input) (websites, groups []int64, err error) {
	if websites, err = ids(in.WebsiteIDs, pricerule.ErrWebsites); err != nil {
		return nil, nil, err
	}
	for _, id := range websites {
		if _, ok := c.Shop.Website(id); !ok {
			return nil, nil, pricerule.ErrUnknownWebsite(id)
		}
	}
	if err = allowed(c, websites); err != nil {
		return nil, nil, err
	}
	if groups, err = ids(in.GroupIDs, pricerule.ErrGroups); err != nil {
		return nil, nil, err
	}
	taxes, err := h.Quotes.Taxes.Taxes(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, id := range groups {
		if _, ok := taxes.Group(id); ok {
			continue
		}
		// The stream has a group that was just created.
		if _, err := commands.OpenRecords(h.Commands.Engine, customer.Groups).Get(ctx, id); errors.Is(err, record.ErrNotFound) {
			return nil, nil, pricerule.ErrUnknownGroup(id)
		} else if err != nil {
			return nil, nil, err
		}
	}
	if groups == nil {
		for _, g := range taxes.Groups() {
			groups = append(groups, g.ID)
		}
	}
	return websites, groups, nil
}

func (h *couponHandlers) create(ctx context.Context, c *operations.Call, in input) (documents.Doc[documents.Coupon], error) {
	rule := pricerule.Rule{CouponID: 1, Active: true, WebsiteIDs: []int64{c.Store.WebsiteID}, GroupIDs: []int64{0}}
	set(&rule.Code, in.Code)
	if err := pricerule.CheckCode(rule.Code); err != nil {
		return nil, err
	}
	rule, err := in.apply(rule, pricerule.ErrDiscountType)
	if err == nil {
		err = rule.Normalise().Check()
	}
	if err != nil {
		return nil, err
	}
	websites, groups, err := h.scope(ctx, c, in)
	if err != nil {
		return nil, err
	}
	if rule.GroupIDs = groups; websites != nil {
		rule.WebsiteIDs = websites
	}
	if err := allowed(c, rule.WebsiteIDs); err != nil {
		return nil, err
	}
	id, err := h.Commands.CreateCoupon(ctx, rule)
	if err != nil {
		return nil, err
	}
	c.Created(id)
	return h.show(ctx, c, id)
}

type update struct {
	path
	input
}

func (h *couponHandlers) update(ctx context.Context, c *operations.Call, in update) (documents.Doc[documents.Coupon], error) {
	websites, groups, err := h.scope(ctx, c, in.input)
	if err != nil {
		return nil, err
	}
	if err := h.Commands.ChangeRule(ctx, in.ID, func(r pricerule.Rule) (pricerule.Rule, error) {
		if websites != nil {
			r.WebsiteIDs = websites
		}
		if len(in.GroupIDs) > 0 {
			r.GroupIDs = groups
		}
		return in.apply(r, pricerule.ErrChangedType)
	}); err != nil {
		return nil, err
	}
	return h.show(ctx, c, in.ID)
}

func (h *couponHandlers) remove(ctx context.Context, _ *operations.Call, in path) (operations.Nothing, error) {
	return operations.Nothing{}, h.Commands.DeleteRule(ctx, in.ID)
}
