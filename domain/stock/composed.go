package stock

// OnSale tells whether a product is in stock, by the configuration of the shop.
type OnSale struct {
	Managed   bool // if the configuration manages stock
	Unmanaged bool // if it does not
}

func (s OnSale) and(o OnSale) OnSale {
	return OnSale{s.Managed && o.Managed, s.Unmanaged && o.Unmanaged}
}
func (s OnSale) or(o OnSale) OnSale {
	return OnSale{s.Managed || o.Managed, s.Unmanaged || o.Unmanaged}
}

// OnSale tells whether a product with this level is in stock. The level is nil for a product without one.
func (l *Level) OnSale() OnSale {
	if l == nil {
		return OnSale{Unmanaged: true}
	}
	managed := l.InStock || l.OwnManage && !l.Manage
	return OnSale{managed, managed || !l.OwnManage}
}

// Composed tells whether a product that is sold as its parts is in stock. Its own level must not forbid it, and a part of each group must
// be in stock (shapes-catalog §1.7). own is nil for a product without a level. part returns the level of a part, nil without one, and
// whether the part is for sale at all.
func Composed(own *Level, groups [][]int64, part func(id int64) (level *Level, sold bool)) OnSale {
	total, parts := OnSale{true, true}, 0
	if own != nil {
		total = own.OnSale()
	}
	for _, group := range groups {
		one := OnSale{}
		for _, id := range group {
			parts++
			if level, sold := part(id); sold {
				one = one.or(level.OnSale())
			}
		}
		total = total.and(one)
	}
	if parts == 0 { // not composed yet
		return own.OnSale()
	}
	return total
}
