package stock

import (
	"maps"

	"tradelog/domain"
	"tradelog/domain/money"
)

// Set changes the levels of some products, all or none, in one event. previous lists the quantities before, in the order of the changes, 0
// without a level. after lists the new levels.
func (l *Ledger) Set(changes []Change, config Config) (events []domain.Event, previous []money.Decimal, after []Level, err error) {
	changed := map[int64]Level{}
	var order []int64
	for _, c := range changes {
		if err := c.Check(); err != nil {
			return nil, nil, nil, err
		}
		level, seen := changed[c.ProductID]
		if !seen {
			level = Fresh(c.ProductID)
			if has := l.Levels[c.ProductID]; has != nil {
				level = *has
			}
			order = append(order, c.ProductID)
		}
		previous = append(previous, level.Qty)
		level = c.apply(level, config)
		changed[c.ProductID] = level
		after = append(after, level)
	}
	e := LevelsSet{}
	for _, id := range order {
		if has := l.Levels[id]; has == nil || *has != changed[id] {
			e.Levels = append(e.Levels, changed[id])
			e.Previous = append(e.Previous, l.level(id).Qty)
		}
	}
	if len(e.Levels) == 0 {
		return nil, previous, after, nil
	}
	return []domain.Event{e}, previous, after, nil
}

// Before returns the ledger with the quantities before an update, so that its result can be reported again.
func (l *Ledger) Before(e LevelsSet) *Ledger {
	before := &Ledger{Levels: maps.Clone(l.Levels)}
	for i, level := range e.Levels {
		if i < len(e.Previous) {
			level.Qty = e.Previous[i]
		}
		before.Levels[level.ProductID] = &level
	}
	return before
}
