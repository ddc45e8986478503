package sales

import (
	"context"
	"strings"

	"tradelog/commands"
	"tradelog/domain"
	"tradelog/domain/claim"
	"tradelog/domain/order"
	"tradelog/domain/pricerule"
)

// PriceRules carries out the commands on price rules.
type PriceRules struct {
	*commands.Engine
	rules commands.Repository[*pricerule.State]
}

// NewPriceRules returns the commands.
func NewPriceRules(e *commands.Engine) *PriceRules {
	return &PriceRules{Engine: e, rules: commands.Open(e, priceRules)}
}

var priceRules = commands.Decider[*pricerule.State]{
	Category: pricerule.Category, Initial: pricerule.New, Evolve: pricerule.Evolve, SnapshotEvery: 5000, Cached: 200,
}

// PriceRuleStreams declares the streams of the area.
func PriceRuleStreams() []commands.Streams {
	return []commands.Streams{commands.Declare(priceRules, "pricerule", pricerule.EventSpecs(), pricerule.Created{})}
}

// CreateCoupon creates a price rule with its coupon and returns the rule's identifier, which is also the coupon's.
func (c *PriceRules) CreateCoupon(ctx context.Context, rule pricerule.Rule) (int64, error) {
	rule.ID, rule.CouponID = 1, 1
	if err := rule.Normalise().Check(); err != nil {
		return 0, err // before anything is claimed
	}
	ids, err := c.Next(ctx, "pricerule", 1)
	if err != nil {
		return 0, err
	}
	owner, err := c.claimCoupon(ctx, rule.Code, ids[0])
	if err != nil {
		return 0, err
	}
	id := domain.StreamID(owner)
	rule.ID, rule.CouponID = id, id
	c.Step("coupon: code claimed")
	_, err = c.rules.Decide(ctx, pricerule.Stream(id), func(s *pricerule.State) ([]domain.Event, error) {
		return s.Create(rule)
	}, commands.Named("CreateCoupon"))
	return id, err
}

// claimCoupon claims a code for a rule.
func (c *PriceRules) claimCoupon(ctx context.Context, code string, ruleID int64) (owner string, err error) {
	return commands.ClaimEnding(ctx, c.Engine, claim.Code("coupon", code), pricerule.Stream(ruleID), pricerule.ErrCodeTaken(code), c.rules,
		func(s *pricerule.State, id int64) (bool, []domain.Event) { return s.Live(), s.Abandon(id) })
}

// CreateRule creates a price rule without a coupon.
func (c *PriceRules) CreateRule(ctx context.Context, rule pricerule.Rule) (int64, error) {
	ids, err := c.Next(ctx, "pricerule", 1)
	if err != nil {
		return 0, err
	}
	rule.ID, rule.CouponID, rule.Code = ids[0], 0, ""
	result, err := c.rules.Decide(ctx, pricerule.Stream(rule.ID), func(s *pricerule.State) ([]domain.Event, error) {
		return s.Create(rule)
	}, commands.Named("CreatePriceRule"))
	if err != nil {
		return 0, err
	}
	return domain.StreamID(result.Stream), nil
}

// ChangeRule replaces a rule. It claims a new code before and releases the old one afterwards.
func (c *PriceRules) ChangeRule(ctx context.Context, id int64, change func(pricerule.Rule) (pricerule.Rule, error)) error {
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
	if wanted.Code != "" { // also the present code: a repeated attempt must count the same commands
		if owner, err := c.claimCoupon(ctx, wanted.Code, id); err != nil {
			return err
		} else if owner != stream {
			return pricerule.ErrCodeTaken(wanted.Code)
		}
	}
	c.Step("price rule: code claimed")
	result, err := c.rules.Decide(ctx, stream, func(s *pricerule.State) ([]domain.Event, error) {
		if !strings.EqualFold(s.Rule.Code, had.Code) {
			return nil, commands.ErrRenamed
		}
		now, err := change(s.Rule)
		if err != nil {
			return nil, err
		}
		return s.Change(now)
	}, commands.Named("ChangePriceRule"))
	return commands.Renaming{Stream: stream, From: []string{codeClaim(had.Code)}, To: []string{codeClaim(wanted.Code)},
		Names: func(e domain.Event) []string {
			switch e := e.(type) {
			case pricerule.Created:
				return []string{codeClaim(e.Rule.Code)}
			case pricerule.Changed:
				return []string{codeClaim(e.Rule.Code)}
			}
			return nil
		}}.Finish(ctx, c.Engine, result, err)
}

// codeClaim returns the name of the claim of a coupon's code; empty for a rule without a coupon.
func codeClaim(code string) string {
	if code == "" {
		return ""
	}
	return claim.Code("coupon", code)
}

// DeleteRule deletes a rule and its coupon; the code can be used again.
func (c *PriceRules) DeleteRule(ctx context.Context, id int64) error {
	code := ""
	if _, err := c.rules.Decide(ctx, pricerule.Stream(id), func(s *pricerule.State) ([]domain.Event, error) {
		code = s.Rule.Code
		return s.Delete()
	}, commands.Named("DeletePriceRule")); err != nil || code == "" {
		return err
	}
	return c.Release(ctx, codeClaim(code), pricerule.Stream(id))
}

// Rule returns the newest state of a rule.
func (c *PriceRules) Rule(ctx context.Context, id int64) (pricerule.Rule, error) {
	var out pricerule.Rule
	err := c.rules.View(ctx, pricerule.Stream(id), func(s *pricerule.State, _ bool) error {
		if !s.Live() {
			return pricerule.ErrNotFound
		}
		out = s.Rule // a copy, because the state changes in place
		return nil
	})
	return out, err
}

// Redeem lets a process count an order's use of its rules.
func (c *PriceRules) Redeem(process *commands.Process, p order.Placed) {
	for _, id := range p.Totals.RuleIDs {
		commands.Join(process, c.rules, c.rules.Stream(id), func(s *pricerule.State) ([]domain.Event, error) {
			return s.Redeem(p.OrderID, p.CustomerID)
		}, commands.Named("RedeemPriceRule"))
	}
}

// GiveUp returns the uses of an order that will never be placed.
func (c *PriceRules) GiveUp(ctx context.Context, orderID int64, ruleIDs []int64) error {
	return c.returnUse(ctx, ruleIDs, func(s *pricerule.State) []domain.Event { return s.GiveUp(orderID) })
}

// Return returns the uses of a cancelled order.
func (c *PriceRules) Return(ctx context.Context, orderID int64, ruleIDs []int64) error {
	return c.returnUse(ctx, ruleIDs, func(s *pricerule.State) []domain.Event { return s.Return(orderID) })
}

func (c *PriceRules) returnUse(ctx context.Context, ruleIDs []int64, undo func(*pricerule.State) []domain.Event) error {
	for _, id := range ruleIDs {
		if err := c.rules.Change(ctx, id, func(s *pricerule.State) ([]domain.Event, error) { return undo(s), nil },
			commands.Named("ReturnPriceRule")); err != nil {
			return err
		}
	}
	return nil
}
