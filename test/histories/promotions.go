package histories

import (
	"tradelog/domain/money"
	"tradelog/domain/pricerule"
)

var promotionsSteps = []Step{
	{Name: "sales_coupons_create", Makes: "coupon", With: coupon},
	{Name: "sales_coupons_update", Of: "coupon", Makes: "coupon", With: coupon},
	{Name: "sales_coupons_delete", Of: "coupon", Ends: true},
	{Name: "add a price rule", Makes: "price rule", Do: func(w *Walk) (int64, error) {
		return w.Commands.Promotions.CreateRule(w.Context, pricerule.Rule{
			Name: w.Name("Rule"), Active: true, WebsiteIDs: []int64{w.ID("website", 1, 1)}, GroupIDs: []int64{0, 1}, SortOrder: int64(w.IntN(3)),
			Action: pick(w, pricerule.ByPercent, pricerule.ByFixed, pricerule.CartFixed), Amount: w.whole(9).Add(money.FromInt(1)),
		})
	}},
	{Name: "change a price rule", Of: "price rule", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Promotions.ChangeRule(w.Context, DocumentID(w.Document), func(r pricerule.Rule) (pricerule.Rule, error) {
			r.Name, r.Active, r.Stop = w.Name("Rule"), w.IntN(3) > 0, w.IntN(4) == 0
			return r, nil
		})
	}},
	{Name: "delete a price rule", Of: "price rule", Do: func(w *Walk) (int64, error) {
		return 0, w.Commands.Promotions.DeleteRule(w.Context, DocumentID(w.Document))
	}},
}

var coupon = Arguments{
	"code": code("SAVE"), "discountType": oneOf("percent", "fixed", "cart_fixed"), "discountAmount": upTo(9), "description": Named("Save"),
	"applyToShipping": oneOf(true, false), "isActive": oneOf(true, true, false), "usageLimit": oneOf(nil, 1, 2),
	"simpleFreeShipping": oneOf(0, 0, 1, 2),
}
