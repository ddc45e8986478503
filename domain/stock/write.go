package stock

import "tradelog/domain/money"

// WithoutQty returns the change for a product that is sold as its parts. It has only a stock status, which follows from the quantity unless
// it is set (shapes-catalog §1.7).
func (c Change) WithoutQty() Change {
	c.AutoAvailability = false
	if c.Qty != nil {
		if c.InStock == nil {
			in := c.Qty.Sign() > 0
			c.InStock = &in
		}
		c.Qty = &money.Decimal{}
	}
	return c
}

// Written returns the change that makes a fresh level into this one. It omits values that a fresh level has anyway, except the quantity,
// the stock status and whether stock is managed.
func (l Level) Written() Change {
	f := Fresh(l.ProductID)
	return Change{
		ProductID: l.ProductID, Qty: &l.Qty, InStock: &l.InStock, Manage: &l.Manage, UseConfigManage: not(l.OwnManage),
		MinQty: nonDefault(l.MinQty, f.MinQty, money.Decimal.Equal), MinSaleQty: nonDefault(l.MinSaleQty, f.MinSaleQty, money.Decimal.Equal),
		MaxSaleQty: nonDefault(l.MaxSaleQty, f.MaxSaleQty, money.Decimal.Equal),
		NotifyQty:  nonDefault(l.NotifyQty, f.NotifyQty, money.Decimal.Equal),
		Increments: nonDefault(l.Increments, f.Increments, money.Decimal.Equal), Backorders: nonDefault(l.Backorders, f.Backorders, equal),
		DecimalQty: nonDefault(l.DecimalQty, f.DecimalQty, equal), EnableIncrements: nonDefault(l.EnableIncrements, f.EnableIncrements, equal),
		UseConfigMinQty:     config(l.OwnMinQty, !l.MinQty.Equal(f.MinQty)),
		UseConfigMinSaleQty: config(l.OwnMinSaleQty, !l.MinSaleQty.Equal(f.MinSaleQty)),
		UseConfigMaxSaleQty: config(l.OwnMaxSaleQty, !l.MaxSaleQty.Equal(f.MaxSaleQty)),
		UseConfigNotifyQty:  config(l.OwnNotifyQty, !l.NotifyQty.Equal(f.NotifyQty)),
		UseConfigIncrements: config(l.OwnIncrements, !l.Increments.Equal(f.Increments)),
		UseConfigBackorders: config(l.OwnBackorders, l.Backorders != f.Backorders),
		UseConfigEnableInc:  config(l.OwnEnableIncrements, l.EnableIncrements != f.EnableIncrements),
	}
}

func equal[T comparable](a, b T) bool { return a == b }

func not(b bool) *bool {
	b = !b
	return &b
}

// nonDefault returns a value unless it is the usual one, then nil.
func nonDefault[T any](value, usual T, same func(T, T) bool) *T {
	if same(value, usual) {
		return nil
	}
	return &value
}

// config returns the flag useConfig if it must be written: for overrides, and for values that are written although the configuration
// applies.
func config(own, written bool) *bool {
	if !own && !written {
		return nil
	}
	return not(own)
}
