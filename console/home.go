package console

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tradelog/domain/money"
)

// todayView is the data of the first page.
type todayView struct {
	Sales []salesView
	None  bool // no sales in two weeks
	Bars  salesPicture
	// Parts are the parts that are loaded after the page, "work" and "standing", so that the page appears at once.
	Parts []string
	Links []link // pages for accounts that see no figures
}

// salesView are the figures of a currency.
type salesView struct {
	Currency string
	Figures  []figure
}

// figure is a number with a link to the counted rows.
type figure struct {
	Title, Value, Note string
	Href               string // empty: there is no page
	Mood               string // good, warn or bad; empty for none
}

// sold are orders and their grand totals.
type sold struct {
	Orders  int64
	Revenue money.Decimal
}

// orderSummary is the answer of orders.summary.
type orderSummary struct {
	Days       []string
	Currencies []struct {
		Currency                             string
		Days                                 []sold
		Today, TodayBefore, Week, WeekBefore sold
	}
}

// home shows the figures of today and the open tasks.
func (h *Handler) home(ctx context.Context, v *visit) error {
	view := todayView{}
	if v.may("orders.summary") {
		var s orderSummary
		if err := v.answered(ctx, "orders.summary", nil, &s); err != nil {
			return err
		}
		view.sell(v, s)
	}
	for _, part := range todayParts {
		for _, tile := range part.tiles {
			if v.may(tile.needs) {
				view.Parts = append(view.Parts, part.name)
				break
			}
		}
	}
	for _, m := range v.menu()[1:] {
		view.Links = append(view.Links, m.Links...)
	}
	v.follow("orders")
	return v.show("home", v.text("Today"), view)
}

// sell computes the figures of each currency, and the chart of the first.
func (view *todayView) sell(v *visit, s orderSummary) {
	view.None = len(s.Currencies) == 0
	today, week := s.Days[len(s.Days)-1], s.Days[len(s.Days)-7]
	since := func(day string) string {
		from, err := time.ParseInLocation(time.DateOnly, day, v.zone)
		if err != nil {
			return ""
		}
		return Path + "/orders?createdFrom=" + url.QueryEscape(from.UTC().Format(time.DateTime))
	}
	aWeekAgo := func(before string) string { return v.text("%s a week ago until this time", before) }
	weekBefore := func(before string) string { return v.text("%s in the 7 days before", before) }
	for i, c := range s.Currencies {
		of := salesView{Currency: c.Currency}
		for _, p := range []struct {
			title       string
			day         string
			now, before sold
			money       bool
			than        func(before string) string
		}{
			{"Orders today", today, c.Today, c.TodayBefore, false, aWeekAgo},
			{"Revenue today", today, c.Today, c.TodayBefore, true, aWeekAgo},
			{"Orders in 7 days", week, c.Week, c.WeekBefore, false, weekBefore},
			{"Revenue in 7 days", week, c.Week, c.WeekBefore, true, weekBefore},
		} {
			write := func(s sold) string {
				if p.money {
					return v.l.Money(s.Revenue, c.Currency)
				}
				return v.l.Number(money.FromInt(s.Orders))
			}
			f := figure{Title: v.text(p.title), Value: write(p.now), Note: p.than(write(p.before)), Href: since(p.day)}
			if percent := v.changed(p.now, p.before, p.money); percent != "" {
				f.Note = percent + " · " + f.Note
			}
			of.Figures = append(of.Figures, f)
		}
		view.Sales = append(view.Sales, of)
		if i == 0 {
			view.Bars = drawSales(v, s.Days, c.Days, c.Currency)
		}
	}
}

// changed returns the change from the figure before, such as +12 %; "" if there was none before.
func (v *visit) changed(now, before sold, revenue bool) string {
	a, b := money.FromInt(now.Orders), money.FromInt(before.Orders)
	if revenue {
		a, b = now.Revenue, before.Revenue
	}
	if b.Sign() <= 0 {
		return ""
	}
	percent := a.Sub(b).Mul(money.FromInt(100)).Div(b).Round(0)
	sign := map[int]string{-1: "−", 0: "±", 1: "+"}[percent.Sign()]
	return sign + strings.TrimLeft(v.l.Number(percent), "-") + " %"
}

// salesPicture is a bar chart of the revenue of two weeks. Positions and widths are percentages, so that it fills its box and its letters
// keep their size.
type salesPicture struct {
	Title  string
	Most   string // value of the upper line
	Height int64
	Bars   bars
}

// drawSales draws the revenue of each day. The first seven days are for comparison.
func drawSales(v *visit, days []string, of []sold, currency string) salesPicture {
	const below, parts = 26, 10_000 // draws parts of a unit of the currency as well
	p := salesPicture{Title: v.text("Revenue of 14 days in %s", currency), Bars: bars{Width: 100, Top: 20, Height: 120, Gap: 0.125}}
	p.Height = p.Bars.Floor() + below
	most := money.Zero
	for i, d := range of {
		if most.Less(d.Revenue) {
			most = d.Revenue
		}
		day, text := "", ""
		if at, err := time.ParseInLocation(time.DateOnly, days[i], v.zone); err == nil {
			day, text = strconv.Itoa(at.Day())+".", fmt.Sprintf("%s: %s", v.l.Date(at), v.l.Money(d.Revenue, currency))
		}
		p.Bars.add(d.Revenue.Mul(money.FromInt(parts)).Round(0).Int(), day, text)
		p.Bars.All[i].Former = i < len(of)-7
	}
	p.Most = v.l.Money(most, currency)
	p.Bars.draw()
	return p
}

