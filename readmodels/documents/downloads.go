package documents

import (
	"time"

	"tradelog/domain/money"
	"tradelog/domain/order"
)

// ItemDownload is a file that was bought with a line and can be downloaded.
type ItemDownload struct {
	ID      int64  `json:"link_id" about:"ID of the link"`
	Title   string `json:"title" about:"title"`
	Key     string `json:"key" doc:"key for GET /downloads/{key}"`
	Used    int64  `json:"downloads_used" doc:"number of downloads made"`
	Limit   int64  `json:"number_of_downloads,omitempty" doc:"downloads per unit bought; absent for no limit"`
	Private bool   `json:"customer_only,omitempty" doc:"whether only the logged-in buyer can download it"`
	AtOnce  bool   `json:"before_invoice,omitempty" doc:"whether it can be downloaded before the invoice"`
	Until   string `json:"available_until,omitempty" doc:"end of availability, in UTC"`
}

// downloadsOf lists the downloads of a line.
func downloadsOf(p order.Placed, l order.Line) (out []ItemDownload) {
	if l.Chosen == nil || p.DownloadSecret == "" {
		return nil
	}
	for _, link := range l.Chosen.Links {
		d := ItemDownload{
			ID: link.ID, Title: link.Title, Key: order.Download{OrderID: p.OrderID, LineID: l.ID, LinkID: link.ID}.Key(p.DownloadSecret),
			Limit: link.Limit, Private: link.Private, AtOnce: link.AtOnce,
		}
		if link.Until != nil {
			d.Until = link.Until.UTC().Format(time.DateTime)
		}
		out = append(out, d)
	}
	return out
}

// Delivers tells whether the quantities of a line allow a download.
func (i *Item) Delivers(d ItemDownload) bool {
	units := i.QtyInvoiced
	if d.AtOnce {
		units = i.QtyOrdered.Sub(i.QtyCanceled)
	}
	return units.Sub(i.QtyRefunded).Cmp(money.Zero) > 0
}

// downloaded counts a download.
func (o *Order) downloaded(e order.Downloaded) {
	item := o.item(e.LineID)
	if item == nil {
		return
	}
	for n := range item.ProductOptions.Downloads {
		if d := &item.ProductOptions.Downloads[n]; d.ID == e.LinkID {
			d.Used++
		}
	}
}
