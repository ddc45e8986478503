package mails

import (
	"tradelog/domain/letter"
	"tradelog/readmodels/documents"
)

// downloads lists the files that the buyer can download now. Files that need the customer's login are left out, because a browser does not
// send the token for a link; the customer's account shows them.
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
