package pricerule

import "tradelog/domain"

type (
	// Created and Changed carry the whole rule as it is from then on.
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
	// Redeemed says that an order uses the rule.
	Redeemed struct {
		RuleID     int64 `json:"ruleId"`
		CouponID   int64 `json:"couponId,omitempty"`
		OrderID    int64 `json:"orderId"`
		CustomerID int64 `json:"customerId,omitempty"` // 0: a guest
	}
	// Returned says that the order was cancelled, or never came into being, so that its use counts no more and cannot
	// happen any more.
	Returned struct {
		RuleID     int64 `json:"ruleId"`
		CouponID   int64 `json:"couponId,omitempty"`
		OrderID    int64 `json:"orderId"`
		CustomerID int64 `json:"customerId,omitempty"`
		Unused     bool  `json:"unused,omitempty"` // the order had not got so far; there is no use to take off
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
