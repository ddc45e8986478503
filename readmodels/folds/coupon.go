package folds

import (
	"tradelog/domain"
	"tradelog/domain/pricerule"
	"tradelog/readmodels/documents"
)

// ApplyCoupon folds one event of a price rule into the document of its coupon; nil before the rule was created and after it
// was deleted.
func ApplyCoupon(c *documents.Coupon, e domain.Event, at domain.Times) *documents.Coupon {
	switch e := e.(type) {
	case pricerule.Created:
		return newCoupon(e.Rule, 0, documents.Time(at.Occurred))
	case pricerule.Changed:
		if c != nil {
			return newCoupon(e.Rule, c.TimesUsed, c.CreatedAt)
		}
	case pricerule.Deleted:
		return nil
	case pricerule.Redeemed:
		if c != nil {
			c.TimesUsed++
		}
	case pricerule.Returned:
		if c != nil && !e.Unused {
			c.TimesUsed--
		}
	}
	return c
}

func newCoupon(r pricerule.Rule, used int64, created string) *documents.Coupon {
	return &documents.Coupon{
		Type: "Coupon", ID: r.ID, Code: r.Code, DiscountType: r.Action.DiscountType(), DiscountAmount: r.Amount,
		Description: r.Description, IsActive: r.Active,
		UsageLimit: number(r.UsageLimit), UsagePerCustomer: number(r.UsagePerCustomer), FromDate: text(r.FromDate),
		ToDate:          text(r.ToDate),
		MinimumSubtotal: orNil(r.MinimumSubtotal), RuleID: r.ID, RuleName: r.Name, TimesUsed: used, ExpirationDate: text(r.ExpiresAt),
		CouponType: 0, IsPrimary: true,
		CreatedAt: created, WebsiteIDs: r.WebsiteIDs, CustomerGroupIDs: r.GroupIDs, SortOrder: r.SortOrder, StopRulesProcessing: r.Stop,
		DiscountQty:  orNil(r.DiscountQty),
		DiscountStep: r.DiscountStep, SimpleFreeShipping: r.FreeShipping, ApplyToShipping: r.ApplyToShipping,
	}
}
