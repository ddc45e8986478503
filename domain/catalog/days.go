package catalog

import (
	"maps"
	"slices"

	"tradelog/domain"
)

// DaysCategory is the category of the stream of days, DaysStream its name.
const (
	DaysCategory = "catalogdays"
	DaysStream   = "catalogdays-1"
)

// DayBegan says that another day has begun in some store views. Special prices begin and end with it, without another event.
type DayBegan struct {
	Days map[int64]string `json:"days"` // by store view, YYYY-MM-DD
	// ProductIDs lists the products whose price differs from that of the day before in one of the store views.
	ProductIDs []int64 `json:"productIds,omitempty"`
}

func (DayBegan) EventName() string { return "CatalogDayBegan" }

// Days holds the day that has begun last in each store view.
type Days map[int64]string

// NewDays returns the state before the first event.
func NewDays(string) Days { return Days{} }

// EvolveDays applies one event. It never modifies a state it is given.
func EvolveDays(d Days, e domain.Event) Days {
	if began, ok := e.(DayBegan); ok {
		d = maps.Clone(d)
		maps.Copy(d, began.Days)
	}
	return d
}

// Others returns the days that differ from those that have begun.
func (d Days) Others(days map[int64]string) map[int64]string {
	others := maps.Clone(days)
	maps.DeleteFunc(others, func(store int64, day string) bool { return d[store] == day })
	return others
}

// mostRepriced is the greatest number of products of one event.
const mostRepriced = 10_000

// Begin notes days, with the products whose price differs because of them. Days that have begun already change nothing.
func (d Days) Begin(days map[int64]string, productIDs []int64) (events []domain.Event) {
	days = d.Others(days)
	if len(days) == 0 {
		return nil
	}
	for part := range slices.Chunk(productIDs, mostRepriced) {
		events = append(events, DayBegan{Days: days, ProductIDs: part})
	}
	if len(events) == 0 {
		events = append(events, DayBegan{Days: days})
	}
	return events
}