// todayTile is a figure of open tasks, with the operation that counts them.
type todayTile struct {
	needs string
	make  func(ctx context.Context, v *visit) (figure, error)
}

// todayParts are the parts of the first page that are loaded after it.
var todayParts = []struct {
	name  string
	tiles []todayTile
}{
	{"work", []todayTile{
		{"GET /orders", toShip}, {"revocation-requests.waiting", waitingRevocations}, {"GET /inventory", lowStock},
		{"GET /emails", failedEmails}, {"setting.list", sellerLacks},
	}},
	{"standing", []todayTile{
		{"engine.reactions", parkedReactions}, {"webhooks.statuses", failedWebhooks}, {"log.state", verifiedLog},
	}},
}

// todayPart answers a part of the first page.
func (h *Handler) todayPart(ctx context.Context, v *visit) error {
	for _, part := range todayParts {
		if part.name != v.r.PathValue("part") {
			continue
		}
		figures := []figure{}
		for _, tile := range part.tiles {
			if !v.may(tile.needs) {
				continue
			}
			f, err := tile.make(ctx, v)
			if err != nil {
				return err
			}
			figures = append(figures, f)
		}
		return v.show("today_part", v.text("Today"), struct {
			Name    string
			Figures []figure
		}{part.name, figures})
	}
	return errMissing
}

// counted returns the number of rows of a list.
func (v *visit) counted(ctx context.Context, list string, filters map[string]any) (n int64, err error) {
	filters["itemsPerPage"] = 1
	result, err := v.invoke(ctx, list, filters)
	return result.Answer.Total, err
}

// dueFigure is a figure of open tasks.
func (v *visit) dueFigure(title, href string, n int64, note string) figure {
	f := figure{Title: v.text(title), Value: v.l.Number(money.FromInt(n)), Href: href, Note: note}
	if n > 0 {
		f.Mood = "warn"
	}
	return f
}

func toShip(ctx context.Context, v *visit) (figure, error) {
	n, err := v.counted(ctx, "GET /orders", map[string]any{"paid": true, "shipped": false})
	return v.dueFigure("To ship", Path+"/orders?paid=true&shipped=false", n, v.text("paid and not shipped")), err
}

func waitingRevocations(ctx context.Context, v *visit) (figure, error) {
	var out struct{ Count int64 }
	err := v.answered(ctx, "revocation-requests.waiting", nil, &out)
	return v.dueFigure("Open revocations", Path+"/revocation-requests", out.Count, v.text("not answered yet")), err
}

func lowStock(ctx context.Context, v *visit) (figure, error) {
	n, err := v.counted(ctx, "GET /inventory", map[string]any{"low": true})
	note := v.text("fewer than %s units can be sold; products may have a limit of their own", v.l.Number(v.call.Shop.LowStock()))
	return v.dueFigure("Low stock", Path+"/inventory?low=true", n, note), err
}

func sellerLacks(_ context.Context, v *visit) (figure, error) {
	f := figure{Title: v.text("Seller on invoices"), Href: configurationPath + "?q=general/store_information", Value: v.text("named in full")}
	if lacks := v.call.Shop.SellerLacks(); lacks != "" {
		f.Value, f.Mood, f.Note = v.text("not named in full"), "warn", v.text("The law wants more of the seller: %s", lacks)
	}
	return f, nil
}

func parkedReactions(ctx context.Context, v *visit) (figure, error) {
	var all []struct{ Parked int64 }
	err := v.answered(ctx, "engine.reactions", nil, &all)
	var n int64
	for _, r := range all {
		n += r.Parked
	}
	return v.dueFigure("Parked events", Path+"/engine/reactions", n, v.text("which reactions could not handle")), err
}

func failedWebhooks(ctx context.Context, v *visit) (figure, error) {
	var all []struct{ Trouble *string }
	err := v.answered(ctx, "webhooks.statuses", nil, &all)
	var n int64
	for _, w := range all {
		if w.Trouble != nil {
			n++
		}
	}
	return v.dueFigure("Failed webhooks", Path+"/webhooks", n, v.text("suspended, or with deliveries that were given up")), err
}

func failedEmails(ctx context.Context, v *visit) (figure, error) {
	n, err := v.counted(ctx, "GET /emails", map[string]any{"state": "failed"})
	return v.dueFigure("Failed e-mails", Path+"/emails?state=failed", n, v.text("given up in the last 30 days")), err
}

func verifiedLog(ctx context.Context, v *visit) (figure, error) {
	var state struct {
		Head  int64
		Proof *struct {
			Position, Broken int64
			At               *time.Time
		}
	}
	err := v.answered(ctx, "log.state", nil, &state)
	f := figure{Title: v.text("Log verified"), Href: Path + "/log", Value: v.text("never")}
	switch p := state.Proof; {
	case p == nil:
		f.Note = v.text("the events of this log have no seals")
	case p.Broken > 0:
		f.Value, f.Mood = v.text("broken"), "bad"
		f.Note = v.text("The seal of event %s does not hold.", v.l.Number(money.FromInt(p.Broken)))
	case p.At != nil:
		f.Value, f.Mood = moment(*p.At, v.zone), "good"
		f.Note = v.text("up to event %s of %s", v.l.Number(money.FromInt(p.Position)), v.l.Number(money.FromInt(state.Head)))
	}
	return f, err
}
