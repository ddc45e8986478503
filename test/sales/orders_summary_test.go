package sales_test

import (
	"fmt"
	"testing"
	"time"

	"tradelog/domain/shop"
	"tradelog/operations"
	"tradelog/operations/representation"
	"tradelog/test/apptest"
	"tradelog/test/salestest"
)

// TestSummary: orders are added up by the days of the shop's time zone, and periods are compared up to the same time of the day. Sums
// exclude cancelled orders.
func TestSummary(t *testing.T) {
	t.Parallel()
	clock := apptest.NewClock()
	s := past{salestest.Start(t, apptest.WithClock(clock)), t}
	zone, err := time.LoadLocation("Asia/Kathmandu") // 5:45 ahead of UTC
	if err != nil {
		t.Fatal(err)
	}
	s.Configure("general/locale/timezone", zone.String())
	s.Product("MUG", "10", 1000, nil)
	noon := clock.Now().In(zone)
	noon = time.Date(noon.Year(), noon.Month(), noon.Day()+1, 12, 0, 0, 0, zone)
	clock.Advance(noon.Sub(clock.Now()))
	at := func(days, hours, minutes int) time.Time {
		return time.Date(noon.Year(), noon.Month(), noon.Day()+days, hours, minutes, 0, 0, zone)
	}
	placed := map[string]fields{}
	for name, when := range map[string]time.Time{
		"today": at(0, 0, 0), "this week": at(-6, 23, 59), "a week ago": at(-7, 11, 59), "a week ago, later": at(-7, 12, 0),
		"the week before": at(-13, 0, 0), "too early": at(-14, 23, 59), "canceled": at(0, 1, 0),
	} {
		placed[name] = s.order(when, "", "gina@example.com", nil)
	}
	s.Must(201, "POST", fmt.Sprintf("/orders/%d/cancel", salestest.ID(placed["canceled"])), fields{}, s.As([]string{"all"})...)
	s.Settle()
	second, err := s.Commands.Directory.Views.Create(apptest.Operator(),
		shop.Store{Code: "second", Name: "Second", WebsiteID: 1, GroupID: 1, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Settle()
	ask := func(token, store string) (out struct {
		Days       []string
		Currencies []struct {
			Currency                             string
			Days                                 []struct{ Orders int64 }
			Today, TodayBefore, Week, WeekBefore struct {
				Orders  int64
				Revenue float64
			}
		}
	}) {
		t.Helper()
		o := s.Pipeline.Registry.Find("orders.summary")
		in, err := representation.Arguments(o, nil)
		if err != nil {
			t.Fatal(err)
		}
		result, err := s.Pipeline.Invoke(t.Context(), operations.Caller{Token: operations.Chosen(token), Store: operations.Chosen(store)}, o, in)
		if err == nil {
			err = result.Decode(&out)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	got := ask(s.Shop.Shop.Service([]string{"orders/read"}), "default")
	if len(got.Days) != 14 || got.Days[13] != noon.Format(time.DateOnly) || len(got.Currencies) != 1 {
		t.Fatalf("%+v", got)
	}
	c := got.Currencies[0]
	total := placed["today"]["prices"].(map[string]any)["grandTotal"].(float64)
	for _, p := range []struct {
		name    string
		orders  int64
		revenue float64
		want    int64
	}{
		{"today", c.Today.Orders, c.Today.Revenue, 1}, {"a week ago", c.TodayBefore.Orders, c.TodayBefore.Revenue, 1},
		{"seven days", c.Week.Orders, c.Week.Revenue, 2}, {"the seven days before", c.WeekBefore.Orders, c.WeekBefore.Revenue, 2},
	} {
		if p.orders != p.want || p.revenue != float64(p.want)*total {
			t.Errorf("%s: %d orders of %v, want %d of %v each", p.name, p.orders, p.revenue, p.want, total)
		}
	}
	if c.Days[6].Orders != 2 || c.Days[0].Orders != 1 || c.Days[13].Orders != 1 {
		t.Errorf("by day: %+v", c.Days)
	}
	if other := ask(s.Shop.Shop.Service([]string{"orders/read"}, second), "second"); len(other.Currencies) != 0 {
		t.Errorf("another store view: %+v", other)
	}
	s.Verify("orders")
}
