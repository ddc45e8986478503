package sales

import (
	"context"
	"slices"
	"strings"
	"time"

	"tradelog/domain/money"
	"tradelog/operations"
	"tradelog/readmodels/sales"
)

// summing declares the sums of the last days. It has no route: the console calls it.
func (h *handlers) summing() []*operations.Operation {
	return []*operations.Operation{operations.Define(operations.Declaration{
		Resource: Order, Verb: operations.Get, Unrouted: operations.Unrouted{Name: "orders.summary", Console: true},
		Access: operations.Backend.Access("orders/read"), Summary: "Sum up the orders of the last days",
		Doc: "Counts the orders of the last 14 days that are not cancelled, and adds up their grand totals, by day and currency. Days are " +
			"those of the default store view's time zone. Periods are compared with the same ones a week before, which end at the same time of " +
			"the day, to the quarter of an hour.",
	}, h.summary)}
}

// figures are orders and their grand totals.
type figures struct {
	Orders  int64         `json:"orders"`
	Revenue money.Decimal `json:"revenue"`
}

func (f *figures) add(orders int64, revenue money.Decimal) {
	f.Orders, f.Revenue = f.Orders+orders, f.Revenue.Add(revenue)
}

// currencySummary are the figures of a currency.
type currencySummary struct {
	Currency string    `json:"currency"`
	Days     []figures `json:"days"` // of 14 days, the oldest first
	// Today and Week end now. Before are the periods a week earlier.
	Today       figures `json:"today"`
	TodayBefore figures `json:"todayBefore"`
	Week        figures `json:"week"`
	WeekBefore  figures `json:"weekBefore"`
}

// summary is the answer: the days, and the figures of each currency.
type summary struct {
	Days       []string          `json:"days"` // dates, the oldest first; the last one is today
	Currencies []currencySummary `json:"currencies"`
}

// summaryDays is the number of days of the answer: two weeks.
const summaryDays = 14

func (h *handlers) summary(ctx context.Context, c *operations.Call, _ operations.None) (summary, error) {
	now, zone := c.Now(), c.Shop.Zone(0)
	local := now.In(zone)
	first := time.Date(local.Year(), local.Month(), local.Day()-summaryDays+1, 0, 0, 0, 0, zone)
	sums, err := h.reader.OrderSums(ctx, first, now, zone, c.AllowedStores())
	if err != nil {
		return summary{}, err
	}
	out := summary{Currencies: []currencySummary{}}
	for i := range summaryDays {
		out.Days = append(out.Days, first.AddDate(0, 0, i).Format(time.DateOnly))
	}
	for _, s := range sums {
		out.add(s)
	}
	slices.SortStableFunc(out.Currencies, func(a, b currencySummary) int {
		if more := b.WeekBefore.Orders + b.Week.Orders - a.WeekBefore.Orders - a.Week.Orders; more != 0 {
			return int(more)
		}
		return strings.Compare(a.Currency, b.Currency)
	})
	return out, nil
}

// add adds the sums of a day and a currency.
func (s *summary) add(day sales.DaySums) {
	i := slices.Index(s.Days, day.Day.Format(time.DateOnly))
	if i < 0 {
		return // placed after the call began, or by a clock that is ahead
	}
	at := slices.IndexFunc(s.Currencies, func(c currencySummary) bool { return c.Currency == day.Currency })
	if at < 0 {
		at = len(s.Currencies)
		s.Currencies = append(s.Currencies, currencySummary{Currency: day.Currency, Days: make([]figures, summaryDays)})
	}
	of, today, weekAgo := &s.Currencies[at], summaryDays-1, summaryDays-8
	of.Days[i] = figures{day.Orders, day.Revenue}
	switch {
	case i > weekAgo:
		of.Week.add(day.Orders, day.Revenue)
	case i == weekAgo:
		of.WeekBefore.add(day.OrdersSoFar, day.RevenueSoFar)
		of.TodayBefore.add(day.OrdersSoFar, day.RevenueSoFar)
	default:
		of.WeekBefore.add(day.Orders, day.Revenue)
	}
	if i == today {
		of.Today.add(day.Orders, day.Revenue)
	}
}
