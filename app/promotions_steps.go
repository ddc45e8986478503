package app

import (
	"context"

	"tradelog/domain/money"
	"tradelog/domain/pricerule"
)

var promotionsSteps = []Step{
	CallStep("sales_coupons_create", "coupon", coupon), CallStep("sales_coupons_create", "coupon", coupon),
	ChangeStep("sales_coupons_update", "coupon", func(w *Walk) Arguments {
		return pick(w, coupon(w), Arguments{"isActive": !w.Odds(3)}, Arguments{"usageLimit": 1 + w.IntN(2), "simpleFreeShipping": w.IntN(3)})
	}),
	EndStep("sales_coupons_delete", "coupon"),
	CommandStep("add a price rule", "price rule", func(ctx context.Context, w *Walk) (int64, error) {
		return w.Commands.Promotions.CreateRule(ctx, pricerule.Rule{
			Name: w.Name("Rule"), Active: true, WebsiteIDs: w.Some("website", 1, 1), GroupIDs: []int64{0, 1}, SortOrder: int64(w.IntN(3)),
			Action: pick(w, pricerule.ByPercent, pricerule.ByFixed, pricerule.CartFixed), Amount: money.FromInt(int64(1 + w.IntN(9))),
		})
	}),
	CommandStep("change a price rule", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Promotions.ChangeRule(ctx, w.ID("price rule"), func(r pricerule.Rule) (pricerule.Rule, error) {
			r.Name, r.Active, r.Stop = w.Name("Rule"), !w.Odds(3), w.Odds(4)
			return r, nil
		})
	}),
	CommandStep("delete a price rule", "", func(ctx context.Context, w *Walk) (int64, error) {
		return 0, w.Commands.Promotions.DeleteRule(ctx, w.ID("price rule"))
	}),
}

func coupon(w *Walk) Arguments {
	return Arguments{"code": w.Code("SAVE"), "discountType": pick(w, "percent", "fixed", "cart_fixed"), "discountAmount": 1 + w.IntN(9),
		"description": w.Name("Save"), "applyToShipping": w.Odds(2)}
}
