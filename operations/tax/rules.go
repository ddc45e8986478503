package tax

import (
	"context"
	"errors"
	"slices"

	"tradelog/domain/fault"
	"tradelog/domain/record"
	"tradelog/domain/tax"
	"tradelog/operations"
	"tradelog/readmodels"
	"tradelog/readmodels/documents"
)

func (h *handlers) rules(ctx context.Context, c *operations.Call, in search) (*documents.Page[documents.TaxRule], error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return nil, err
	}
	return operations.PageFrom(c, t.Rules, func(r tax.Rule) bool { return operations.Contains(r.Code, in.Search) }, documents.NewTaxRule)
}

func (h *handlers) rule(ctx context.Context, c *operations.Call, in path) (documents.TaxRule, error) {
	t, err := h.taxes(ctx, c)
	if err != nil {
		return documents.TaxRule{}, err
	}
	i := slices.IndexFunc(t.Rules, func(r tax.Rule) bool { return r.ID == in.ID })
	if i < 0 {
		return documents.TaxRule{}, readmodels.ErrNotFound
	}
	return documents.NewTaxRule(t.Rules[i]), nil
}

type ruleInput struct {
	Code              *string `json:"code" doc:"name of the rule, which no other has"`
	Priority          *int    `json:"priority" doc:"rules of one priority add up, later ones are charged on top; 0 when left out"`
	Position          *int    `json:"position" doc:"place in the list"`
	CalculateSubtotal *bool   `json:"calculateSubtotal" doc:"charge the rates on the bare price, whatever the priority"`
	CustomerClasses   []int64 `json:"customerTaxClassIds" doc:"numbers of customer tax classes"`
	ProductClasses    []int64 `json:"productTaxClassIds" doc:"numbers of product tax classes"`
	Rates             []int64 `json:"taxRateIds" doc:"numbers of tax rates"`
}

func (in ruleInput) apply(v tax.Rule) (tax.Rule, error) {
	set(&v.Code, in.Code)
	set(&v.Priority, in.Priority)
	set(&v.Position, in.Position)
	set(&v.CalculateSubtotal, in.CalculateSubtotal)
	for _, list := range []struct{ to, from *[]int64 }{{&v.CustomerClassIDs, &in.CustomerClasses}, {&v.ProductClassIDs, &in.ProductClasses}, {&v.RateIDs, &in.Rates}} {
		if len(*list.from) > 0 {
			*list.to = *list.from
		}
	}
	return v, nil
}

// check refuses classes and rates that do not exist. It asks their streams: one that was just made is known.
func (h *handlers) check(ctx context.Context, in ruleInput) error {
	for _, ids := range []struct {
		list []int64
		what string
		find func(int64) error
	}{
		{in.CustomerClasses, "customer tax class", func(id int64) error { return h.classOf(ctx, id, tax.CustomerClass) }},
		{in.ProductClasses, "product tax class", func(id int64) error { return h.classOf(ctx, id, tax.ProductClass) }},
		{in.Rates, "tax rate", func(id int64) error { _, err := h.commands.Rates.Get(ctx, id); return err }},
	} {
		for _, id := range ids.list {
			err := ids.find(id)
			if errors.Is(err, record.ErrNotFound) {
				return fault.Invalidf("Unknown %s ID: %d", ids.what, id)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (h *handlers) classOf(ctx context.Context, id int64, classType string) error {
	class, err := h.commands.Classes.Get(ctx, id)
	if err == nil && class.Type != classType {
		err = record.ErrNotFound
	}
	return err
}

func (h *handlers) createRule(ctx context.Context, c *operations.Call, in ruleInput) (documents.TaxRule, error) {
	v, err := in.apply(tax.Rule{})
	if err == nil {
		err = v.Normalise().Check()
	}
	if err == nil {
		err = h.check(ctx, in)
	}
	if err != nil {
		return documents.TaxRule{}, err
	}
	id, err := h.commands.Rules.Create(ctx, v)
	if err != nil {
		return documents.TaxRule{}, operations.Failed("create TaxRule", err)
	}
	c.Created(id)
	return h.writtenRule(ctx, id)
}

// writtenRule answers a write with the rule as its stream has it.
func (h *handlers) writtenRule(ctx context.Context, id int64) (documents.TaxRule, error) {
	v, err := h.commands.Rules.Get(ctx, id)
	return documents.NewTaxRule(v), err
}

type ruleUpdate struct {
	path
	ruleInput
}

func (h *handlers) updateRule(ctx context.Context, _ *operations.Call, in ruleUpdate) (documents.TaxRule, error) {
	if err := h.check(ctx, in.ruleInput); err != nil {
		return documents.TaxRule{}, err
	}
	if err := h.commands.Rules.Change(ctx, in.ID, in.apply); err != nil {
		return documents.TaxRule{}, operations.Failed("update TaxRule", err)
	}
	return h.writtenRule(ctx, in.ID)
}

func (h *handlers) deleteRule(ctx context.Context, _ *operations.Call, in path) (operations.Nothing, error) {
	return operations.Nothing{}, h.commands.Rules.Delete(ctx, in.ID)
}
