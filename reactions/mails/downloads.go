package mails

import (
	"tradelog/domain/letter"
	"tradelog/readmodels/documents"
)

// downloads are the files that the buyer can download now. Those that only the customer may download are not linked, since a
// browser does not send their token; their account shows them.
func (p place) downloads(o *documents.Order, path string) (files []letter.Download) {
	for _, i := range o.Items {
		for _, d := range i.ProductOptions.Downloads {
			if i.Delivers(d) && (!d.Private || o.CustomerID == nil) {
				files = append(files, letter.Download{Title: d.Title, Link: p.page(path+d.Key, nil)})
			}
		}
	}
	return files
}
