package readmodels

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"tradelog/domain/customer"
	"tradelog/domain/record"
	"tradelog/domain/tax"
)

// Taxes is what the shop taxes how much, and the groups its customers are in. It never changes.
type Taxes struct {
	Table   *tax.Table
	Classes []tax.Class      // by name
	Rates   []tax.Rate       // by code
	Rules   []tax.Rule       // by priority and position
	Groups  []customer.Group // by code

	classes map[int64]tax.Class
	groups  map[int64]customer.Group
}

// Taxes returns taxes and groups as they are now, from memory while nothing changed.
func (r *Reader) Taxes(ctx context.Context) (*Taxes, error) { return r.taxes.get(ctx) }

func (r *Reader) loadTaxes(ctx context.Context, from Source) (*Taxes, error) {
	rows, err := from.Query(ctx, `SELECT 'class', state FROM read.tax_classes UNION ALL SELECT 'rate', state FROM read.tax_rates
		UNION ALL SELECT 'rule', state FROM read.tax_rules UNION ALL SELECT 'group', state FROM read.customer_groups`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	t := &Taxes{}
	for rows.Next() {
		var kind string
		var state []byte
		if err := rows.Scan(&kind, &state); err != nil {
			return nil, err
		}
		var values map[int64]record.Values
		if err := json.Unmarshal(state, &values); err != nil {
			return nil, err
		}
		switch kind {
		case "class":
			err = appendRecord(&t.Classes, values[0])
		case "rate":
			err = appendRecord(&t.Rates, values[0])
		case "rule":
			err = appendRecord(&t.Rules, values[0])
		default:
			err = appendRecord(&t.Groups, values[0])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	t.index()
	return t, nil
}

// index sorts and joins. A rule keeps only classes and rates that are there: what is deleted while a rule is written must
// not show in it.
func (t *Taxes) index() {
	t.classes, t.groups = map[int64]tax.Class{}, map[int64]customer.Group{}
	rates := map[int64]bool{}
	for _, c := range t.Classes {
		t.classes[c.ID] = c
	}
	for _, g := range t.Groups {
		t.groups[g.ID] = g
	}
	for _, r := range t.Rates {
		rates[r.ID] = true
	}
	for i := range t.Rules {
		r := &t.Rules[i]
		gone := func(id int64) bool { _, there := t.classes[id]; return !there }
		r.CustomerClassIDs, r.ProductClassIDs = slices.DeleteFunc(r.CustomerClassIDs, gone), slices.DeleteFunc(r.ProductClassIDs, gone)
		r.RateIDs = slices.DeleteFunc(r.RateIDs, func(id int64) bool { return !rates[id] })
	}
	byText := func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) }
	slices.SortFunc(t.Classes, func(a, b tax.Class) int { return cmp.Or(byText(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	slices.SortFunc(t.Rates, func(a, b tax.Rate) int { return cmp.Or(byText(a.Code, b.Code), cmp.Compare(a.ID, b.ID)) })
	slices.SortFunc(t.Rules, func(a, b tax.Rule) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	slices.SortFunc(t.Groups, func(a, b customer.Group) int { return cmp.Or(byText(a.Code, b.Code), cmp.Compare(a.ID, b.ID)) })
	t.Table = tax.NewTable(t.Rates, t.Rules)
}

// Class finds a tax class.
func (t *Taxes) Class(id int64) (tax.Class, bool) {
	c, ok := t.classes[id]
	return c, ok
}

// Group finds a customer group.
func (t *Taxes) Group(id int64) (customer.Group, bool) {
	g, ok := t.groups[id]
	return g, ok
}

// ClassName is the name of a group's tax class, empty when there is none.
func (t *Taxes) ClassName(g customer.Group) string {
	if g.TaxClassID == nil {
		return ""
	}
	return t.classes[*g.TaxClassID].Name
}

// ClassOf is the tax class of a group's customers, 0 when there is none.
func (t *Taxes) ClassOf(groupID int64) int64 {
	if g, ok := t.groups[groupID]; ok && g.TaxClassID != nil {
		return *g.TaxClassID
	}
	return 0
}

// RulesWith lists the rules that a condition holds for.
func (t *Taxes) RulesWith(holds func(tax.Rule) bool) []int64 {
	var out []int64
	for _, r := range t.Rules {
		if holds(r) {
			out = append(out, r.ID)
		}
	}
	return out
}

// CustomersOfGroup lists some of the customers that are in a group, from the one after an identifier on.
func (r *Reader) CustomersOfGroup(ctx context.Context, groupID, after int64, max int) ([]int64, error) {
	return r.ids(ctx, `SELECT id FROM read.customers WHERE group_id = $1 AND id > $2 ORDER BY id LIMIT $3`, groupID, after, max)
}
