package stock

import (
	"tradelog/domain/fault"
	"tradelog/domain/money"
)

// Config holds the shop's defaults, cataloginventory/item_options/*.
type Config struct {
	Manage           bool
	Backorders       int
	MinQty           money.Decimal
	MinSaleQty       money.Decimal
	MaxSaleQty       money.Decimal
	Increments       money.Decimal
	EnableIncrements bool
	NotifyQty        money.Decimal
	BackInStock      bool // cataloginventory/options/can_back_in_stock
	NoSubtract       bool // cataloginventory/options/can_subtract is off: orders do not change quantities
	InStockByQty     bool // cataloginventory/options/sync_stock_availability_with_qty
}

// Rules holds the rules in effect for one product: its own values and the configuration.
type Rules struct {
	Config
	DecimalQty bool
}

// Rules returns the rules in effect for a level.
func (l Level) Rules(c Config) Rules {
	r := Rules{Config: c, DecimalQty: l.DecimalQty}
	resolve(&r.Manage, l.OwnManage, l.Manage)
	resolve(&r.MinQty, l.OwnMinQty, l.MinQty)
	resolve(&r.MinSaleQty, l.OwnMinSaleQty, l.MinSaleQty)
	resolve(&r.MaxSaleQty, l.OwnMaxSaleQty, l.MaxSaleQty)
	resolve(&r.Backorders, l.OwnBackorders, l.Backorders)
	resolve(&r.Increments, l.OwnIncrements, l.Increments)
	resolve(&r.EnableIncrements, l.OwnEnableIncrements, l.EnableIncrements)
	return r
}

func resolve[T any](to *T, isOwn bool, own T) {
	if isOwn {
		*to = own
	}
}

// Available tells whether the product can be sold at all.
func (l Level) Available(c Config) bool { return l.InStock || !l.Rules(c).Manage }

// Short tells whether there is less of the product than a quantity, and it cannot be ordered beyond the stock.
func (l Level) Short(c Config, qty money.Decimal) bool {
	rules := l.Rules(c)
	return rules.Manage && rules.Backorders == 0 && l.Qty.Sub(rules.MinQty).Less(qty)
}

// Problem returns the reason why a quantity of a product cannot be put into a cart; nil if it can (shapes-sales §1 check 6). name is the
// product's name, for the message.
func (l Level) Problem(c Config, qty money.Decimal, name string) *fault.Error {
	rules := l.Rules(c)
	switch {
	case !l.Available(c):
		return fault.Preconditionf("This product is currently out of stock.")
	case qty.Less(rules.MinSaleQty):
		return fault.Preconditionf("The minimum quantity allowed for purchase is %s.", rules.MinSaleQty).About(fault.Range, "qty")
	case rules.MaxSaleQty.Sign() > 0 && rules.MaxSaleQty.Less(qty):
		return fault.Preconditionf("The maximum quantity allowed for purchase is %s.", rules.MaxSaleQty).About(fault.Range, "qty")
	case rules.EnableIncrements && rules.Increments.Sign() > 0 && !qty.Div(rules.Increments).IsWhole():
		return fault.Preconditionf("This product is available for purchase in increments of %s only.", rules.Increments).
			About(fault.Range, "qty")
	case l.Short(c, qty):
		return fault.Preconditionf(`The requested quantity for "%s" is not available.`, name).About(fault.Range, "qty")
	}
	return nil
}

// Change is a change of a product's level. Nil values change nothing. The tags are the names in requests and files (shapes-catalog §1.7).
type Change struct {
	ProductID           int64          `json:"-"`
	Qty                 *money.Decimal `json:"qty"`
	InStock             *bool          `json:"isInStock"`
	Manage              *bool          `json:"manageStock"`
	MinQty              *money.Decimal `json:"minQty"`
	MinSaleQty          *money.Decimal `json:"minSaleQty"`
	MaxSaleQty          *money.Decimal `json:"maxSaleQty"`
	NotifyQty           *money.Decimal `json:"notifyStockQty"`
	Increments          *money.Decimal `json:"qtyIncrements"`
	Backorders          *int           `json:"backorders"`
	DecimalQty          *bool          `json:"isQtyDecimal"`
	EnableIncrements    *bool          `json:"enableQtyIncrements"`
	UseConfigMinQty     *bool          `json:"useConfigMinQty"`
	UseConfigMinSaleQty *bool          `json:"useConfigMinSaleQty"`
	UseConfigMaxSaleQty *bool          `json:"useConfigMaxSaleQty"`
	UseConfigBackorders *bool          `json:"useConfigBackorders"`
	UseConfigNotifyQty  *bool          `json:"useConfigNotifyStockQty"`
	UseConfigIncrements *bool          `json:"useConfigQtyIncrements"`
	UseConfigEnableInc  *bool          `json:"useConfigEnableQtyInc"`
	UseConfigManage     *bool          `json:"useConfigManageStock"`
	// AutoAvailability sets the in-stock flag according to the quantity. Writing a product does so, writing the inventory does not
	// (shapes-catalog §1.7, §14).
	AutoAvailability bool `json:"-"`
}

