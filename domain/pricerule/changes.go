package pricerule

import (
	"tradelog/domain"
	"tradelog/domain/change"
)

const coupons = "coupons"

// Changes declares what the events of price rules change. A rule without a coupon is no resource.
func Changes() change.Area {
	used := change.Fields("timesUsed")
	return change.Area{
		Events: []change.Declaration{
			change.By(Created{}, func(_ string, e Created) []change.Change { return coupon(e.Rule.CouponID, change.Created, nil) }, coupons),
			change.By(Changed{}, func(_ string, e Changed) []change.Change { return coupon(e.Rule.CouponID, change.Changed, nil) }, coupons),
			change.By(Deleted{}, func(_ string, e Deleted) []change.Change { return coupon(e.CouponID, change.Deleted, nil) }, coupons),
			change.By(Redeemed{}, func(_ string, e Redeemed) []change.Change { return coupon(e.CouponID, change.Changed, used) }, coupons),
			change.By(Returned{}, func(_ string, e Returned) []change.Change { return coupon(e.CouponID, change.Changed, used) }, coupons),
		},
		Scopes: map[string]change.ScopeFold{Category: func(had change.Scope, _ string, e domain.Event) change.Scope {
			switch e := e.(type) {
			case Created:
				return change.OfWebsites(e.Rule.WebsiteIDs)
			case Changed:
				return change.OfWebsites(e.Rule.WebsiteIDs)
			}
			return had
		}},
	}
}

func coupon(id int64, kind change.Kind, fields []string) []change.Change {
	if id == 0 {
		return nil
	}
	return []change.Change{{Resource: coupons, ID: id, Kind: kind, Fields: fields}}
}
