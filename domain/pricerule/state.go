package pricerule

import (
	"errors"
	"reflect"
	"slices"

	"tradelog/domain"
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

const Category = "pricerule"

func Stream(ruleID int64) string { return domain.Stream(Category, ruleID) }

// State is the state of a rule. Evolve modifies it in place, because very many orders may use a rule.
type State struct {
	Rule    Rule  `json:"rule"`
	Exists  bool  `json:"exists"`
	Deleted bool  `json:"deleted"`
	Used    int64 `json:"used"`
	// ByCustomer counts the uses of each customer.
	ByCustomer map[int64]int64 `json:"byCustomer"`
	// Orders holds the orders that redeemed or returned the rule.
	Orders map[int64]Use `json:"orders"`
}

// Use is the use of a rule by an order.
type Use struct {
	CustomerID int64 `json:"customerId,omitempty"`
	Returned   bool  `json:"returned,omitempty"`
}

func New(string) *State { return &State{ByCustomer: map[int64]int64{}, Orders: map[int64]Use{}} }

func Evolve(s *State, e domain.Event) *State {
	switch e := e.(type) {
	case Created:
		s.Rule, s.Exists = e.Rule, true
	case Changed:
		s.Rule = e.Rule
	case Deleted:
		s.Deleted = true
	case Redeemed:
		s.Orders[e.OrderID] = Use{CustomerID: e.CustomerID}
		s.count(e.CustomerID, 1)
	case Returned:
		s.Orders[e.OrderID] = Use{CustomerID: e.CustomerID, Returned: true}
		if !e.Unused {
			s.count(e.CustomerID, -1)
		}
	}
	return s
}

func (s *State) count(customerID, n int64) {
	s.Used += n
	if customerID == 0 {
		return
	}
	if s.ByCustomer[customerID] += n; s.ByCustomer[customerID] == 0 {
		delete(s.ByCustomer, customerID)
	}
}

func (s *State) Live() bool { return s.Exists && !s.Deleted }

// Abandon prevents a rule from being created. A rule that exists stays as it is.
func (s *State) Abandon(ruleID int64) []domain.Event {
	if s.Exists || s.Deleted {
		return nil
	}
	return []domain.Event{Deleted{RuleID: ruleID, CouponID: ruleID}}
}

// Offer returns the rule with its uses, in all and by a customer; 0 is a guest.
func (s *State) Offer(customerID int64) Offer {
	o := Offer{Rule: s.Rule, Used: s.Used}
	if customerID != 0 {
		o.UsedByCustomer = s.ByCustomer[customerID]
	}
	return o
}

var (
	errUsedUp   = fault.Preconditionf(string(UsedUp)).WithCode("invalid_coupon")
	errInactive = fault.Preconditionf(string(Inactive)).WithCode("invalid_coupon")
	errGivenUp  = fault.Conflictf("The placement of this order was given up. Please try again.")
)

// Refused tells whether a placement failed because a rule of the order could not be redeemed.
func Refused(err error) bool { return errors.Is(err, errUsedUp) || errors.Is(err, errInactive) }

// Create creates the rule. The caller must have claimed its code.
func (s *State) Create(r Rule) ([]domain.Event, error) {
	switch {
	case s.Deleted && r.Code != "":
		return nil, ErrCodeTaken(r.Code) // another rule claimed the code first
	case s.Exists || s.Deleted:
		return nil, fault.Conflictf("Price rule %d exists already", r.ID)
	}
	r = r.Normalise()
	if err := r.Check(); err != nil {
		return nil, err
	}
	return []domain.Event{Created{Rule: r}}, nil
}

// Change replaces the rule except its identifiers. An equal rule makes no event.
func (s *State) Change(r Rule) ([]domain.Event, error) {
	if !s.Live() {
		return nil, ErrNotFound
	}
	r.ID, r.CouponID = s.Rule.ID, s.Rule.CouponID
	r = r.Normalise()
	if err := r.Check(); err != nil {
		return nil, err
	}
	if same(r, s.Rule) {
		return nil, nil
	}
	return []domain.Event{Changed{Rule: r}}, nil
}

// same compares rules by value: 5 and 5.00 are the same amount.
func same(a, b Rule) bool {
	amounts := func(r Rule) []money.Decimal {
		return []money.Decimal{r.MinimumSubtotal, r.Amount, r.DiscountQty}
	}
	if !slices.EqualFunc(amounts(a), amounts(b), money.Decimal.Equal) {
		return false
	}
	b.MinimumSubtotal, b.Amount, b.DiscountQty = a.MinimumSubtotal, a.Amount, a.DiscountQty
	return reflect.DeepEqual(a, b)
}

func (s *State) Delete() ([]domain.Event, error) {
	if !s.Live() {
		return nil, ErrNotFound
	}
	return []domain.Event{Deleted{RuleID: s.Rule.ID, CouponID: s.Rule.CouponID}}, nil
}

// Redeem counts an order's use of the rule. A repeated call for the same order changes nothing. Redeem fails with errUsedUp if a limit is
// reached. It fails with errInactive if the coupon was deactivated or deleted since the cart was priced. It fails with errGivenUp if the
// use was returned, so the order will not be placed.
//
// A rule without a coupon fails only for its limits, since buyers cannot remove it from the cart.
func (s *State) Redeem(orderID, customerID int64) ([]domain.Event, error) {
	r := s.Rule
	if use, known := s.Orders[orderID]; known {
		if use.Returned {
			return nil, errGivenUp
		}
		return nil, nil
	}
	switch {
	case r.Code != "" && !(s.Live() && r.Active), !s.Exists:
		return nil, errInactive
	case s.Deleted:
		return nil, nil
	case r.UsageLimit > 0 && s.Used >= r.UsageLimit, customerID != 0 && r.UsagePerCustomer > 0 &&
		s.ByCustomer[customerID] >= r.UsagePerCustomer:
		return nil, errUsedUp
	}
	return []domain.Event{Redeemed{RuleID: r.ID, CouponID: r.CouponID, OrderID: orderID, CustomerID: customerID}}, nil
}

// Return returns the use of a cancelled order. A repeated call changes nothing.
func (s *State) Return(orderID int64) []domain.Event {
	use, known := s.Orders[orderID]
	if !known || use.Returned {
		return nil
	}
	return []domain.Event{Returned{RuleID: s.Rule.ID, CouponID: s.Rule.CouponID, OrderID: orderID, CustomerID: use.CustomerID}}
}

// GiveUp returns the use of an order that will not be placed. The call is recorded even if the order has no use yet, because a slow
// placement may still try to redeem.
func (s *State) GiveUp(orderID int64) []domain.Event {
	if _, known := s.Orders[orderID]; known || !s.Exists {
		return s.Return(orderID)
	}
	return []domain.Event{Returned{RuleID: s.Rule.ID, CouponID: s.Rule.CouponID, OrderID: orderID, Unused: true}}
}
