package documents

import (
	"tradelog/domain/money"
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

// Delivers tells whether the quantities of a line allow a download.
func (i *Item) Delivers(d ItemDownload) bool {
	units := i.QtyInvoiced
	if d.AtOnce {
		units = i.QtyOrdered.Sub(i.QtyCanceled)
	}
	return units.Sub(i.QtyRefunded).Cmp(money.Zero) > 0
}
