package pricerule

import "tradelog/domain"

type (
	// Created and Changed carry the whole rule in its new state.
	Created struct {
		Rule Rule `json:"rule"`
	}
	Changed struct {
		Rule Rule `json:"rule"`
	}
	Deleted struct {
		RuleID   int64 `json:"ruleId"`
		CouponID int64 `json:"couponId,omitempty"`
	}
	// Redeemed records that an order uses the rule.
	Redeemed struct {
		RuleID     int64 `json:"ruleId"`
		CouponID   int64 `json:"couponId,omitempty"`
		OrderID    int64 `json:"orderId"`
		CustomerID int64 `json:"customerId,omitempty"` // 0: a guest
	}
	// Returned records that the order was cancelled or not placed. Its use no longer counts, and the order cannot redeem the rule any more.
	Returned struct {
		RuleID     int64 `json:"ruleId"`
		CouponID   int64 `json:"couponId,omitempty"`
		OrderID    int64 `json:"orderId"`
		CustomerID int64 `json:"customerId,omitempty"`
		Unused     bool  `json:"unused,omitempty"` // the order had not redeemed the rule, so the count stays
	}
)

func (Created) EventName() string  { return "PriceRuleCreated" }
func (Changed) EventName() string  { return "PriceRuleChanged" }
func (Deleted) EventName() string  { return "PriceRuleDeleted" }
func (Redeemed) EventName() string { return "PriceRuleRedeemed" }
func (Returned) EventName() string { return "PriceRuleReturned" }

func EventSpecs() []domain.EventSpec {
	return domain.Specs(Created{}, Changed{}, Deleted{}, Redeemed{}, Returned{})
}
