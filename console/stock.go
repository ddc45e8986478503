package console

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"tradelog/operations/representation"
)

// stockView is the data of the page of the stock of a product.
type stockView struct {
	Kind      *kind
	SKU       string
	Document  node
	Movements []movement
	Total     int64
	Page      int
	Before    string // neighbouring pages; empty at an end
	After     string
	Picture   ledgerPicture
	Set, Bulk string // paths to set the stock; empty if the account may not
}

// movement is an entry of the ledger of a product.
type movement struct {
	Entry node
	Order string // path of the order that caused it; empty for none
	Who   string
}

// movementsShown is the number of entries of a ledger on a page.
const movementsShown = 50

// stock shows the ledger of a product as a chart and as a table.
func (h *Handler) stock(ctx context.Context, v *visit) error {
	k, sku := h.kinds.byName["inventory"], v.r.PathValue("id")
	document, err := v.load(ctx, k, sku)
	if err != nil {
		return err
	}
	view := stockView{Kind: k, SKU: sku, Document: document.node, Page: 1}
	if n, err := strconv.Atoi(v.query.Get("page")); err == nil && n > 1 {
		view.Page = n
	}
	o := k.part("movements")
	if o == nil || !o.Authorizes(v.call.Principal) {
		return v.show("stock", sku, view)
	}
	in := &representation.Input{Variables: map[string]string{"sku": sku}, Query: url.Values{
		"page": {strconv.Itoa(view.Page)}, "itemsPerPage": {strconv.Itoa(movementsShown)},
	}}
	result, err := h.pipeline.Invoke(ctx, v.caller, o, in)
	if err != nil {
		return err
	}
	rows, err := v.rows(result.Answer.Items, nil)
	if err != nil {
		return err
	}
	view.Total = result.Answer.Total
	for _, r := range rows {
		m := movement{Entry: r, Who: r.first("changedByName", "changedBy").Text}
		if id := r.Get("orderId").Raw; id != "" {
			m.Order = Path + "/orders/" + id
		}
		view.Movements = append(view.Movements, m)
	}
	if view.Page > 1 {
		view.Before = "?page=" + strconv.Itoa(view.Page-1)
	}
	if int64(view.Page*movementsShown) < view.Total {
		view.After = "?page=" + strconv.Itoa(view.Page+1)
	}
	view.Picture = drawLedger(rows)
	if v.may("PUT /inventory") {
		back := url.Values{"sku": {sku}, "back": {v.r.URL.Path}}
		view.Set = k.widePath("put") + "?" + back.Encode()
	}
	v.follow("inventory")
	return v.show("stock", sku, view)
}

// ledgerPicture is a ledger as a step chart of a fixed size: units on hand and units that can be sold.
type ledgerPicture struct {
	OnHand, Available string // paths
	Top, Bottom       string // values of the highest and the lowest line
	From, To          string
	Shown             bool
	Width, Height     int
	Ceil, Floor       int
}

// drawLedger draws movements, which are the newest first.
func drawLedger(rows []node) ledgerPicture {
	s := stockSize
	p := ledgerPicture{Width: s.width, Height: s.height, Ceil: s.top, Floor: s.floor}
	if len(rows) < 2 {
		return p
	}
	quantity := func(n node) float64 {
		f, _ := strconv.ParseFloat(n.Raw, 64) // 0 without a value
		return f
	}
	var hand, available []float64
	low, high := 0.0, 1.0
	for i := range rows {
		r := rows[len(rows)-1-i]
		hand, available = append(hand, quantity(r.Get("onHandAfter"))), append(available, quantity(r.Get("availableAfter")))
		low, high = min(low, hand[i], available[i]), max(high, hand[i], available[i])
	}
	path := func(values []float64) string {
		var b strings.Builder
		for i, value := range values {
			x, y := s.across(float64(i)/float64(len(values))), s.up((value-low)/(high-low))
			if i == 0 {
				fmt.Fprintf(&b, "M%.1f %.1f", x, y)
				continue
			}
			fmt.Fprintf(&b, "H%.1fV%.1f", x, y)
		}
		fmt.Fprintf(&b, "H%d", p.Width)
		return b.String()
	}
	p.OnHand, p.Available, p.Shown = path(hand), path(available), true
	p.Top, p.Bottom = strconv.FormatFloat(high, 'f', -1, 64), strconv.FormatFloat(low, 'f', -1, 64)
	p.From, p.To = rows[len(rows)-1].Get("createdAt").Text, rows[0].Get("createdAt").Text
	return p
}
