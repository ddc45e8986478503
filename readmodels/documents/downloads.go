package documents

import (
	"tradelog/domain/money"
)

// ItemDownload is a file that was bought with a line and can be downloaded.
type ItemDownload struct {
	ID      int64  `json:"link_id" about:"number of the download"`
	Title   string `json:"title" about:"title that people read"`
	Key     string `json:"key" doc:"of GET /downloads/{key}"`
	Used    int64  `json:"downloads_used" doc:"how often it was downloaded"`
	Limit   int64  `json:"number_of_downloads,omitempty" doc:"how often each unit can be downloaded; absent: no limit"`
	Private bool   `json:"customer_only,omitempty" doc:"the customer who bought it has to send their token"`
	AtOnce  bool   `json:"before_invoice,omitempty" doc:"it does not wait for the invoice"`
	Until   string `json:"available_until,omitempty" doc:"UTC"`
}

// Delivers tells whether the quantities of a line allow a download.
func (i *Item) Delivers(d ItemDownload) bool {
	units := i.QtyInvoiced
	if d.AtOnce {
		units = i.QtyOrdered.Sub(i.QtyCanceled)
	}
	return units.Sub(i.QtyRefunded).Cmp(money.Zero) > 0
}
