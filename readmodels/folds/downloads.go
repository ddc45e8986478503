package folds

import (
	"time"

	"tradelog/domain/order"
	"tradelog/readmodels/documents"
)

// downloadsOf lists the downloads of a line.
func downloadsOf(p order.Placed, l order.Line) (out []documents.ItemDownload) {
	if l.Chosen == nil || p.DownloadSecret == "" {
		return nil
	}
	for _, link := range l.Chosen.Links {
		d := documents.ItemDownload{
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

// downloaded counts a download.
func downloaded(o *documents.Order, e order.Downloaded) {
	item := lineOf(o, e.LineID)
	if item == nil {
		return
	}
	for n := range item.ProductOptions.Downloads {
		if d := &item.ProductOptions.Downloads[n]; d.ID == e.LinkID {
			d.Used++
		}
	}
}
