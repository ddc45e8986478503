package projections

import (
	"context"
	"encoding/json"

	"tradelog/domain/pricerule"
	"tradelog/readmodels/documents"
)

// PriceRules keeps price rules with their coupons, how often each was used and by whom, and how many coupons there are.
var PriceRules = Definition{
	Name: "pricerules", Version: 1, Tables: []string{"price_rules", "price_rule_customers", "coupon_counts"}, Events: names(pricerule.EventSpecs()),
	New: func() Projector {
		p := &priceRules{}
		p.rows = newFolded(1000, p.load)
		return p
	},
}

type priceRules struct{ rows *folded[*priceRuleRow] }

type priceRuleRow struct {
	doc  *documents.Coupon
	rule pricerule.Rule
	// counted is whether the counters have the coupon, and as an active one.
	counted, active bool
}

var (
	priceRulesTable = &Table{Name: "price_rules", Keys: 1, Columns: []Column{{"id", "bigint"}, {"code", "text"}, {"active", "boolean"}, {"website_ids", "bigint[]"},
		{"rule", "text"}, {"used", "bigint"}, {"doc", "text"}, {"version", "bigint"}}}
	priceRuleCustomers = &Table{Name: "price_rule_customers", Keys: 2, Add: "uses", Columns: []Column{{"rule_id", "bigint"}, {"customer_id", "bigint"}, {"uses", "bigint"}}}
	couponCounts       = &Table{Name: "coupon_counts", Keys: 1, Add: "coupons", Columns: []Column{{"active", "boolean"}, {"coupons", "bigint"}}}
)

func (p *priceRules) load(ctx context.Context, w *Writer, ids []int64, found func(int64, *priceRuleRow)) error {
	rows, err := w.Query(ctx, `SELECT id, doc, rule FROM price_rules WHERE id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var doc, rule []byte
		row := &priceRuleRow{}
		if err := rows.Scan(&id, &doc, &rule); err != nil {
			return err
		}
		if err := json.Unmarshal(doc, &row.doc); err != nil {
			return err
		}
		if err := json.Unmarshal(rule, &row.rule); err != nil {
			return err
		}
		row.counted, row.active = row.rule.Code != "", row.rule.Active
		found(id, row)
	}
	return rows.Err()
}

// Apply folds each rule once for the batch.
func (p *priceRules) Apply(ctx context.Context, w *Writer, events []Event) error {
	rows, err := p.rows.batch(ctx, w, events, func(Event) bool { return true })
	if err != nil {
		return err
	}
	last := map[int64]Event{}
	for _, e := range events {
		id := streamID(e.Stream)
		row := rows[id]
		if row == nil {
			row = &priceRuleRow{}
			rows[id] = row
		}
		had := row.rule
		row.doc = documents.ApplyCoupon(row.doc, e.Payload, e.At())
		switch payload := e.Payload.(type) {
		case pricerule.Created:
			row.rule = payload.Rule
		case pricerule.Changed:
			row.rule = payload.Rule
		case pricerule.Redeemed:
			p.count(w, id, payload.CustomerID, 1)
		case pricerule.Returned:
			if !payload.Unused {
				p.count(w, id, payload.CustomerID, -1)
			}
		}
		last[id] = e
		touchRule(w, e, had, row.rule)
	}
	for id, e := range last {
		if err := p.put(w, id, rows[id], e); err != nil {
			return At(e, err)
		}
	}
	return nil
}

// touchRule records what an event of a rule concerns. That a rule was used concerns carts only where uses are limited.
func touchRule(w *Writer, e Event, was, is pricerule.Rule) {
	w.Touch(e.Position, e.Stream)
	used := false
	switch e.Payload.(type) {
	case pricerule.Redeemed, pricerule.Returned:
		used = true
		w.Touch(e.Position, "uses")
	default:
		w.Touch(e.Position, "pricerules")
	}
	for _, r := range []pricerule.Rule{was, is} {
		switch {
		case used && r.UsageLimit == 0 && r.UsagePerCustomer == 0:
		case r.Code != "":
			w.Touch(e.Position, "coupon "+lower(r.Code))
		default:
			w.Touch(e.Position, "rules without coupon")
		}
	}
}

func (p *priceRules) count(w *Writer, ruleID, customerID, by int64) {
	if customerID != 0 {
		w.Put(priceRuleCustomers, ruleID, customerID, by)
	}
}

func (p *priceRules) put(w *Writer, id int64, row *priceRuleRow, e Event) error {
	p.rows.keep(id, row)
	counted, active := row.doc != nil && row.rule.Code != "", row.rule.Active
	if row.counted && (!counted || active != row.active) {
		w.Put(couponCounts, row.active, int64(-1))
	}
	if counted && (!row.counted || active != row.active) {
		w.Put(couponCounts, active, int64(1))
	}
	row.counted, row.active = counted, active
	if row.doc == nil {
		w.Delete(priceRulesTable, id)
		return nil
	}
	doc, err := documents.Encode(row.doc)
	if err != nil {
		return err
	}
	rule, err := documents.Encode(row.rule)
	if err != nil {
		return err
	}
	w.Put(priceRulesTable, id, lower(row.rule.Code), row.rule.Active, row.rule.WebsiteIDs, rule, row.doc.TimesUsed, doc, e.Position)
	return nil
}