// maxQty is the largest quantity an update may set (rest-v2 §8).
var maxQty = money.FromInt(99_999_999)

// Check returns an error for invalid values. The messages name the columns, as the contract demands (shapes-catalog §1.7).
func (c Change) Check() error {
	var wrong fault.Several
	switch {
	case c.Qty != nil && c.Qty.Sign() < 0:
		wrong.Add(fault.Invalidf("Quantity cannot be negative").About(fault.Range, "qty"))
	case c.Qty != nil && maxQty.Less(*c.Qty):
		wrong.Add(fault.Invalidf("Quantity cannot be greater than %s", maxQty).About(fault.Range, "qty"))
	}
	if c.Backorders != nil && (*c.Backorders < 0 || *c.Backorders > 2) {
		wrong.Add(fault.Invalidf("backorders must be one of: 0, 1, 2").About(fault.Choice, "backorders"))
	}
	for _, f := range []struct {
		field, column string
		value         *money.Decimal
	}{
		{"minQty", "min_qty", c.MinQty}, {"minSaleQty", "min_sale_qty", c.MinSaleQty}, {"maxSaleQty", "max_sale_qty", c.MaxSaleQty},
		{"notifyStockQty", "notify_stock_qty", c.NotifyQty}, {"qtyIncrements", "qty_increments", c.Increments},
	} {
		if f.value != nil && f.value.Sign() < 0 {
			wrong.Add(fault.Invalidf("%s cannot be negative", fault.Name(f.column)).About(fault.Range, f.field))
		}
	}
	return wrong.Err()
}

// CheckUnits refuses a new quantity with a part of a unit for a product that is sold in whole units.
func (c Change) CheckUnits(l Level) error {
	set(&l.DecimalQty, c.DecimalQty)
	if c.Qty == nil || c.Qty.IsWhole() || l.DecimalQty || c.Qty.Equal(l.Qty) {
		return nil
	}
	return fault.Invalidf("The product is sold in whole units, and %s is none. isQtyDecimal allows parts of units.", c.Qty).
		About(fault.Type, "qty")
}

// apply returns the level after the change.
func (c Change) apply(l Level, config Config) Level {
	set(&l.Qty, c.Qty)
	setOverride(&l.Manage, &l.OwnManage, c.Manage, c.UseConfigManage)
	setOverride(&l.MinQty, &l.OwnMinQty, c.MinQty, c.UseConfigMinQty)
	setOverride(&l.MinSaleQty, &l.OwnMinSaleQty, c.MinSaleQty, c.UseConfigMinSaleQty)
	setOverride(&l.MaxSaleQty, &l.OwnMaxSaleQty, c.MaxSaleQty, c.UseConfigMaxSaleQty)
	setOverride(&l.NotifyQty, &l.OwnNotifyQty, c.NotifyQty, c.UseConfigNotifyQty)
	setOverride(&l.Increments, &l.OwnIncrements, c.Increments, c.UseConfigIncrements)
	setOverride(&l.Backorders, &l.OwnBackorders, c.Backorders, c.UseConfigBackorders)
	setOverride(&l.EnableIncrements, &l.OwnEnableIncrements, c.EnableIncrements, c.UseConfigEnableInc)
	set(&l.DecimalQty, c.DecimalQty)
	switch {
	case c.InStock != nil:
		l.InStock = *c.InStock
	case c.Qty != nil:
		l.InStock = c.Qty.Sign() > 0
	}
	if rules := l.Rules(config); c.AutoAvailability && rules.Manage {
		switch {
		case rules.Backorders == 0 && !rules.MinQty.Less(l.Qty):
			l.InStock = false
		case config.InStockByQty:
			l.InStock = true
		}
	}
	return l
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// setOverride sets a value that may also come from the configuration. A value without useConfig overrides the configuration.
func setOverride[T any](to *T, isOwn *bool, from *T, useConfig *bool) {
	if from != nil {
		*to, *isOwn = *from, true
	}
	if useConfig != nil {
		*isOwn = !*useConfig
	}
}
