package stock

import (
	"tradelog/domain/change"
)

// Changes declares what the events of the ledger change. A product's stock is a resource of its own. The product shows it as
// well, and so do the products that it is a part of.
func Changes() change.Area {
	shown := change.Fields("stockItem", "stockQty", "stockStatus")
	return change.Area{Events: change.Echoing("products", shown, append([]change.Declaration{
		change.By(LevelsSet{}, func(_ string, e LevelsSet) []change.Change { return e.changes() }, resource),
		change.By(LevelsRemoved{}, func(_ string, e LevelsRemoved) []change.Change { return e.changes() }, resource),
		change.By(Reserved{}, func(_ string, e Reserved) []change.Change { return moved(e.Lines, true) }, resource),
		change.By(Released{}, func(_ string, e Released) []change.Change { return moved(e.Lines, false) }, resource),
		change.By(Returned{}, func(_ string, e Returned) []change.Change { return moved(e.Lines, false) }, resource),
	}, change.Hide("the units were taken when they were reserved", Settled{})...))}
}

// resource is the name of stock in the interfaces.
const resource = "inventory"

func (e LevelsSet) changes() (all []change.Change) {
	for i, level := range e.Levels {
		c := change.Change{Resource: resource, Kind: change.Changed, Stock: &change.Stock{ProductID: level.ProductID, After: &level.Qty}}
		if i < len(e.Previous) {
			c.Stock.Before = &e.Previous[i]
			if !e.Previous[i].Equal(level.Qty) {
				c.Fields = change.Fields("qty")
			}
		}
		all = append(all, c)
	}
	return all
}

func (e LevelsRemoved) changes() (all []change.Change) {
	for i, id := range e.ProductIDs {
		c := change.Change{Resource: resource, Kind: change.Deleted, Stock: &change.Stock{ProductID: id}}
		if i < len(e.Previous) {
			c.Stock.Before = &e.Previous[i]
		}
		all = append(all, c)
	}
	return all
}

// moved returns the changes of lines that were taken from the quantities, or added to them.
func moved(lines []Line, taken bool) (all []change.Change) {
	for _, l := range lines {
		c := change.Change{Resource: resource, Kind: change.Changed, Fields: change.Fields("qty"), Stock: &change.Stock{ProductID: l.ProductID}}
		if l.After != nil {
			before := l.After.Sub(l.Qty)
			if taken {
				before = l.After.Add(l.Qty)
			}
			c.Stock.Before, c.Stock.After = &before, l.After
		}
		all = append(all, c)
	}
	return all
}
