package commands

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
	"tradelog/eventstore"
)

// CreateCoupon adds a price rule with its coupon and returns the rule's identifier, which is the coupon's as well.
func (c *Commands) CreateCoupon(ctx context.Context, rule pricerule.Rule) (int64, error) {
	rule.ID, rule.CouponID = 1, 1
	if err := rule.Normalise().Check(); err != nil {
		return 0, err // before anything is claimed
	}
	ids, err := c.ids.Next(ctx, "pricerule", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimCoupon(ctx, rule.Code, ids[0])
	if err != nil {
		return 0, err
	}
	id := domain.StreamID(owner)
	rule.ID, rule.CouponID = id, id
	c.step("coupon: code claimed")
	_, err = c.rules.Decide(ctx, pricerule.Stream(id), func(s *pricerule.State) ([]domain.Event, error) { return s.Create(rule) }, Named("CreateCoupon"))
	return id, err
}

// claimCoupon takes a code for a rule.
func (c *Commands) claimCoupon(ctx context.Context, code string, ruleID int64) (owner string, err error) {
	return claimEnding(ctx, c, claim.Code("coupon", code), pricerule.Stream(ruleID), pricerule.ErrCodeTaken(code), c.rules,
		func(s *pricerule.State, id int64) (bool, []domain.Event) { return s.Live(), s.Abandon(id) })
}

// CreateRule adds a price rule that needs no coupon.
func (c *Commands) CreateRule(ctx context.Context, rule pricerule.Rule) (int64, error) {
	ids, err := c.ids.Next(ctx, "pricerule", 1)
	if err != nil {
		return 0, err
	}
	rule.ID, rule.CouponID, rule.Code = ids[0], 0, ""
	result, err := c.rules.Decide(ctx, pricerule.Stream(rule.ID), func(s *pricerule.State) ([]domain.Event, error) { return s.Create(rule) }, Named("CreatePriceRule"))
	if err != nil {
		return 0, err
	}
	return domain.StreamID(result.Stream), nil
}

// ChangeRule replaces a rule. A new code is claimed before and the old one given back after.
func (c *Commands) ChangeRule(ctx context.Context, id int64, change func(pricerule.Rule) (pricerule.Rule, error)) error {
	stream := pricerule.Stream(id)
	had, err := c.Rule(ctx, id)
	if err != nil {
		return err
	}
	wanted, err := change(had)
	if err != nil {
		return err
	}
	if err := wanted.Normalise().Check(); err != nil {
		return err
	}
	if wanted.Code != "" { // even if it is the present one: a repeated attempt must count the same commands
		if owner, err := c.claimCoupon(ctx, wanted.Code, id); err != nil {
			return err
		} else if owner != stream {
			return pricerule.ErrCodeTaken(wanted.Code)
		}
	}
	c.step("price rule: code claimed")
	result, err := c.rules.Decide(ctx, stream, func(s *pricerule.State) ([]domain.Event, error) {
		if !strings.EqualFold(s.Rule.Code, had.Code) {
			return nil, errRenamed
		}
		now, err := change(s.Rule)
		if err != nil {
			return nil, err
		}
		return s.Change(now)
	}, Named("ChangePriceRule"))
	renamed := !strings.EqualFold(wanted.Code, had.Code)
	switch {
	case err != nil && renamed && !errors.Is(err, eventstore.ErrUnknownOutcome):
		return errors.Join(err, c.release(ctx, claim.Code("coupon", wanted.Code), stream))
	case err != nil:
		return err
	case result.Repeated:
		return c.releaseFormerCodes(ctx, stream, wanted.Code)
	case renamed:
		return c.release(ctx, claim.Code("coupon", had.Code), stream)
	}
	return nil
}

// releaseFormerCodes gives back the codes a rule had before, for an attempt that goes on where another one died.
func (c *Commands) releaseFormerCodes(ctx context.Context, stream, present string) error {
	former := map[string]bool{}
	if err := c.EachEvent(ctx, stream, func(e domain.Event, _ domain.Times) {
		switch e := e.(type) {
		case pricerule.Created:
			former[strings.ToLower(e.Rule.Code)] = true
		case pricerule.Changed:
			former[strings.ToLower(e.Rule.Code)] = true
		}
	}); err != nil {
		return err
	}
	delete(former, strings.ToLower(present))
	for _, code := range slices.Sorted(maps.Keys(former)) {
		if err := c.release(ctx, claim.Code("coupon", code), stream); err != nil {
			return err
		}
	}
	return nil
}

// DeleteRule ends a rule and its coupon; the code can be used again.
func (c *Commands) DeleteRule(ctx context.Context, id int64) error {
	code := ""
	if _, err := c.rules.Decide(ctx, pricerule.Stream(id), func(s *pricerule.State) ([]domain.Event, error) {
		code = s.Rule.Code
		return s.Delete()
	}, Named("DeletePriceRule")); err != nil || code == "" {
		return err
	}
	return c.release(ctx, claim.Code("coupon", code), pricerule.Stream(id))
}

// Rule returns a rule as it is now.
func (c *Commands) Rule(ctx context.Context, id int64) (pricerule.Rule, error) {
	var out pricerule.Rule
	err := c.rules.View(ctx, pricerule.Stream(id), func(s *pricerule.State, _ bool) error {
		if !s.Live() {
			return pricerule.ErrNotFound
		}
		out = s.Rule
		return nil
	})
	return out, err
}

// redeemRules counts an order's use of its rules, and tells which it got to. Repeated, it goes on where it stopped.
func (c *Commands) redeemRules(ctx context.Context, p order.Placed) (redeemed []int64, err error) {
	for _, id := range p.Totals.RuleIDs {
		if _, err := c.rules.Decide(ctx, pricerule.Stream(id), func(s *pricerule.State) ([]domain.Event, error) { return s.Redeem(p.OrderID, p.CustomerID) }, Named("RedeemPriceRule")); err != nil {
			return redeemed, err
		}
		redeemed = append(redeemed, id)
	}
	return redeemed, nil
}

// giveUpRules takes back the uses of an order that will never be.
func (c *Commands) giveUpRules(ctx context.Context, orderID int64, ruleIDs []int64) error {
	for _, id := range ruleIDs {
		if _, err := c.rules.Decide(ctx, pricerule.Stream(id), func(s *pricerule.State) ([]domain.Event, error) { return s.GiveUp(orderID), nil }, Named("ReturnPriceRule")); err != nil {
			return err
		}
	}
	return nil
}

// returnRules gives the uses of a cancelled order back.
func (c *Commands) returnRules(ctx context.Context, orderID int64, ruleIDs []int64) error {
	for _, id := range ruleIDs {
		if _, err := c.rules.Decide(ctx, pricerule.Stream(id), func(s *pricerule.State) ([]domain.Event, error) { return s.Return(orderID), nil }, Named("ReturnPriceRule")); err != nil {
			return err
		}
	}
	return nil
}
