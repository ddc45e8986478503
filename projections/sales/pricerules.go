package sales

import (
	"strings"

	"tradelog/domain"
	"tradelog/domain/pricerule"
	"tradelog/projections"
	"tradelog/readmodels/documents"
	"tradelog/readmodels/folds"
	"tradelog/readmodels/scopes"
	"tradelog/readmodels/tables"
)

// PriceRules stores price rules with their coupons, the uses of each in all and by customer, and the number of coupons.
var PriceRules = projections.Definition{
	Name: "pricerules", Version: 1, Tables: []string{"price_rules", "price_rule_customers", "coupon_counts"},
	Events: projections.EventNames(pricerule.EventSpecs()), Trails: []string{pricerule.Category},
	New: projections.PerStream[priceRuleRow]{
		Memory: 1000,
		Table:  "price_rules",
		Loaded: func(r *priceRuleRow) { r.counted, r.active = r.Rule.Code != "", r.Rule.Active },
		Fold:   foldPriceRule,
		Put:    putPriceRule,
	}.Projector,
}

type priceRuleRow struct {
	Doc  *documents.Coupon `db:"doc,json"`
	Rule pricerule.Rule    `db:"rule,json"`
	// counted and active tell whether the counters include the coupon, and whether as an active one.
	counted, active bool
}

var (
	priceRulesTable    = projections.TableOf[tables.PriceRuleRow]("price_rules", 1)
	priceRuleCustomers = &projections.Table{Name: "price_rule_customers", Keys: 2, Add: "uses",
		Columns: projections.Columns("rule_id bigint, customer_id bigint, uses bigint")}
	couponCounts = &projections.Table{Name: "coupon_counts", Keys: 1, Add: "coupons", Columns: projections.Columns(`active boolean,
		coupons bigint`)}
)

func foldPriceRule(w *projections.Writer, e projections.Event, r *priceRuleRow) (bool, error) {
	had := r.Rule
	r.Doc = folds.ApplyCoupon(r.Doc, e.Payload, e.Times())
	switch payload := e.Payload.(type) {
	case pricerule.Created:
		r.Rule = payload.Rule
	case pricerule.Changed:
		r.Rule = payload.Rule
	case pricerule.Redeemed:
		countUse(w, e, payload.CustomerID, 1)
	case pricerule.Returned:
		if !payload.Unused {
			countUse(w, e, payload.CustomerID, -1)
		}
	}
	touchRule(w, e, had, r.Rule)
	return true, nil
}

// touchRule touches the scopes that an event of a rule concerns. A use of a rule concerns carts only if its uses are limited.
func touchRule(w *projections.Writer, e projections.Event, was, is pricerule.Rule) {
	w.Touch(e.Position, scopes.Stream("pricerules", e.Stream))
	used := false
	switch e.Payload.(type) {
	case pricerule.Redeemed, pricerule.Returned:
		used = true
		w.Touch(e.Position, scopes.RuleUses)
	default:
		w.Touch(e.Position, scopes.PriceRules)
	}
	for _, r := range []pricerule.Rule{was, is} {
		switch {
		case used && r.UsageLimit == 0 && r.UsagePerCustomer == 0:
		case r.Code != "":
			w.Touch(e.Position, scopes.CouponCode(r.Code))
		default:
			w.Touch(e.Position, scopes.AutomaticRules)
		}
	}
}

func countUse(w *projections.Writer, e projections.Event, customerID, by int64) {
	if customerID != 0 {
		w.Put(priceRuleCustomers, domain.StreamID(e.Stream), customerID, by)
	}
}

func putPriceRule(w *projections.Writer, id int64, r *priceRuleRow, last projections.Event) (bool, error) {
	counted, active := r.Doc != nil && r.Rule.Code != "", r.Rule.Active
	if r.counted && (!counted || active != r.active) {
		w.Put(couponCounts, r.active, int64(-1))
	}
	if counted && (!r.counted || active != r.active) {
		w.Put(couponCounts, active, int64(1))
	}
	r.counted, r.active = counted, active
	if r.Doc == nil {
		w.Delete(priceRulesTable.Table, id)
		return true, nil // the row stays in memory: uses of the rule are given back later
	}
	doc, err := documents.Encode(r.Doc)
	if err != nil {
		return false, err
	}
	return true, priceRulesTable.Put(w, tables.PriceRuleRow{
		Coupon:  tables.Coupon{ID: id, WebsiteIDs: r.Rule.WebsiteIDs, Doc: doc},
		RuleUse: tables.RuleUse{Rule: r.Rule, Used: r.Doc.TimesUsed},
		Code:    strings.ToLower(r.Rule.Code), Active: r.Rule.Active, Version: last.Position,
	})
}

// Marks finds the identifiers of price rules.
var PriceRuleMarks = projections.Marks{
	Events: []string{pricerule.Created{}.EventName()},
	Find: func(e projections.Event, mark projections.Mark) {
		mark("pricerule", e.Payload.(pricerule.Created).Rule.ID)
	},
}
